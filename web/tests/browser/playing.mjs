// Details of play: taking back after mate and past a reveal, agreed draws, computing times, loaded records, statistics.
import assert from 'node:assert/strict';
import test from './journey.mjs';

const HERE = { other: { kind: 'here' } };
const GREEDY = { other: { kind: 'engine', engine: 'greedy' } };
const MATE = ['4k4/9/9/9/9/9/9/R8/1R7/3K5 w', 'a2a8', 'b1b9'];

const count = (person, wanted) => person.until((view) => view.plies.length === wanted);
const button = (person, name) => person.page.getByRole('button', { name, exact: true });

export function playingJourneys(here) {
  test('a mate can be taken back against the machine, and a set-up does not count', async () => {
    const person = await here.server.person();
    await person.begin('xiangqi', { ...GREEDY, setup: MATE[0] });
    await person.play(MATE[1]);
    await person.myTurn();
    await person.play(MATE[2]);
    await person.page.getByText('Ván này không tính vào thống kê.').waitFor();
    await person.page.locator('.end').getByRole('button', { name: 'Đi lại nước cuối' }).click();
    const view = await count(person, 2);
    assert.equal(view.outcome, null);
    await person.page.locator('.end').waitFor({ state: 'detached' });
    await person.close();
  });

  test('at jieqi taking back a reveal asks first against the machine, and explains itself elsewhere', async () => {
    const person = await here.server.person();
    await person.begin('jieqi', GREEDY);
    const { legal } = await person.myTurn();
    await person.play(legal[0]);
    await person.myTurn();
    await person.page.locator('main').focus();
    await person.page.keyboard.press('z');
    await person.page.getByText('Lấy lại nước đã lật quân?').waitFor();
    await person.page.locator('dialog .btn.pri').click();
    const view = await count(person, 0);
    assert.deepEqual(view.aids, ['peeked', 'take_back']);
    await person.begin('jieqi', HERE);
    await person.play((await person.myTurn()).legal[0]);
    const undo = person.page.getByRole('button', { name: 'Đi lại', exact: true }).first();
    await undo.and(person.page.locator('[aria-disabled=true]')).waitFor();
    await undo.click({ force: true });
    const toast = person.page.locator('.toast', { hasText: /lật|úp/ });
    await toast.waitFor();
    await toast.waitFor({ state: 'detached', timeout: 30_000 });
    await person.page.locator('main').focus();
    await person.page.keyboard.press('z');
    await toast.waitFor();
    assert.equal((await person.view()).plies.length, 1);
    await person.close();
  });

  test('what cannot be redone after a start over is said before, and what a takeback costs in the form', async () => {
    const person = await here.server.person();
    for (const [color, said] of [
      ['first', 'Bấm Đi tiếp để đi lại các nước đó.'],
      ['second', 'Máy đi trước nên không đi tiếp các nước cũ được nữa.'],
    ]) {
      await person.begin('xiangqi', { ...GREEDY, color });
      await person.play((await person.myTurn()).legal[0]);
      await person.myTurn();
      await person.page.locator('.td [aria-haspopup=menu]').click();
      await person.page.getByRole('menuitem', { name: 'Chơi lại từ đầu' }).click();
      await person.page.locator('dialog', { hasText: said }).waitFor();
      await person.page.keyboard.press('Escape');
    }
    await person.page.goto('/new?game=jieqi');
    await person.page.getByText('Nước đã lật quân vẫn đi lại được').waitFor();
    await person.page.getByRole('radio', { name: 'Hai người' }).click();
    await person.page.getByText('Không đi lại được nước đã lật quân.').waitFor();
    await person.close();
  });

  test('a move is taken back at once, even before the answer to it has arrived', async () => {
    const person = await here.server.person();
    const sent = [];
    person.page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(String(payload))));
    await person.begin('xiangqi', { other: { kind: 'engine', engine: 'champion:time=60000' } });
    await person.myTurn();
    await person.page.locator('main').focus();
    await person.click('h2e2');
    while (!sent.some((text) => text.includes('h2e2'))) await new Promise((done) => setTimeout(done, 1));
    await person.page.keyboard.press('z');
    await person.until((view) => view.seq >= 3 && view.plies.length === 0);
    assert.equal(await person.page.locator('.toast').count(), 0);
    await person.close();
  });

  test('on one device D asks before it agrees to a draw; offered by a friend, D accepts it', async () => {
    const person = await here.server.person();
    await person.begin('chess', { ...HERE, moves: ['e2e4', 'e7e5'] });
    await person.page.locator('main').focus();
    await person.page.keyboard.press('d');
    await person.page.getByText('Hai bên đồng ý hòa?').waitFor();
    assert.equal((await person.view()).outcome, null);
    await person.page.locator('dialog .btn.pri').click();
    await person.until((view) => view.outcome?.reason === 'agreement');

    const friend = await here.server.person();
    const made = await person.begin('chess', { other: { kind: 'link' } });
    await friend.page.goto(`/join/${made.invitation}`);
    await friend.page.getByText('Không tính giờ').waitFor();
    await friend.page.getByRole('button', { name: 'Vào bàn' }).click();
    await friend.page.waitForSelector('cg-board piece');
    friend.room = made.room;
    await person.play('e2e4');
    await friend.play('e7e5');
    await person.presses('d', (view) => view.offer?.kind === 'draw');
    await friend.page.getByText('Đối thủ cầu hòa.').waitFor();
    await friend.page.locator('main').focus();
    await friend.presses('d', (view) => view.outcome?.reason === 'agreement');
    // The invitation leads back to the game.
    await friend.page.goto(`/join/${made.invitation}`);
    await friend.page.waitForURL(`**/room/${made.room}`);
    await Promise.all([person.close(), friend.close()]);
  });

  test('the engine says how deep it is and moves when asked to; its time stays in the list', async () => {
    const person = await here.server.person();
    // Its first depths take milliseconds, the next one many seconds; its name has no depth.
    await person.begin('jieqi', { other: { kind: 'engine', engine: 'alphabeta:time=30000' } });
    await person.play((await person.myTurn()).legal[0]);
    await person.page.locator('.pl.opp .progress', { hasText: /^sâu \d+ · \d/ }).waitFor();
    await button(person, 'Đi ngay').first().click();
    const view = await count(person, 2);
    assert.ok(view.plies[1].computed_ms > 0);
    await person.page.reload();
    const shown = person.page.locator('.moves .ms.engine').first();
    await shown.waitFor();
    assert.match(await shown.textContent(), /^[\d,.]+ (ms|giây)$/);
    await person.close();
  });

  test('a loaded record opens with names, result, comments and variations, and can be played on', async () => {
    const person = await here.server.person();
    await person.page.goto('/games');
    await person.page
      .getByRole('button', { name: /biên bản/i })
      .first()
      .click();
    await person.page.getByText(/XQF, CBR, CBL, DhtmlXQ/).waitFor();
    await person.page
      .locator('#loader-text')
      .fill('[White "An"]\n[Black "Bình"]\n[Result "1-0"]\n\n1. e4 {nước mở} e5 (1... c5) 2. Nf3 1-0');
    await person.page.getByRole('button', { name: 'Đọc biên bản' }).click();
    await person.page.locator('dialog .foot .btn.pri').click();
    await person.page.waitForURL('**/analysis?loaded=*');
    await person.page.getByRole('heading', { name: 'An – Bình' }).waitFor();
    await person.page.getByText('nước mở').first().waitFor();
    assert.match(await person.page.locator('.head').textContent(), /1-0/);
    await person.page.reload();
    await person.page.getByRole('heading', { name: 'An – Bình' }).waitFor();
    await person.page.locator('.head').getByRole('button', { name: 'Chơi từ thế này' }).click();
    await person.page.locator('dialog').getByRole('button', { name: 'Chơi ngay' }).click();
    await person.page.waitForURL('**/room/*');
    assert.deepEqual((await person.ask('GET', '/stats')).rows, []);
    await person.close();
  });

  test('a wrong text in the editor stays to be corrected, and a position of another game offers to switch', async () => {
    const person = await here.server.person();
    await person.page.goto('/editor');
    const field = person.page.locator('#editor-fen');
    await field.fill('nonsense');
    await person.page.locator('.wrong').waitFor();
    await person.page.locator('h1').click();
    assert.equal(await field.inputValue(), 'nonsense');
    await person.page.getByText(/Thế hợp lệ/).waitFor();
    await person.page.getByRole('button', { name: 'Chơi từ thế này' }).and(person.page.locator(':enabled')).waitFor();
    await field.fill('4k3/8/8/8/8/8/4P3/4K3 w - - 0 1');
    await person.page.getByRole('button', { name: /cờ vua/ }).click();
    await person.page.locator('.kd-board.chess').waitFor();
    await person.page.getByText(/Thế hợp lệ/).waitFor();
    // Xiangqi and jieqi share a board: face-down pieces tell them apart, a mistake does not.
    await person.page.goto('/editor?game=xiangqi');
    await field.fill('4k4/9/9/9/9/9/9/9/9/4K4 w');
    await person.page.locator('.wrong').first().waitFor();
    assert.equal(await person.page.getByRole('button', { name: /Chuyển sang/ }).count(), 0);
    await field.fill('xxxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/1X5X1/9/XXXXKXXXX w');
    await person.page.getByRole('button', { name: 'Chuyển sang cờ úp' }).click();
    await person.page.getByRole('radio', { name: 'Cờ úp', checked: true }).waitFor();
    await person.page.getByText(/Thế hợp lệ/).waitFor();
    await person.close();
  });

  test('an export keeps the notation of the app, and gives the position viewed', async () => {
    const person = await here.server.person();
    await person.begin('xiangqi', { ...HERE, moves: ['h2e2', 'h9g7'] });
    await person.page.locator('main').focus();
    await person.page.keyboard.press('ArrowLeft');
    await person.page.keyboard.press('c');
    await person.page.locator('dialog select').selectOption('zh');
    await person.page.waitForFunction(() => /炮/.test(document.querySelector('dialog textarea')?.value ?? ''));
    await person.page.getByRole('radio', { name: 'FEN' }).click();
    await person.page.waitForFunction(() => / b /.test(document.querySelector('dialog textarea')?.value ?? ''));
    await person.page.keyboard.press('Escape');
    await person.page.locator('.moves').getByText('P2-5').waitFor();
    // Keys work after a click on a tab.
    await person.page.getByRole('tab', { name: 'Phân tích' }).click();
    await person.page.keyboard.press('f');
    await person.page.locator('.cg-wrap.orientation-black').waitFor();
    await person.close();
  });

  test('a mistyped move stays in its field, and an impossible one is called impossible', async () => {
    const person = await here.server.person();
    await person.begin('xiangqi', HERE);
    await person.page.locator('main').focus();
    await person.page.keyboard.press('g');
    await person.page.keyboard.type('h2h9x');
    await person.page.keyboard.press('Enter');
    await person.page.locator('.toast').waitFor();
    assert.equal(await person.page.locator('#typed-move').inputValue(), 'h2h9x');
    await person.page.locator('#typed-move').fill('C2=2');
    await person.page.keyboard.press('Enter');
    await person.page.locator('.toast', { hasText: /C2=2/ }).waitFor();
    assert.doesNotMatch(await person.page.locator('.toast').last().textContent(), /không phải là nước/);
    await person.close();
  });

  test('an unknown address is answered with 404 and a page that says so', async () => {
    const person = await here.server.person({ language: 'en' });
    const answer = await person.page.goto('/nowhere');
    assert.equal(answer.status(), 404);
    await person.page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await person.close();
  });
}
