// The server's doors for studies and puzzles.
import { ask, query } from '../lib/api.ts';
import type {
  DefenceIn,
  DefenceView,
  HelpIn,
  HelpView,
  KnotView,
  LineIn,
  LineView,
  PuzzlePage,
  Puzzles,
  PuzzlesQuery,
  PuzzleView,
  SolveIn,
  SolveView,
  TryIn,
  TryView,
} from '../wire/index.ts';

export const fetchLine = (line: LineIn): Promise<LineView> => ask('POST', '/lines', line);
export const beginSolve = (wanted: SolveIn): Promise<SolveView> => ask('POST', '/solves', wanted);
export const fetchSolve = (id: string): Promise<SolveView> => ask('GET', `/solves/${id}`);
export const stopSolve = (id: string): Promise<SolveView> => ask('DELETE', `/solves/${id}`, undefined, true);
export const fetchKnot = (id: string, path: readonly string[]): Promise<KnotView> =>
  ask('GET', `/solves/${id}/tree${query({ path: path.join(',') })}`);
export const defend = (wanted: DefenceIn): Promise<DefenceView> => ask('POST', '/defences', wanted);

const address = (collection: string, id: string) =>
  `/puzzles/${encodeURIComponent(collection)}/${encodeURIComponent(id)}`;
export const fetchPuzzles = (): Promise<Puzzles> => ask('GET', '/puzzles');
export const fetchCollection = (collection: string, wanted: PuzzlesQuery): Promise<PuzzlePage> =>
  ask('GET', `/puzzles/${encodeURIComponent(collection)}${query({ ...wanted })}`);
export const fetchPuzzle = (collection: string, id: string): Promise<PuzzleView> => ask('GET', address(collection, id));
export const tryPuzzle = (collection: string, id: string, tried: TryIn): Promise<TryView> =>
  ask('POST', `${address(collection, id)}/try`, tried);
export const helpPuzzle = (collection: string, id: string, wanted: HelpIn): Promise<HelpView> =>
  ask('POST', `${address(collection, id)}/help`, wanted);
