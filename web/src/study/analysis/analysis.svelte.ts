// The analysis board's mind: a tree, where one looks, what may be played there; every change can be undone and is kept.
import { RequestError, errorText } from '../../lib/api.ts';
import type { GameName } from '../../lib/settings.svelte.ts';
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
  /** The move one looks at. */
  at = $state(ROOT);
  failure = $state('');
  /** What is known of each place: what may be played, the opening. */
  followed: ReadonlyMap<number, LineFollowed> = $state.raw(new Map());
  /** Rule options, as the server reads them. */
  options = $state('');
  /** The men of a finished match's deal: what lay face down is known. */
  deal: string | undefined = $state();
  readonly engine = new Engine();
  #past: { tree: Tree; at: number }[] = $state.raw([]);
  #name = '';
  #timer: ReturnType<typeof setTimeout> | undefined;
  #keeping: ReturnType<typeof setTimeout> | undefined;

  /** Begins with a tree; `name` is what it is kept under. */
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
      if (one.ply?.evaluation) this.engine.know(one.id, one.ply.evaluation.worth, one.ply.evaluation.depth);
    this.#arrive();
  }

  /** What was kept under a name, read by the server again. */
  async restore(name: string): Promise<boolean> {
    const stored = loadTree(name);
    if (!stored) return false;
    try {
      const { tree } = await readTree(stored.pgn, { game: stored.game, notation: 'uci' });
      this.open(treeOf(tree), name, stored.path);
      return true;
    } catch (failure) {
      // What cannot be read any more is let go; a server out of reach is another matter.
      if (failure instanceof RequestError && failure.status !== 0) deleteTree(name);
      return false;
    }
  }
  forget(): void {
    clearTimeout(this.#keeping);
    deleteTree(this.#name);
  }

  get game(): GameName {
    return (this.tree?.game ?? 'xiangqi') as GameName;
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
  /** On the main line, after so many plies. */
  goPly(ply: number): void {
    this.go(ply <= 0 ? ROOT : (this.mainLine[ply - 1] ?? this.mainLine.at(-1) ?? ROOT));
  }
  /** How many plies of the main line one has behind; in a variation, up to where it branches off. */
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
  /** The move instead of this one, by so many in their order. */
  sibling(by: 1 | -1): void {
    const one = this.tree?.moves.get(this.at);
    if (!this.tree || !one || one.parent === null) return;
    const all = childrenOf(this.tree, one.parent);
    const other = all[(all.indexOf(one.id) + by + all.length) % all.length];
    if (other !== undefined) this.go(other);
  }
  /** Into the first variation that follows. */
  enter(): void {
    const children = this.tree ? childrenOf(this.tree, this.at) : [];
    const child = children[1] ?? children[0];
    if (child !== undefined) this.go(child);
  }
  /** Back to where the variation begins, or to the start. */
  leaveVariation(): void {
    const branch = this.tree && variationOf(this.tree, this.at);
    const parent = branch !== undefined ? this.tree?.moves.get(branch)?.parent : ROOT;
    this.go(parent ?? ROOT);
  }

  #line() {
    const tree = this.tree!;
    return { game: tree.game, position: tree.start.position, ...(this.options ? { options: this.options } : {}) };
  }

  /** Somewhere else: the engine follows, and what may be played is asked for once one stays. */
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

  /** Plays moves from where one looks, in coordinates; those that are there already are followed. */
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

  /** Every change of the tree goes through here: it can be undone, and is kept. */
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
    // Another game's moves are numbered alike.
    if (gone && gone.start !== before.tree.start) {
      this.#show(before.tree, before.at);
      return;
    }
    this.tree = before.tree;
    // One stays where one is, if that is still there.
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
  /** Takes a move away with all that follows it. */
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
  /** Takes another game's tree in place of this one, kept under another name; that can be undone too. */
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
  /** Keeps what there is now. */
  keep(): void {
    clearTimeout(this.#keeping);
    const tree = this.tree;
    if (!tree || !this.#name) return;
    // Where nothing was done there is nothing to keep.
    if (!loadTree(this.#name) && this.#past.length === 0) return;
    saveTree(this.#name, { game: tree.game, pgn: toPgn(tree), path: lineTo(tree, this.at) });
  }
  leave(): void {
    this.keep();
    clearTimeout(this.#timer);
    this.engine.leave();
  }
}

/** As far as moves lead in a tree. */
function walk(tree: Tree, path: readonly string[]): number {
  let at = ROOT;
  for (const mv of path) {
    const next = childWith(tree, at, mv);
    if (next === undefined) return at;
    at = next;
  }
  return at;
}
