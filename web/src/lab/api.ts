// Server requests of the Lab.
import { request, RequestError } from '../lib/api.ts';
import type {
  EvalIn,
  EvalView,
  LabEstimate,
  LabIn,
  LabView,
  LeagueExport,
  LeagueGame,
  LeagueGameView,
  LeagueIn,
  LeaguesView,
  LeagueView,
} from '../wire/index.ts';
import { decodeTree, type SearchTree } from './tree.ts';

export const beginLab = (wanted: LabIn): Promise<LabView> => request('POST', '/labs', wanted);
export const estimateLab = (wanted: LabIn): Promise<LabEstimate> => request('POST', '/labs/estimate', wanted);
export const fetchLab = (id: string): Promise<LabView> => request('GET', `/labs/${id}`);
export const stopLab = (id: string): Promise<LabView> => request('DELETE', `/labs/${id}`, undefined, true);

/** Tree of a finished search. */
export async function fetchTree(id: string, run: number): Promise<SearchTree> {
  let answer: Response;
  try {
    answer = await fetch(`/api/labs/${id}/trees/${run}`);
  } catch {
    throw new RequestError(undefined, 0);
  }
  if (!answer.ok) throw new RequestError(undefined, answer.status);
  return decodeTree(await answer.arrayBuffer());
}

export const takeApart = (wanted: EvalIn): Promise<EvalView> => request('POST', '/labs/evaluation', wanted);
export const fetchLeagues = (): Promise<LeaguesView> => request('GET', '/leagues');
export const beginLeague = (wanted: LeagueIn): Promise<LeagueView> => request('POST', '/leagues', wanted);
export const fetchLeague = (id: string): Promise<LeagueView> => request('GET', `/leagues/${id}`);
export const stopLeague = (id: string): Promise<LeagueView> => request('DELETE', `/leagues/${id}`);
export const fetchLeagueGames = (id: string): Promise<LeagueGame[]> => request('GET', `/leagues/${id}/games`);
export const fetchLeagueGame = (id: string, number: number): Promise<LeagueGameView> =>
  request('GET', `/leagues/${id}/games/${number}`);
/** Download address of a league. */
export const leagueFile = (id: string, form: LeagueExport): string => `/api/leagues/${id}/export?form=${form}`;
