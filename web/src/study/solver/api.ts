// Server requests for the solver.
import { ask, query } from '../../lib/api.ts';
import type { DefenceIn, DefenceView, KnotView, SolveIn, SolveView } from '../../wire/index.ts';

export const beginSolve = (wanted: SolveIn): Promise<SolveView> => ask('POST', '/solves', wanted);
export const fetchSolve = (id: string): Promise<SolveView> => ask('GET', `/solves/${id}`);
export const stopSolve = (id: string): Promise<SolveView> => ask('DELETE', `/solves/${id}`, undefined, true);
export const fetchKnot = (id: string, path: readonly string[]): Promise<KnotView> =>
  ask('GET', `/solves/${id}/tree${query({ path: path.join(',') })}`);
export const defend = (wanted: DefenceIn): Promise<DefenceView> => ask('POST', '/defences', wanted);
