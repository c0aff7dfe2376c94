// Trees kept in this browser: the newest ones, as text, so that they survive a reload and any later version reads them.

const PREFIX = 'kydai.tree.';
const MOST = 24;

export interface KeptTree {
  game: string;
  pgn: string;
  /** The moves that led to where one looked. */
  path: string[];
  /** When it was kept. */
  at: number;
}

/** What was kept under a name; nothing where it cannot be made out. */
export function keptTree(name: string): KeptTree | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(PREFIX + name) ?? 'null') as Partial<KeptTree> | null;
    if (!kept || typeof kept.pgn !== 'string' || typeof kept.game !== 'string' || !Array.isArray(kept.path))
      return undefined;
    return {
      game: kept.game,
      pgn: kept.pgn,
      path: kept.path.filter((mv) => typeof mv === 'string'),
      at: Number(kept.at) || 0,
    };
  } catch {
    return undefined;
  }
}

/** Keeps a tree; the oldest ones make room. `false` where the browser refuses. */
export function keepTree(name: string, tree: Omit<KeptTree, 'at'>): boolean {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify({ ...tree, at: Date.now() }));
    const all = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
    if (all.length > MOST) {
      const aged = all
        .map((key) => ({ key, at: keptTree(key.slice(PREFIX.length))?.at ?? 0 }))
        .sort((one, other) => one.at - other.at);
      for (const { key } of aged.slice(0, all.length - MOST)) localStorage.removeItem(key);
    }
    return true;
  } catch {
    return false;
  }
}

export function forgetTree(name: string): void {
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // Where nothing can be kept there is nothing to forget.
  }
}
