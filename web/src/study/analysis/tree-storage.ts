// Stores the most recent trees in the browser, as text, so that they survive reloads and updates.

const PREFIX = 'kydai.tree.';
const MOST = 24;

export interface StoredTree {
  game: string;
  pgn: string;
  /** Moves to the current position. */
  path: string[];
  /** Time of storage. */
  at: number;
}

/** Loads a stored tree; undefined if there is none or it is unreadable. */
export function loadTree(name: string): StoredTree | undefined {
  try {
    const stored = JSON.parse(localStorage.getItem(PREFIX + name) ?? 'null') as Partial<StoredTree> | null;
    if (!stored || typeof stored.pgn !== 'string' || typeof stored.game !== 'string' || !Array.isArray(stored.path))
      return undefined;
    return {
      game: stored.game,
      pgn: stored.pgn,
      path: stored.path.filter((mv) => typeof mv === 'string'),
      at: Number(stored.at) || 0,
    };
  } catch {
    return undefined;
  }
}

/** Stores a tree and drops the oldest ones. Returns false if the browser refuses. */
export function saveTree(name: string, tree: Omit<StoredTree, 'at'>): boolean {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify({ ...tree, at: Date.now() }));
    const all = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
    if (all.length > MOST) {
      const aged = all
        .map((key) => ({ key, at: loadTree(key.slice(PREFIX.length))?.at ?? 0 }))
        .sort((one, other) => one.at - other.at);
      for (const { key } of aged.slice(0, all.length - MOST)) localStorage.removeItem(key);
    }
    return true;
  } catch {
    return false;
  }
}

export function deleteTree(name: string): void {
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // Without storage there is nothing to delete.
  }
}
