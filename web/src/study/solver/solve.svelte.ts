// Proof search for a win: progress while it runs, and navigation of the resulting proof tree.
import { RequestError, errorText } from '../../lib/api.ts';
import type { ProofNodeView, SolveIn, SolveView } from '../../wire/index.ts';
import { beginSolve, fetchProofNode, fetchSolve, stopSolve } from './api.ts';

const ASK_EVERY = 700;

export class Solve {
  view: SolveView | undefined = $state.raw();
  failure = $state('');
  /** Current node of the proof tree. */
  node: ProofNodeView | undefined = $state.raw();
  path: string[] = $state.raw([]);
  looking = $state(false);
  /** Start time of the search, for a clock between progress reports. */
  began = 0;
  #asked: SolveIn | undefined;
  #events: EventSource | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;
  #turn = 0;

  get id(): string | undefined {
    return this.view?.id;
  }
  get running(): boolean {
    return this.view !== undefined && this.view.state !== 'done';
  }

  async begin(asked: SolveIn): Promise<void> {
    this.leave();
    const turn = ++this.#turn;
    this.#asked = asked;
    this.failure = '';
    this.view = undefined;
    this.node = undefined;
    this.path = [];
    try {
      const view = await beginSolve(asked);
      if (turn !== this.#turn) {
        void stopSolve(view.id).catch(() => undefined);
        return;
      }
      this.began = Date.now();
      this.#take(view);
      if (this.running) this.#follow(view.id);
    } catch (failure) {
      if (turn === this.#turn) this.failure = errorText(failure);
    }
  }

  async stop(): Promise<void> {
    if (!this.id || !this.running) return;
    await stopSolve(this.id).catch(() => undefined);
  }

  /** Called when the page is left: a running search is stopped. */
  leave(): void {
    this.#turn += 1;
    this.#quiet();
    if (this.id && this.running) void stopSolve(this.id).catch(() => undefined);
  }

  #quiet(): void {
    this.#events?.close();
    this.#events = undefined;
    clearInterval(this.#timer);
  }

  #follow(id: string): void {
    const events = new EventSource(`/api/solves/${id}/events`);
    this.#events = events;
    events.onmessage = (event) => this.#take(JSON.parse(event.data as string) as SolveView);
    events.onerror = () => {
      events.close();
      // Fallback without server-sent events: polling.
      clearInterval(this.#timer);
      if (this.running) this.#timer = setInterval(() => void this.#look(id), ASK_EVERY);
    };
  }
  async #look(id: string): Promise<void> {
    try {
      this.#take(await fetchSolve(id));
    } catch (failure) {
      this.#quiet();
      this.failure = errorText(failure);
      this.view = undefined;
    }
  }

  #take(view: SolveView): void {
    if (this.view && this.view.id === view.id && this.view.state === 'done') return;
    this.view = view;
    if (view.state !== 'done') return;
    this.#quiet();
    if (view.answer?.tree) void this.walk([]);
  }

  /** Goes to a node of the proof tree. */
  async walk(path: readonly string[]): Promise<void> {
    if (!this.id) return;
    this.looking = true;
    try {
      const node = await fetchProofNode(this.id, path);
      this.path = [...path];
      this.node = node;
    } catch (failure) {
      // The server keeps only recent proofs: this one is computed again.
      if (failure instanceof RequestError && failure.said?.code === 'solve_forgotten' && this.#asked)
        await this.begin(this.#asked);
      else this.failure = errorText(failure);
    } finally {
      this.looking = false;
    }
  }
}
