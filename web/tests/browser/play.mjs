// Playing: takebacks, clocks, keyboard, phone, server crash.
import assert from 'node:assert/strict';
import test from './journey.mjs';
import { TestServer } from './server.mjs';

const HERE = { other: { kind: 'here' } };

/** 炮二平五 马8进7 as old programs wrote it. */
const GBK = Buffer.from([0xc5, 0xda, 0xb6, 0xfe, 0xc6, 0xbd, 0xce, 0xe5, 0x20, 0xc2, 0xed, 0x38, 0xbd, 0xf8, 0x37]);

/** XQStudio file with two moves. */
function xqf() {
  const pieces = [
    80, 70, 60, 50, 40, 30, 20, 10, 0, 72, 12, 83, 63, 43, 23, 3, 9, 19, 29, 39, 49, 59, 69, 79, 89, 17, 77, 6, 26, 46,
    66, 86,
  ];
  const head = Buffer.alloc(1024);
  head.write('XQ\n', 'latin1');
  head.set(pieces, 16);
  const step = (from, to, more) => [from + 24, to + 32, more ? 0xf0 : 0, 0, 0, 0, 0, 0];
  return Buffer.concat([head, Buffer.from([...step(0, 0, true), ...step(23, 24, true), ...step(79, 67, false)])]);
}

