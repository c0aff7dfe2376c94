// A league of engines: followed while it runs; it goes on when the page is left.
import { Job } from '../lib/job.svelte.ts';
import type { LeagueIn, LeagueView } from '../wire/index.ts';
import { beginLeague, fetchLeague, stopLeague } from './api.ts';

export class League extends Job<LeagueView> {
  constructor() {
    super({ path: 'leagues', fetch: fetchLeague, stop: stopLeague });
  }

  begin(asked: LeagueIn): Promise<void> {
    return this.enter(() => beginLeague(asked), false);
  }

  /** Looks at a stored or running league. */
  look(id: string): Promise<void> {
    return this.enter(() => fetchLeague(id), false);
  }
}
