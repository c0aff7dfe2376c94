// Accounts: a guest signs up and keeps everything, signs in elsewhere, and two accounts play a rated game.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from './journey.mjs';

const PASSWORD = 'pháo đầu mã đội';
const RATED = {
  other: { kind: 'link' },
  rated: true,
  clock: { kind: 'game', initial_ms: 300_000, increment_ms: 3_000 },
};

/** Handles are unique on the server, which all journeys share. */
export const fresh = (name) => `${name}${Math.random().toString(36).slice(2, 8)}x`;

/** Signs up on the account page, and returns the recovery code. */
export async function signUp(person, handle, name, words) {
  await person.page.goto('/account');
  await person.page.getByRole('radio', { name: words.up }).click();
  await person.page.getByLabel(words.handle).fill(handle);
  await person.page.getByLabel(words.name).fill(name);
  await person.page.getByLabel(words.password, { exact: true }).fill(PASSWORD);
  await person.page.locator('form .btn.pri').click();
  const code = await person.page.locator('output.code').textContent();
  await person.page.getByRole('button', { name: words.kept }).click();
  await person.page.getByRole('heading', { level: 1, name }).waitFor();
  return code;
}

export const VI = {
  up: 'Tạo tài khoản',
  handle: 'Tên đăng nhập',
  name: 'Tên hiển thị',
  password: 'Mật khẩu',
  kept: 'Tôi đã cất mã',
};
export const EN = {
  up: 'Create account',
  handle: 'User name',
  name: 'Display name',
  password: 'Password',
  kept: 'I have kept the code',
};

