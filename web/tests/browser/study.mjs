// Studies: editor, solver, proof tree, practice, puzzles; on a phone too.
import assert from 'node:assert/strict';
import test from './journey.mjs';

const PATIENCE = { timeout: 60_000 };

/** Center of a square on the screen. */
async function middle(page, square) {
  const box = await page.locator(`[data-square="${square}"]`).boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

const piece = (page, letter) => page.locator(`[data-letter="${letter}"]`);

/** Drags a piece from its tray onto a square. */
async function drag(page, letter, square) {
  const box = await piece(page, letter).boundingBox();
  const [x, y] = await middle(page, square);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move((box.x + x) / 2, (box.y + y) / 2, { steps: 3 });
  await page.mouse.move(x, y, { steps: 3 });
  await page.mouse.up();
}

async function tap(page, square) {
  await page.touchscreen.tap(...(await middle(page, square)));
}

/** A rejected position while editing is not an error of the page. */
const faults = (person) => person.consoleErrors.filter((said) => !said.includes('/api/positions'));

const fen = (page) => page.locator('#editor-fen').inputValue();

/** Moves a piece of a puzzle by two clicks. */
async function play(page, mv) {
  for (const square of [mv.slice(0, 2), mv.slice(2, 4)]) {
    const [x, y] = await middle(page, square);
    await page.mouse.click(x, y);
  }
}

/** Puzzle with a losing move, found by another user, and a correct one. */
async function mistake(here, rows) {
  const other = await here.server.person();
  await other.page.goto('/api/health');
  for (const { id } of rows) {
    const { line } = await other.ask('GET', `/puzzles/games/${id}`);
    const [solution] = (await other.ask('POST', `/puzzles/games/${id}/help`, { moves: [], whole: true })).line;
    for (const mv of line.legal.filter((one) => one !== solution.mv).slice(0, 6)) {
      const tried = await other.ask('POST', `/puzzles/games/${id}/try`, { moves: [mv] });
      if (tried.status !== 'lost') continue;
      await other.close();
      return { next: id, wrong: mv, right: solution.mv };
    }
  }
  throw new Error('every move wins in these puzzles');
}

export function studyJourneys(here) {
  test('a composition is built by dragging, solved, and its tree walked on the board', async () => {
    const person = await here.server.person();
    const { page } = person;
    await page.goto('/puzzles');
    await page.getByRole('link', { name: 'Xếp thế' }).click();
    await page.getByRole('button', { name: 'Xóa bàn' }).click();
    await page.getByText('Đỏ có 0 Tướng').waitFor(PATIENCE);
    await drag(page, 'K', 'd0');
    await drag(page, 'k', 'e9');
    await drag(page, 'R', 'b5');
    await drag(page, 'R', 'a2');
    await page.getByText('Thế hợp lệ').waitFor(PATIENCE);
    assert.match(await fen(page), /^4k4\/9\/9\/9\/1R7\/9\/9\/R8\/9\/3K5 w/);
    // A misplaced elephant is reported with its square, and editing goes on.
    await drag(page, 'B', 'e5');
    await page.getByText('Tượng của Đỏ không thể ở e5').waitFor(PATIENCE);
    await page.locator('kd-mark.wrongly').waitFor();
    const [x, y] = await middle(page, 'e5');
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 40, y + 30, { steps: 2 });
    const side = await page.locator('.side').boundingBox();
    await page.mouse.move(side.x + 60, side.y + 20, { steps: 4 });
    await page.mouse.up();
    await page.getByText('Thế hợp lệ').waitFor(PATIENCE);
    await page.getByRole('button', { name: 'Giải thế này' }).click();
    await page.waitForURL(/\/solve\?/);
    await page.getByText(/Thắng trong \d+ nước, đã chứng minh/).waitFor(PATIENCE);
    const tree = page.getByRole('group', { name: 'Cây lời giải' });
    await tree.locator('.way').first().click();
    await tree.getByText(/cách đỡ/).waitFor(PATIENCE);
    // At the end of the tree there is no reply.
    for (let steps = 0; steps < 12 && (await page.getByText('hết cờ').count()) === 0; steps += 1) {
      const before = await tree.locator('.path .nd').count();
      await tree.locator('.way').first().click();
      await page.waitForFunction((count) => document.querySelectorAll('.path .nd').length > count, before, PATIENCE);
    }
    await page.getByText('hết cờ').waitFor(PATIENCE);
    await tree.getByRole('button', { name: 'Thế ban đầu' }).click();
    // Practice against the longest defense.
    await page.getByRole('button', { name: 'Tự giải từ đầu' }).click();
    await page.getByText('Đến lượt bạn').waitFor();
    await play(page, 'a2a3');
    await page.getByText(/Vẫn thắng|Đã mất thế thắng|Có thể vẫn thắng|Bạn đã giải xong/).waitFor(PATIENCE);
    assert.deepEqual(faults(person), []);
    await person.close();
  });

  test('a position comes as text in any form, leaves as a link, and is played from', async () => {
    const person = await here.server.person();
    const { page } = person;
    await page.goto('/editor');
    await page.locator('#editor-fen').fill('k 9 4 -1,k 1 5 1,r 5 1 1,');
    await page.locator('#editor-fen').blur();
    await page.waitForFunction(
      () => document.querySelector('#editor-fen').value.startsWith('9/3k5/9/9/9/R8/9/9/9/4K4 w'),
      undefined,
      PATIENCE,
    );
    await page.locator('#editor-fen').fill('4k4/9/9/9/9/9/9/9/9/4K4 w');
    await page
      .getByText(/vẫn bị quân ở e0 ăn được/)
      .first()
      .waitFor(PATIENCE);
    await page.locator('#editor-fen').fill('rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR r');
    await page.getByText('có 44 nước đi').waitFor(PATIENCE);
    await page.locator('#editor-fen').blur();
    const address = page.url();
    await page.goto('/');
    await page.goto(address);
    await page.getByText('có 44 nước đi').waitFor(PATIENCE);
    await page.getByRole('button', { name: 'Chia sẻ, xuất' }).click();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'PNG' }).click();
    assert.equal((await saved).suggestedFilename(), 'kydai-xiangqi.png');
    await page.getByRole('button', { name: 'Đóng' }).first().click();
    await page.getByRole('button', { name: 'Chơi từ thế này' }).click();
    await page.getByRole('radio', { name: 'Đen' }).last().click();
    await page.getByRole('button', { name: 'Chơi ngay' }).click();
    await page.waitForURL(/\/room\//, PATIENCE);
    assert.deepEqual(faults(person), []);
    await person.close();
  });

  test('a puzzle is solved on the board, a wrong move is reported, and the progress is stored', async () => {
    const person = await here.server.person();
    const { page } = person;
    await page.goto('/puzzles');
    const [puzzle] = (await person.ask('GET', '/puzzles/games?least=2&most=2&count=1')).rows;
    const { rows } = await person.ask('GET', '/puzzles/games?least=1&most=1&count=8');
    // Another user opens the solution.
    const other = await here.server.person();
    await other.page.goto('/api/health');
    const told = await other.ask('POST', `/puzzles/games/${puzzle.id}/help`, { moves: [], whole: true });
    await other.close();
    await page.goto('/puzzles');
    await page.getByRole('link', { name: /Chiếu bí từ ván thật/ }).click();
    await page.getByLabel('Số nước').selectOption({ label: '2 nước' });
    await page.locator(`a[href="/puzzles/games/${puzzle.id}"]`).click();
    await page.getByText('Đến lượt bạn').waitFor(PATIENCE);
    await play(page, told.line[0].mv);
    await page.getByText('Vẫn thắng, nhiều nhất còn 1 nước').waitFor(PATIENCE);
    await play(page, told.line[2].mv);
    await page.getByText('Đúng rồi, bạn đã giải xong').waitFor(PATIENCE);
    await page.getByText(/Điểm của bạn: .*\(\+/).waitFor();
    await page.goto('/puzzles');
    await page.getByText('Chuỗi hiện tại').waitFor(PATIENCE);
    const solved = (await person.ask('GET', '/puzzles')).me;
    assert.equal(solved.streak, 1);
    // The next puzzle starts with a mistake: it is reported, resets the streak, and can be corrected.
    const { next, wrong, right } = await mistake(here, rows);
    await page.goto(`/puzzles/games/${next}`);
    await page.getByText('Đến lượt bạn').waitFor(PATIENCE);
    await play(page, wrong);
    await page.getByText('Đã mất thế thắng').waitFor(PATIENCE);
    await page.locator('.verdict.lost').waitFor();
    const failed = (await person.ask('GET', '/puzzles')).me;
    assert.equal(failed.streak, 0);
    assert.ok(failed.rating < solved.rating, `${failed.rating} after ${solved.rating}`);
    await page.getByRole('button', { name: 'Làm lại' }).click();
    await page.getByText('Đến lượt bạn').waitFor(PATIENCE);
    await play(page, right);
    await page.getByText('Đúng rồi, bạn đã giải xong').waitFor(PATIENCE);
    await page.getByText('Giải được ở lần sau').waitFor();
    assert.equal((await person.ask('GET', '/puzzles')).me.streak, 0, 'what was failed once is no first try');
    assert.deepEqual(faults(person), []);
    await person.close();
  });

  test('on a phone pieces are set with two taps, and a puzzle has its board edge to edge', async () => {
    const person = await here.server.person({ size: [390, 844] });
    const { page } = person;
    await page.goto('/editor');
    await page.getByRole('button', { name: 'Xóa bàn' }).tap();
    for (const [letter, squares] of [
      ['K', ['d0']],
      ['k', ['e9']],
      ['R', ['a4', 'b6']],
    ]) {
      await piece(page, letter).tap();
      for (const square of squares) await tap(page, square);
    }
    await page.getByText('Thế hợp lệ').waitFor(PATIENCE);
    assert.match(await fen(page), /^4k4\/9\/9\/1R7\/9\/R8\/9\/9\/9\/3K5 w/);
    // Without a brush a tap picks a piece up and the next one drops it.
    await tap(page, 'a4');
    await tap(page, 'a2');
    await page.waitForFunction(
      () => document.querySelector('#editor-fen')?.value.includes('R8/9/3K5'),
      undefined,
      PATIENCE,
    );
    await page.goto('/puzzles/shiqing/1');
    await page.getByText('Khí thôn quan hữu').first().waitFor(PATIENCE);
    const board = await page.locator('.kd-frame').boundingBox();
    assert.ok(board.x <= 1 && board.width >= 388, JSON.stringify(board));
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 390, `nothing hangs over the edge: ${wide}`);
    assert.deepEqual(faults(person), []);
    await person.close();
  });
}
