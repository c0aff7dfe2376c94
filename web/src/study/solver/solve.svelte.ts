// Proof search for a win: progress while it runs, and navigation of the resulting proof tree.
import { RequestError, errorText } from '../../lib/api.ts';
import { Job } from '../../lib/job.svelte.ts';
import type { ProofNodeView, SolveIn, SolveView } from '../../wire/index.ts';
import { beginSolve, fetchProofNode, fetchSolve, stopSolve } from './api.ts';

export class Solve extends Job<SolveView> {
  /** Current node of the proof tree. */
  node: ProofNodeView | undefined = $state.raw();
  path: string[] = $state.raw([]);
  looking = $state(false);
  /** Start time of the search, for a clock between progress reports. */
  began = 0;
  #asked: SolveIn | undefined;

  constructor() {
    super({ path: 'solves', fetch: fetchSolve, stop: stopSolve });
  }

  get id(): string | undefined {
    return this.view?.id;
  }

  begin(asked: SolveIn): Promise<void> {
    this.#asked = asked;
    this.node = undefined;
    this.path = [];
    return this.enter(async () => {
      const view = await beginSolve(asked);
      this.began = Date.now();
      return view;
    });
  }

  protected override ended(view: SolveView): void {
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
