// Actions at the board: limited takebacks, restart, draws, rulings, premoves and arrows.
import assert from 'node:assert/strict';
import test from './journey.mjs';

const HERE = { other: { kind: 'here' } };
/** An engine that thinks longer than the test runs. */
const SLOW = { other: { kind: 'engine', engine: 'champion:time=60000' } };

const count = (person, wanted) => person.until((view) => view.plies.length === wanted);
const tool = (person, name) => person.page.getByRole('button', { name, exact: true });

/** Waits until the page knows that it is the user's turn: the server may be a moment ahead of it. */
const mayMove = (person) => person.page.locator('[data-movable]').first().waitFor({ state: 'attached' });

export function actionJourneys(here) {
  test('taking back is counted where it was limited, and the board says how often is left', async () => {
    const person = await here.server.person();
    await person.begin('xiangqi', { other: { kind: 'level', level: 1 }, undo: { kind: 'limited', times: 1 } });
    await person.play('h2e2');
    await person.myTurn();
    await person.page
      .getByRole('button', { name: /^Đi lại/ })
      .first()
      .getByText('1')
      .waitFor();
    await person.page.keyboard.press('z');
    await count(person, 0);
    await person.play('h0g2');
    await person.myTurn();
    // The button stays reachable and says why nothing can be taken back.
    const undo = person.page.getByRole('button', { name: /^Đi lại/ }).first();
    await person.page.waitForFunction(() => document.querySelector('.td .tool')?.ariaDisabled === 'true');
    await undo.click({ force: true });
    await person.page.getByText('Bạn đã hết lượt đi lại trong ván này.').waitFor();
    await person.page.keyboard.press('z');
    assert.equal((await person.view()).plies.length, 2);
    await person.close();
  });

  test('starting over asks once, and everything can be played again', async () => {
    const person = await here.server.person();
    await person.begin('xiangqi', { ...HERE, moves: ['h2e2', 'h9g7', 'h0g2'] });
    // The navigation has a button of this name too.
    await tool(person, 'Thêm').last().click();
    await person.page.getByRole('menuitem', { name: 'Chơi lại từ đầu' }).click();
    await person.page.locator('dialog .btn.pri').click();
    await count(person, 0);
    await person.presses('y', (view) => view.plies.length > 0);
    await person.close();
  });

  test('at chess a position that came three times may be claimed as a draw', async () => {
    const person = await here.server.person();
    const dance = ['g1f3', 'g8f6', 'f3g1', 'f6g8'];
    await person.begin('chess', { ...HERE, moves: [...dance, ...dance.slice(0, 3)] });
    await person.play(dance[3]);
    await tool(person, 'Xin xử hòa').click();
    const view = await person.until((now) => now.outcome);
    assert.equal(view.outcome.winner, null);
    await person.page.getByRole('heading', { name: 'Hòa' }).waitFor();
    await person.close();
  });

  test('the arbiter warns before perpetual check is lost, and shows the cycle on the board', async () => {
    const person = await here.server.person();
    const chase = ['a0a9', 'd9d8', 'a9a8', 'd8d9', 'a8a9', 'd9d8', 'a9a8', 'd8d9'];
    await person.begin('xiangqi', { ...HERE, setup: '3k5/9/9/9/9/9/9/9/9/R3K4 w', moves: chase });
    await person.page.locator('.ban').waitFor();
    assert.match(await person.page.locator('.ban').textContent(), /Đỏ/);
    let view = await person.view();
    for (let ply = 0; !view.outcome && ply < 24; ply += 1) view = await person.play(chase[4 + (ply % 4)]);
    assert.equal(view.outcome?.winner, 'second', JSON.stringify(view.outcome));
    await tool(person, 'Xử theo luật').click();
    const cycle = person.page.locator('.case li button');
    assert.ok((await cycle.count()) >= 4);
    await cycle.first().click();
    await person.page.locator('.case li button.on').waitFor();
    assert.ok((await person.page.locator('.case .tag.r').count()) >= 2, 'the checks are named');
    await person.close();
  });

  test('the computer answers an offered draw', async () => {
    const person = await here.server.person();
    await person.begin('chess', { other: { kind: 'level', level: 2 }, setup: '4k3/8/8/8/8/8/8/QQQ1K3 w - - 0 1' });
    // Lost for the engine: it accepts the draw at once.
    await person.play('a1a2');
    await person.myTurn();
    await mayMove(person);
    await person.page.keyboard.press('d');
    const taken = await person.until((view) => view.outcome);
    assert.equal(taken.outcome.winner, null);
    await person.begin('chess', { other: { kind: 'level', level: 2 }, setup: 'qqq1k3/8/8/8/8/8/7P/4K3 w - - 0 1' });
    await person.play('h2h3');
    await person.myTurn();
    await mayMove(person);
    await person.page.keyboard.press('d');
    await person.page.getByText('Đối thủ không đồng ý.').waitFor();
    assert.equal((await person.view()).outcome, null);
    await person.close();
  });

  test('an engine moves at once when asked to, and a premove made meanwhile is played', async () => {
    const person = await here.server.person();
    await person.begin('xiangqi', SLOW);
    await person.play('h2e2');
    await person.click('h0g2');
    await person.page.locator('square.current-premove').first().waitFor();
    await person.page.keyboard.press(' ');
    const view = await person.until((now) => now.plies.length === 3);
    assert.equal(view.plies[2].mv, 'h0g2');
    await person.close();
  });

  test('arrows and circles are drawn with the other button, or with the pen; a click wipes them', async () => {
    const person = await here.server.person();
    await person.begin('chess', HERE);
    const [from, to] = [await person.spot('e2'), await person.spot('e4')];
    const lines = (count) =>
      person.page.waitForFunction((wanted) => document.querySelectorAll('.cg-shapes line').length === wanted, count);
    await person.page.mouse.move(...from);
    await person.page.mouse.down({ button: 'right' });
    await person.page.mouse.move(...to, { steps: 4 });
    await person.page.mouse.up({ button: 'right' });
    await lines(1);
    await person.page.mouse.click(...(await person.spot('e5')));
    await lines(0);
    await person.page.keyboard.press('a');
    await person.drag('g1f3');
    await lines(1);
    assert.equal((await person.view()).plies.length, 0, 'the pen moves no pieces');
    await person.page.keyboard.press('a');
    await person.close();
  });

  test('odds stand on the board: a horse given away, two moves in a row', async () => {
    const person = await here.server.person();
    await person.begin('xiangqi', { handicap: { by: 'other', odds: 'horse_left' } });
    assert.match((await person.pieces()).b9 + (await person.pieces()).h9, /trống/);
    await person.begin('xiangqi', { handicap: { by: 'other', moves: 2 } });
    await person.play('h2e2');
    const view = await person.view();
    assert.equal(view.turn, 'first', 'the second move is ours too');
    await person.play('h0g2');
    await person.myTurn();
    assert.deepEqual(person.consoleErrors, []);
    await person.close();
  });

  test('an invalid typed move is explained, and the board stays', async () => {
    const person = await here.server.person();
    await person.begin('xiangqi', HERE);
    await person.page.locator('main').focus();
    await person.page.keyboard.press('g');
    await person.page.keyboard.type('P2-2');
    await person.page.keyboard.press('Enter');
    await person.page.locator('.toast').waitFor();
    assert.equal((await person.view()).plies.length, 0);
    await person.page.keyboard.type('Pháo 2 bình 5');
    await person.page.keyboard.press('Enter');
    await count(person, 1);
    await person.close();
  });
}
