// New games, lists, records and statistics.
import assert from 'node:assert/strict';
import test from './journey.mjs';

const PATIENCE = { timeout: 30_000 };

/** Room of the current page. */
async function arrived(person) {
  await person.page.waitForURL(/\/room\//, PATIENCE);
  await person.page.waitForSelector('cg-board piece', PATIENCE);
  person.room = new URL(person.page.url()).pathname.split('/')[2];
  return person.view();
}

const startButton = (person) => person.page.getByRole('button', { name: 'Chơi ngay' }).first();

export function choosingJourneys(here) {
  test('one click starts a game; the game in progress and the options are there on the next visit', async () => {
    const person = await here.server.person();
    await person.page.goto('/');
    await startButton(person).click();
    const view = await arrived(person);
    assert.equal(view.game, 'xiangqi');
    assert.equal(view.clock.rule.initial_ms, 600_000);
    await person.page.goto('/');
    await person.page.getByRole('link', { name: 'Chơi tiếp' }).click();
    await person.page.waitForURL(`**/room/${person.room}`, PATIENCE);
    await person.page.goto('/');
    await person.page.getByText('như lần trước').waitFor();
    assert.deepEqual(person.consoleErrors, []);
    await person.close();
  });

  test('a wrong entry is explained beside its field, and nothing starts until it is right', async () => {
    const person = await here.server.person();
    await person.page.goto('/new');
    await person.page.getByRole('radio', { name: /^Tự đặt/ }).click();
    const minutes = person.page.getByLabel('Mỗi bên', { exact: true });
    for (const [typed, said] of [
      ['mười', 'không phải là số'],
      ['0', 'Ít nhất là 0,1'],
      ['2000', 'Nhiều nhất là 1.440'],
      ['', 'Hãy nhập một số'],
    ]) {
      await minutes.fill(typed);
      await person.page.getByText(said).waitFor();
      assert.equal(await minutes.getAttribute('aria-invalid'), 'true');
      assert.equal(await startButton(person).getAttribute('aria-disabled'), 'true');
    }
    await startButton(person).click({ force: true });
    assert.match(person.page.url(), /\/new$/);
    await minutes.fill('1,5');
    await startButton(person).click();
    const view = await arrived(person);
    assert.deepEqual(view.clock.rule, { kind: 'game', initial_ms: 90_000, increment_ms: 5000 });
    assert.deepEqual(person.consoleErrors, []);
    await person.close();
  });

  test('a wrong parameter blocks the start only while its field is there, and is never ignored', async () => {
    const person = await here.server.person();
    await person.page.goto('/new?game=xiangqi');
    const blocked = (yes) =>
      person.page.locator(`main .btn.pri[aria-disabled=${yes}]`, { hasText: 'Chơi ngay' }).first().waitFor();
    await person.page.getByRole('tab', { name: 'Theo thuật toán' }).click();
    await person.page.getByRole('radio', { name: 'Alpha-beta' }).click();
    await person.page.locator('.params input').first().fill('99');
    await blocked(true);
    await person.page.getByRole('radio', { name: 'Minimax' }).click();
    await blocked(false);
    await person.page.getByRole('radio', { name: /MCTS/ }).click();
    const constant = person.page.getByLabel('Hằng số thăm dò', { exact: true });
    await constant.fill('12001');
    await person.page.getByText('Nhiều nhất là 12.000').waitFor();
    await blocked(true);
    await constant.fill('12000');
    await blocked(false);
    await startButton(person).click();
    const { seats } = await arrived(person);
    assert.match(seats[1].engine, /^mcts:.*\bc=12000\b/);
    await person.page.goto('/solve?game=xiangqi');
    const within = person.page.locator('.form .num-field input');
    await within.fill('999');
    await person.page.locator('.btn.pri:disabled', { hasText: 'Giải' }).waitFor();
    await within.fill('');
    await person.page.locator('.btn.pri:enabled', { hasText: 'Giải' }).waitFor();
    await person.close();
  });

  test('an engine plays with the chosen parameters, odds and color', async () => {
    const person = await here.server.person();
    await person.page.goto('/new?game=xiangqi');
    await person.page.getByRole('tab', { name: 'Theo thuật toán' }).click();
    await person.page.getByRole('radio', { name: 'Alpha-beta' }).click();
    const depth = person.page.getByLabel(/^Độ sâu/);
    await depth.fill('99');
    await person.page.getByText('Nhiều nhất là 8').waitFor();
    await depth.fill('2');
    await person.page.getByRole('radio', { name: 'Đen', exact: true }).first().click();
    await person.page.getByRole('radio', { name: 'Chấp quân' }).click();
    await person.page.getByRole('radio', { name: 'Mã trái' }).click();
    await startButton(person).click();
    const view = await arrived(person);
    assert.deepEqual(view.own_sides, ['second']);
    assert.match(view.seats[0].engine, /^alphabeta:depth=2/);
    assert.ok(view.handicap);
    assert.deepEqual(person.consoleErrors, []);
    await person.close();
  });

  test('a position of one’s own is checked while it is typed, and played', async () => {
    const person = await here.server.person();
    await person.page.goto('/new?game=xiangqi');
    await person.page.getByRole('radio', { name: 'Tự xếp' }).click();
    const field = person.page.getByLabel(/^Thế cờ \(FEN\)/);
    await field.fill('4k4/9/9/9');
    await person.page.getByText('bàn cờ có 4 hàng').waitFor();
    assert.equal(await startButton(person).getAttribute('aria-disabled'), 'true');
    await field.fill('3k5/9/9/9/9/9/9/9/4R4/4K4 w');
    await person.page.locator('main [aria-disabled=false]').first().waitFor();
    await startButton(person).click();
    const view = await arrived(person);
    assert.match(view.start.position, /^3k5\//);
    await person.close();
  });

  test('a record that breaks off names its move and offers what was read until there', async () => {
    const person = await here.server.person();
    await person.page.goto('/games');
    await person.page.getByRole('button', { name: 'Nhập biên bản' }).click();
    await person.page.locator('dialog[open] textarea').fill('1. P2-5 M8.7 2. M2.3 X9-8 3. X1.99');
    await person.page.getByRole('button', { name: 'Đọc biên bản' }).click();
    await person.page.getByText(/Không đọc được nước 3/).waitFor();
    assert.match(await person.page.locator('dialog[open]').textContent(), /X1\.99/);
    await person.page.getByRole('button', { name: 'Dùng 4 nước đã đọc' }).click();
    await person.page.waitForURL('**/analysis?loaded=*');
    const stored = await person.page.evaluate(() =>
      JSON.parse(localStorage.getItem(`kydai.tree.loaded.${new URLSearchParams(location.search).get('loaded')}`)),
    );
    assert.deepEqual(stored.path, ['h2e2', 'h9g7', 'h0g2', 'i9h9']);
    assert.deepEqual(person.consoleErrors, []);
    await person.close();
  });

  test('a record can be dropped anywhere on a page', async () => {
    const person = await here.server.person();
    await person.page.goto('/rules');
    await person.page.waitForSelector('main h1');
    const carried = await person.page.evaluateHandle(() => {
      const data = new DataTransfer();
      data.items.add(new File(['[Event "?"]\n\n1. e4 e5 2. Nf3 Nc6 *\n'], 'game.pgn', { type: 'text/plain' }));
      return data;
    });
    await person.page.dispatchEvent('main h1', 'dragover', { dataTransfer: carried });
    await person.page.dispatchEvent('main h1', 'drop', { dataTransfer: carried });
    await person.page.getByRole('button', { name: 'Mở trên bàn phân tích' }).click();
    await person.page.waitForURL('**/analysis?loaded=*');
    const stored = await person.page.evaluate(() =>
      JSON.parse(localStorage.getItem(`kydai.tree.loaded.${new URLSearchParams(location.search).get('loaded')}`)),
    );
    assert.equal(stored.game, 'chess');
    assert.equal(stored.path.length, 4);
    await person.close();
  });

  test('a finished game is listed, saved, counted, and deleted; the deletion can be undone', async () => {
    const other = await here.server.person();
    await other.begin('xiangqi', { other: { kind: 'here', name: 'Minh' } });
    for (const mv of ['h2e2', 'h9g7']) await other.play(mv);
    await other.page.evaluate(async (room) => {
      await new Promise((done) => {
        const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/api/rooms/${room}/socket`);
        socket.onmessage = ({ data }) => {
          const said = JSON.parse(data);
          if (said.type === 'view' && !said.outcome)
            socket.send(JSON.stringify({ id: 'x1', seq: said.seq, type: 'resign' }));
          if (said.type === 'view' && said.outcome) done(socket.close());
        };
      });
    }, other.room);
    await other.page.goto('/games');
    const row = other.page.locator('main li').filter({ hasText: 'Minh' });
    await row.getByText('xin thua').waitFor();
    const text = await other.ask('GET', `/rooms/${other.room}/record?format=txt&notation=vi&lang=vi`);
    assert.match(text, /P2-5/);
    await other.page.goto('/stats');
    await other.page.getByText('Minh').first().waitFor();
    await other.page.goto('/games');
    await row.getByRole('button', { name: /^Xóa ván/ }).click();
    await other.page.getByRole('button', { name: 'Xóa ván', exact: true }).click();
    await other.page.getByText('Đã xóa ván.').waitFor();
    assert.equal(await row.count(), 0);
    await other.page.getByRole('button', { name: 'Hoàn tác' }).click();
    await row.waitFor();
    await row.getByRole('button', { name: /^Xóa ván/ }).click();
    await other.page.getByRole('button', { name: 'Xóa ván', exact: true }).click();
    // Leaving the page confirms it.
    await other.page.goto('/rules');
    await other.page.goto('/games');
    await other.page.waitForSelector('main h1');
    for (let tries = 0; tries < 50 && (await other.ask('GET', '/rooms')).total > 0; tries += 1)
      await other.page.waitForTimeout(100);
    assert.equal((await other.ask('GET', '/rooms')).total, 0);
    await other.close();
  });

  test('a friend is invited by a link from the page, and sits down', async () => {
    const host = await here.server.person();
    await host.page.goto('/new?game=chess');
    await host.page.getByRole('radio', { name: 'Mời bạn bè' }).click();
    await host.page.getByRole('button', { name: 'Tạo lời mời' }).first().click();
    const link = await host.page.getByLabel('Liên kết mời').inputValue();
    await host.page.getByRole('button', { name: 'Vào bàn chờ' }).click();
    await arrived(host);
    const guest = await here.server.person();
    await guest.page.goto(link);
    await guest.page.getByRole('button', { name: 'Vào bàn' }).click();
    const view = await arrived(guest);
    assert.deepEqual(view.own_sides, ['second']);
    // The link has been used: a third person gets a friendly explanation.
    const late = await here.server.person();
    await late.page.goto(link);
    await late.page.getByRole('heading', { name: 'Lời mời này không còn hiệu lực' }).waitFor();
    for (const one of [host, guest, late]) await one.close();
  });
}
