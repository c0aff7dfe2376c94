// State of the analysis board: tree, current move, legal moves; every change can be undone and is stored.
import { DEFAULT_GAME } from '../../games/index.svelte.ts';
import { RequestError, errorText } from '../../lib/api.ts';
import type { GameName } from '../../games/module.ts';
import type { LineFollowed, OpeningOut, Ply, TreeView } from '../../wire/index.ts';
import { followLine, readTree } from './api.ts';
import { Engine } from './engine.svelte.ts';
import {
  ROOT,
  addMove,
  childWith,
  childrenOf,
  isMain,
  lineTo,
  mainFrom,
  note,
  pathTo,
  promote,
  remove,
  toggleGlyph,
  treeOf,
  variationOf,
  type Tree,
} from './tree.ts';
import { deleteTree, saveTree, loadTree } from './tree-storage.ts';
import { shapesOf, toPgn, withShapes, type Shape } from './tree-text.ts';

const REST = 90;
const SAVE_DELAY_MS = 400;
const MOST_STEPS = 100;

export class Analysis {
  tree: Tree | undefined = $state.raw();
  /** Current move. */
  at = $state(ROOT);
  failure = $state('');
  /** Legal moves and opening by move. */
  followed: ReadonlyMap<number, LineFollowed> = $state.raw(new Map());
  /** Rule options in the server's format. */
  options = $state('');
  /** Piece placement of a finished game's deal: hidden pieces are known. */
  deal: string | undefined = $state();
  readonly engine = new Engine();
  #past: { tree: Tree; at: number }[] = $state.raw([]);
  #name = '';
  #timer: ReturnType<typeof setTimeout> | undefined;
  #keeping: ReturnType<typeof setTimeout> | undefined;

