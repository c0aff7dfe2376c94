// Preferences at the board: turning it, confirming moves, letters and pictures, series, uneven clocks.
import assert from 'node:assert/strict';
import test from './journey.mjs';

const HERE = { other: { kind: 'here' } };
const PATIENCE = { timeout: 30_000 };

async function arrived(person) {
  await person.page.waitForURL(/\/room\//, PATIENCE);
  await person.page.waitForSelector('cg-board piece', PATIENCE);
  person.room = new URL(person.page.url()).pathname.split('/')[2];
  return person.view();
}

/** Two people at one board, the second by invitation; and the room that was made. */
async function twoPeople(server) {
  const one = await server.person();
  const other = await server.person();
  const made = await one.begin('xiangqi', { other: { kind: 'link' }, moves: ['h2e2', 'h9g7'] });
  await other.page.goto(`/join/${made.invitation}`);
  await other.page.getByRole('button', { name: 'Vào bàn', exact: true }).click();
  await other.page.waitForSelector('cg-board piece');
  return [one, other, made];
}

export function preferenceJourneys(here) {
  test('the board turns to the side to move when two people share it, if they want so', async () => {
    const person = await here.server.person({ settings: { evaluation: false, autoFlip: true } });
    await person.begin('xiangqi', HERE);
    await person.page.locator('.cg-wrap.orientation-white').waitFor();
    await person.play('h2e2');
    await person.page.locator('.cg-wrap.orientation-black').waitFor();
    await person.play('h9g7');
    await person.page.locator('.cg-wrap.orientation-white').waitFor();
    // Against the machine it stays.
    await person.begin('xiangqi', { other: { kind: 'level', level: 1 } });
    await person.play('h2e2');
    await person.myTurn();
    assert.equal(await person.page.locator('.cg-wrap.orientation-white').count(), 1);
    await person.close();
  });

  test('a move waits for its confirmation where that is wanted', async () => {
    const person = await here.server.person({ settings: { evaluation: false, confirm: true } });
    await person.begin('xiangqi', HERE);
    const question = person.page.getByRole('alertdialog', { name: 'Xác nhận nước này?' });
    await person.click('h2e2');
    await question.waitFor();
    assert.equal((await person.view()).plies.length, 0);
    await question.getByRole('button', { name: 'Thôi' }).click();
    await question.waitFor({ state: 'detached' });
    await person.sees('h2', /Pháo/);
    assert.equal((await person.view()).plies.length, 0);
    await person.click('h2e2');
    await question.waitFor();
    await person.page.keyboard.press('Enter');
    const view = await person.until((now) => now.plies.length === 1);
    assert.equal(view.plies[0].mv, 'h2e2');
    await person.close();
  });

  test('a move that leaves the general in check is explained', async () => {
    const person = await here.server.person();
    // The chariot checks; the soldier has other worries.
    await person.begin('xiangqi', { ...HERE, setup: '3k5/9/9/9/9/P8/9/9/9/r3K4 w' });
    await person.click('a4a5');
    await person.page.locator('.toast', { hasText: 'Bạn đang bị chiếu' }).waitFor();
    assert.equal((await person.view()).plies.length, 0);
    await person.play('e0e1');
    await person.close();
  });

  test('a move that exposes the own king is explained, and nothing else', async () => {
    const person = await here.server.person({ language: 'en' });
    const toasts = person.page.locator('.toast');
    // The advisor keeps the generals from facing each other.
    await person.begin('xiangqi', { ...HERE, setup: '4k4/9/9/9/p7P/9/9/9/4A4/4K4 w' });
    await person.click('e1d2');
    await toasts.filter({ hasText: 'the general could be captured' }).waitFor();
    assert.equal((await person.view()).plies.length, 0);
    await person.play('e0d0');

    await person.begin('chess', { ...HERE, setup: '4r1k1/8/8/8/8/8/4B3/4K3 w - - 0 1' });
    await person.click('e2g4');
    await toasts.filter({ hasText: 'the king would be in check' }).waitFor();
    await toasts.first().waitFor({ state: 'detached' });
    await person.click('e2e4');
    await person.play('e1d1');
    assert.equal(await toasts.count(), 0, 'a bishop does not go straight, as the board shows');
    await person.close();
  });

  test('chess is written with Vietnamese letters in Vietnamese, and with English ones in English', async () => {
    for (const [language, written] of [
      ['vi', 'Mf6'],
      ['en', 'Nf6'],
    ]) {
      const person = await here.server.person({ language });
      await person.begin('chess', { ...HERE, moves: ['e2e4', 'g8f6'] });
      await person.page.locator('.moves').getByText(written, { exact: true }).first().waitFor();
      await person.close();
    }
  });

  test('an English visitor is offered pictures at the first game of xiangqi, once', async () => {
    const person = await here.server.person({ language: 'en' });
    const offer = person.page.getByRole('region', { name: 'New to the characters on the pieces?' });
    await person.begin('chess', HERE);
    await person.page.locator('.bannerplace').waitFor({ state: 'attached' });
    assert.equal(await offer.count(), 0, 'chess has no characters');
    await person.begin('xiangqi', HERE);
    await offer.getByRole('button', { name: 'Pictures' }).click();
    await offer.waitFor({ state: 'detached' });
    await person.page.locator('.kd-board.pieces-intl').waitFor();
    await person.begin('jieqi', HERE);
    assert.equal(await offer.count(), 0);
    assert.equal(await person.page.locator('.kd-board.pieces-intl').count(), 1);
    await person.close();

    const native = await here.server.person();
    await native.begin('xiangqi', HERE);
    assert.equal(await native.page.locator('.offer').count(), 0, 'a Vietnamese reader knows them');
    await native.close();
  });

  test('every set of xiangqi pieces has all its images', async () => {
    const person = await here.server.person();
    await person.page.goto('/settings');
    const names = ['Phồn thể', 'Giản thể', 'Hình vẽ', 'Chữ Việt', 'Chữ Latin (K, A, E)'];
    for (const name of names) {
      await person.page.getByRole('radio', { name }).click();
      await person.begin('xiangqi', HERE);
      const broken = await person.page.evaluate(async () => {
        const addresses = [...document.querySelectorAll('cg-board piece')].map(
          (piece) => /url\("(.*)"\)/.exec(getComputedStyle(piece, '::before').backgroundImage)?.[1],
        );
        const answers = await Promise.all(
          [...new Set(addresses)].map(async (one) => {
            const answer = one && (await fetch(one));
            return answer && answer.ok && (await answer.text()).includes('<svg') ? one : undefined;
          }),
        );
        return answers.includes(undefined) || answers.length < 14 ? answers : [];
      });
      assert.deepEqual(broken, [], name);
      await person.page.goto('/settings');
    }
    await person.close();
  });

  test('the puzzle of the day is of the game that is played', async () => {
    const person = await here.server.person();
    await person.page.goto('/');
    for (const [name, game] of [
      ['Cờ vua', 'chess'],
      ['Cờ tướng', 'xiangqi'],
    ]) {
      await person.page.getByRole('radio', { name: new RegExp(`^${name}`) }).click();
      const daily = (await person.ask('GET', `/puzzles?game=${game}`)).daily.puzzle;
      assert.equal(daily.game, game);
      await person.page.locator(`a.qk[href="/puzzles/${daily.collection}/${daily.id}"]`).waitFor();
    }
    await person.close();
  });

  test('the two sides may have different times', async () => {
    const person = await here.server.person();
    await person.page.goto('/new?game=xiangqi');
    await person.page.getByRole('radio', { name: /^Tự đặt/ }).click();
    await person.page.getByLabel('Mỗi bên', { exact: true }).fill('5');
    await person.page.getByRole('switch', { name: 'Giờ hai bên khác nhau' }).click();
    await person.page.getByLabel('Đối thủ', { exact: true }).last().fill('1');
    await person.page.getByRole('button', { name: 'Chơi ngay' }).first().click();
    const view = await arrived(person);
    assert.deepEqual(
      view.clock.left_ms.map((ms) => Math.ceil(ms / 60_000)),
      [5, 1],
    );
    await person.close();
  });

  test('a series of engine games swaps the colors and keeps the score', async () => {
    const person = await here.server.person();
    await person.page.goto('/new?game=xiangqi');
    await person.page.getByRole('radio', { name: 'Máy đấu máy' }).click();
    await person.page.getByLabel('Số ván', { exact: true }).fill('2');
    await person.page.getByRole('radio', { name: 'Tự xếp' }).click();
    // Red mates with its first move, whoever plays Red.
    await person.page.getByLabel(/^Thế cờ \(FEN\)/).fill('4k4/R8/9/9/9/9/9/9/1R7/3K5 w');
    await person.page.locator('main .btn.pri[aria-disabled=false]').first().click();
    await arrived(person);
    const first = person.room;
    await person.page.locator('.series', { hasText: 'Ván 1/2' }).waitFor();
    await person.page.waitForURL((url) => url.pathname.startsWith('/room/') && !url.pathname.endsWith(first), PATIENCE);
    await person.page.locator('.series', { hasText: /Ván 2\/2 · .* 1 – 1 / }).waitFor(PATIENCE);
    await person.close();
  });

  test('who stays at the board is told when the game may be claimed', async () => {
    const [one, other] = await twoPeople(here.server);
    await other.close();
    await one.page.getByText(/Đối thủ đã rời bàn. Chờ thêm \d+ giây/).waitFor();
    await one.close();
  });

  test('small boards number files from the side of their reader, and coordinates name the ranks on the large one', async () => {
    const person = await here.server.person();
    await person.page.goto('/new?game=xiangqi');
    const numbers = (edge) => person.page.locator(`.board .nums.${edge}`).first().textContent();
    assert.equal((await numbers('b')).replace(/\s/g, ''), '987654321');
    await person.page.getByRole('radio', { name: 'Đen', exact: true }).first().click();
    assert.equal((await numbers('b')).replace(/\s/g, ''), '987654321', 'Black counts from the own right, too');
    assert.equal((await numbers('t')).replace(/\s/g, ''), '123456789');
    await person.close();

    const reader = await here.server.person({ settings: { evaluation: false, notation: { xiangqi: 'uci' } } });
    await reader.begin('xiangqi', HERE);
    assert.equal((await reader.page.locator('.kd-nums.ranks').textContent()).replace(/\s/g, ''), '9876543210');
    assert.equal((await reader.page.locator('.kd-nums.b').textContent()).replace(/\s/g, ''), 'abcdefghi');
    await reader.close();
  });

  test('set up leads to the editor, the loader names its formats, and a filter begins with all', async () => {
    const person = await here.server.person();
    await person.page.goto('/new?game=xiangqi');
    await person.page.getByRole('radio', { name: 'Tự xếp' }).click();
    await person.page.locator('a.drag').click();
    await person.page.waitForURL(/\/editor\?game=xiangqi/, PATIENCE);
    await person.page.goto('/games');
    await person.page.getByRole('button', { name: 'Nhập biên bản' }).click();
    await person.page
      .getByText(/PGN, XQF, CBR, CBL, DhtmlXQ/)
      .first()
      .waitFor();
    await person.page.goto('/puzzles/shiqing');
    await person.page.locator('.filters select').first().waitFor();
    const options = await person.page.locator('.filters select').first().locator('option').allTextContents();
    assert.equal(options[0].trim(), 'Tất cả', options.join(', '));
    await person.close();
  });

  test('a friend sees at once that a rematch waits', async () => {
    const [one, other, made] = await twoPeople(here.server);
    await one.page.keyboard.press('r');
    await one.page.locator('dialog .btn.danger').click();
    await other.page.locator('.end h2').waitFor();
    await one.page.getByRole('button', { name: 'Chơi lại' }).first().click();
    await one.page.waitForURL((url) => !url.pathname.endsWith(made.room));
    await other.page.getByRole('alert').getByRole('link', { name: 'Vào ván mới' }).click();
    await other.page.waitForURL((url) => !url.pathname.endsWith(made.room));
    assert.equal(new URL(other.page.url()).pathname, new URL(one.page.url()).pathname);
    for (const person of [one, other]) await person.close();
  });
}
