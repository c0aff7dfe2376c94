// Games against every engine, and engine matches.
import assert from 'node:assert/strict';
import test from './journey.mjs';

const ENGINES = ['random', 'greedy', 'minimax:depth=2', 'alphabeta:depth=2', 'mcts:sims=1000', 'champion:nodes=2000'];
/** Engine played until the game ends; against the others the user resigns after a few moves. */
const TO_THE_END = 'alphabeta:depth=2';
const [LONG, SHORT] = [60, 4];
/** Two chariots or rooks against a lone general or king: mate on the second move, whatever the reply. */
const NEAR_THE_END = {
  xiangqi: ['4k4/9/9/9/9/9/9/R8/1R7/3K5 w', 'a2a8', 'b1b9'],
  jieqi: ['4k4/9/9/9/9/9/9/R8/1R7/3K5 w', 'a2a8', 'b1b9'],
  chess: ['7k/8/8/8/8/8/R7/1R2K3 w - - 0 1', 'a2a7', 'b1b8'],
};

/** Plays a move and requests an immediate reply: engines otherwise delay their moves. */
async function hurried(person, mv, view) {
  await person.play(mv, view);
  await person.page.keyboard.press(' ');
}

export function machineJourneys(here) {
  for (const game of ['xiangqi', 'jieqi', 'chess'])
    test(`whole games of ${game} against every engine: from the start, and from near the end to mate`, async () => {
      const person = await here.server.person();
      for (const engine of ENGINES) {
        await person.begin(game, { other: { kind: 'engine', engine: engine } });
        const enough = engine === TO_THE_END ? LONG : SHORT;
        for (let turn = 0; ; turn += 1) {
          const view = await person.myTurn();
          if (view.outcome) break;
          if (turn === enough) {
            await person.page.locator('main').focus();
            await person.page.keyboard.press('r');
            await person.page.locator('dialog .btn.danger').click();
            await person.until((now) => now.outcome);
            break;
          }
          await hurried(person, view.legal[(turn * 13) % view.legal.length], view);
        }
        await person.page.locator('.end h2').waitFor();

        const [setup, ...moves] = NEAR_THE_END[game];
        await person.begin(game, { other: { kind: 'engine', engine: engine }, setup });
        for (const mv of moves) await hurried(person, mv, await person.myTurn());
        const won = await person.until((now) => now.outcome);
        assert.equal(won.outcome.winner, 'first', engine);
        await person.page.getByRole('heading', { name: 'Bạn thắng' }).waitFor();
      }
      assert.deepEqual(person.consoleErrors, []);
      await person.close();
    });

  test('engines play each other, pause, make one step, and go on', async () => {
    const person = await here.server.person();
    await person.begin('xiangqi', {
      one: { kind: 'engine', engine: 'greedy' },
      other: { kind: 'level', level: 1 },
      pace_ms: 300,
    });
    await person.until((view) => view.plies.length >= 3);
    await person.page.keyboard.press('p');
    const paused = await person.until((view) => view.paused);
    await person.page.waitForTimeout(900);
    assert.equal((await person.view()).plies.length, paused.plies.length);
    await person.page.keyboard.press(' ');
    await person.until((view) => view.plies.length === paused.plies.length + 1);
    await person.page.keyboard.press('p');
    await person.until((view) => view.plies.length > paused.plies.length + 2);
    await person.close();
  });

  test('a hint is an arrow and words, and the evaluation can be switched off', async () => {
    const person = await here.server.person({ animated: true });
    await person.begin('xiangqi', { other: { kind: 'level', level: 2 } });
    await person.myTurn();
    await person.page.locator('main').focus();
    await person.page.keyboard.press('h');
    await person.page.locator('.hintline').waitFor({ timeout: 30_000 });
    assert.ok((await person.page.locator('.cg-shapes line').count()) > 0);
    assert.equal(await person.page.locator('.ev').count(), 1);
    await person.page.keyboard.press('e');
    await person.page.locator('.ev').waitFor({ state: 'detached' });
    await person.close();
  });
}
