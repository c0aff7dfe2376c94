// Lobby and profiles: two fresh browsers meet, play a rated game to its end and see the new ratings; challenges; profiles.
import assert from 'node:assert/strict';
import test from './journey.mjs';
import { EN, VI, fresh, signUp } from './accounts.mjs';

/** Turns the switch of rated games on. */
const rated = (person, name) => person.page.getByRole('switch', { name }).click();

/** Room that the page has opened by itself. */
async function opened(person) {
  await person.page.waitForURL(/\/room\//);
  await person.page.waitForSelector('cg-board piece');
  person.room = new URL(person.page.url()).pathname.split('/').pop();
  return person.room;
}

export function lobbyJourneys(here) {
  test('a guest signs up, finds an opponent through the lobby, and both see their new ratings', async () => {
    const phone = await here.server.person({ size: [390, 844] });
    const { room: before } = await phone.begin('xiangqi', { other: { kind: 'here' } });
    await phone.play('h2e2');
    await signUp(phone, fresh('an'), 'Ân', VI);
    const desk = await here.server.person({ language: 'en' });
    await signUp(desk, fresh('hoa'), 'Hoa', EN);

    await phone.page.goto('/');
    await phone.page.getByRole('link', { name: /Tìm đối thủ/ }).click();
    await phone.page.getByRole('heading', { name: 'Sảnh chờ' }).waitFor();
    await rated(phone, 'Ván tính điểm');
    await phone.page.getByRole('button', { name: /^15 \+ 10/ }).click();
    await phone.page.getByText('Đang tìm đối thủ…').waitFor();
    // A reload keeps the seek, and a computer is there meanwhile.
    await phone.page.reload();
    await phone.page.getByText('Đang tìm đối thủ…').waitFor();
    await phone.page.getByRole('button', { name: /Chơi với máy/ }).click();
    const machine = await opened(phone);
    await phone.page.getByText('Đang tìm đối thủ…').waitFor();
    // The page is in the background when the opponent comes.
    await phone.page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });
    });

    await desk.page.goto('/lobby');
    const row = desk.page.locator('li', { hasText: 'Ân' }).filter({ hasText: 'Rated' }).first();
    await row.getByText('1500?').waitFor();
    await row.getByRole('button', { name: 'Play', exact: true }).click();
    const room = await opened(desk);
    await phone.page.waitForURL((url) => url.pathname === `/room/${room}`);
    assert.notEqual(room, machine);
    assert.equal(await phone.page.title(), '● Ván cờ bắt đầu!');
    await phone.page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => false });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    assert.notEqual(await phone.page.title(), '● Ván cờ bắt đầu!');
    phone.room = room;

    const [mine] = (await phone.ask('GET', `/rooms/${room}`)).own_sides;
    const [first, second] = mine === 'first' ? [phone, desk] : [desk, phone];
    await first.page.waitForSelector('cg-board piece');
    await first.until((view) => view.legal.length > 0);
    await first.play('h2e2');
    await second.until((view) => view.plies.length === 1 && view.legal.length > 0);
    await second.play('h9g7');
    await first.until((view) => view.plies.length === 2);
    await desk.page.keyboard.press('r');
    await desk.page.locator('dialog .btn.pri, dialog .btn.danger').first().click();
    const view = await phone.until((now) => now.outcome);
    const won = view.rated.change.after[mine === 'first' ? 0 : 1];
    const lost = view.rated.change.after[mine === 'first' ? 1 : 0];
    assert.ok(won > 1500 && lost < 1500);
    await phone.page.getByText(`Điểm của bạn: ${won} (+${won - 1500})`).waitFor();
    await desk.page.getByText(`Your rating: ${lost} (−${1500 - lost})`).waitFor();
    const kept = (await phone.ask('GET', '/rooms')).rooms.map((one) => one.room);
    assert.deepEqual(kept.sort(), [before, machine, room].sort(), 'the games of the guest are still there');
    assert.deepEqual(phone.consoleErrors.concat(desk.consoleErrors), []);
    for (const person of [phone, desk]) await person.close();
  });

  test('a seek waits on all pages of its player, and ends on all of them', async () => {
    const one = await here.server.person();
    await signUp(one, fresh('hai'), 'Hai trang', VI);
    const second = await one.context.newPage();
    for (const page of [one.page, second]) await page.goto('/lobby');
    const waiting = (page) => page.getByText('Đang tìm đối thủ…');
    await one.page.getByRole('radio', { name: 'Cờ vua' }).click();
    await one.page.getByRole('button', { name: /^30 \+ 20/ }).click();
    for (const page of [one.page, second]) await waiting(page).waitFor();
    // Nobody is offered the own seek.
    await second.getByText('Cờ vua · 30 phút, cộng 20 giây mỗi nước').waitFor();
    assert.equal(await second.locator('li', { hasText: 'Hai trang' }).count(), 0);
    await second.getByRole('button', { name: 'Thôi tìm' }).click();
    for (const page of [one.page, second]) await waiting(page).waitFor({ state: 'detached' });
    // A reload does not bring it back.
    await one.page.reload();
    await one.page.getByRole('button', { name: /^30 \+ 20/ }).waitFor();
    assert.equal((await one.ask('GET', '/lobby')).seek, null);
    assert.deepEqual(one.consoleErrors, []);
    await one.close();
  });

  test('a player is challenged, declines once, and accepts on another page', async () => {
    const one = await here.server.person({ language: 'en' });
    const other = await here.server.person({ size: [390, 844] });
    const [mai, nga] = [fresh('mai'), fresh('nga')];
    await signUp(one, mai, 'Mai', EN);
    await signUp(other, nga, 'Nga', VI);
    await other.page.goto('/lobby');
    // Found by name, the profile says that she is here and leads to her in the lobby.
    await one.page.goto('/ranking');
    await one.page.getByLabel('Find a player by user name').fill(`@${nga}`);
    await one.page.keyboard.press('Enter');
    await one.page.getByRole('link', { name: 'Challenge' }).click();
    const row = one.page.locator('li.meant', { hasText: `@${nga}` });
    await row.getByRole('button', { name: 'Challenge' }).click();
    await other.page.getByText('Mai thách đấu bạn.').waitFor();
    await other.page.getByRole('button', { name: 'Từ chối' }).click();
    await row.getByRole('button', { name: 'Challenge' }).click();
    await other.page.getByText('Mai thách đấu bạn.').waitFor();
    // The challenge follows to other pages.
    await other.page.evaluate(() => history.pushState(null, '', '/games'));
    await other.page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')));
    await other.page.getByRole('button', { name: 'Nhận lời' }).click();
    const room = await opened(other);
    assert.equal(await opened(one), room);
    assert.equal((await one.ask('GET', `/rooms/${room}`)).seats.filter((seat) => seat.handle).length, 2);
    assert.deepEqual(one.consoleErrors.concat(other.consoleErrors), []);
    for (const person of [one, other]) await person.close();
  });

  test('a profile shows curve, results and games, can be followed, and can be private', async () => {
    const one = await here.server.person();
    const other = await here.server.person({ language: 'en', size: [390, 844] });
    const [tu, hai] = [fresh('tu'), fresh('hai')];
    await signUp(one, tu, 'Tứ', VI);
    await signUp(other, hai, 'Hải', EN);
    const made = await one.ask('POST', '/rooms', {
      game: 'xiangqi',
      one: { kind: 'me' },
      other: { kind: 'link' },
      rated: true,
      clock: { kind: 'game', initial_ms: 600_000, increment_ms: 0 },
    });
    await other.ask('POST', `/invitations/${made.invitation}`, {});
    await one.enter(made.room);
    await one.play('h2e2');
    await one.page.keyboard.press('r');
    await one.page.locator('dialog .btn.pri, dialog .btn.danger').first().click();
    await one.until((view) => view.outcome);

    await other.page.goto(`/player/${tu}`);
    await other.page.getByRole('heading', { level: 1, name: 'Tứ' }).waitFor();
    await other.page.getByRole('img', { name: /Rating curve: Xiangqi/ }).waitFor();
    await other.page.getByRole('link', { name: 'Hải' }).first().waitFor();
    await other.page.getByRole('radio', { name: 'Won' }).click();
    await other.page.getByText('No games match.').waitFor();
    await other.page.getByRole('radio', { name: 'Lost' }).click();
    await other.page.locator(`a[href="/room/${made.room}"]`).waitFor();
    await other.page.getByRole('radio', { name: 'Opponent' }).click();
    await other.page.locator('td a', { hasText: 'Hải' }).waitFor();
    await other.page.getByRole('button', { name: 'Follow' }).click();
    await other.page.getByText('1 follower').waitFor();
    await other.page.goto('/ranking');
    await other.page.getByRole('link', { name: 'Tứ' }).click();
    await other.page.getByRole('button', { name: 'Unfollow' }).waitFor();

    await one.page.goto('/account');
    await one.page.getByRole('switch', { name: 'Hồ sơ riêng tư' }).click();
    await one.page.getByText('Đã lưu').waitFor();
    await other.page.reload();
    await other.page.getByText('This player keeps the profile private.').waitFor();
    assert.equal(await other.page.getByRole('img', { name: /Rating curve/ }).count(), 0);
    assert.deepEqual(one.consoleErrors.concat(other.consoleErrors), []);
    for (const person of [one, other]) await person.close();
  });
}
