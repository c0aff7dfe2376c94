// Cờ caro: new game, play to the end, undo, hint, record, statistics, analysis; small boards, phone, languages.
import assert from 'node:assert/strict';
import test from 'node:test';

const HERE = { other: { kind: 'here' } };
/** X completes a line of five with the last move. */
const FIVE = ['h8', 'h9', 'i8', 'i9', 'j8', 'j9', 'k8', 'k10', 'l8'];

export function caroJourneys(here) {
  test('caro is begun on the home page and played to a line of five, with undo, record, statistics', async () => {
    const person = await here.server.person();
    const page = person.page;
    await page.goto('/');
    const before = await page.evaluate(() => performance.getEntriesByType('resource').map((one) => one.name));
    assert.ok(!before.some((name) => /stone|chalk|coords/.test(name)), 'its art is not part of a first visit');
    await page.getByRole('button', { name: 'Cờ caro' }).click();
    await page.locator('.face.kd-caro').waitFor();
    await page.getByRole('radio', { name: 'Hai người' }).click();
    await page.getByRole('button', { name: 'Chơi ngay' }).first().click();
    await page.waitForURL(/\/room\//);
    await page.locator('cg-board.kd-caro').waitFor();
    person.room = new URL(page.url()).pathname.split('/')[2];
    for (const mv of FIVE.slice(0, -1)) await person.play(mv);
    await person.sees('h8', /X/);
    await person.sees('k10', /O/);
    await page.keyboard.press('z');
    await person.until((now) => now.plies.length === FIVE.length - 2);
    await page.keyboard.press('y');
    await person.until((now) => now.plies.length === FIVE.length - 1);
    const view = await person.play(FIVE.at(-1));
    assert.equal(view.outcome.winner, 'first');
    assert.equal(view.outcome.reason, 'line');
    await page.locator('.end h2', { hasText: 'X thắng' }).waitFor();
    const file = await person.context.request.get(
      `${here.server.url}/api/rooms/${person.room}/record?format=pgn&notation=uci`,
    );
    const record = await file.text();
    assert.match(record, /1\. h8 .*1\.\.\. h9\s.*2\. i8/s);
    assert.deepEqual(person.consoleErrors, []);
    await person.begin('caro', { other: { kind: 'level', level: 1 } });
    await page.keyboard.press('r');
    await page.locator('dialog .btn.danger').click();
    await page.locator('.end h2').waitFor();
    await page.goto('/stats');
    await page.getByRole('radio', { name: 'Cờ caro' }).first().waitFor();
    await person.close();
  });

  test('the machine answers at caro, and its hint is a circle and words', async () => {
    const person = await here.server.person();
    await person.begin('caro', { other: { kind: 'level', level: 3 } });
    await person.play('h8');
    await person.until((now) => now.plies.length >= 2);
    await person.myTurn();
    await person.page.keyboard.press('h');
    await person.page.locator('.hintline').waitFor({ timeout: 30_000 });
    assert.deepEqual(person.consoleErrors, []);
    await person.close();
  });

  test('tic-tac-toe is caro on 3 by 3, by rule options, on a phone and in English', async () => {
    const phone = await here.server.person({ size: [390, 844], language: 'en' });
    await phone.begin('caro', { ...HERE, options: { size: '3' } });
    assert.equal(await phone.page.locator('[role=gridcell]').count(), 9);
    for (const mv of ['b2', 'a1', 'c1', 'a3', 'a2', 'c2', 'b3', 'b1', 'c3']) await phone.play(mv);
    await phone.page.locator('.end h2').waitFor();
    assert.equal((await phone.view()).outcome.reason, 'board_full');
    const fits = await phone.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
    assert.ok(fits, 'the page does not scroll sideways');
    assert.deepEqual(phone.consoleErrors, []);
    await phone.close();
  });

  test('at the Vietnamese rule five that are blocked at both ends do not win', async () => {
    const person = await here.server.person();
    await person.begin('caro', { ...HERE, options: { win: 'vietnamese' } });
    for (const mv of ['h8', 'g8', 'i8', 'm8', 'j8', 'a1', 'k8', 'b3', 'l8']) await person.play(mv);
    assert.equal((await person.view()).outcome, null);
    await person.sees('l8', /X/);
    await person.close();
  });

  test('a game of caro is analyzed', async () => {
    const person = await here.server.person();
    const page = person.page;
    await person.begin('caro', HERE);
    for (const mv of FIVE) await person.play(mv);
    await page.locator('.end h2').waitFor();
    await page.goto(`/analysis?game=${person.room}`);
    await page.locator('cg-board.kd-caro').waitFor();
    await page.locator('.moves, .tree', { hasText: 'k10' }).first().waitFor();
    await page.keyboard.press('End');
    await page.locator('cg-board.kd-caro piece.s-piece').first().waitFor();
    assert.deepEqual(person.consoleErrors, []);
    await person.close();
  });

  for (const language of ['vi', 'en', 'zh-Hans', 'zh-Hant'])
    test(`the rules of caro are there in ${language}`, async () => {
      const person = await here.server.person({ language });
      await person.page.goto('/rules/caro');
      await person.page.locator('article .face.kd-caro').first().waitFor();
      assert.equal(await person.page.locator('article section').count(), 4);
      assert.deepEqual(person.consoleErrors, []);
      await person.close();
    });
}
