// Requests of tournaments.
import { query, request } from '../lib/api.ts';
import type {
  BoardSlip,
  NewTournament,
  PlayersIn,
  PlayersOut,
  ProposalIn,
  TokenIn,
  TournamentAct,
  TournamentLinks,
  TournamentList,
  TournamentLog,
  TournamentView,
  WhyOut,
  WhyQuery,
} from '../wire/index.ts';

const at = (id: string, rest = '') => `/tournaments/${encodeURIComponent(id)}${rest}`;

export const fetchTournaments = (): Promise<TournamentList> => request('GET', '/tournaments');
export const createTournament = (asked: NewTournament): Promise<TournamentView> =>
  request('POST', '/tournaments', asked);
/** Goes on with a tournament from its file. */
export const importTournament = (file: unknown): Promise<TournamentView> => request('POST', '/tournaments/file', file);
export const fetchTournament = (id: string): Promise<TournamentView> => request('GET', at(id));
export const deleteTournament = (id: string): Promise<void> => request('DELETE', at(id));
export const sendActs = (id: string, acts: readonly TournamentAct[]): Promise<TournamentView> =>
  request('POST', at(id, '/acts'), { acts });
export const pairRound = (id: string, section: number): Promise<TournamentView> =>
  request('POST', at(id, '/pair'), { section });
export const enterPlayers = (id: string, asked: PlayersIn): Promise<PlayersOut> =>
  request('POST', at(id, '/players'), asked);
export const fetchWhy = (id: string, asked: WhyQuery): Promise<WhyOut> =>
  request('GET', at(id, `/why${query({ ...asked })}`));
export const fetchLog = (id: string): Promise<TournamentLog> => request('GET', at(id, '/log'));
export const fetchLinks = (id: string, section: number): Promise<TournamentLinks> =>
  request('GET', at(id, `/links${query({ section })}`));
export const joinTournament = (id: string, asked: TokenIn): Promise<TournamentView> =>
  request('POST', at(id, '/join'), asked);
export const fetchSlip = (id: string, token: string): Promise<BoardSlip> =>
  request('GET', at(id, `/boards/${encodeURIComponent(token)}`));
export const proposeResult = (id: string, token: string, asked: ProposalIn): Promise<BoardSlip> =>
  request('POST', at(id, `/boards/${encodeURIComponent(token)}`), asked);

/** Address of a file of a section, or of the whole tournament. */
export const fileAddress = (id: string, section: number, format: string): string =>
  `/api${at(id, `/download${query({ section, format })}`)}`;
export const wholeFileAddress = (id: string): string => `/api${at(id, '/file')}`;
export const qrAddress = (text: string): string => `/api/qr${query({ text })}`;

/** Calls back with each change of a tournament. Returns a function that stops it. */
export function followTournament(id: string, changed: (seq: number) => void): () => void {
  const source = new EventSource(`/api${at(id, '/events')}`);
  source.onmessage = (event: MessageEvent<string>) => changed(Number(event.data));
  return () => source.close();
}
