// An engine that looks on: it follows the place one looks at, and what it saw stays known when one comes back.
import type { AnalysisMeans, AnalysisView, Worth } from '../../wire/index.ts';
import { analysisAddress, fetchMeans } from './api.ts';

/** What was chosen about the engine, kept in the browser. */
export interface EngineWishes {
  on: boolean;
  lines: number;
  threads: number;
  seconds: number;
  arrows: boolean;
}

/** The place to be looked at. */
export interface EnginePlace {
  id: number;
  game: string;
  position: string;
  moves: readonly string[];
  options: string;
  /** Whether the turn can be given away, to see what the other side threatens. */
  mayPass: boolean;
  over: boolean;
}

const KEY = 'kydai.engine';
/** Whoever steps quickly through a game is not followed at every step. */
const REST = 180;
const AGAIN = 500;
export const SECONDS: readonly number[] = [10, 30, 120, 600];

function wished(): EngineWishes {
  const usual: EngineWishes = { on: false, lines: 2, threads: 1, seconds: 30, arrows: true };
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Partial<EngineWishes> | null;
    const whole = (value: unknown, least: number, most: number, other: number) =>
      Number.isInteger(value) ? Math.min(most, Math.max(least, value as number)) : other;
    return {
      on: kept?.on === true,
      lines: whole(kept?.lines, 1, 5, usual.lines),
      threads: whole(kept?.threads, 1, 256, usual.threads),
      seconds: SECONDS.includes(Number(kept?.seconds)) ? Number(kept?.seconds) : usual.seconds,
      arrows: kept?.arrows !== false,
    };
  } catch {
    return usual;
  }
}

export class Engine {
  wishes: EngineWishes = $state(wished());
  means: AnalysisMeans | undefined = $state.raw();
  /** What it sees where one looks. */
  view: AnalysisView | undefined = $state.raw();
  /** Whether that is what the other side would do. */
  threat = $state(false);
  /** Why it does not work: a word for the page to say. */
  trouble: '' | 'elsewhere' | 'failed' = $state('');
  /** What each place was worth when it was last looked at, and how deep. */
  worths: ReadonlyMap<number, { worth: Worth; depth: number }> = $state.raw(new Map());
  #seen = new Map<string, AnalysisView>();
  #place: EnginePlace | undefined;
  #events: EventSource | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #tries = 0;

  constructor() {
    fetchMeans().then(
      (means) => (this.means = means),
      () => undefined,
    );
  }

  get running(): boolean {
    return this.view?.state === 'running' || this.view?.state === 'waiting';
  }

  #keep(): void {
    try {
      localStorage.setItem(KEY, JSON.stringify(this.wishes));
    } catch {
      // The choice then lasts as long as the page.
    }
  }

  /** Changes what is wished for. */
  wish(change: Partial<EngineWishes>): void {
    this.wishes = { ...this.wishes, ...change };
    this.trouble = '';
    this.#keep();
    if (this.#place) this.look(this.#place);
  }
  toggle(): void {
    if (this.wishes.on) this.threat = false;
    this.wish({ on: !this.wishes.on });
  }
  toggleThreat(): void {
    this.threat = !this.threat;
    if (!this.wishes.on && this.threat) this.wish({ on: true });
    else if (this.#place) this.look(this.#place);
  }

  #name(place: EnginePlace): string {
    return `${place.id} ${this.threat} ${this.wishes.lines}`;
  }

  /** Follows to a place. What it saw there before is shown at once. */
  look(place: EnginePlace): void {
    this.#place = place;
    this.#quiet();
    const able = this.wishes.on && !place.over && !(this.threat && !place.mayPass);
    this.view = this.wishes.on ? this.#seen.get(this.#name(place)) : undefined;
    if (!able) return;
    this.#tries = 0;
    this.#timer = setTimeout(() => this.#listen(place), REST);
  }

  /** Thinks on about the place, however long it has thought. */
  deeper(): void {
    const next = SECONDS.find((one) => one > this.wishes.seconds);
    if (next) this.wish({ seconds: next });
    else if (this.#place) this.look(this.#place);
  }

  /** Nobody looks any more. */
  leave(): void {
    this.#quiet();
    this.#place = undefined;
  }
  /** Other places are numbered like those it knew. */
  forget(): void {
    this.#seen.clear();
    this.worths = new Map();
    this.view = undefined;
  }

  #quiet(): void {
    clearTimeout(this.#timer);
    this.#events?.close();
    this.#events = undefined;
  }

  #listen(place: EnginePlace): void {
    this.#quiet();
    const events = new EventSource(
      analysisAddress({
        game: place.game,
        position: place.position,
        moves: place.moves.join(','),
        options: place.options,
        lines: this.wishes.lines,
        threads: Math.min(this.wishes.threads, this.means?.threads ?? 1),
        seconds: this.wishes.seconds,
        threat: this.threat,
      }),
    );
    this.#events = events;
    events.onmessage = (event) => {
      if (this.#events === events) this.#take(place, JSON.parse(event.data as string) as AnalysisView);
    };
    events.onerror = () => {
      if (this.#events !== events) return;
      this.#quiet();
      this.#tries += 1;
      if (this.#tries > 4) this.trouble = 'failed';
      else this.#timer = setTimeout(() => this.#listen(place), AGAIN * this.#tries);
    };
  }

  #take(place: EnginePlace, view: AnalysisView): void {
    const known = this.#seen.get(this.#name(place));
    const ended = view.state !== 'running' && view.state !== 'waiting';
    if (ended) this.#quiet();
    if (view.state === 'elsewhere') {
      this.wishes = { ...this.wishes, on: false };
      this.trouble = 'elsewhere';
      return;
    }
    if (view.state === 'resting') this.#timer = setTimeout(() => this.#listen(place), AGAIN);
    if (view.failure) this.trouble = 'failed';
    // Begun again it soon sees less than it had seen; that is shown until it sees as much.
    const less = known && known.depth > view.depth;
    const shown = less ? { ...known, state: view.state } : view;
    this.view = shown;
    if (less || view.lines.length === 0) return;
    this.#seen.set(this.#name(place), view);
    const worth = view.lines[0]?.worth;
    if (worth && !this.threat) this.know(place.id, worth, view.depth);
  }

  /** What a place is worth, from whoever weighed it; the deeper look counts. */
  know(id: number, worth: Worth, depth: number): void {
    if ((this.worths.get(id)?.depth ?? -1) > depth) return;
    this.worths = new Map(this.worths).set(id, { worth, depth });
  }
}
