// Server requests for the solver.
import { request, query } from '../../lib/api.ts';
import type { DefenseIn, DefenseView, ProofNodeView, SolveIn, SolveView } from '../../wire/index.ts';

export const beginSolve = (wanted: SolveIn): Promise<SolveView> => request('POST', '/solves', wanted);
export const fetchSolve = (id: string): Promise<SolveView> => request('GET', `/solves/${id}`);
export const stopSolve = (id: string): Promise<SolveView> => request('DELETE', `/solves/${id}`, undefined, true);
export const fetchProofNode = (id: string, path: readonly string[]): Promise<ProofNodeView> =>
  request('GET', `/solves/${id}/tree${query({ path: path.join(',') })}`);
export const defend = (wanted: DefenseIn): Promise<DefenseView> => request('POST', '/defences', wanted);
