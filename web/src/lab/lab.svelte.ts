// An experiment of the Lab: progress while it runs, and the trees of its searches.
import { errorText } from '../lib/api.ts';
import type { LabIn, LabView } from '../wire/index.ts';
import { beginLab, fetchLab, fetchTree, stopLab } from './api.ts';
import type { SearchTree } from './tree.ts';

const ASK_EVERY = 700;

export class Lab {
  view: LabView | undefined = $state.raw();
  failure = $state('');
  /** Trees by run, as far as they were opened. */
  trees: ReadonlyMap<number, SearchTree> = $state.raw(new Map());
  #events: EventSource | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;
  #turn = 0;
  /** Trees on their way. */
  #asked = new Set<string>();

  get running(): boolean {
    return this.view !== undefined && this.view.state !== 'done';
  }

  async begin(asked: LabIn): Promise<void> {
    this.leave();
    const turn = ++this.#turn;
    this.failure = '';
    this.view = undefined;
    this.trees = new Map();
    try {
      const view = await beginLab(asked);
      if (turn !== this.#turn) {
        void stopLab(view.id).catch(() => undefined);
        return;
      }
      this.#take(view);
      if (this.running) this.#follow(view.id);
    } catch (failure) {
      if (turn === this.#turn) this.failure = errorText(failure);
    }
  }

  async stop(): Promise<void> {
    if (this.view && this.running) await stopLab(this.view.id).catch(() => undefined);
  }

  /** Called when the page is left: a running experiment is stopped. */
  leave(): void {
    this.#turn += 1;
    this.#quiet();
    if (this.view && this.running) void stopLab(this.view.id).catch(() => undefined);
  }

  /** Fetches the tree of a finished search. */
  async open(run: number): Promise<void> {
    const id = this.view?.id;
    const result = this.view?.runs[run]?.result;
    if (!id || !result || this.trees.has(run) || (result.rows === 0 && result.simulations === 0)) return;
    const name = `${id} ${run}`;
    if (this.#asked.has(name)) return;
    this.#asked.add(name);
    try {
      const tree = await fetchTree(id, run);
      if (id === this.view?.id) this.trees = new Map([...this.trees, [run, tree]]);
    } catch (failure) {
      this.failure = errorText(failure);
    }
  }

  #quiet(): void {
    this.#events?.close();
    this.#events = undefined;
    clearInterval(this.#timer);
  }

  #follow(id: string): void {
    const events = new EventSource(`/api/labs/${id}/events`);
    this.#events = events;
    events.onmessage = (event) => this.#take(JSON.parse(event.data as string) as LabView);
    events.onerror = () => {
      events.close();
      clearInterval(this.#timer);
      // Fallback without server-sent events: polling.
      if (this.running) this.#timer = setInterval(() => void this.#look(id), ASK_EVERY);
    };
  }

  async #look(id: string): Promise<void> {
    try {
      this.#take(await fetchLab(id));
    } catch (failure) {
      this.#quiet();
      this.failure = errorText(failure);
    }
  }

  #take(view: LabView): void {
    if (this.view?.id === view.id && this.view.state === 'done') return;
    this.view = view;
    if (view.state === 'done') this.#quiet();
  }
}