export function accountJourneys(here) {
  test('a guest on a phone signs up, keeps the games, and signs in elsewhere', async () => {
    const phone = await here.server.person({ size: [390, 844] });
    const { room } = await phone.begin('xiangqi', { other: { kind: 'here' } });
    await phone.play('h2e2');
    const handle = fresh('an');
    // Markup in a name is text.
    const code = await signUp(phone, handle, '<b>Ân</b>', VI);
    assert.match(code, /^([a-z0-9]{4}-){5}[a-z0-9]{4}$/);
    assert.equal(await phone.page.locator('h1 b').count(), 0);
    assert.deepEqual((await phone.ask('GET', `/rooms/${room}`)).own_sides, ['first', 'second']);
    await phone.page.goto('/games');
    await phone.page.locator(`a[href$="${room}"]`).first().waitFor();

    const desk = await here.server.person({ language: 'en' });
    await desk.begin('chess', { other: { kind: 'here' } });
    await desk.page.goto('/account');
    await desk.page.getByLabel('User name').fill(handle.toUpperCase());
    await desk.page.getByLabel('Password').fill('wrong');
    await desk.page.locator('form .btn.pri').click();
    await desk.page.getByText('The user name or the password is wrong.').waitFor();
    // The guest's game is not brought along unless asked.
    const bring = desk.page.getByRole('switch', { name: /Bring the guest/ });
    assert.equal(await bring.getAttribute('aria-checked'), 'false');
    await desk.page.getByLabel('Password').fill(PASSWORD);
    await desk.page.locator('form .btn.pri').click();
    // The settings of the account come along, its language among them.
    await desk.page.getByText(/Signed in on|Nơi đang đăng nhập/).waitFor();
    const mine = await desk.ask('GET', '/rooms');
    assert.deepEqual(
      mine.rooms.map((row) => row.room),
      [room],
    );
    await desk.enter(room);
    await phone.page.goto('/account');
    await phone.page.getByText('Chrome').first().waitFor();
    await phone.page.getByRole('button', { name: 'Đăng xuất thiết bị này' }).click();
    // The page with the board says why nothing can be played there any more.
    await desk.page.getByText(/been signed out|đã bị đăng xuất/).waitFor();
    await phone.page.getByRole('button', { name: 'Đăng xuất thiết bị này' }).waitFor({ state: 'detached' });
    assert.equal((await desk.ask('GET', '/account')).account, null, 'signed out from the phone');
    assert.equal((await desk.ask('GET', '/rooms')).total, 1, 'the guest has the own game again');

    await phone.page.getByRole('button', { name: 'Đăng xuất', exact: true }).click();
    await phone.page.getByRole('heading', { name: 'Đăng nhập' }).waitFor();
    assert.deepEqual(phone.consoleErrors, []);
    for (const person of [phone, desk]) await person.close();
  });

  test('two accounts play a rated game by link, and see their ratings change', async () => {
    const one = await here.server.person();
    const other = await here.server.person({ language: 'en' });
    await signUp(one, fresh('tu'), 'Tú', VI);
    const long = 'Trần Thị Ánh Nguyệt Hồng Phương Hoa';
    await signUp(other, fresh('hoa'), long, EN);
    const made = await one.begin('xiangqi', RATED);
    await other.page.goto(`/join/${made.invitation}`);
    await other.page.getByRole('button', { name: 'Join', exact: true }).click();
    await other.page.waitForSelector('cg-board piece');
    other.room = made.room;
    await one.page.getByText('1500?').first().waitFor();
    // A long name ends in dots; the rating beside it is never cut off.
    for (const [page, size] of [
      [one.page, [1280, 800]],
      [other.page, [390, 844]],
    ]) {
      await page.setViewportSize({ width: size[0], height: size[1] });
      const bar = page.locator('.pl', { hasText: long });
      const [name, rating, clock] = await Promise.all(
        ['.name', '.rating', '.clock'].map((part) => bar.locator(part).boundingBox()),
      );
      assert.ok(
        name.x + name.width <= rating.x && rating.x + rating.width <= clock.x,
        JSON.stringify({ name, rating, clock }),
      );
      assert.equal(await bar.locator('.name').evaluate((one) => getComputedStyle(one).textOverflow), 'ellipsis');
      await page.setViewportSize({ width: 1440, height: 900 });
    }
    // Nothing is taken back or given away in a rated game: nothing of it is offered.
    for (const name of [/^Đi lại/, /^Nhường/]) assert.equal(await one.page.getByRole('button', { name }).count(), 0);
    await one.page.getByRole('button', { name: /^Xin thua/ }).waitFor();
    await one.play('h2e2');
    await other.until((view) => view.plies.length === 1 && view.legal.length > 0);
    await other.play('h9g7');
    await other.ask('GET', `/rooms/${made.room}`);
    await other.page.keyboard.press('r');
    const sure = other.page.locator('dialog .btn.pri, dialog .btn.danger').first();
    await sure.click();
    const view = await one.until((now) => now.outcome);
    assert.equal(view.outcome.winner, 'first');
    const [won, lost] = view.rated.change.after;
    assert.ok(won > 1500 && lost < 1500);
    await one.page.getByText(`Điểm của bạn: ${won} (+${won - 1500})`).waitFor();
    await other.page.getByText(`Your rating: ${lost} (−${1500 - lost})`).waitFor();
    assert.deepEqual(one.consoleErrors.concat(other.consoleErrors), []);
    for (const person of [one, other]) await person.close();
  });

  test('a forgotten password gives way to the recovery code; data are downloaded, and the account is deleted', async () => {
    const phone = await here.server.person({ size: [390, 844] });
    const { room } = await phone.begin('xiangqi', { other: { kind: 'here' } });
    await phone.play('h2e2');
    const handle = fresh('quen');
    const code = await signUp(phone, handle, 'Quên', VI);
    await phone.page.getByRole('button', { name: 'Đăng xuất', exact: true }).click();
    await phone.page.getByRole('button', { name: 'Quên mật khẩu?' }).click();
    await phone.page.getByLabel('Tên đăng nhập').fill(handle);
    await phone.page.getByLabel('Mã khôi phục').fill(code.toUpperCase());
    await phone.page.getByLabel('Mật khẩu mới').fill('sĩ tượng bền vững');
    await phone.page.locator('form .btn.pri').click();
    const next = await phone.page.locator('output.code').textContent();
    assert.notEqual(next, code);
    await phone.page.getByRole('button', { name: VI.kept }).click();
    await phone.page.getByRole('heading', { level: 1, name: 'Quên' }).waitFor();

    const text = async (name) => {
      const [download] = await Promise.all([
        phone.page.waitForEvent('download'),
        phone.page.getByRole('link', { name }).click(),
      ]);
      return readFileSync(await download.path(), 'utf8');
    };
    assert.match(await text('Các ván (PGN)'), /\[Event /);
    const all = JSON.parse(await text('Tất cả (JSON)'));
    assert.deepEqual([all.handle, all.games.length], [handle, 1]);

    await phone.page.getByRole('button', { name: 'Xóa tài khoản' }).click();
    const dialog = phone.page.getByRole('dialog');
    await dialog.getByLabel('Mật khẩu').fill('sĩ tượng bền vững');
    await dialog.getByRole('button', { name: 'Xóa tài khoản' }).click();
    await phone.page.getByRole('heading', { level: 1, name: 'Đăng nhập' }).waitFor();
    assert.equal((await phone.ask('GET', '/account')).account, null);
    await assert.rejects(phone.ask('GET', `/players/${handle}`), /player_unknown/);
    await assert.rejects(phone.ask('GET', `/rooms/${room}`), /404/);
    assert.deepEqual(phone.consoleErrors, []);
    await phone.close();
  });
}
