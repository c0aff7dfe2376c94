// Journeys of real people: a browser, a server, and nothing in between. Run by `cargo xtask journeys`.
import { after, before } from 'node:test';
import { House } from './house.mjs';

/** The one server of this run; the files below use it. */
export const here = {};

before(async () => {
  here.house = await House.open();
});
after(async () => {
  await here.house?.close();
});

const { chessJourneys } = await import('./chess.mjs');
const { playJourneys } = await import('./play.mjs');
const { peopleJourneys } = await import('./people.mjs');
const { pageJourneys } = await import('./pages.mjs');
const { choosingJourneys } = await import('./choosing.mjs');
const { machineJourneys } = await import('./machines.mjs');
chessJourneys(here);
playJourneys(here);
peopleJourneys(here);
pageJourneys(here);
choosingJourneys(here);
machineJourneys(here);
