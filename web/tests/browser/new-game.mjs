// A game made by `cargo xtask new-game`: found on the home page and played at once. Run by `cargo xtask trial new-game`.
import assert from 'node:assert/strict';
import test from 'node:test';
import { TestServer } from './server.mjs';

const game = process.env.KYDAI_GAME;
const title = game[0].toUpperCase() + game.slice(1);
const here = {};

test.before(async () => {
  here.server = await TestServer.open();
});
test.after(() => here.server?.close());

test('a new game is found under more games, and played to its end with its own board', async () => {
  const person = await here.server.person();
  const { page } = person;
  await page.goto('/');
  await page.getByRole('button', { name: title }).click();
  await page.locator(`.face.kd-${game}`).waitFor();
  await page.getByRole('radio', { name: 'Hai người' }).click();
  await page.getByRole('button', { name: 'Chơi ngay' }).first().click();
  await page.waitForURL(/\/room\//);
  await page.locator(`cg-board.kd-${game}`).waitFor();
  person.room = new URL(page.url()).pathname.split('/')[2];
  let view = await person.view();
  assert.equal(view.game, game);
  await person.play(view.legal[0], view);
  await page.locator(`cg-board.kd-${game} piece`).first().waitFor();
  await page.keyboard.press('z');
  view = await person.until((now) => now.plies.length === 0);
  for (let turn = 0; !view.outcome && turn < 60; turn += 1)
    view = await person.play(view.legal[(turn * 7) % view.legal.length], view);
  assert.ok(view.outcome, 'the game ends');
  await page.locator('.end h2').waitFor();
  assert.deepEqual(person.consoleErrors, []);
  await person.close();
});

test('a new game is played against the machine, analyzed and edited', async () => {
  const person = await here.server.person({ size: [390, 844], language: 'en' });
  const { page } = person;
  await person.begin(game, { other: { kind: 'engine', engine: 'minimax:depth=2' } });
  const view = await person.view();
  await person.play(view.legal[0], view);
  await person.until((now) => now.plies.length >= 2);
  for (const address of ['analysis', 'editor']) {
    await page.goto(`/${address}?game=${game}`);
    await page.locator(`cg-board.kd-${game}`).waitFor();
  }
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  assert.deepEqual(person.consoleErrors, []);
  await person.close();
});
