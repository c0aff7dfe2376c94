// Server request shared by the study pages: a line of moves from a position.
import { request } from '../lib/api.ts';
import type { LineIn, LineView } from '../wire/index.ts';

export const fetchLine = (line: LineIn): Promise<LineView> => request('POST', '/lines', line);
