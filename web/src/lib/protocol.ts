// Protocol version of this page, compared with the one that every response of the server names.
import { PROTOCOL } from '../wire/index.ts';

/** Name of the response header. */
export const PROTOCOL_HEADER = 'x-kydai-protocol';

/** Returns true if a response header names another protocol version. Responses without the header say nothing. */
export const differs = (header: string | null): boolean => header !== null && header !== String(PROTOCOL);
