// Games against every algorithm, and machines among themselves.
import assert from 'node:assert/strict';
import test from 'node:test';

const BRAINS = ['random', 'greedy', 'minimax:depth=2', 'alphabeta:depth=3', 'mcts:sims=1000', 'champion:nodes=3000'];
/** A game against a random player may go on for ever; so many plies of ours are enough, then we give up. */
const ENOUGH = 60;

export function machineJourneys(here) {
  for (const game of ['xiangqi', 'jieqi', 'chess'])
    test(`a whole game of ${game} against every algorithm`, async () => {
      const person = await here.house.person();
      for (const brain of BRAINS) {
        await person.begin(game, { other: { kind: 'brain', brain } });
        for (let turn = 0; ; turn += 1) {
          const view = await person.myTurn();
          if (view.outcome) break;
          if (turn === ENOUGH) {
            await person.page.locator('main').focus();
            await person.page.keyboard.press('r');
            await person.page.locator('dialog .btn.danger').click();
            await person.until((now) => now.outcome);
            break;
          }
          await person.play(view.legal[(turn * 13) % view.legal.length]);
        }
        await person.page.locator('.end h2').waitFor();
      }
      assert.deepEqual(person.complaints, []);
      await person.close();
    });

  test('machines play each other, pause, make one step, and go on', async () => {
    const person = await here.house.person();
    await person.begin('xiangqi', {
      one: { kind: 'brain', brain: 'greedy' },
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
    const person = await here.house.person();
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
