// Trees kept in this browser: the newest ones, as text, so that they survive a reload and any later version reads them.

const PREFIX = 'kydai.tree.';
const MOST = 24;

export interface StoredTree {
  game: string;
  pgn: string;
  /** The moves that led to where one looked. */
  path: string[];
  /** When it was kept. */
  at: number;
}

/** What was kept under a name; nothing where it cannot be made out. */
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

/** Keeps a tree; the oldest ones make room. `false` where the browser refuses. */
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
    // Where nothing can be kept there is nothing to forget.
  }
}
