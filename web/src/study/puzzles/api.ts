// Server requests for puzzles.
import { request, query } from '../../lib/api.ts';
import type {
  HelpIn,
  HelpView,
  PuzzlePage,
  Puzzles,
  PuzzlesQuery,
  PuzzleView,
  TryIn,
  TryView,
} from '../../wire/index.ts';

const address = (collection: string, id: string) =>
  `/puzzles/${encodeURIComponent(collection)}/${encodeURIComponent(id)}`;
/** Collections and the puzzle of the day, of this game if it has puzzles. */
export const fetchPuzzles = (game?: string): Promise<Puzzles> =>
  request('GET', `/puzzles${query(game ? { game } : {})}`);
export const fetchCollection = (collection: string, wanted: PuzzlesQuery): Promise<PuzzlePage> =>
  request('GET', `/puzzles/${encodeURIComponent(collection)}${query({ ...wanted })}`);
export const fetchPuzzle = (collection: string, id: string): Promise<PuzzleView> =>
  request('GET', address(collection, id));
export const tryPuzzle = (collection: string, id: string, tried: TryIn): Promise<TryView> =>
  request('POST', `${address(collection, id)}/try`, tried);
export const helpPuzzle = (collection: string, id: string, wanted: HelpIn): Promise<HelpView> =>
  request('POST', `${address(collection, id)}/help`, wanted);
