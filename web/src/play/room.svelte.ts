// Client state of a room: last view, plies, current position, pending requests.
import { DEFAULT_GAME, HIDDEN_GAME, moduleOf } from '../games/index.svelte.ts';
import {
  keyOfIndex,
  passOf,
  readPieces,
  readStep,
  sizeOf,
  writePieces,
  writeStep,
  type Color,
  type Key,
  type Step,
} from '../board/squares.ts';
import type { Shown } from '../board/Board.svelte';
import { leaveAccount } from '../lib/account.svelte.ts';
import { serverText, t } from '../lib/i18n/index.svelte.ts';
import { storeSeal, partOf } from '../games/deal/storage.ts';
import type { GameName } from '../games/module.ts';
import { notationOf, settings } from '../lib/settings.svelte.ts';
import { isCorrespondence } from '../lib/timeleft.ts';
import { play as sound } from '../lib/sound.ts';
import { markOutdated } from '../lib/protocol.svelte.ts';
import { showToast } from '../lib/toast.svelte.ts';
import {
  PROTOCOL,
  type ClientRequest,
  type ErrorOut,
  type Evaluation,
  type Hint,
  type Ply,
  type RoomView,
  type MessageOut,
  type ServerOut,
  type Side,
  type SearchInfo,
  type TalkLine,
} from '../wire/index.ts';
import { leftAt, LOW } from './clock.ts';
import { scoreOfEnd } from './score.ts';
import { RoomConnection, type ConnectionState } from './socket.ts';

/** Time for which a new line of the opponent is shown beside the board. */
const SAID_MS = 8000;

export const colorOf = (side: Side): Color => (side === 'first' ? 'white' : 'black');
export const sideOf = (color: Color): Side => (color === 'white' ? 'first' : 'second');
export const other = (side: Side): Side => (side === 'first' ? 'second' : 'first');

export class Room {
  readonly id: string;
  view: RoomView | undefined = $state.raw();
  plies: readonly Ply[] = $state.raw([]);
  shown: Shown = $state.raw({ pieces: '', turn: 'white', legal: [] });
  /** Number of plies before the position shown; undefined while following the game. */
  cursor: number | undefined = $state();
  connection: ConnectionState = $state('opening');
  searchInfo: Partial<Record<Side, SearchInfo>> = $state.raw({});
  watching: SearchInfo | undefined = $state.raw();
  evaluations: ReadonlyMap<number, Evaluation> = $state.raw(new Map());
  hint: Hint | undefined = $state.raw();
  asking = $state(false);
  presence: { seats: [boolean, boolean]; watchers: number } | undefined = $state.raw();
  /** Talk of the two players, for them only. */
  talk: readonly TalkLine[] = $state.raw([]);
  /** Lines of the opponent that were not read yet, and the one that was just said. */
  unread = $state(0);
  said: TalkLine | undefined = $state.raw();
  /** Local time from which the game may be claimed because a side's player has left. */
  claimAt: [number | undefined, number | undefined] = $state.raw([undefined, undefined]);
  /** Local time at which the game is aborted unless the side to move has made its first move. */
  firstMoveAt: number | undefined = $state.raw();
  /** State of the last typed move. */
  typed: 'none' | 'sent' | 'played' | 'refused' = $state('none');
  closeReason: MessageOut | undefined = $state.raw();
  /** True if pieces that are still face down are shown, once the deal is public. */
  allRevealed = $state(false);
  /** Move sent and not yet confirmed. */
  pending: string | undefined = $state();
  /** Error if the room cannot be opened. */
  missing: MessageOut | undefined = $state.raw();
  /** Callback for screen-reader announcements. */
  announce: (text: string, urgent: boolean) => void = () => undefined;
  #connection: RoomConnection;
  #hintAsked: string | undefined;
  /** Typed move in progress: notations not yet tried, and the error of the first. */
  #typed: { mv: string; left: readonly string[]; why?: MessageOut } | undefined;
  #wasLow = false;
  readonly #added = new Set<Side>();

