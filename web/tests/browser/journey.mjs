// Journeys: browser tests that are repeated once when they fail.
import { AsyncLocalStorage } from 'node:async_hooks';
import nodeTest from 'node:test';

/** What the running journey has opened: browser contexts, servers of its own. */
const opened = new AsyncLocalStorage();

/** Journeys that failed and passed when they were repeated. */
const unsteady = [];

/** Has something closed if the running journey fails. */
export function closesOnFailure(thing) {
  opened.getStore()?.push(thing);
}

async function attempt(run, t) {
  const things = [];
  try {
    await opened.run(things, () => run(t));
  } catch (failure) {
    await Promise.all(things.map((thing) => thing.close().catch(() => {})));
    throw failure;
  }
}

/**
 * Defines a journey. One that fails is repeated once with new people: a real browser on a crowded machine sometimes stalls for
 * seconds. What fails twice has failed; what passed only the second time is named at the end.
 */
export default function test(name, run) {
  nodeTest(name, async (t) => {
    try {
      await attempt(run, t);
    } catch (failure) {
      console.log(`repeated after a failure: ${name}\n${failure?.stack ?? failure}`);
      await attempt(run, t);
      unsteady.push(name);
    }
  });
}

/** Names the journeys that passed only when they were repeated. */
export function reportUnsteady() {
  for (const name of unsteady) console.log(`unsteady: ${name}`);
}
