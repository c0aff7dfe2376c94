// Correspondence, the list of games where it is one's turn, first moves in time, closed analysis, and the operator's page.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from './journey.mjs';
import { EN, VI, fresh, signUp } from './accounts.mjs';

const DAY = 86_400_000;
const DAYS = { other: { kind: 'link' }, clock: { kind: 'move', allowance_ms: 3 * DAY } };

/** Game by correspondence in which `other` has taken the seat. */
async function pair(one, other, wanted = DAYS) {
  const made = await one.ask('POST', '/rooms', { game: 'xiangqi', one: { kind: 'me' }, ...wanted });
  await other.ask('POST', `/invitations/${made.invitation}`, {});
  return made.room;
}

export function fairPlayJourneys(here) {
  test('a game with days for each move is made by link, and moves are confirmed', async () => {
    const one = await here.server.person();
    await one.page.goto('/new');
    await one.page.getByRole('radio', { name: 'Mời bạn bè' }).click();
    await one.page.getByRole('radio', { name: /Tự đặt/ }).click();
    await one.page.getByRole('radio', { name: 'Cờ thư' }).click();
    await one.page.getByLabel('Mỗi nước').fill('5');
    await one.page.locator('form button[type=submit], .start').first().click();
    const link = await one.page.locator('dialog input').first().inputValue();
    const phone = await here.server.person({ language: 'en', size: [390, 844] });
    await phone.page.goto(new URL(link).pathname);
    await phone.page.getByText('5 days per move').waitFor();
    await phone.page.locator('.btn.pri.big').click();
    await phone.page.waitForSelector('cg-board piece');
    phone.room = new URL(phone.page.url()).pathname.split('/').pop();
    await one.enter(phone.room);
    assert.match(await one.page.locator('.clock').first().textContent(), /5 ngày 0 giờ/);
    const [mine] = (await one.view()).own_sides;
    const [first, second] = mine === 'first' ? [one, phone] : [phone, one];
    await first.clickWhenLegal('h2e2');
    await first.page.getByRole('alertdialog').waitFor();
    assert.equal((await first.view()).plies.length, 0, 'nothing is played before it is confirmed');
    await first.page.locator('[role=alertdialog] .btn.pri').click();
    await first.until((view) => view.plies.length === 1);
    // Nobody has to stay: the other one is neither away nor may the game be claimed.
    await first.page.goto('/');
    await second.page.waitForTimeout(800);
    assert.equal(await second.page.locator('.tag.y').count(), 0);
    assert.deepEqual(one.consoleErrors.concat(phone.consoleErrors), []);
    for (const person of [one, phone]) await person.close();
  });

  test('your turn: the list on the home page, the number in the navigation, and the next game after a move', async () => {
    for (const size of [
      [1280, 800],
      [390, 844],
    ]) {
      const one = await here.server.person();
      const other = await here.server.person({ language: 'en', size });
      const rooms = [await pair(one, other), await pair(one, other)];
      for (const room of rooms) {
        await one.enter(room);
        await one.clickWhenLegal('h2e2');
        await one.page.locator('[role=alertdialog] .btn.pri').click();
        await one.until((view) => view.plies.length === 1);
      }
      await other.page.goto('/');
      await other.page.getByRole('img', { name: 'Your turn in 2 games' }).waitFor();
      const list = other.page.getByRole('region', { name: 'Your turn' });
      assert.equal(await list.getByRole('link', { name: /Xiangqi/ }).count(), 2);
      await list.getByText('2 d 23 h').first().waitFor();
      await list.getByRole('link', { name: 'See all' }).click();
      await other.page.waitForURL(/state=turn/);
      await other.page.locator('ul.card li').nth(1).waitFor();
      await other.page.locator(`li a[href="/room/${rooms[0]}"].btn`).click();
      await other.page.waitForSelector('cg-board piece');
      other.room = rooms[0];
      await other.clickWhenLegal('h9g7');
      await other.page.locator('[role=alertdialog] .btn.pri').click();
      await other.page.getByText('Opening the next game').waitFor();
      await other.page.waitForURL((url) => url.pathname === `/room/${rooms[1]}`);
      await other.page.waitForSelector('cg-board piece');
      other.room = rooms[1];
      await other.clickWhenLegal('h9g7');
      await other.page.locator('[role=alertdialog] .btn.pri').click();
      await other.until((view) => view.plies.length === 2);
      await Promise.all([other.page.waitForResponse('**/api/turns'), other.page.goto('/')]);
      await other.page.waitForFunction(() => !document.querySelector('.badge'));
      assert.deepEqual(one.consoleErrors.concat(other.consoleErrors), []);
      for (const person of [one, other]) await person.close();
    }
  });

  test('a rated game asks for the first move in time and closes analysis of its positions to both', async () => {
    const one = await here.server.person();
    const other = await here.server.person({ language: 'en', size: [390, 844] });
    await signUp(one, fresh('tu'), 'Tú', VI);
    await signUp(other, fresh('hai'), 'Hai', EN);
    const rated = {
      other: { kind: 'link' },
      rated: true,
      clock: { kind: 'game', initial_ms: 300_000, increment_ms: 0 },
    };
    const given = await pair(one, other, rated);
    await one.enter(given);
    await other.enter(given);
    await one.page.getByText(/Hãy đi nước đầu: còn 0:\d\d/).waitFor();
    await other.page.getByText(/Waiting for the opponent’s first move: 0:\d\d left/).waitFor();
    await other.page.getByRole('button', { name: 'Abort' }).first().click();
    const end = await one.until((view) => view.outcome);
    assert.equal(end.outcome.reason, 'aborted');
    assert.equal(end.rated.change, null, 'an aborted game does not count');

    const room = await pair(one, other, rated);
    await one.enter(room);
    await one.play('h2e2');
    await other.enter(room);
    await other.play('h9g7');
    const { position } = await one.view();
    const consoleBefore = one.consoleErrors.length;
    await one.page.evaluate(() => localStorage.setItem('kydai.engine', JSON.stringify({ on: true })));
    await one.page.goto(`/analysis?kind=xiangqi&fen=${encodeURIComponent(position)}`);
    await one.page.getByText('Bạn đang chơi một ván tính điểm có thế cờ này.', { exact: false }).first().waitFor();
    // The browser itself notes the refused request.
    one.consoleErrors.length = consoleBefore;
    await assert.rejects(other.ask('POST', '/solves', { game: 'xiangqi', position, seconds: 1 }), /fair_play_running/);
    assert.deepEqual(one.consoleErrors.concat(other.consoleErrors), []);
    for (const person of [one, other]) await person.close();
  });

  test("the operator's page opens with the key, shows the server, and bans a player", async () => {
    const key = `journey${Math.random().toString(36).slice(2)}${'x'.repeat(20)}`;
    writeFileSync(join(here.server.data, 'operator.key'), `${key}\n`, { mode: 0o600 });
    for (const [language, size, words] of [
      [
        'vi',
        [1280, 800],
        {
          key: 'Khóa quản trị',
          open: 'Mở',
          cheating: 'Dùng máy hoặc có người nhắc nước',
          banned: 'bị cấm chơi ván tính điểm',
          health: 'Tình trạng',
          well: 'Máy chủ hoạt động bình thường',
          ban: 'Cấm',
          go: 'Thực hiện',
          unban: 'Bỏ cấm',
          reset: 'Đặt lại mật khẩu',
        },
      ],
      [
        'en',
        [390, 844],
        {
          key: 'Operator’s key',
          open: 'Open',
          cheating: 'Help from a computer or another person',
          banned: 'banned from rated games',
          health: 'Health',
          well: 'The server is well',
          ban: 'Ban',
          go: 'Do it',
          unban: 'End the ban',
          reset: 'Reset password',
        },
      ],
    ]) {
      const player = await here.server.person({ language });
      const handle = fresh('khai');
      await signUp(player, handle, 'Khải', language === 'vi' ? VI : EN);
      // What a player writes in a report is text on this page too.
      const markup = '<img src=x onerror=hacked=1>';
      const other = await here.server.person({ language });
      await signUp(other, fresh('bao'), 'Báo', language === 'vi' ? VI : EN);
      await other.ask('POST', '/reports', { handle, reason: 'cheating', note: `${markup} ${handle}` });
      const operator = await here.server.person({ language, size });
      await operator.page.goto('/operator');
      await operator.page.getByLabel(words.key).fill(key);
      await operator.page.getByRole('button', { name: words.open, exact: true }).click();
      await operator.page.getByRole('heading', { name: words.health }).waitFor();
      await operator.page.getByText(words.well).waitFor();
      await operator.page.getByText(`${words.cheating} · ${markup} ${handle}`).waitFor();
      assert.equal(await operator.page.evaluate(() => globalThis.hacked), undefined);
      await operator.page.locator('input[type=search]').fill(handle);
      const row = operator.page.locator('section:has(input[type=search]) li', { hasText: handle });
      await row.getByRole('button', { name: words.ban, exact: true }).click();
      await operator.page.locator('dialog input[maxlength="200"]').fill('dùng máy');
      await operator.page.getByRole('button', { name: words.go }).click();
      await row.getByRole('button', { name: words.unban }).waitFor();
      await operator.page.locator('ol li', { hasText: handle }).filter({ hasText: words.banned }).first().waitFor();
      let refusal = '';
      for (let tries = 0; tries < 100 && !refusal; tries += 1) {
        refusal = await player
          .ask('POST', '/rooms', {
            game: 'xiangqi',
            one: { kind: 'me' },
            other: { kind: 'link' },
            rated: true,
            clock: { kind: 'game', initial_ms: 60_000, increment_ms: 0 },
          })
          .then(
            () => '',
            (failure) => failure.message,
          );
        if (!refusal) await new Promise((done) => setTimeout(done, 100));
      }
      assert.match(refusal, /banned_rated_until.*dùng máy/);
      await row.getByRole('button', { name: words.unban }).click();
      await row.getByRole('button', { name: words.ban, exact: true }).waitFor();
      // A password is not reset by a slip of the finger; the recovery code is in sight.
      await row.getByRole('button', { name: words.reset }).click();
      assert.notEqual((await player.ask('GET', '/account')).account, null);
      await operator.page.getByRole('button', { name: words.go }).click();
      await operator.page.locator('.code b').waitFor();
      assert.match(await operator.page.locator('.code b').textContent(), /^([a-z0-9]{4}-){5}[a-z0-9]{4}$/);
      const seen = await operator.page.locator('.code').evaluate((box) => {
        const { top, bottom } = box.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      });
      assert.ok(seen, 'the code is on the screen');
      // The key is forgotten with the tab, and never in the page's address.
      assert.equal(new URL(operator.page.url()).search, '');
      assert.deepEqual(operator.consoleErrors, []);
      for (const person of [player, other, operator]) await person.close();
    }
  });
}
