// A background job of the server: started, followed by server-sent events (polling where there are none), stopped.
import type { SolveState } from '../wire/index.ts';
import { errorText, RequestError } from './api.ts';

const ASK_EVERY = 700;

export interface JobView {
  readonly id: string;
  readonly state: SolveState;
}

/** Addresses of one kind of job: its events are at `/api/PATH/ID/events`. */
export interface JobApi<View extends JobView> {
  readonly path: string;
  readonly fetch: (id: string) => Promise<View>;
  readonly stop: (id: string) => Promise<unknown>;
}

export class Job<View extends JobView> {
  view: View | undefined = $state.raw();
  failure = $state('');
  #api: JobApi<View>;
  #events: EventSource | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;
  #turn = 0;

  constructor(api: JobApi<View>) {
    this.#api = api;
  }

  get running(): boolean {
    return this.view !== undefined && this.view.state !== 'done';
  }

  /** Starts a job, or looks at one that runs already; the one before is left. */
  protected async enter(start: () => Promise<View>, stopBefore = true): Promise<void> {
    if (stopBefore) this.leave();
    else this.unfollow();
    const turn = ++this.#turn;
    this.failure = '';
    this.view = undefined;
    try {
      const view = await start();
      if (turn !== this.#turn) {
        if (stopBefore) this.#end(view.id);
        return;
      }
      this.#take(view);
      if (this.running) this.#follow(view.id);
    } catch (failure) {
      if (turn === this.#turn) this.failure = errorText(failure);
    }
  }

  async stop(): Promise<void> {
    if (!this.view || !this.running) return;
    await this.#api.stop(this.view.id).catch(() => undefined);
  }

  /** Called when the page is left: a running job is stopped. */
  leave(): void {
    this.unfollow();
    if (this.view && this.running) this.#end(this.view.id);
  }

  /** Stops listening; the job goes on. */
  unfollow(): void {
    this.#turn += 1;
    this.#quiet();
  }

  /** Called with the view of a job that has just ended. */
  protected ended(_: View): void {}

  #end(id: string): void {
    void this.#api.stop(id).catch(() => undefined);
  }

  #quiet(): void {
    this.#events?.close();
    this.#events = undefined;
    clearInterval(this.#timer);
  }

  #follow(id: string): void {
    const events = new EventSource(`/api/${this.#api.path}/${id}/events`);
    this.#events = events;
    events.onmessage = (event) => this.#take(JSON.parse(event.data as string) as View);
    events.onerror = () => {
      events.close();
      clearInterval(this.#timer);
      if (this.running) this.#timer = setInterval(() => void this.#look(id), ASK_EVERY);
    };
  }

  async #look(id: string): Promise<void> {
    try {
      this.#take(await this.#api.fetch(id));
      this.failure = '';
    } catch (failure) {
      // The server may be restarting: it is asked again.
      if (failure instanceof RequestError && (failure.status === 0 || failure.status >= 500)) {
        this.failure = errorText(failure);
        return;
      }
      this.#quiet();
      this.failure = errorText(failure);
      this.view = undefined;
    }
  }

  #take(view: View): void {
    if (this.view?.id === view.id && this.view.state === 'done') return;
    this.view = view;
    if (view.state !== 'done') return;
    this.#quiet();
    this.ended(view);
  }
}
