// Protocol version check: notices that the server was updated while the page was open.
import { PROTOCOL } from '../wire/index.ts';

let outdated = $state(false);

/** Returns true once the server speaks another protocol version than this page. */
export const isOutdated = (): boolean => outdated;

/** Marks the page as outdated. */
export function markOutdated(): void {
  outdated = true;
}

/** Returns true if a response header names another protocol version. Responses without the header say nothing. */
export const differs = (header: string | null): boolean => header !== null && header !== String(PROTOCOL);
