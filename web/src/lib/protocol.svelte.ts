// Outdated page: set once the server speaks another protocol version, shown as a notice to reload.
let outdated = $state(false);

/** Returns true once the server speaks another protocol version than this page. */
export const isOutdated = (): boolean => outdated;

/** Marks the page as outdated. */
export function markOutdated(): void {
  outdated = true;
}
