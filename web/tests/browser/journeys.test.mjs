// Browser journeys with a real server. Run by `cargo xtask journeys`.
import { after, before, describe } from 'node:test';
import { accountJourneys } from './accounts.mjs';
import { analysisJourneys } from './analysis.mjs';
import { caroJourneys } from './caro.mjs';
import { championshipJourney } from './championship.mjs';
import { chessJourneys } from './chess.mjs';
import { choosingJourneys } from './choosing.mjs';
import { fairPlayJourneys } from './fairplay.mjs';
import { dealJourneys } from './deals.mjs';
import { reportUnsteady } from './journey.mjs';
import { TestServer } from './server.mjs';
import { labJourneys } from './lab.mjs';
import { layoutJourneys } from './layout.mjs';
import { libraryJourneys } from './library.mjs';
import { lobbyJourneys } from './lobby.mjs';
import { machineJourneys } from './machines.mjs';
import { moreGameJourneys } from './more-games.mjs';
import { pageJourneys } from './pages.mjs';
import { peopleJourneys } from './people.mjs';
import { playJourneys } from './play.mjs';
import { playingJourneys } from './playing.mjs';
import { preferenceJourneys } from './preferences.mjs';
import { reviewJourneys } from './review.mjs';
import { studyJourneys } from './study.mjs';
import { tournamentJourneys } from './tournaments.mjs';
import { actionJourneys } from './actions.mjs';
import { watchingJourneys } from './watching.mjs';

// One server and one browser for all; separate users per journey, so that two can run at once.
describe('journeys', { concurrency: 2 }, () => {
  const here = {};
  before(async () => {
    here.server = await TestServer.open();
  });
  after(async () => {
    await here.server?.close();
    reportUnsteady();
  });
  for (const journeys of [
    machineJourneys,
    playJourneys,
    playingJourneys,
    preferenceJourneys,
    layoutJourneys,
    pageJourneys,
    choosingJourneys,
    peopleJourneys,
    accountJourneys,
    lobbyJourneys,
    watchingJourneys,
    fairPlayJourneys,
    dealJourneys,
    actionJourneys,
    chessJourneys,
    caroJourneys,
    moreGameJourneys,
    libraryJourneys,
    analysisJourneys,
    reviewJourneys,
    studyJourneys,
    labJourneys,
    tournamentJourneys,
    championshipJourney,
  ])
    journeys(here);
});
