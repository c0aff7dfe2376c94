// Watching and talk: small boards that move, spectators, phrases in each reader's language, text, block and report; markup stays text.
import assert from 'node:assert/strict';
import test from './journey.mjs';
import { EN, VI, fresh, signUp } from './accounts.mjs';

/** Markup that would run a script, were it ever put into a page as HTML. */
const MARKUP = '<img src=x onerror=hacked=1>';
const RATED = {
  game: 'xiangqi',
  one: { kind: 'me' },
  other: { kind: 'link' },
  rated: true,
  clock: { kind: 'game', initial_ms: 600_000, increment_ms: 3_000 },
};

/** Two people with accounts at a rated game: the first on a desktop in Vietnamese, the second on a phone in English. */
async function pair(here, names, wanted = RATED) {
  const one = await here.server.person();
  const other = await here.server.person({ language: 'en', size: [390, 844] });
  const handles = [fresh('an'), fresh('ba')];
  await signUp(one, handles[0], names[0], VI);
  await signUp(other, handles[1], names[1], EN);
  const made = await one.ask('POST', '/rooms', wanted);
  await other.ask('POST', `/invitations/${made.invitation}`, {});
  await one.enter(made.room);
  await other.enter(made.room);
  return { one, other, handles, room: made.room };
}

const isHarmless = async (person) => {
  assert.equal(await person.page.evaluate(() => globalThis.hacked), undefined);
  assert.equal(await person.page.locator('img[src="x"]').count(), 0);
};

