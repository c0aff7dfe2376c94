// Games besides the main ones: placing pieces, a board of another size, and a game the page does not know.
import assert from 'node:assert/strict';
import test from './journey.mjs';

const HERE = { other: { kind: 'here' } };
/** White has three in a row with the last move; both placed three pieces before. */
const PLACED = ['a1', 'b1', 'b2', 'c3', 'c1', 'a3'];

export function moreGameJourneys(here) {
  test('three men’s morris is found under more games and played to its end', async () => {
    const person = await here.server.person();
    const page = person.page;
    await page.goto('/');
    const before = await page.evaluate(() => performance.getEntriesByType('resource').map((one) => one.name));
    assert.ok(!before.some((name) => /man-.*\.svg/.test(name)), 'its images are not part of a first visit');
    await page.getByRole('button', { name: 'Cờ ba quân' }).click();
    await page.locator('.face.kd-morris').waitFor();
    await page.getByRole('radio', { name: 'Hai người' }).click();
    await page.getByRole('button', { name: 'Chơi ngay' }).first().click();
    await page.waitForURL(/\/room\//);
    await page.locator('cg-board.kd-morris').waitFor();
    person.room = new URL(page.url()).pathname.split('/')[2];
    for (const mv of PLACED) await person.play(mv);
    await person.sees('b2', /trắng/i);
    // Pieces on the board slide: White needs a1, b2 and c3 or another line.
    let view = await person.view();
    assert.ok(
      view.legal.every((mv) => mv.length === 4),
      'all pieces are placed',
    );
    for (let turn = 0; !view.outcome && turn < 40; turn += 1) {
      const mv = view.legal[(turn * 7) % view.legal.length];
      view = await person.play(mv, view);
    }
    assert.ok(view.outcome, 'the game ends');
    await page.locator('.end h2').waitFor();
    await page.getByRole('button', { name: 'Chơi lại' }).first().click();
    await page.waitForURL((url) => !url.pathname.endsWith(person.room));
    // It is listed with its board, and counted under its own name.
    await person.begin('toy', { other: { kind: 'engine', engine: 'random' } });
    await page.keyboard.press('r');
    await page.locator('dialog .btn.danger').click();
    await page.locator('.end h2').waitFor();
    await page.goto('/games');
    await page.locator('.thumb .kd-morris').first().waitFor();
    await page.goto('/stats');
    await page.getByRole('radio', { name: 'Cờ ba quân', checked: true }).waitFor();
    assert.deepEqual(person.consoleErrors, []);
    await person.close();
  });

  test('each of the five games is begun on the page of a new game and played, on a phone', async () => {
    const person = await here.server.person({ size: [390, 844] });
    const { page } = person;
    for (const game of ['xiangqi', 'jieqi', 'chess', 'caro', 'toy']) {
      await page.goto(`/new?game=${game}`);
      await page.getByRole('radio', { name: 'Hai người' }).tap();
      await page.getByRole('button', { name: 'Chơi ngay' }).first().tap();
      await page.waitForURL(/\/room\//);
      await page.locator('cg-board').waitFor();
      person.room = new URL(page.url()).pathname.split('/')[2];
      const view = await person.view();
      assert.equal(view.game, game);
      const after = await person.play(view.legal[0], view);
      assert.equal(after.plies[0].mv.slice(0, 2), view.legal[0].slice(0, 2));
      await page.locator('cg-board piece').first().waitFor();
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), game);
    }
    assert.deepEqual(person.consoleErrors, []);
    await person.close();
  });

  test('a piece is placed by keyboard with announcements, and by touch against the machine', async () => {
    const person = await here.server.person();
    await person.begin('toy', HERE);
    const cell = (square) => person.page.locator(`[data-square="${square}"]`);
    assert.match(await cell('b1').getAttribute('aria-label'), /có thể đặt quân/);
    await cell('b1').focus();
    await person.page.keyboard.press('ArrowUp');
    await person.page.keyboard.press('Enter');
    const view = await person.until((now) => now.plies.length === 1);
    assert.equal(view.plies[0].mv, 'b2');
    await person.page.locator('[aria-live=polite]', { hasText: 'b2' }).first().waitFor({ state: 'attached' });
    await person.sees('b2', /trắng/i);
    await person.page.keyboard.press('z');
    await person.until((now) => now.plies.length === 0);
    await person.close();

    const phone = await here.server.person({ size: [390, 844] });
    await phone.begin('toy', { other: { kind: 'engine', engine: 'minimax:depth=2' } });
    await phone.play('b2');
    const answered = await phone.until((now) => now.plies.length >= 2);
    assert.equal(answered.plies[0].mv, 'b2');
    const wide = await phone.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
    assert.ok(wide, 'the page does not scroll sideways');
    assert.deepEqual(phone.consoleErrors, []);
    await phone.close();
  });

  test('three men’s morris is analyzed, and edited on its own board, on a phone', async () => {
    const person = await here.server.person({ size: [390, 844], language: 'en' });
    const { page } = person;
    await page.goto('/analysis?game=toy');
    await page.locator('cg-board.kd-morris').waitFor();
    await page.locator('[data-square="b2"]').waitFor();
    const piece = page.locator('cg-board.kd-morris piece').first();
    // A tap before the legal moves have arrived does nothing.
    for (let tap = 0; tap < 10 && !(await piece.isVisible()); tap += 1) {
      await page.touchscreen.tap(...(await person.spot('b2')));
      await page.waitForTimeout(500);
    }
    await piece.waitFor();
    await page.goto('/editor?game=toy');
    await page.locator('cg-board.kd-morris').waitFor();
    for (const [letter, square] of [
      ['M', 'b2'],
      ['m', 'a1'],
    ]) {
      await page.locator(`[data-letter="${letter}"]`).tap();
      await page.touchscreen.tap(...(await person.spot(square)));
      await page.keyboard.press('Escape');
    }
    await page.getByText('Legal position').waitFor();
    assert.match(await page.locator('#editor-fen').inputValue(), /^3\/1M1\/m2 w/);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    // A position with too few pieces is rejected while it is being edited.
    assert.deepEqual(
      person.consoleErrors.filter((said) => !said.includes('/api/positions')),
      [],
    );
    await person.close();
  });

  test('a first visit loads the module and art of the game it shows, and of no other', async () => {
    const person = await here.server.person();
    const { page } = person;
    await page.goto('/');
    await page.locator('.face.kd-xq').waitFor();
    await page.waitForLoadState('networkidle');
    const loaded = () => page.evaluate(() => performance.getEntriesByType('resource').map((one) => one.name));
    const art = (await loaded()).filter((name) => name.endsWith('.svg'));
    // One image stands for each game.
    assert.equal(art.filter((name) => /\/w-(king|queen|rook|bishop|knight|pawn)/.test(name)).length, 1, art.join('\n'));
    assert.ok(!art.some((name) => /stone|chalk|coords|man-/.test(name)), art.join('\n'));
    const scripts = (await loaded()).filter((name) => name.endsWith('.js')).length;
    await page.getByRole('radio', { name: 'Cờ vua' }).click();
    await page.locator('.face.kd-chess').waitFor();
    await page.waitForFunction(() => document.querySelectorAll('.card.board .frame image').length === 32);
    assert.ok((await loaded()).filter((name) => name.endsWith('.js')).length > scripts, 'its module comes now');
    assert.deepEqual(person.consoleErrors, []);
    await person.close();
  });

  test('a game of a newer server is played on a plain board', async () => {
    const person = await here.server.person();
    // The server's answers name a game that this page has no module for.
    const renamed = (text) => text.replaceAll('"toy"', '"morris9"');
    await person.page.route('**/api/games', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, body: renamed(await answer.text()) });
    });
    await person.page.routeWebSocket('**/socket?*', (socket) => {
      const server = socket.connectToServer();
      server.onMessage((message) => socket.send(renamed(String(message))));
    });
    const made = await person.ask('POST', '/rooms', { game: 'toy', one: { kind: 'me' }, ...HERE });
    await person.enter(made.room, 'cg-board.kd-lines');
    await person.play('b2');
    await person.page.locator('.kd-board.unknown piece.m-piece.white').waitFor();
    assert.match((await person.pieces()).b2, /b2/);
    await person.play('a1');
    await person.close();
  });
}