  constructor(id: string) {
    this.id = id;
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    this.#connection = new RoomConnection(
      () =>
        `${scheme}://${location.host}/api/rooms/${encodeURIComponent(id)}/socket` +
        `?seq=${this.view?.seq ?? 0}&evaluation=${settings.evaluation}&protocol=${PROTOCOL}`,
      {
        onMessage: (message) => this.#onMessage(message),
        onState: (state) => this.#onConnectionState(state),
        onSessionEnd: () => void leaveAccount(),
        seq: () => this.view?.seq ?? 0,
      },
    );
  }

  leave(): void {
    this.#connection.leave();
  }

  /** A socket that never opened may mean that the room does not exist: only a plain request tells. */
  #onConnectionState(state: ConnectionState): void {
    this.connection = state;
    if (state !== 'lost' || this.view) return;
    void fetch(`/api/rooms/${encodeURIComponent(this.id)}`)
      .then(async (answer) => {
        if (answer.status !== 404 && answer.status !== 410) return;
        this.missing = ((await answer.json()) as ErrorOut).error;
        this.leave();
      })
      .catch(() => undefined);
  }

  get game(): GameName {
    return this.view?.game ?? DEFAULT_GAME;
  }

  /** Number of plies before the position shown. */
  get at(): number {
    return this.cursor ?? this.plies.length;
  }

  get live(): boolean {
    return this.cursor === undefined;
  }

  get over(): boolean {
    return !!this.view?.outcome;
  }

  /** Side whose pieces the user may move, while following the game. */
  get movable(): Color | 'both' | undefined {
    const view = this.view;
    if (!view || view.outcome || view.paused || !this.live || view.own_sides.length === 0) return undefined;
    return view.own_sides.length > 1 ? colorOf(view.turn) : colorOf(view.own_sides[0] as Side);
  }

  get isMyTurn(): boolean {
    const view = this.view;
    return !!view && !view.outcome && !view.paused && view.own_sides.includes(view.turn);
  }

  /** The user's side; the side to move when two people share the board. */
  get mySide(): Side | undefined {
    const view = this.view;
    if (!view || view.own_sides.length === 0) return undefined;
    return view.own_sides.length > 1 ? view.turn : view.own_sides[0];
  }

  /** True if this is a match between engines that the user may pause, pace and step. */
  get runs(): boolean {
    return this.view?.may_run ?? false;
  }

  /** True for a game by correspondence. */
  get correspondence(): boolean {
    return isCorrespondence(this.view?.clock.rule);
  }

  serverNow(): number {
    return this.#connection.time.now(Date.now());
  }

  ask(ask: ClientRequest, side?: Side): string {
    return this.#connection.ask(
      ask,
      side ?? (this.view && this.view.own_sides.length > 1 ? this.view.turn : undefined),
    );
  }

  /** Plays a step made on the board, which already shows it. */
  playStep(step: Step): void {
    this.#play({ type: 'play', mv: writeStep(this.game, step) });
  }

  /** Passes the turn, where that is a move of the game. */
  pass(): void {
    const mv = passOf(this.view?.legal ?? []);
    if (mv !== undefined) this.#play({ type: 'play', mv });
  }

  /** Plays a typed move in any notation: the chosen one is tried first, and its error is the one reported. */
  playText(text: string): void {
    const mv = text.trim();
    const legal = this.view?.legal.find((one) => one.toLowerCase() === mv.toLowerCase());
    const chosen = notationOf(this.game);
    this.#play({ type: 'play', mv: legal ?? mv, notation: legal ? 'uci' : chosen });
    this.typed = 'sent';
    if (!legal) this.#typed = { mv, left: moduleOf(this.game).notations.filter((one) => one !== chosen) };
  }

  #play(ask: ClientRequest): void {
    this.hint = undefined;
    this.#typed = undefined;
    this.pending = this.ask(ask);
  }

  /** Tries the next notation for a typed move; false if none is left. */
  #readOtherwise(why: MessageOut): boolean {
    const typed = this.#typed;
    const notation = typed?.left[0];
    if (!typed || !notation) return false;
    this.pending = this.ask({ type: 'play', mv: typed.mv, notation });
    this.#typed = { mv: typed.mv, left: typed.left.slice(1), why: betterReason(typed.why, why) };
    return true;
  }

  askHint(): void {
    if (this.hint && this.hint.ply === this.plies.length) {
      this.hint = undefined;
      return;
    }
    this.asking = true;
    this.#hintAsked = this.ask({ type: 'hint' });
  }

  setEvaluating(on: boolean): void {
    settings.evaluation = on;
    this.ask({ type: 'evaluation', on });
    if (!on) this.watching = undefined;
  }

  /** Shows the position after a number of plies. */
  look(ply: number | undefined): void {
    const count = this.plies.length;
    const wanted = ply === undefined || ply >= count ? undefined : Math.max(0, ply);
    if (wanted === this.cursor) return;
    const forward = (wanted ?? count) === this.at + 1;
    this.cursor = wanted;
    const arrived = this.plies[this.at - 1];
    if (forward && arrived) this.#knock(arrived);
    this.#show();
  }

  step(by: number): void {
    this.look(this.at + by);
  }

  #onMessage(message: ServerOut): void {
    switch (message.type) {
      case 'view':
        this.#take(message);
        break;
      case 'ack':
        break;
      case 'refusal':
        this.#refused(message.id, message.why);
        break;
      case 'search_info':
        if (message.purpose === 'move') this.searchInfo = { ...this.searchInfo, [message.side]: message };
        else if (message.purpose === 'evaluation') this.watching = message;
        break;
      case 'evaluation':
        this.evaluations = new Map(this.evaluations).set(message.ply, message.evaluation);
        this.#settle();
        break;
      case 'hint':
        this.asking = false;
        if (message.hint.ply === this.plies.length) {
          this.hint = message.hint;
          this.announce(t('play_hint_spoken', { move: this.lineText(message.hint.line, 1) }), false);
        }
        break;
      case 'presence':
        this.presence = { seats: message.seats, watchers: message.watchers };
        this.claimAt = message.claim_in_ms.map((ms) =>
          ms === null ? undefined : Date.now() + ms,
        ) as typeof this.claimAt;
        break;
      case 'talk':
        this.#hear(message.lines, message.all);
        break;
      case 'next':
        if (this.view) {
          this.view = { ...this.view, next: message.room };
          sound('offer');
          this.announce(t('play_rematch_waits'), true);
        }
        break;
      case 'bye':
        this.closeReason = message.why;
        if (!message.again) this.missing = message.why;
        if (message.why.code === 'wire_outdated') markOutdated();
        break;
      case 'pong':
        break;
    }
  }

  #take(view: RoomView): void {
    const before = this.view;
    const known = before ? this.plies.slice(0, view.plies_from) : [];
    const plies = [...known, ...view.plies];
    const grew = !!before && plies.length > this.plies.length;
    const shrank = !!before && plies.length < this.plies.length;
    this.#connection.time.observe(view.clock.now, Date.now());
    this.view = view;
    this.#addParts(view);
    this.firstMoveAt = view.first_move_ms === null ? undefined : Date.now() + view.first_move_ms;
    this.plies = plies;
    this.closeReason = undefined;
    const evaluations = new Map<number, Evaluation>();
    if (before && !shrank) for (const [ply, one] of this.evaluations) evaluations.set(ply, one);
    plies.forEach((ply, index) => {
      if (ply.evaluation) evaluations.set(index + 1, ply.evaluation);
    });
    this.evaluations = evaluations;
    this.#settle();
    if (grew || shrank || !before) {
      if (this.typed === 'sent') this.typed = 'played';
      this.pending = undefined;
      this.hint = undefined;
      this.asking = false;
      if (this.cursor !== undefined && this.cursor >= plies.length) this.cursor = undefined;
      if (shrank) this.searchInfo = {};
    }
    const last = plies.at(-1);
    if (grew && last) {
      if (this.live) this.#knock(last);
      this.#tell(last, view);
    }
    if (before && !before.outcome && view.outcome) {
      sound('end');
      this.announce(serverText(view.outcome.why), true);
    }
    const mine = before?.offer && view.own_sides.length === 1 && view.own_sides.includes(before.offer.by);
    if (mine && !view.offer && !view.outcome && !grew && !shrank && before.paused === view.paused)
      showToast(t('play_declined'));
    if (before && !before.offer && view.offer && !view.own_sides.includes(view.offer.by)) sound('offer');
    // A view without a board change must not undo a pending move.
    if (!(this.pending && before && !grew && !shrank)) this.#show();
  }

  /** Takes lines of the talk; new ones of the opponent are heard and shown for a moment. */
  #hear(lines: readonly TalkLine[], all: boolean): void {
    this.talk = all ? lines : [...this.talk, ...lines];
    const last = lines.at(-1);
    if (all || !last || !settings.talk || this.view?.own_sides.includes(last.side)) return;
    this.unread += lines.length;
    this.said = last;
    sound('offer');
    setTimeout(() => {
      if (this.said === last) this.said = undefined;
    }, SAID_MS);
  }

  /** Contributes this browser's random bytes to a deal, for every side it plays; the commitment is stored first. */
  #addParts(view: RoomView): void {
    const deal = view.deal;
    if (!deal) return;
    storeSeal(this.id, deal);
    if (deal.dealt || view.outcome) return;
    for (const side of view.own_sides) {
      if (deal.nonces[side === 'first' ? 0 : 1] || this.#added.has(side)) continue;
      this.#added.add(side);
      this.ask({ type: 'add_part', nonce: partOf(this.id, side, deal) }, side);
    }
  }

  /** Shows or hides the remaining face-down pieces after the game. */
  revealAll(on: boolean): void {
    this.allRevealed = on;
    this.#show();
  }

  /** When the rules have ended the game, the result replaces any evaluation of the last position. */
  #settle(): void {
    const score = this.view?.outcome && scoreOfEnd(this.view.outcome);
    if (score && this.view?.may_evaluate && this.plies.length > 0)
      this.evaluations = new Map(this.evaluations).set(this.plies.length, {
        score,
        depth: 0,
        best: null,
        spread: null,
      });
  }

  #tell(last: Ply, view: RoomView): void {
    const move = this.moveText(last);
    this.announce(view.check !== null ? t('play_check_spoken', { move }) : move, view.check !== null);
  }

  #knock(ply: Ply): void {
    if (ply.check !== null) sound('check');
    else if (ply.turned) sound('flip');
    else sound(ply.took ? 'capture' : 'move');
  }

  #refused(id: string, why: MessageOut): void {
    if (id === this.#hintAsked) this.asking = false;
    let reason = why;
    if (id === this.pending) {
      if (this.#readOtherwise(why)) return;
      reason = betterReason(this.#typed?.why, why);
      if (this.#typed || this.typed === 'sent') this.typed = 'refused';
      this.#typed = undefined;
      this.pending = undefined;
      sound('refused');
      this.#show();
    }
    showToast(serverText(reason), { kind: 'bad' });
    this.announce(serverText(reason), true);
  }

  /** Shows the current position again, after a move that was not played. */
  redraw(): void {
    this.#show();
  }

  /** Updates the board for the current position. */
  #show(): void {
    const view = this.view;
    if (!view) return;
    const game = this.game;
    const at = this.at;
    const ply = this.plies[at - 1];
    const position = this.live ? view.position : (ply?.position ?? view.start.position);
    const check = this.live ? view.check : ply ? ply.check : view.start.check;
    const turn = this.live ? view.turn : turnOf(position);
    // Parsed from the written move: castling shows the king's squares, not the rook's.
    const size = sizeOf(game, position);
    const step = ply && readStep(game, ply.mv, size);
    const shown: Shown = {
      pieces:
        this.allRevealed && view.deal?.pieces
          ? revealAll(position, view.deal.pieces)
          : (position.split(' ')[0] ?? '').replace(/\[.*$/, ''),
      turn: colorOf(turn),
      legal: this.live && !view.outcome && !view.paused ? view.legal : [],
    };
    if (check !== null && check !== undefined) shown.check = keyOfIndex(game, check);
    if (step) shown.last = [step.from, step.to];
    if (this.live) shown.line = view.line.map((index) => keyOfIndex(game, index));
    this.shown = shown;
  }

  /** Move text in the chosen notation. */
  moveText(ply: Ply): string {
    if (ply.mv === '--') return t('play_turn_given');
    return ply.text[notationOf(this.game)] ?? ply.text['uci'] ?? ply.mv;
  }

  /** Line text in the chosen notation, up to a number of moves. */
  lineText(line: Record<string, string[] | undefined>, count = 99): string {
    const moves = line[notationOf(this.game)] ?? line['uci'] ?? [];
    return moves.slice(0, count).join(' ');
  }

  /** First step of a line, for an arrow. */
  lineStep(line: Record<string, string[] | undefined>): { from: Key; to: Key } | undefined {
    const first = line['uci']?.[0];
    const step = first ? readStep(this.game, first, sizeOf(this.game, this.view?.position)) : undefined;
    return step && { from: step.from, to: step.to };
  }

  /** Plays the low-time warning once. Called while the clock runs. */
  tick(): void {
    const view = this.view;
    const side = this.mySide;
    if (!view || !side || view.clock.running !== side) {
      this.#wasLow = false;
      return;
    }
    const left = leftAt(view.clock, side, this.serverNow());
    const low = left !== undefined && left < LOW / 2;
    if (low && !this.#wasLow) sound('low');
    this.#wasLow = low;
  }
}

/** A move that a notation understands but that is impossible tells more than one it cannot read. */
function betterReason(first: MessageOut | undefined, next: MessageOut): MessageOut {
  const unread = (why: MessageOut) => /^(move_misspelt|notation_)/.test(why.code);
  return first && !(unread(first) && !unread(next)) ? first : next;
}

/** Piece placement with the face-down pieces revealed: such a piece is still where it was dealt. */
function revealAll(position: string, dealt: string): string {
  const pieces = readPieces(position);
  const real = readPieces(dealt);
  for (const [key, piece] of pieces) if (piece.role === 'x-piece') pieces.set(key, real.get(key) ?? piece);
  return writePieces(pieces, sizeOf(HIDDEN_GAME));
}

const turnOf = (position: string): Side => (position.split(' ')[1] === 'b' ? 'second' : 'first');
