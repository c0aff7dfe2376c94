// Analysis engine: follows the current position and caches its results by position.
import type { AnalysisLimits, AnalysisView, ErrorOut, MessageOut, Score } from '../../wire/index.ts';
import { analysisAddress, fetchLimits } from './api.ts';

/** Engine options, stored in the browser. */
export interface EngineOptions {
  on: boolean;
  lines: number;
  threads: number;
  seconds: number;
  arrows: boolean;
}

/** Position to analyze. */
export interface EngineTarget {
  id: number;
  game: string;
  position: string;
  moves: readonly string[];
  options: string;
  /** True if the side to move may pass, to show the opponent's threats. */
  mayPass: boolean;
  over: boolean;
}

const KEY = 'kydai.engine';
/** Delay before an analysis starts, so that stepping quickly through a game does not start one at every step. */
const REST = 180;
const AGAIN = 500;
export const SECONDS: readonly number[] = [10, 30, 120, 600];

function storedOptions(): EngineOptions {
  const defaultChoice: EngineOptions = { on: false, lines: 2, threads: 1, seconds: 30, arrows: true };
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Partial<EngineOptions> | null;
    const whole = (value: unknown, least: number, most: number, other: number) =>
      Number.isInteger(value) ? Math.min(most, Math.max(least, value as number)) : other;
    return {
      on: stored?.on === true,
      lines: whole(stored?.lines, 1, 5, defaultChoice.lines),
      threads: whole(stored?.threads, 1, 256, defaultChoice.threads),
      seconds: SECONDS.includes(Number(stored?.seconds)) ? Number(stored?.seconds) : defaultChoice.seconds,
      arrows: stored?.arrows !== false,
    };
  } catch {
    return defaultChoice;
  }
}

export class Engine {
  options: EngineOptions = $state(storedOptions());
  limits: AnalysisLimits | undefined = $state.raw();
  /** Current result. */
  view: AnalysisView | undefined = $state.raw();
  /** True if the result is the opponent's threat. */
  threat = $state(false);
  /** Kind of failure, for the page to describe. */
  problem: '' | 'elsewhere' | 'failed' | 'refused' = $state('');
  /** Why the server refuses this position. */
  refusal: MessageOut | undefined = $state.raw();
  /** Last evaluation and depth by move. */
  scores: ReadonlyMap<number, { score: Score; depth: number }> = $state.raw(new Map());
  #seen = new Map<string, AnalysisView>();
  #target: EngineTarget | undefined;
  #events: EventSource | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #tries = 0;

  constructor() {
    fetchLimits().then(
      (limits) => (this.limits = limits),
      () => undefined,
    );
  }

  get running(): boolean {
    return this.view?.state === 'running' || this.view?.state === 'waiting';
  }

  #keep(): void {
    try {
      localStorage.setItem(KEY, JSON.stringify(this.options));
    } catch {
      // Without storage the options last as long as the page.
    }
  }

  /** Changes the options. */
  configure(change: Partial<EngineOptions>): void {
    this.options = { ...this.options, ...change };
    this.problem = '';
    this.#keep();
    if (this.#target) this.look(this.#target);
  }
  toggle(): void {
    if (this.options.on) this.threat = false;
    this.configure({ on: !this.options.on });
  }
  toggleThreat(): void {
    this.threat = !this.threat;
    if (!this.options.on && this.threat) this.configure({ on: true });
    else if (this.#target) this.look(this.#target);
  }

  #name(target: EngineTarget): string {
    return `${target.id} ${this.threat} ${this.options.lines}`;
  }

  /** Analyzes a position. Its cached result is shown at once. */
  look(target: EngineTarget): void {
    this.#target = target;
    this.#quiet();
    if (this.problem === 'refused') this.problem = '';
    const able = this.options.on && !target.over && !(this.threat && !target.mayPass);
    this.view = this.options.on ? this.#seen.get(this.#name(target)) : undefined;
    if (!able) return;
    this.#tries = 0;
    this.#timer = setTimeout(() => this.#listen(target), REST);
  }

  /** Continues the analysis of the current position with more time. */
  deeper(): void {
    const next = SECONDS.find((one) => one > this.options.seconds);
    if (next) this.configure({ seconds: next });
    else if (this.#target) this.look(this.#target);
  }

  /** Stops the analysis. */
  leave(): void {
    this.#quiet();
    this.#target = undefined;
  }
  /** Clears the cache: move ids of another tree may coincide. */
  forget(): void {
    this.#seen.clear();
    this.scores = new Map();
    this.view = undefined;
  }

  #quiet(): void {
    clearTimeout(this.#timer);
    this.#events?.close();
    this.#events = undefined;
  }

  #listen(target: EngineTarget): void {
    this.#quiet();
    const address = analysisAddress({
      game: target.game,
      position: target.position,
      moves: target.moves.join(','),
      options: target.options,
      lines: this.options.lines,
      threads: Math.min(this.options.threads, this.limits?.threads ?? 1),
      seconds: this.options.seconds,
      threat: this.threat,
    });
    const events = new EventSource(address);
    this.#events = events;
    events.onmessage = (event) => {
      if (this.#events === events) this.#take(target, JSON.parse(event.data as string) as AnalysisView);
    };
    events.onerror = () => {
      if (this.#events !== events) return;
      this.#quiet();
      this.#tries += 1;
      if (this.#tries > 4) {
        this.problem = 'failed';
        return;
      }
      this.#timer = setTimeout(() => this.#listen(target), AGAIN * this.#tries);
      if (this.#tries === 1) void this.#ask(target, address);
    };
  }

  /** A stream of events does not say why it was refused: a plain request does. */
  async #ask(target: EngineTarget, address: string): Promise<void> {
    const stop = new AbortController();
    try {
      const answer = await fetch(address, { signal: stop.signal });
      if (answer.status !== 403) return;
      const { error } = (await answer.json()) as ErrorOut;
      if (this.#target !== target) return;
      this.#quiet();
      this.refusal = error;
      this.problem = 'refused';
    } catch {
      // Without an answer the stream is tried again.
    } finally {
      stop.abort();
    }
  }

  #take(target: EngineTarget, view: AnalysisView): void {
    const known = this.#seen.get(this.#name(target));
    const ended = view.state !== 'running' && view.state !== 'waiting';
    if (ended) this.#quiet();
    if (view.state === 'elsewhere') {
      this.options = { ...this.options, on: false };
      this.problem = 'elsewhere';
      return;
    }
    if (view.state === 'resting') this.#timer = setTimeout(() => this.#listen(target), AGAIN);
    if (view.failure) this.problem = 'failed';
    // A restarted search begins at a low depth: the cached result is shown until it is reached again.
    const less = known && known.depth > view.depth;
    const shown = less ? { ...known, state: view.state } : view;
    this.view = shown;
    if (less || view.lines.length === 0) return;
    this.#seen.set(this.#name(target), view);
    const score = view.lines[0]?.score;
    if (score && !this.threat) this.know(target.id, score, view.depth);
  }

  /** Adds an evaluation of a move from any source; the deeper one wins. */
  know(id: number, score: Score, depth: number): void {
    if ((this.scores.get(id)?.depth ?? -1) > depth) return;
    this.scores = new Map(this.scores).set(id, { score, depth });
  }
}