  /** Opens a tree; `name` is the name it is stored under. */
  open(tree: Tree, name: string, path: readonly string[] = []): void {
    this.#name = name;
    this.#past = [];
    this.#show(tree, walk(tree, path));
  }
  #show(tree: Tree, at: number): void {
    this.engine.forget();
    this.followed = new Map();
    this.tree = tree;
    this.at = at;
    this.failure = '';
    for (const one of tree.moves.values())
      if (one.ply?.evaluation) this.engine.know(one.id, one.ply.evaluation.score, one.ply.evaluation.depth);
    this.#arrive();
  }

  /** Restores a stored tree, parsed again by the server. */
  async restore(name: string): Promise<boolean> {
    const stored = loadTree(name);
    if (!stored) return false;
    try {
      const { tree } = await readTree(stored.pgn, { game: stored.game, notation: 'uci' });
      this.open(treeOf(tree), name, stored.path);
      return true;
    } catch (failure) {
      // Unreadable data is deleted; data is kept if the server cannot be reached.
      if (failure instanceof RequestError && failure.status !== 0) deleteTree(name);
      return false;
    }
  }
  forget(): void {
    clearTimeout(this.#keeping);
    deleteTree(this.#name);
  }

  get game(): GameName {
    return this.tree?.game ?? DEFAULT_GAME;
  }
  get ply(): Ply | undefined {
    return this.tree?.moves.get(this.at)?.ply;
  }
  get position(): string {
    return this.ply?.position ?? this.tree?.start.position ?? '';
  }
  get here(): LineFollowed | undefined {
    return this.followed.get(this.at);
  }
  get opening(): OpeningOut | undefined {
    return this.here?.opening ?? this.#lastOpening;
  }
  #lastOpening: OpeningOut | undefined = $state.raw();
  get mainLine(): number[] {
    return this.tree ? mainFrom(this.tree, ROOT) : [];
  }
  get shapes(): Shape[] {
    return shapesOf(this.tree?.moves.get(this.at)?.marks ?? []);
  }
  get pgn(): string {
    return this.tree ? toPgn(this.tree) : '';
  }

  /** Goes to a move. */
  go(id: number): void {
    if (!this.tree?.moves.has(id) || id === this.at) return;
    this.at = id;
    this.#arrive();
  }
  /** Goes to a ply of the main line. */
  goPly(ply: number): void {
    this.go(ply <= 0 ? ROOT : (this.mainLine[ply - 1] ?? this.mainLine.at(-1) ?? ROOT));
  }
  /** Number of main-line plies before the current move; in a variation, up to its branch point. */
  get mainPly(): number {
    if (!this.tree) return 0;
    const main = this.mainLine;
    return pathTo(this.tree, this.at).filter((id, index) => main[index] === id).length;
  }
  back(): void {
    const parent = this.tree?.moves.get(this.at)?.parent;
    if (parent !== null && parent !== undefined) this.go(parent);
  }
  next(): void {
    const child = this.tree && childrenOf(this.tree, this.at)[0];
    if (child !== undefined) this.go(child);
  }
  first(): void {
    this.go(ROOT);
  }
  last(): void {
    const end = this.tree && mainFrom(this.tree, this.at).at(-1);
    if (end !== undefined) this.go(end);
  }
  /** Goes to the next or previous sibling. */
  sibling(by: 1 | -1): void {
    const one = this.tree?.moves.get(this.at);
    if (!this.tree || !one || one.parent === null) return;
    const all = childrenOf(this.tree, one.parent);
    const other = all[(all.indexOf(one.id) + by + all.length) % all.length];
    if (other !== undefined) this.go(other);
  }
  /** Enters the first variation. */
  enter(): void {
    const children = this.tree ? childrenOf(this.tree, this.at) : [];
    const child = children[1] ?? children[0];
    if (child !== undefined) this.go(child);
  }
  /** Goes to the branch point of the variation, or to the start. */
  leaveVariation(): void {
    const branch = this.tree && variationOf(this.tree, this.at);
    const parent = branch !== undefined ? this.tree?.moves.get(branch)?.parent : ROOT;
    this.go(parent ?? ROOT);
  }

  #line() {
    const tree = this.tree!;
    return { game: tree.game, position: tree.start.position, ...(this.options ? { options: this.options } : {}) };
  }

  /** Called after navigation: the engine follows, and legal moves are fetched after a short delay. */
  #arrive(): void {
    clearTimeout(this.#timer);
    this.#scheduleSave();
    if (this.here) {
      this.#settled();
      return;
    }
    this.engine.leave();
    this.#timer = setTimeout(() => void this.#follow(), REST);
  }
  async #follow(): Promise<void> {
    const [tree, at] = [this.tree, this.at];
    if (!tree) return;
    try {
      const moves = lineTo(tree, at);
      const found = await followLine({ ...this.#line(), moves: moves.join(','), from: moves.length });
      if (this.tree?.moves.get(at) === undefined) return;
      this.followed = new Map(this.followed).set(at, found);
      this.failure = '';
      if (at === this.at) this.#settled();
    } catch (failure) {
      if (at === this.at) this.failure = errorText(failure);
    }
  }
  #settled(): void {
    const [tree, here] = [this.tree, this.here];
    if (!tree || !here) return;
    this.#lastOpening = here.opening ?? undefined;
    const outcome = here.line.outcome;
    this.engine.look({
      id: this.at,
      game: tree.game,
      position: tree.start.position,
      moves: lineTo(tree, this.at),
      options: this.options,
      mayPass: here.may_pass,
      over: outcome !== null,
    });
  }

  /** Plays moves in coordinates from the current position; existing moves are followed. */
  async play(...moves: string[]): Promise<boolean> {
    const tree = this.tree;
    if (!tree || moves.length === 0) return false;
    let at = this.at;
    let rest = moves;
    for (
      let known = childWith(tree, at, rest[0]!);
      known !== undefined;
      known = rest.length ? childWith(tree, at, rest[0]!) : undefined
    ) {
      at = known;
      rest = rest.slice(1);
    }
    if (rest.length === 0) {
      this.go(at);
      return true;
    }
    const before = lineTo(tree, at);
    try {
      const found = await followLine({ ...this.#line(), moves: [...before, ...rest].join(','), from: before.length });
      if (!this.tree?.moves.has(at)) return false;
      let next: Tree = this.tree;
      for (const ply of found.line.plies) [next, at] = addMove(next, at, ply);
      this.#change(next, at);
      this.followed = new Map(this.followed).set(at, found);
      this.#arrive();
      return true;
    } catch (failure) {
      this.failure = errorText(failure);
      return false;
    }
  }

  /** Applies a change of the tree: it can be undone, and is stored. */
  #change(tree: Tree, at = this.at): void {
    if (!this.tree || tree === this.tree) return;
    this.#past = [...this.#past.slice(-MOST_STEPS), { tree: this.tree, at: this.at }];
    this.tree = tree;
    this.at = at;
    this.#scheduleSave();
  }
  get canUndo(): boolean {
    return this.#past.length > 0;
  }
  undo(): void {
    const before = this.#past.at(-1);
    if (!before) return;
    this.#past = this.#past.slice(0, -1);
    const gone = this.tree;
    // Move ids of another game may coincide.
    if (gone && gone.start !== before.tree.start) {
      this.#show(before.tree, before.at);
      return;
    }
    this.tree = before.tree;
    // The current move stays if it still exists.
    if (!before.tree.moves.has(this.at) || (gone && before.tree.moves.size > gone.moves.size)) this.at = before.at;
    this.#arrive();
  }

  comment(text: string): void {
    if (this.tree && this.tree.moves.get(this.at)?.comment !== text)
      this.#change(note(this.tree, this.at, { comment: text }));
  }
  glyph(glyph: number): void {
    if (this.tree && this.at !== ROOT) this.#change(toggleGlyph(this.tree, this.at, glyph));
  }
  draw(shapes: readonly Shape[]): void {
    const one = this.tree?.moves.get(this.at);
    if (!this.tree || !one) return;
    const marks = withShapes(one.marks, shapes);
    if (marks.join() !== one.marks.join()) this.#change(note(this.tree, this.at, { marks }));
  }
  get inVariation(): boolean {
    return !!this.tree && !isMain(this.tree, this.at);
  }
  promote(id: number, all: boolean): void {
    if (this.tree) this.#change(promote(this.tree, id, all));
  }
  /** Removes a move and all that follow. */
  remove(id: number): void {
    const tree = this.tree;
    if (!tree || id === ROOT) return;
    const inside = pathTo(tree, this.at).includes(id);
    this.#change(remove(tree, id), inside ? (tree.moves.get(id)?.parent ?? ROOT) : this.at);
    this.#arrive();
  }
  /** Changes the header. */
  retag(tags: Tree['tags'], result: string): void {
    if (this.tree) this.#change({ ...this.tree, tags, result });
  }
  /** Replaces the tree by another game's, stored under another name; this can be undone too. */
  replace(view: TreeView, name: string): void {
    this.keep();
    this.#name = name;
    const before = this.tree ? [...this.#past.slice(-MOST_STEPS), { tree: this.tree, at: this.at }] : [];
    this.deal = undefined;
    this.options = '';
    this.#show(treeOf(view), ROOT);
    this.#past = before;
    this.#scheduleSave();
  }

  #scheduleSave(): void {
    clearTimeout(this.#keeping);
    this.#keeping = setTimeout(() => this.keep(), SAVE_DELAY_MS);
  }
  /** Stores the tree now. */
  keep(): void {
    clearTimeout(this.#keeping);
    const tree = this.tree;
    if (!tree || !this.#name) return;
    // An unchanged tree is not stored.
    if (!loadTree(this.#name) && this.#past.length === 0) return;
    saveTree(this.#name, { game: tree.game, pgn: toPgn(tree), path: lineTo(tree, this.at) });
  }
  leave(): void {
    this.keep();
    clearTimeout(this.#timer);
    this.engine.leave();
  }
}

/** Follows moves in a tree as far as they exist. */
function walk(tree: Tree, path: readonly string[]): number {
  let at = ROOT;
  for (const mv of path) {
    const next = childWith(tree, at, mv);
    if (next === undefined) return at;
    at = next;
  }
  return at;
}
