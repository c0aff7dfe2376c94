// An experiment of the Lab: progress while it runs, and the trees of its searches.
import { errorText } from '../lib/api.ts';
import { Job } from '../lib/job.svelte.ts';
import type { LabIn, LabView } from '../wire/index.ts';
import { beginLab, fetchLab, fetchTree, stopLab } from './api.ts';
import type { SearchTree } from './tree.ts';

export class Lab extends Job<LabView> {
  /** Trees by run, as far as they were opened. */
  trees: ReadonlyMap<number, SearchTree> = $state.raw(new Map());
  /** Trees on their way. */
  #asked = new Set<string>();

  constructor() {
    super({ path: 'labs', fetch: fetchLab, stop: stopLab });
  }

  begin(asked: LabIn): Promise<void> {
    this.trees = new Map();
    return this.enter(() => beginLab(asked));
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
}
