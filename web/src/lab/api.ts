// Server requests of the Lab.
import { request, RequestError } from '../lib/api.ts';
import type { LabEstimate, LabIn, LabView } from '../wire/index.ts';
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
