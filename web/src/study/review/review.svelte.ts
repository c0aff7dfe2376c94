// Game review: start, progress, stop; and retries of mistakes on the board.
//
// The page has one `Review`. While `trial` is set its board shows `trial.shown`, lets `trial.mine` move, draws
// `arrows`, and passes each move to `attempt` instead of its own tree. `scores` fill the graph and the bar.
import { DEFAULT_GAME } from '../../games/index.svelte.ts';
import type { Arrow, Shown } from '../../board/Board.svelte';
import { readStep, writeStep, type Color, type Step } from '../../board/squares.ts';
import { RequestError, errorText } from '../../lib/api.ts';
import { play as playSound } from '../../lib/sound.ts';
import type { GameName } from '../../games/module.ts';
import { colorOf } from '../../play/room.svelte.ts';
import type {
  LineIn,
  ReviewEffort,
  ReviewIn,
  ReviewPly,
  ReviewProgress,
  ReviewTryView,
  ReviewView,
  Side,
  Score,
} from '../../wire/index.ts';
import { beginReview, fetchReview, reviewEvents, stopReview, tryReview } from './api.ts';
import { shownAt } from '../lines.ts';

/** Game to review: main line, result, and the room it was played in, if any. */
export interface Reviewable {
  line: LineIn;
  result: string;
  room?: string | undefined;
}

/** Retry of a mistake. */
export interface Trial {
  ply: ReviewPly;
  shown: Shown;
  mine: Color | undefined;
}

const ASK_EVERY = 800;
/** Smallest luck that is listed. */
const SOME_LUCK = 0.05;

export class Review {
  view: ReviewView | undefined = $state.raw();
  progress: ReviewProgress | undefined = $state.raw();
  failure = $state('');
  asking = $state(false);
  effort: ReviewEffort = $state('usual');
  /** Side whose mistakes are listed. */
  whose: Side | 'both' = $state('both');
  /** Current retry. */
  ply: ReviewPly | undefined = $state.raw();
  tried: ReviewTryView | undefined = $state.raw();
  /** True if the best move is shown. */
  told = $state(false);
  busy = $state(false);
  trialFailure = $state('');
  #events: EventSource | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;
  #turn = 0;

  get running(): boolean {
    return this.progress !== undefined && this.progress.state !== 'done';
  }
  get game(): GameName {
    return this.view?.game ?? DEFAULT_GAME;
  }
  get scores(): (Score | undefined)[] {
    return (this.progress?.scores ?? []).map((score) => score ?? undefined);
  }
  get mistakes(): ReviewPly[] {
    const all = this.view?.review?.plies ?? [];
    return all.filter((one) => one.judgment !== null && (this.whose === 'both' || one.side === this.whose));
  }
  /** Reveals that gained or lost most, largest first. */
  get flips(): ReviewPly[] {
    const all = (this.view?.review?.plies ?? []).filter((one) => Math.abs(one.luck ?? 0) >= SOME_LUCK);
    return all.sort((one, other) => Math.abs(other.luck ?? 0) - Math.abs(one.luck ?? 0)).slice(0, 8);
  }

  /** True if the review is of these moves. */
  isAbout(moves: readonly string[]): boolean {
    return this.view !== undefined && alike(this.view, moves);
  }