export function playJourneys(here) {
  test('one click on the first page leads to a board one can play on', async () => {
    const person = await here.server.person({ animated: true });
    await person.page.goto('/');
    await person.page.getByRole('button', { name: 'Chơi ngay' }).first().click();
    await person.page.waitForSelector('cg-board piece');
    person.room = new URL(person.page.url()).pathname.split('/').at(-1);
    const view = await person.myTurn();
    await person.play(view.legal[0], view);
    await person.myTurn();
    assert.deepEqual(person.consoleErrors, []);
    await person.close();
  });

  test('moves are taken back and played again', async () => {
    const person = await here.server.person();
    await person.begin('xiangqi', HERE);
    for (const mv of ['h2e2', 'h9g7', 'h0g2']) await person.play(mv);
    await person.page.keyboard.press('z');
    await person.until((view) => view.plies.length === 2);
    await person.page.keyboard.press('z');
    await person.until((view) => view.plies.length === 1);
    await person.sees('h9', /Mã Đen/);
    await person.page.keyboard.press('y');
    await person.until((view) => view.plies.length === 2);
    await person.close();
  });

  test('an illegal drop goes back to its square', async () => {
    const person = await here.server.person();
    await person.begin('xiangqi', HERE);
    await person.drag('h2h9');
    await person.drag('e0e5');
    await person.page.waitForTimeout(300);
    await person.sees('e0', /Tướng Đỏ/);
    assert.equal((await person.view()).plies.filter((ply) => ply.mv === 'e0e5').length, 0);
    await person.close();
  });

  test('who lets the time run out loses', async () => {
    const person = await here.server.person();
    await person.begin('xiangqi', { ...HERE, clock: { kind: 'game', initial_ms: 2000, increment_ms: 0 } });
    await person.play('h2e2');
    const view = await person.until((one) => one.outcome, 15_000);
    assert.equal(view.outcome.reason, 'time_forfeit');
    assert.equal(view.outcome.winner, 'first');
    await person.page.getByRole('heading', { name: 'Đỏ thắng' }).waitFor();
    await person.close();
  });

  test('a whole move by keys alone, and one by typing', async () => {
    const person = await here.server.person();
    await person.begin('xiangqi', HERE);
    await person.page.locator('[data-square=h2]').focus();
    await person.page.keyboard.press('Enter');
    for (let steps = 0; steps < 3; steps += 1) await person.page.keyboard.press('ArrowLeft');
    await person.page.keyboard.press('Enter');
    await person.until((view) => view.plies.length === 1);
    assert.equal((await person.view()).plies[0].mv.slice(0, 4), 'h2e2');
    await person.page.locator('main').focus();
    await person.page.keyboard.press('g');
    await person.page.keyboard.type('M8.7');
    await person.page.keyboard.press('Enter');
    const view = await person.until((one) => one.plies.length === 2);
    assert.equal(view.plies[1].text.vi, 'M8.7');
    await person.close();
  });

  test('the record is walked through with keys and clicks, and its notation changes at once', async () => {
    const person = await here.server.person();
    await person.begin('xiangqi', HERE);
    for (const mv of ['h2e2', 'h9g7', 'h0g2']) await person.play(mv);
    await person.page.locator('main').focus();
    await person.page.keyboard.press('ArrowLeft');
    await person.page.keyboard.press('ArrowLeft');
    await person.sees('h9', /Mã Đen/);
    assert.equal(
      await person.page
        .locator('.moves .mv.on')
        .textContent()
        .then((text) => text.trim().slice(0, 4)),
      'P2-5',
    );
    await person.page.getByRole('tab', { name: 'Phân tích' }).click();
    await person.page.locator('select').first().selectOption('wxf');
    await person.page.getByRole('tab', { name: 'Biên bản' }).click();
    assert.match(await person.page.locator('.moves .mv.on').textContent(), /C2[.=]5/);
    await person.close();
  });

  test('on a small phone the board comes first, edge to edge, and the page does not scroll', async () => {
    for (const game of ['xiangqi', 'jieqi', 'chess']) {
      const person = await here.server.person({ size: [360, 740] });
      await person.begin(game);
      const found = await person.page.evaluate(() => ({
        frame: document.querySelector('.kd-frame').getBoundingClientRect().width,
        wide: document.documentElement.scrollWidth,
        high: document.documentElement.scrollHeight,
      }));
      assert.equal(found.frame, 360, game);
      assert.ok(found.wide <= 360 && found.high <= 740, `${game}: ${JSON.stringify(found)}`);
      const view = await person.myTurn();
      await person.play(view.legal[0]);
      assert.deepEqual(person.consoleErrors, []);
      await person.close();
    }
  });

  test('the server is killed in the middle of a game, and the game goes on', async () => {
    // Own server, because this journey kills it.
    const server = await TestServer.open(here.server.browser);
    const person = await server.person();
    await person.begin('xiangqi', HERE);
    for (const mv of ['h2e2', 'h9g7']) await person.play(mv);
    await server.stop('SIGKILL');
    await person.page.getByText('Mất kết nối.').waitFor();
    await server.start();
    await person.page.getByText('Mất kết nối.').waitFor({ state: 'detached', timeout: 30_000 });
    assert.equal((await person.view()).plies.length, 2);
    await person.play('h0g2');
    assert.equal((await person.view()).plies.length, 3);
    await person.close();
    await server.close();
  });

  test('a record is saved and loaded again, move for move', async () => {
    const person = await here.server.person();
    await person.begin('xiangqi', HERE);
    const moves = ['h2e2', 'h9g7', 'h0g2', 'i9h9', 'i0h0', 'b9c7'];
    for (const mv of moves) await person.play(mv);
    for (const format of ['Văn bản', 'PGN']) {
      await person.page.locator('main').focus();
      await person.page.keyboard.press('c');
      await person.page.getByRole('radio', { name: format }).click();
      await person.page.waitForFunction(() => document.querySelector('dialog textarea')?.value.length > 20);
      const text = await person.page.locator('dialog textarea').inputValue();
      await person.page.keyboard.press('Escape');
      const before = person.page.url();
      await person.page.locator('main').focus();
      await person.page.keyboard.press('l');
      await person.page.locator('#loader-text').fill(text);
      await person.page.getByRole('button', { name: 'Đọc biên bản' }).click();
      await person.page.locator('dialog .foot .btn.pri').click();
      await person.page.waitForFunction((old) => location.href !== old, before);
      await person.page.waitForSelector('cg-board piece');
      await person.page.waitForFunction(() => location.search.startsWith('?loaded='));
      const stored = await person.page.evaluate(() =>
        JSON.parse(localStorage.getItem(`kydai.tree.loaded.${new URLSearchParams(location.search).get('loaded')}`)),
      );
      assert.deepEqual(stored.path, moves, format);
      await person.enter(person.room);
    }
    await person.close();
  });

  test('files of other programs are read, whatever their form and encoding', async () => {
    const person = await here.server.person();
    await person.page.goto('/games');
    for (const [name, buffer, plies] of [
      ['old.pgn', GBK, 2],
      ['game.xqf', xqf(), 2],
    ]) {
      await person.page
        .getByRole('button', { name: /biên bản/i })
        .first()
        .click();
      await person.page
        .locator('dialog input[type=file]')
        .setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
      await person.page.getByText(`Đọc được ${plies} nước`).waitFor();
      await person.page.keyboard.press('Escape');
      await person.page.locator('#loader-title').waitFor({ state: 'detached' });
    }
    assert.deepEqual(person.consoleErrors, []);
    await person.close();
  });

  test('a broken record names the move that fails and offers the rest', async () => {
    const person = await here.server.person();
    await person.page.goto('/games');
    await person.page
      .getByRole('button', { name: /biên bản/i })
      .first()
      .click();
    await person.page.locator('#loader-text').fill('1. P2-5 M8.7\n2. M2.3 X9-8\n3. X1-9 M2.3');
    await person.page.getByRole('button', { name: 'Đọc biên bản' }).click();
    const said = await person.page.locator('dialog .wrong').first().textContent();
    assert.match(said, /3/);
    assert.match(said, /X1-9/);
    await person.page.locator('dialog .foot .btn.pri').click();
    await person.page.waitForSelector('cg-board piece');
    await person.page.locator('.tree, .moves').first().waitFor();
    const stored = await person.page.evaluate(() =>
      JSON.parse(localStorage.getItem(`kydai.tree.loaded.${new URLSearchParams(location.search).get('loaded')}`)),
    );
    assert.equal(stored.path.length, 4);
    await person.close();
  });
}
