// Players: profiles, rated games, results, leaderboards, following.
import { gameTitle } from '../games/words.ts';
import type {
  FollowedOut,
  PlayerGames,
  PlayerGamesQuery,
  PlayerOut,
  PlayerResults,
  ProfileIn,
  RankingOut,
} from '../wire/index.ts';
import { query, request } from './api.ts';
import { t } from './i18n/index.svelte.ts';

export const SPEEDS = ['quick', 'slow', 'correspondence'] as const;
export type Speed = (typeof SPEEDS)[number];

export const speedName = (speed: Speed): string => t(`speed_${speed}`);

/** Name of a rating pool: the game and the speed. */
export function poolName(pool: string): string {
  const [game = '', speed = ''] = pool.split('.');
  const known = SPEEDS.find((one) => one === speed);
  return known ? `${gameTitle(game)} · ${speedName(known)}` : pool;
}

const path = (handle: string) => `/players/${encodeURIComponent(handle)}`;

export { profileAddress } from './seats.ts';

export const fetchPlayer = (handle: string): Promise<PlayerOut> => request('GET', path(handle));
export const fetchPlayerGames = (handle: string, wanted: PlayerGamesQuery): Promise<PlayerGames> =>
  request('GET', `${path(handle)}/games${query({ ...wanted })}`);
export const fetchPlayerResults = (handle: string, pool: string): Promise<PlayerResults> =>
  request('GET', `${path(handle)}/results${query({ pool })}`);
export const fetchRanking = (pool: string): Promise<RankingOut> => request('GET', `/ranking${query({ pool })}`);
export const follow = (handle: string, on: boolean): Promise<void> =>
  request(on ? 'PUT' : 'DELETE', `${path(handle)}/follow`);
export const fetchFollowing = (): Promise<FollowedOut[]> => request('GET', '/following');
export const saveProfile = (profile: ProfileIn): Promise<void> => request('PUT', '/account/profile', profile);