  async begin(wanted: Reviewable): Promise<void> {
    this.leave();
    const turn = ++this.#turn;
    this.view = undefined;
    this.progress = undefined;
    this.failure = '';
    this.asking = true;
    try {
      const effort = this.effort;
      const lineOnly: ReviewIn = { line: wanted.line, result: wanted.result, effort };
      let view = await beginReview(wanted.room ? { room: wanted.room, effort } : lineOnly);
      // The room may have more than the board: a passed turn, or later moves.
      if (wanted.room && !alike(view, wanted.line.moves ?? [])) view = await beginReview(lineOnly);
      if (turn !== this.#turn) return;
      this.view = view;
      this.progress = view.progress;
      if (this.running) this.#follow(view.id, turn);
    } catch (failure) {
      if (turn === this.#turn) this.failure = errorText(failure);
    } finally {
      if (turn === this.#turn) this.asking = false;
    }
  }

  /** Returns to the choice of effort. */
  reset(): void {
    this.leave();
    this.view = undefined;
    this.progress = undefined;
  }

  async stop(): Promise<void> {
    if (this.view && this.running) await stopReview(this.view.id).catch(() => undefined);
  }

  /** Called when the page is left. The server goes on: the review is complete on return. */
  leave(): void {
    this.#turn += 1;
    this.#quiet();
    this.end();
  }
  #quiet(): void {
    this.#events?.close();
    this.#events = undefined;
    clearInterval(this.#timer);
  }

  #follow(id: string, turn: number): void {
    const events = new EventSource(reviewEvents(id));
    this.#events = events;
    events.onmessage = (event) => this.#take(id, turn, JSON.parse(event.data as string) as ReviewProgress);
    events.onerror = () => {
      events.close();
      // Fallback without server-sent events: polling.
      clearInterval(this.#timer);
      if (this.running && turn === this.#turn) this.#timer = setInterval(() => void this.#look(id, turn), ASK_EVERY);
    };
  }
  #take(id: string, turn: number, progress: ReviewProgress): void {
    if (turn !== this.#turn) return;
    if (progress.state !== 'done') this.progress = progress;
    else void this.#look(id, turn);
  }
  async #look(id: string, turn: number): Promise<void> {
    try {
      const view = await fetchReview(id);
      if (turn !== this.#turn) return;
      this.view = view;
      this.progress = view.progress;
      if (!this.running) this.#quiet();
    } catch (failure) {
      if (turn !== this.#turn) return;
      this.#quiet();
      this.failure = errorText(failure);
      this.view = undefined;
      this.progress = undefined;
    }
  }

  /** Board state of the retry. */
  get trial(): Trial | undefined {
    const [view, ply] = [this.view, this.ply];
    if (!view || !ply) return undefined;
    const game = this.game;
    const mine = this.tried || this.busy ? undefined : colorOf(ply.side);
    const after = this.tried?.line[0];
    const before = shownAt(game, view.start, view.plies, ply.ply);
    const shown = after ? shownAt(game, view.start, [...view.plies.slice(0, ply.ply), after], ply.ply + 1) : before;
    return { ply, mine, shown: { ...shown, pieces: shown.pieces.replace(/\[.*$/, ''), legal: mine ? ply.legal : [] } };
  }
  get arrows(): Arrow[] {
    const step = (mv: string | undefined) => (mv ? readStep(this.game, mv) : undefined);
    const answer = step(this.tried && this.tried.judgment !== null ? this.tried.line[1]?.mv : undefined);
    const best = this.told && !this.tried ? step(this.ply?.best?.mv) : undefined;
    return [
      ...(best ? [{ from: best.from, to: best.to, brush: 'best' as const }] : []),
      ...(answer ? [{ from: answer.from, to: answer.to, brush: 'threat' as const }] : []),
    ];
  }

  /** Starts the retry of a mistake. */
  try(ply: ReviewPly): void {
    this.ply = ply;
    this.again();
    this.told = false;
  }
  /** Restarts the retry. */
  again(): void {
    this.tried = undefined;
    this.trialFailure = '';
    this.busy = false;
  }
  tell(): void {
    this.tried = undefined;
    this.told = true;
  }
  /** Next mistake, the first after the last. */
  get following(): ReviewPly | undefined {
    const all = this.mistakes;
    return all.length > 1 ? all[(all.findIndex((one) => one.ply === this.ply?.ply) + 1) % all.length] : undefined;
  }
  end(): void {
    this.ply = undefined;
    this.again();
  }

  /** Submits the user's move: the server evaluates it. */
  async attempt(step: Step): Promise<void> {
    const [view, ply] = [this.view, this.ply];
    if (!view || !ply || this.busy || this.tried) return;
    const turn = this.#turn;
    this.busy = true;
    this.trialFailure = '';
    const mv = writeStep(this.game, step);
    try {
      const tried = await tryReview(view.id, { ply: ply.ply, mv });
      if (turn !== this.#turn || this.ply !== ply) return;
      this.tried = tried;
      playSound(tried.judgment === null ? 'move' : 'refused');
    } catch (failure) {
      if (turn !== this.#turn || this.ply !== ply) return;
      const forgotten = failure instanceof RequestError && failure.said?.code === 'review_forgotten';
      this.trialFailure = errorText(failure);
      // A new object is rendered again: the piece slides back.
      if (!forgotten) this.ply = { ...ply };
    } finally {
      this.busy = false;
    }
  }
}

/** True if a review is of these moves; reveals may be present in one and missing in the other. */
function alike(view: ReviewView, moves: readonly string[]): boolean {
  const same = (one: string, other: string) => one.startsWith(other) || other.startsWith(one);
  return view.plies.length === moves.length && view.plies.every((ply, index) => same(ply.mv, moves[index] ?? ''));
}
