// Server requests for puzzles.
import { ask, query } from '../../lib/api.ts';
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
export const fetchPuzzles = (): Promise<Puzzles> => ask('GET', '/puzzles');
export const fetchCollection = (collection: string, wanted: PuzzlesQuery): Promise<PuzzlePage> =>
  ask('GET', `/puzzles/${encodeURIComponent(collection)}${query({ ...wanted })}`);
export const fetchPuzzle = (collection: string, id: string): Promise<PuzzleView> => ask('GET', address(collection, id));
export const tryPuzzle = (collection: string, id: string, tried: TryIn): Promise<TryView> =>
  ask('POST', `${address(collection, id)}/try`, tried);
export const helpPuzzle = (collection: string, id: string, wanted: HelpIn): Promise<HelpView> =>
  ask('POST', `${address(collection, id)}/help`, wanted);