export function watchingJourneys(here) {
  test('a rated game is watched on a small board that moves, and the players see the spectator', async () => {
    const { one, other, room } = await pair(here, [MARKUP, 'Nguyễn Phúc Bảo Khánh Hoàng Anh Thư']);
    const slow = await one.ask('POST', '/rooms', { ...RATED, clock: { kind: 'move', allowance_ms: 259_200_000 } });
    await other.ask('POST', `/invitations/${slow.invitation}`, {});
    const viewer = await here.server.person({ size: [390, 844] });
    await viewer.page.goto('/lobby');
    await viewer.page.getByRole('link', { name: 'Đang chơi' }).first().click();
    const card = viewer.page.locator(`[data-room="${room}"]`);
    await card.getByText(MARKUP).waitFor();
    await card.getByText('Bảo').waitFor();
    // Days are days, and long names make no page wider than the phone.
    await viewer.page.locator(`[data-room="${slow.room}"]`).getByText('3 ngày 0 giờ').first().waitFor();
    assert.equal(await viewer.page.evaluate(() => document.documentElement.scrollWidth), 390);
    assert.equal(await card.locator('path.last').count(), 0);
    await one.play('h2e2');
    await card.locator('path.last').first().waitFor();
    const [x] = await card
      .locator('svg image')
      .evaluateAll((all) =>
        all
          .filter((one) => Number(one.getAttribute('x')) === 4 && Number(one.getAttribute('y')) === 7)
          .map((one) => one.getAttribute('x')),
      );
    assert.equal(x, '4', 'the cannon is in the middle now');
    await card.locator('.time.run').waitFor();

    await card.click();
    await viewer.page.waitForSelector('cg-board piece');
    await one.page.getByTitle('1 người xem').waitFor();
    await viewer.sees('e2', /Pháo/i);
    await other.until((view) => view.plies.length === 1 && view.legal.length > 0);
    await other.play('h9g7');
    await viewer.sees('g7', /Mã/i);
    // The game is over: the list says so, and lets it go.
    await viewer.page.goto('/watch');
    await card.waitFor();
    await one.page.keyboard.press('r');
    await one.page.locator('dialog .btn.pri, dialog .btn.danger').first().click();
    await card.locator('.end').waitFor();
    await card.waitFor({ state: 'detached', timeout: 30_000 });
    for (const person of [one, other, viewer]) {
      await isHarmless(person);
      assert.deepEqual(person.consoleErrors, []);
      await person.close();
    }
  });

  test('players keep their games out of the list, and spectators behind', async () => {
    const one = await here.server.person({ language: 'en' });
    await signUp(one, fresh('ke'), 'Kê', EN);
    await one.page.goto('/new');
    await one.page
      .getByRole('radio', { name: 'A friend by link' })
      .or(one.page.getByRole('radio', { name: /link/i }))
      .first()
      .click();
    await one.page.getByRole('switch', { name: 'Show in Now playing' }).click();
    await one.page.getByRole('radio', { name: '2 plies' }).click();
    await one.page.locator('.start .btn.pri').click();
    await one.page.locator('dialog').waitFor();
    const [row] = (await one.ask('GET', '/rooms')).rooms;
    const friend = await here.server.person();
    await friend.ask('POST', `/invitations/${row.invitation}`, {});
    await one.enter(row.room);
    assert.equal((await one.view()).delay, 2);
    await one.play('h2e2');
    const viewer = await here.server.person({ language: 'en' });
    await viewer.enter(row.room);
    await viewer.page.getByText('Spectators see the game 2 plies later').first().waitFor();
    assert.equal((await viewer.ask('GET', `/rooms/${row.room}`)).plies.length, 0);
    await viewer.page.goto('/watch');
    await viewer.page.locator(`[data-room="${row.room}"]`).waitFor();
    await one.page.goto('/account');
    await one.page.getByRole('switch', { name: 'Keep my games out of Now playing' }).click();
    await viewer.page.locator(`[data-room="${row.room}"]`).waitFor({ state: 'detached' });
    for (const person of [one, friend, viewer]) {
      assert.deepEqual(person.consoleErrors, []);
      await person.close();
    }
  });

  test('two players talk in their own languages; text stays text; block and report', async () => {
    const { one, other, handles, room } = await pair(here, ['Mận', 'Nhi']);
    await one.page.getByRole('tab', { name: 'Lời nhắn' }).click();
    await one.page.getByRole('button', { name: 'Chúc may mắn!' }).click();
    // The phone shows it beside the board, in the language of its reader.
    await other.page.getByText('Good luck!').waitFor();
    await other.page.getByRole('button', { name: 'Answer' }).click();
    await other.page.getByRole('button', { name: 'You too!' }).click();
    await one.page.locator('li', { hasText: 'Bạn cũng vậy nhé!' }).waitFor();
    await one.page.getByPlaceholder('Viết lời nhắn…').fill(MARKUP);
    await one.page.keyboard.press('Enter');
    await other.page.locator('li', { hasText: MARKUP }).waitFor();
    await isHarmless(other);
    await isHarmless(one);
    // Keys of the board are letters in the text.
    await one.page.getByPlaceholder('Viết lời nhắn…').fill('');
    await one.page.keyboard.type('frz');
    assert.equal(await one.page.getByPlaceholder('Viết lời nhắn…').inputValue(), 'frz');
    assert.equal(await one.page.locator('dialog').count(), 0);

    const viewer = await here.server.person({ language: 'en' });
    await viewer.enter(room);
    assert.equal(await viewer.page.getByRole('tab', { name: 'Talk' }).count(), 0);
    assert.ok(!viewer.frames.some((frame) => frame.includes('"talk","lines"') || frame.includes('good_luck')));

    await other.page.getByRole('button', { name: 'Report' }).click();
    await other.page.getByLabel('What happened? (optional)').fill(MARKUP);
    await other.page.getByRole('button', { name: 'Send the report' }).click();
    await other.page.getByText('The report was sent. Thank you.').waitFor();
    await other.page.getByRole('button', { name: 'Block', exact: true }).click();
    await other.page.getByText('Mận is blocked.').waitFor();
    await one.page.getByRole('button', { name: 'Xin lỗi nhé.' }).click();
    await one.page.getByText('Người này không nhận lời nhắn của bạn.').first().waitFor();
    await other.page.goto('/account');
    await other.page.getByRole('link', { name: 'Mận' }).click();
    await other.page.waitForURL(`**/player/${handles[0]}`);
    await other.page.getByRole('button', { name: 'Unblock' }).click();
    await other.page.getByRole('button', { name: 'Block', exact: true }).waitFor();
    for (const person of [one, other, viewer]) {
      assert.deepEqual(person.consoleErrors, []);
      await person.close();
    }
  });

  test('markup in the tags and comments of a record stays text', async () => {
    const person = await here.server.person({ language: 'en' });
    await person.page.goto('/rules');
    await person.page.evaluate((markup) => {
      const pgn = `[Red "${markup}"]\n[Black "${markup}"]\n[Event "${markup}"]\n[Game "xiangqi"]\n\n1. h2e2 {${markup}} h9g7 1-0`;
      const tree = { game: 'xiangqi', pgn, path: ['h2e2'], at: 1 };
      localStorage.setItem('kydai.tree.free.xiangqi', JSON.stringify(tree));
    }, MARKUP);
    await person.page.goto('/analysis?game=xiangqi');
    await person.page.waitForSelector('.moves .mv.on');
    await person.page.getByText(MARKUP).first().waitFor();
    await isHarmless(person);
    assert.deepEqual(person.consoleErrors, []);
    await person.close();
  });
}
