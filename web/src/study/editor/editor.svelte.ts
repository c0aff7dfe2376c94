// State of the position editor: pieces, selected brush, and the server's validation.
import { cardOf, DEFAULT_GAME, GAMES, moduleOf, openGame } from '../../games/index.svelte.ts';
import type { Piece, Pieces } from 'chessgroundx/types';
import { keyOf, letterOf, sizeOf, type Color, type Key, type Size } from '../../board/squares.ts';
import { readPosition, readRecord, RequestError, errorText } from '../../lib/api.ts';
import { serverText } from '../../lib/i18n/index.svelte.ts';
import type { GameName } from '../../games/module.ts';
import type { PositionRead } from '../../wire/index.ts';
import {
  castlingOf,
  emptyOf,
  leftOf,
  mirror,
  readSetup,
  resized,
  startOf,
  swapSides,
  unseen,
  writeSetup,
  type Setup,
} from './setup.ts';

/** Brush: a tap on the board places this piece, or removes one. */
export type Brush = Piece | 'trash';

const WAIT = 250;
const MOST_STEPS = 200;

export class Editor {
  game: GameName = $state(DEFAULT_GAME);
  setup: Setup = $state.raw(startOf(DEFAULT_GAME));
  brush: Brush | undefined = $state.raw();
  selected: Key | undefined = $state();
  /** The server's reading of the position, once it has answered. */
  read: PositionRead | undefined = $state.raw();
  /** Error text and squares. */
  wrong = $state('');
  at: Key | undefined = $state();
  warnings: string[] = $state.raw([]);
  /** Error of a text that could not be read; the board keeps its own state. */
  textWrong = $state('');
  /** Place of the mistake in that text, counted from 1. */
  textAt: number | undefined = $state();
  /** Another game that can read the text. */
  other: { game: GameName; text: string } | undefined = $state.raw();
  checking = $state(false);
  #past: Setup[] = $state.raw([]);
  #asked = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(game: GameName, text?: string) {
    this.game = game;
    this.setup = (text ? readSetup(game, text) : undefined) ?? startOf(game);
    if (text) void this.take(text);
    else this.#check(0);
  }

  get pieces(): Pieces {
    return this.setup.pieces;
  }
  get size(): Size {
    return this.setup.size ?? sizeOf(this.game);
  }
  get fen(): string {
    return writeSetup(this.game, this.setup);
  }
  /** True if the position is playable. */
  get valid(): boolean {
    return !this.checking && this.wrong === '' && this.read !== undefined;
  }
  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  /** Applies a change: it can be undone, and the server validates it. */
  change(next: Setup): void {
    this.#forgetText();
    this.#past = [...this.#past.slice(-MOST_STEPS), this.setup];
    this.setup = next;
    this.#check(WAIT);
  }
  #forgetText(): void {
    this.textWrong = '';
    this.textAt = undefined;
    this.other = undefined;
  }
  undo(): void {
    const before = this.#past.at(-1);
    if (!before) return;
    this.#past = this.#past.slice(0, -1);
    this.setup = before;
    this.#check(WAIT);
  }

  choose(game: GameName): void {
    if (game === this.game) return;
    this.#forgetText();
    // Pieces of one game mean nothing in another, except for the two that share a board.
    const shares = moduleOf(game).face === moduleOf(this.game).face;
    const next = shares ? { ...this.setup, pool: undefined, castling: '' } : startOf(game);
    if (shares && !moduleOf(game).hidden)
      next.pieces = new Map([...next.pieces].filter(([, piece]) => piece.role !== 'x-piece'));
    this.game = game;
    this.#past = [];
    this.brush = undefined;
    this.selected = undefined;
    this.setup = next;
    this.#check(0);
  }

  left(letter: string): number {
    return leftOf(this.game, this.pieces, letter);
  }
  #with(pieces: Pieces): Setup {
    return { ...this.setup, pieces };
  }
  put(key: Key, piece: Piece): void {
    const pieces = new Map(this.pieces);
    const letter = letterOf(piece);
    // A unique general is moved instead of duplicated.
    if (letter.toLowerCase() === 'k' && leftOf(this.game, pieces, letter) === 0)
      for (const [other, one] of pieces) if (letterOf(one) === letter) pieces.delete(other);
    pieces.set(key, piece);
    this.change(this.#with(pieces));
  }
  remove(key: Key): void {
    if (!this.pieces.has(key)) return;
    const pieces = new Map(this.pieces);
    pieces.delete(key);
    this.change(this.#with(pieces));
  }
  move(from: Key, to: Key): void {
    const piece = this.pieces.get(from);
    if (!piece || from === to) return;
    const pieces = new Map(this.pieces);
    pieces.delete(from);
    pieces.set(to, piece);
    this.change(this.#with(pieces));
  }
  /** Handles a tap: with a brush it places or removes a piece, otherwise it picks up and drops. */
  tap(key: Key): void {
    const brush = this.brush;
    if (brush === 'trash') this.remove(key);
    else if (brush) {
      const same = this.pieces.get(key);
      if (same && letterOf(same) === letterOf(brush)) this.remove(key);
      else if (this.left(letterOf(brush)) > 0 || brush.role === 'k-piece') this.put(key, brush);
      if (this.brush !== 'trash' && this.brush && this.left(letterOf(this.brush)) === 0) this.brush = undefined;
    } else if (this.selected) {
      this.move(this.selected, key);
      this.selected = undefined;
    } else if (this.pieces.has(key)) this.selected = key;
  }
  hold(brush: Brush | undefined): void {
    this.selected = undefined;
    this.brush = brush;
  }

  clear(): void {
    this.change(emptyOf(this.setup.turn, this.setup));
  }
  start(): void {
    this.change({ ...startOf(this.game), size: this.setup.size, tail: this.setup.tail });
  }
  mirror(): void {
    this.change(mirror(this.game, this.setup));
  }
  swap(): void {
    this.change(swapSides(this.game, this.setup));
  }
  setTurn(turn: Color): void {
    if (turn !== this.setup.turn) this.change({ ...this.setup, turn });
  }
  setCastling(right: string, on: boolean): void {
    const rights = [...'KQkq'].filter((one) => (one === right ? on : this.setup.castling.includes(one)));
    this.change({ ...this.setup, castling: rights.join('') });
  }
  /** Rule options of the position; the size of the board is one of them. */
  get rules(): Record<string, string> {
    const { fenTail = '', rulesText } = moduleOf(this.game);
    return { ...rulesText?.read(this.setup.tail ?? fenTail), size: String(this.size.width) };
  }
  setRule(name: string, value: string): void {
    const rules = { ...this.rules, [name]: value };
    const side = Number(rules['size']);
    // A line is no longer than the board.
    if (Number(rules['line']) > side) rules['line'] = String(side);
    const next = name === 'size' ? resized(this.game, this.setup, { width: side, height: side }) : this.setup;
    this.change({ ...next, tail: moduleOf(this.game).rulesText?.write(rules) });
  }
  get castlingOpen(): string {
    return castlingOf(this.pieces);
  }
  get pool(): Record<string, number> {
    return this.setup.pool ?? unseen(this.pieces);
  }
  setPool(letter: string, count: number): void {
    this.change({ ...this.setup, pool: { ...this.pool, [letter]: Math.max(0, count) } });
  }

  /** Reads typed or pasted text: a position in any dialect, or a record, whose last position is used. */
  async take(text: string): Promise<boolean> {
    clearTimeout(this.#timer);
    const mine = ++this.#asked;
    this.checking = true;
    this.#forgetText();
    const known = readSetup(this.game, text);
    try {
      const read = await readPosition({ game: this.game, text });
      if (mine === this.#asked) this.#took(readSetup(this.game, read.start.position), read);
      return true;
    } catch (failure) {
      if (mine !== this.#asked) return false;
      const other = await this.#otherGame(text);
      const position = known || other ? undefined : await this.#fromRecord(text);
      if (mine !== this.#asked) return false;
      if (position) return this.take(position);
      // The readable part is shown with the error, so that editing can go on from there.
      if (known && !other) {
        this.#past = [...this.#past.slice(-MOST_STEPS), this.setup];
        this.setup = known;
        this.#refused(failure);
      } else this.#check(0);
      this.other = other === undefined ? undefined : { game: other, text };
      this.textWrong = errorText(failure);
      const place = failure instanceof RequestError ? failure.said?.params['place'] : undefined;
      this.textAt = place && 'number' in place ? place.number : undefined;
      return false;
    }
  }
  /** Another game whose board this text describes. */
  async #otherGame(text: string): Promise<GameName | undefined> {
    const board = text.trim().split(/\s+/)[0] ?? '';
    const ranks = board.split('/').length;
    const own = cardOf(this.game);
    // Games that share a board differ by a piece: without it the text is a mistake, not the other game.
    const game = GAMES.map(cardOf).find(
      ({ name, size, face, emblem }) =>
        name !== own.name && size.height === ranks && (face !== own.face || board.toUpperCase().includes(emblem)),
    )?.name;
    if (!game) return undefined;
    return readPosition({ game, text }).then(
      () => game,
      () => undefined,
    );
  }
  /** Switches to the game that can read the text. */
  async switchGame(): Promise<void> {
    const other = this.other;
    if (!other) return;
    await openGame(other.game);
    this.choose(other.game);
    await this.take(other.text);
  }
  async #fromRecord(text: string): Promise<string | undefined> {
    if (!/[\n[\d]/.test(text)) return undefined;
    try {
      const record = await readRecord({ text });
      if (record.plies.length === 0 && !record.setup) return undefined;
      await openGame(record.game);
      this.game = record.game;
      return record.plies.at(-1)?.position ?? record.start.position;
    } catch {
      return undefined;
    }
  }
  #took(setup: Setup | undefined, read: PositionRead): void {
    if (setup) {
      this.#past = [...this.#past.slice(-MOST_STEPS), this.setup];
      this.setup = setup;
    }
    this.#accepted(read);
  }

  #check(wait: number): void {
    clearTimeout(this.#timer);
    const mine = ++this.#asked;
    this.checking = true;
    this.#timer = setTimeout(async () => {
      try {
        const read = await readPosition({ game: this.game, text: this.fen });
        if (mine === this.#asked) this.#accepted(read);
      } catch (failure) {
        if (mine === this.#asked) this.#refused(failure);
      }
    }, wait);
  }
  #accepted(read: PositionRead): void {
    this.checking = false;
    this.read = read;
    this.wrong = read.outcome ? serverText(read.outcome.why) : '';
    this.at = undefined;
    this.warnings = read.warnings.map(serverText);
  }
  #refused(failure: unknown): void {
    this.checking = false;
    this.read = undefined;
    this.wrong = errorText(failure);
    this.warnings = [];
    const square = failure instanceof RequestError ? failure.said?.params['square'] : undefined;
    this.at = square && 'text' in square ? keyOf(this.game, square.text) : undefined;
  }
}
