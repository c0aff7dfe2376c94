// Analysis board: variations edited and exported, running engine, positions and games imported.
import assert from 'node:assert/strict';
import test from './journey.mjs';
import { fileOf, xqf } from './library.mjs';

const PATIENCE = { timeout: 60_000 };
const SIZES = [
  ['on a wide screen', [1440, 900]],
  ['on a phone', [390, 844]],
];

/** Opens the visible menu and picks an entry. */
async function pick(page, name) {
  await page.locator('button[aria-label="Tùy chọn khác"]:visible').click();
  await page.getByRole('menuitem', { name }).click();
}

/** The record in the given format. */
async function written(page) {
  await pick(page, 'Xuất biên bản');
  await page.waitForFunction(() => document.querySelector('#tree-text')?.value.includes('Result'), undefined, PATIENCE);
  const text = await page.locator('#tree-text').inputValue();
  await page.locator('dialog .head .ib').click();
  return text;
}

const at = (page, text) => page.locator('.moves .mv.on', { hasText: text }).waitFor(PATIENCE);

export function analysisJourneys(here) {
  for (const [name, size] of SIZES)
    test(`an XQF with variations is analyzed, commented, exported and read again unchanged ${name}`, async () => {
      const person = await here.server.person({ size });
      const { page } = person;
      await page.goto('/analysis');
      await page.waitForSelector('cg-board piece');
      await pick(page, 'Nhập biên bản');
      await page
        .locator('dialog input[type=file]')
        .setInputFiles([{ name: 'hồ.xqf', mimeType: 'application/octet-stream', buffer: xqf() }]);
      await page.locator('.moves .mv', { hasText: 'B7.1' }).waitFor(PATIENCE);
      await page.locator('.note .said', { hasText: '好棋' }).waitFor();
      // Adds a comment and a glyph to the variation, then a move that starts another one.
      await page.locator('.var .mv', { hasText: 'M2.3' }).click();
      await page.getByRole('button', { name: 'Nước hay', exact: true }).click();
      await page.getByLabel('Lời bình cho nước này').fill('Biến này cũng hay.');
      await page.getByLabel('Lời bình cho nước này').press('Escape');
      await page.locator('.var .said', { hasText: 'Biến này cũng hay.' }).waitFor();
      await page.locator('.moves .mv', { hasText: 'B7.1' }).click();
      await person.clickWhenLegal('g6g5');
      await at(page, 'B7.1');
      await page.locator('.var .mv.on', { hasText: 'B7.1' }).waitFor(PATIENCE);
      const first = await written(page);
      assert.match(
        first,
        /1\. P7\+1 \{好棋\} 1\.\.\. H8\+7 \(1\.\.\. H2\+3 \$1 \{Biến này cũng hay\.\}\) \(1\.\.\.\s+P7\+1\) 0-1/,
      );
      // It is restored after a reload.
      await page.reload();
      await page.locator('.var .mv.on', { hasText: 'B7.1' }).waitFor(PATIENCE);
      assert.equal(await written(page), first);
      // Imported into an empty board it is the same.
      const other = await here.server.person({ size });
      await other.page.goto('/analysis');
      await other.page.waitForSelector('cg-board piece');
      await pick(other.page, 'Nhập biên bản');
      await other.page.locator('dialog textarea').fill(first);
      await other.page.getByRole('button', { name: 'Đọc biên bản' }).click();
      await other.page.locator('.var .mv', { hasText: 'M2.3' }).waitFor(PATIENCE);
      assert.equal(await written(other.page), first);
      await other.close();
      // The added variation is removed, and restored.
      await page.getByRole('button', { name: 'Xóa biến' }).click();
      await page.waitForFunction(() => document.querySelectorAll('.var').length === 1);
      await page.getByRole('button', { name: 'Hoàn tác', exact: true }).first().click();
      await page.waitForFunction(() => document.querySelectorAll('.var').length === 2);
      // Saved to the library, it is listed there.
      await pick(page, 'Lưu vào thư viện');
      await page.getByLabel('Giải đấu').fill('Phân tích ở nhà');
      await page.locator('dialog .foot').getByRole('button', { name: 'Lưu vào thư viện' }).click();
      await page.getByText('Đã lưu vào thư viện.').waitFor(PATIENCE);
      const found = await person.ask('GET', '/library?own=true');
      assert.equal(found.games[0].event.text, 'Phân tích ở nhà');
      await page.goto(`/analysis?library=${found.games[0].id}`);
      await page.locator('.var .mv', { hasText: 'M2.3' }).waitFor(PATIENCE);
      // After editing it replaces the library game.
      await page.locator('.moves .mv', { hasText: 'M8.7' }).click();
      await page.getByRole('button', { name: 'Sai lầm nghiêm trọng' }).click();
      await pick(page, 'Lưu vào thư viện');
      await page.locator('dialog .foot').getByRole('button', { name: 'Lưu vào thư viện' }).click();
      await page.getByText('Đã lưu vào thư viện.').waitFor(PATIENCE);
      assert.equal((await person.ask('GET', '/library?own=true')).total, 1);
      assert.match(await fileOf(person, found.games[0].id), /H8\+7 \$4/);
      assert.deepEqual(person.consoleErrors, []);
      await person.close();
    });

  for (const [name, size] of SIZES)
    test(`the engine shows its lines, arrows and threats, and a line is played by a click ${name}`, async () => {
      const person = await here.server.person({ size });
      const { page } = person;
      await page.goto(`/analysis?game=xiangqi&fen=${encodeURIComponent('3k5/9/9/9/P3P3P/9/9/r8/1r7/4K4 w')}`);
      await page.waitForSelector('cg-board piece');
      await page.getByRole('switch', { name: 'Máy phân tích' }).click();
      await page.locator('.engine .line').nth(1).waitFor(PATIENCE);
      await page.waitForSelector('svg.cg-shapes line, svg.cg-shapes g', PATIENCE);
      // The opponent's threat: its chariots mate.
      await page.getByRole('button', { name: 'Xem đe dọa' }).click();
      await page.getByText(/^Nếu .* được đi/).waitFor(PATIENCE);
      await page.locator('.engine .line .score', { hasText: '#1' }).first().waitFor(PATIENCE);
      await page.getByRole('button', { name: 'Xem đe dọa' }).click();
      await page.locator('.engine .line button:not(:disabled)').first().click();
      await page.locator('.moves .mv.on').waitFor(PATIENCE);
      assert.equal(await page.locator('.moves .mv').count(), 1);
      await page.getByRole('switch', { name: 'Máy phân tích' }).click();
      await page.waitForFunction(() => !document.querySelector('.engine .line'));
      assert.deepEqual(person.consoleErrors, []);
      await person.close();
    });

  test('keys walk the tree, and arrows drawn on the board stay with their move', async () => {
    const person = await here.server.person();
    const { page } = person;
    await page.goto('/analysis?game=chess');
    await page.waitForSelector('cg-board piece');
    for (const mv of ['e2e4', 'e7e5', 'g1f3']) {
      await person.clickWhenLegal(mv);
      await page.locator(`.moves .mv.on`).waitFor(PATIENCE);
    }
    await at(page, 'Mf3');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await at(page, 'e4');
    await person.clickWhenLegal('c7c5');
    await at(page, 'c5');
    await page.keyboard.press('Shift+ArrowUp');
    await at(page, 'e5');
    await page.keyboard.press('Shift+ArrowDown');
    await at(page, 'c5');
    // Right-drag draws an arrow, which stays with this move.
    const [from, to] = await person.spots('g1', 'f3');
    await page.mouse.move(...from);
    await page.mouse.down({ button: 'right' });
    await page.mouse.move(...to, { steps: 4 });
    await page.mouse.up({ button: 'right' });
    assert.match(await written(page), /1\.\.\. c5 \{\[%cal Gg1f3\]\}/);
    await page.keyboard.press('ArrowLeft');
    await page.waitForFunction(() => !document.querySelector('svg.cg-shapes g *'));
    await page.keyboard.press('?');
    await page.getByRole('heading', { name: 'Phím tắt' }).waitFor();
    await page.keyboard.press('Escape');
    assert.deepEqual(person.consoleErrors, []);
    await person.close();
  });

  test('jieqi is analyzed with reveals that are chosen or drawn', async () => {
    const person = await here.server.person();
    const { page } = person;
    await page.goto('/analysis?game=jieqi');
    await page.waitForSelector('cg-board piece');
    await person.clickWhenLegal('b2e2');
    await page.locator('dialog [data-letter=R]').click();
    await page.locator('.moves .mv.on').waitFor(PATIENCE);
    await person.sees('e2', /Xe/);
    await person.clickWhenLegal('b9c7');
    await page.getByRole('button', { name: 'Ngẫu nhiên' }).click();
    await page.waitForFunction(() => document.querySelectorAll('.moves .mv').length === 2, undefined, PATIENCE);
    await page.getByRole('switch', { name: 'Máy phân tích' }).click();
    await page.locator('.engine .line').first().waitFor(PATIENCE);
    await page.getByRole('switch', { name: 'Máy phân tích' }).click();
    assert.deepEqual(person.consoleErrors, []);
    await person.close();
  });

  test('a position of the editor goes to the analysis board and into the library', async () => {
    const person = await here.server.person();
    const { page } = person;
    await page.goto(`/editor?game=xiangqi&fen=${encodeURIComponent('3k5/9/9/9/9/9/9/9/R8/4K4 w')}`);
    await page.getByText('Thế hợp lệ').waitFor(PATIENCE);
    await page.getByRole('button', { name: 'Lưu vào thư viện' }).click();
    await page.getByLabel('Giải đấu').fill('Thế của tôi');
    await page.locator('dialog .foot').getByRole('button', { name: 'Lưu vào thư viện' }).click();
    await page.getByText('Đã lưu vào thư viện.').waitFor(PATIENCE);
    await page.getByRole('button', { name: 'Phân tích' }).click();
    await page.waitForURL(/\/analysis\?/);
    await page.waitForSelector('cg-board piece');
    assert.equal(await page.locator('cg-board piece').count(), 3);
    assert.deepEqual(person.consoleErrors, []);
    await person.close();
  });

  test('a game that was played is analyzed from the end card and from the list', async () => {
    const person = await here.server.person();
    const { page } = person;
    await person.begin('xiangqi', { other: { kind: 'here' }, moves: ['h2e2', 'h9g7', 'h0g2'] });
    await page.keyboard.press('?');
    await page.keyboard.press('Escape');
    const view = await person.view();
    assert.equal(view.plies.length, 3);
    await page.getByRole('button', { name: 'Xin thua' }).click();
    await page.locator('dialog .foot').getByRole('button', { name: 'Xin thua' }).click();
    await page.locator('.end').getByRole('link', { name: 'Phân tích' }).click();
    await page.locator('.moves .mv', { hasText: 'M2.3' }).waitFor(PATIENCE);
    await page.goto('/games');
    await page.getByRole('main').getByRole('link', { name: 'Phân tích' }).first().click();
    await page.locator('.moves .mv', { hasText: 'M2.3' }).waitFor(PATIENCE);
    assert.deepEqual(person.consoleErrors, []);
    await person.close();
  });

  test('a finished game of cờ úp is analyzed with its whole deal known', async () => {
    const person = await here.server.person();
    const { page } = person;
    await person.begin('jieqi', { other: { kind: 'here' } });
    let view = await person.until((one) => one.legal.length > 0);
    for (const mv of ['b2e2', 'b9c7']) view = await person.play(mv, view);
    await page.getByRole('button', { name: 'Xin thua' }).click();
    await page.locator('dialog .foot').getByRole('button', { name: 'Xin thua' }).click();
    const { deal } = await person.until((one) => one.outcome);
    await page.goto(`/analysis?game=${person.room}`);
    await page.waitForFunction(() => document.querySelectorAll('.moves .mv').length === 2, undefined, PATIENCE);
    // A different move reveals another piece without a dialog, because the deal is known.
    await person.clickWhenLegal('h2e2');
    await page.locator('.var .mv.on').waitFor(PATIENCE);
    assert.equal(await page.locator('dialog').count(), 0);
    const rank = deal.pieces.split('/')[7];
    const file = [...rank.replace(/\d/g, (count) => '.'.repeat(Number(count)))][7];
    assert.match(
      await page.locator('.var .mv.on').textContent(),
      new RegExp(`=${{ R: 'X', C: 'P', N: 'M', B: 'T', A: 'S', P: 'B' }[file]}`),
    );
    assert.deepEqual(person.consoleErrors, []);
    await person.close();
  });

  test('a file dropped on the board is read there, and a solved puzzle is looked at again', async () => {
    const person = await here.server.person();
    const { page } = person;
    await page.goto('/puzzles/shiqing/1');
    await page.getByRole('button', { name: 'Xem lời giải' }).click();
    await page.getByRole('main').getByRole('link', { name: 'Phân tích' }).click(PATIENCE);
    await page.waitForURL(/\/analysis\?/);
    await page.locator('.moves .mv').first().waitFor(PATIENCE);
    const solution = await page.locator('.moves .mv').count();
    assert.ok(solution > 1);
    // Two games in one file: one of them is picked.
    const text = '[White "Một"]\n\n1. e4 e5 2. Nf3 *\n\n[White "Hai"]\n\n1. d4 (1. c4 e5) 1... d5 1-0\n';
    await page.evaluate((pgn) => {
      const data = new DataTransfer();
      data.items.add(new File([pgn], 'hai ván.pgn', { type: 'text/plain' }));
      document
        .querySelector('.anal')
        .dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data }));
    }, text);
    await page.locator('dialog .games button', { hasText: 'Hai' }).click(PATIENCE);
    await page.locator('.var .mv', { hasText: 'c4' }).waitFor(PATIENCE);
    await page.locator('.kd-board.chess').waitFor();
    // The puzzle is unchanged.
    await page.goBack();
    await page.goForward();
    await page.locator('.var .mv', { hasText: 'c4' }).waitFor(PATIENCE);
    assert.deepEqual(person.consoleErrors, []);
    await person.close();
  });
}
