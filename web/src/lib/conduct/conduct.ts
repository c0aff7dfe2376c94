// Blocks between players, and reports to the operator.
import type { PlayerName, ReportIn } from '../../wire/index.ts';
import { request } from '../api.ts';

export const block = (handle: string, on: boolean): Promise<void> =>
  request(on ? 'PUT' : 'DELETE', `/players/${encodeURIComponent(handle)}/block`);
export const fetchBlocked = (): Promise<PlayerName[]> => request('GET', '/blocked');
export const report = (said: ReportIn): Promise<void> => request('POST', '/reports', said);
