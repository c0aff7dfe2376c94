// Cờ caro: new game, play to the end, undo, hint, record, statistics, analysis, editor; small boards, phone, languages.
import assert from 'node:assert/strict';
import test from './journey.mjs';

const HERE = { other: { kind: 'here' } };
/** X completes a line of five with the last move. */
const FIVE = ['h8', 'h9', 'i8', 'i9', 'j8', 'j9', 'k8', 'k10', 'l8'];

/** Pieces of the board that do not stand in the middle of a square of the grid, of all it has. */
const misplaced = (page) =>
  page.evaluate(() => {
    const cells = [...document.querySelectorAll('[role=gridcell]')].map((cell) => cell.getBoundingClientRect());
    const middle = ({ left, right, top, bottom }) => [(left + right) / 2, (top + bottom) / 2];
    const pieces = [...document.querySelectorAll('cg-board piece')].map((piece) =>
      middle(piece.getBoundingClientRect()),
    );
    const near = ([x, y]) =>
      cells.some((cell) => Math.abs(middle(cell)[0] - x) < 2 && Math.abs(middle(cell)[1] - y) < 2);
    return [pieces.filter((piece) => !near(piece)).length, pieces.length];
  });

export function caroJourneys(here) {
  test('caro is begun on the home page and played to a line of five, with undo, record, statistics', async () => {
    const person = await here.server.person();
    const page = person.page;
    await page.goto('/');
    const before = await page.evaluate(() => performance.getEntriesByType('resource').map((one) => one.name));
    assert.ok(!before.some((name) => /stone|chalk|coords/.test(name)), 'its art is not part of a first visit');
    await page.getByRole('radio', { name: 'Cờ caro' }).click();
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
    // The line that won is marked, as long as it is on the board.
    await page.waitForFunction(() => document.querySelectorAll('kd-mark.line:not([hidden])').length === 5);
    await page.keyboard.press('ArrowLeft');
    await page.waitForFunction(() => !document.querySelector('kd-mark.line:not([hidden])'));
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

  test('caro is played by keyboard, and stones that stand are not selected', async () => {
    const person = await here.server.person({ language: 'en' });
    const { page } = person;
    await person.begin('caro', HERE);
    const cell = (square) => page.locator(`[data-square="${square}"]`);
    const hears = (text) =>
      page.locator('[aria-live=polite]', { hasText: text }).first().waitFor({ state: 'attached' });
    assert.equal(await cell('h8').getAttribute('aria-label'), 'h8, empty, a piece may be placed here');
    await cell('h8').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await person.until((now) => now.plies[0]?.mv === 'i8');
    await person.sees('i8', /X stone/);
    await hears('i8');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press(' ');
    await person.until((now) => now.plies[1]?.mv === 'h8');
    await person.sees('h8', /O stone/);
    await cell('i8').focus();
    await page.keyboard.press('Enter');
    await hears('Taken: i8, X stone');
    await page.mouse.click(...(await person.spot('i8')));
    assert.equal(await page.locator('cg-board square.selected, [role=gridcell][aria-selected=true]').count(), 0);
    assert.equal((await person.view()).plies.length, 2);
    assert.deepEqual(person.consoleErrors, []);
    await person.close();
  });

  test('a small board of caro is large enough on a wide screen', async () => {
    const person = await here.server.person({ size: [1280, 800] });
    for (const size of [3, 9, 15]) {
      await person.begin('caro', { ...HERE, options: { size: String(size) } });
      const box = await person.page.locator('cg-board').boundingBox();
      assert.ok(box.width >= 440 && box.height <= 720, `${size}: ${box.width} by ${box.height}`);
    }
    await person.close();
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

  test('the largest board and a small one fit a phone on every page that shows them', async () => {
    const person = await here.server.person({ size: [390, 844] });
    const { page } = person;
    const small = encodeURIComponent('9/9/9/3s5/2s6/2SSS4/9/9/9 w 5');
    const [row] = (await person.ask('GET', '/puzzles/fives?count=1')).rows;
    for (const [address, cells] of [
      ['/analysis?game=caro&moves=h8,h9,i8', 225],
      [`/analysis?game=caro&fen=${small}`, 81],
      [`/solve?game=caro&fen=${small}`, 81],
      [`/editor?game=caro&fen=${small}`, 81],
      ['/lab?game=caro&moves=h8,h9', 225],
      [`/lab?game=caro&fen=${small}`, 81],
      [`/puzzles/fives/${row.id}`, 225],
    ]) {
      await page.goto(address);
      await page.locator('cg-board.kd-caro piece').first().waitFor();
      await page.waitForFunction((count) => document.querySelectorAll('[role=gridcell]').length === count, cells);
      // The board is as wide as it can be, and no wider than the screen.
      const wide = await page.evaluate(() => document.querySelector('cg-board').getBoundingClientRect().width);
      assert.ok(wide > 270 && wide <= 390, `${address}: ${wide}`);
      const [off, all] = await misplaced(page);
      assert.ok(off === 0 && all > 0, `${address}: ${off} of ${all} pieces are beside their squares`);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), address);
    }
    assert.deepEqual(person.consoleErrors, []);
    await person.close();
  });

  test('the editor sets X and O on a board of any size, with its rules, and the solver proves a win', async () => {
    const person = await here.server.person();
    const { page } = person;
    await page.goto('/editor');
    await page.getByRole('radio', { name: 'Cờ caro' }).click();
    await page.locator('cg-board.kd-caro').waitFor();
    const set = async (letter, ...squares) => {
      await page.locator(`[data-letter="${letter}"]`).click();
      for (const [x, y] of await person.spots(...squares)) await page.mouse.click(x, y);
      await page.keyboard.press('Escape');
    };
    await set('S', 'f8', 'g8', 'h8');
    await set('s', 'f9', 'g10');
    await page.getByText('Thế hợp lệ').waitFor();
    assert.match(await page.locator('#editor-fen').inputValue(), /6s8\/5s9\/5SSS7\/.* w 5$/);
    await page.locator('[data-rule=win]').selectOption('vietnamese');
    await page.locator('[data-rule=size]').selectOption('9');
    await page.waitForFunction(() => / w 5v$/.test(document.querySelector('#editor-fen').value));
    assert.match(await page.locator('#editor-fen').inputValue(), /^9\/9\/3s5\/2s6\/2SSS4\//);
    assert.equal(await page.locator('[role=gridcell]').count(), 81);
    await page.getByRole('button', { name: 'Hoàn tác' }).click();
    await page.waitForFunction(() => document.querySelectorAll('[role=gridcell]').length === 225);
    // The address has the position: it is there again after a reload.
    const before = await page.locator('#editor-fen').inputValue();
    await page.reload();
    await page.locator('cg-board.kd-caro piece').first().waitFor();
    assert.equal(await page.locator('#editor-fen').inputValue(), before);
    await page.getByRole('button', { name: 'Giải thế này' }).click();
    await page.waitForURL(/\/solve/);
    await page
      .getByText(/Thắng trong \d+ nước, đã chứng minh/)
      .first()
      .waitFor({ timeout: 60_000 });
    assert.deepEqual(person.consoleErrors, []);
    await person.close();
  });

  test('a game of caro by link is joined on a phone, with its rules told', async () => {
    const host = await here.server.person();
    const { invitation, room } = await host.ask('POST', '/rooms', {
      game: 'caro',
      one: { kind: 'me' },
      other: { kind: 'link' },
      options: { size: '9', win: 'vietnamese' },
    });
    await host.enter(room, 'cg-board.kd-caro');
    const guest = await here.server.person({ size: [390, 844] });
    await guest.page.goto(`/join/${invitation}`);
    await guest.page.getByText('Việt Nam (chặn hai đầu)').first().waitFor();
    await guest.page.locator('.btn.pri.big').tap();
    await guest.page.waitForURL(/\/room\//);
    guest.room = room;
    await guest.page.locator('cg-board.kd-caro').waitFor();
    assert.equal(await guest.page.locator('[role=gridcell]').count(), 81);
    await host.play('e5');
    await guest.sees('e5', /X/);
    await guest.play('d5');
    await host.sees('d5', /O/);
    assert.deepEqual([...host.consoleErrors, ...guest.consoleErrors], []);
    await host.close();
    await guest.close();
  });

  test('records of caro are saved for Piskvork and read again, with the place of a fault', async () => {
    const person = await here.server.person();
    const { page } = person;
    await person.begin('caro', HERE);
    for (const mv of FIVE) await person.play(mv);
    const address = `${here.server.url}/api/rooms/${person.room}/record?format=psq`;
    const record = await (await person.context.request.get(address)).text();
    assert.match(record, /^Piskvorky 15x15, 0:0, 0\n8,8,0\n8,7,0\n/);
    const read = await person.ask('POST', '/records', { text: record });
    assert.deepEqual([read.game, read.plies.length], ['caro', FIVE.length]);
    assert.equal(read.outcome.winner, 'first');
    const wrong = await person.ask('POST', '/records', { text: 'Piskvorky 15x15, 0:0, 0\n8,8,0\n8,99,0\n' });
    assert.deepEqual([wrong.plies.length, wrong.warnings[0].code], [1, 'file_place']);
    await page.goto('/library');
    assert.deepEqual(person.consoleErrors, []);
    await person.close();
  });

  test('a puzzle of caro is solved on the board', async () => {
    const person = await here.server.person();
    const { page } = person;
    const [row] = (await person.ask('GET', '/puzzles/fives?most=3&count=1')).rows;
    await page.goto(`/puzzles/fives/${row.id}`);
    await page.locator('cg-board.kd-caro piece').first().waitFor();
    const other = await here.server.person();
    await other.page.goto('/api/health');
    let moves = [];
    for (let turn = 0; turn < 6; turn += 1) {
      const told = await other.ask('POST', `/puzzles/fives/${row.id}/help`, { moves, whole: false });
      const [x, y] = await person.spot(told.line[0].mv);
      const answered = page.waitForResponse((answer) => answer.url().includes('/try'));
      await page.mouse.click(x, y);
      const tried = await (await answered).json();
      moves = tried.line.plies.map((ply) => ply.mv);
      if (tried.status === 'reached') break;
    }
    await page.getByText('Đúng rồi, bạn đã giải xong').waitFor();
    assert.deepEqual(person.consoleErrors, []);
    await other.close();
    await person.close();
  });

  for (const language of ['vi', 'en', 'zh-Hans', 'zh-Hant'])
    test(`the rules of caro are there in ${language}`, async () => {
      const person = await here.server.person({ language });
      await person.page.goto('/rules/caro');
      await person.page.locator('article .face.kd-caro').first().waitFor();
      // Four of the game, and fair play.
      assert.equal(await person.page.locator('article section').count(), 5);
      assert.deepEqual(person.consoleErrors, []);
      await person.close();
    });
}
