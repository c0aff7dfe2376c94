// A club's tournament in the browser: preset, players by paste, pairings by hand, results by keyboard and from phones, print
// pages as PDF; a knockout with its bracket; engines that play by themselves.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import test from './journey.mjs';

const PHONE = [390, 844];
const PLAYERS = [
  'Họ tên\tGiới tính\tĐội\tElo',
  'Nguyễn Anh Mẫn\tnam\tĐà Nẵng\t2480',
  'Lại Lý Huynh\tnam\tTP Hồ Chí Minh\t2560',
  'Hoàng Thị Hải Bình\tnữ\tTP Hồ Chí Minh\t2300',
  'Đàm Thị Thùy Dung\tnữ\tĐà Nẵng\t2210',
  'Trần Chánh Tâm\tnam\tHà Nội\t2390',
  'Vũ Hữu Cường\tnam\tHà Nội\t2350',
].join('\n');

/** Keeps a picture or a file to look at, if `KYDAI_LOOK` names a folder. */
async function keep(person, name) {
  const folder = process.env.KYDAI_LOOK;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await person.page.waitForTimeout(300);
  await person.page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

export function tournamentJourneys(here) {
  /** Organizer with a new tournament of a preset. */
  async function organizer(preset, look = {}) {
    const person = await here.server.person(look);
    const { page } = person;
    await page.goto('/tournaments');
    await page.getByRole('button', { name: 'Giải mới' }).click();
    await page.getByLabel('Tên giải').fill(`Giải ${preset}`);
    await page.getByLabel('Nơi và ngày').fill('Huế, 15/11/2026');
    await page.getByRole('radio', { name: preset, exact: true }).click();
    await keep(person, `new-${preset.length}`);
    await page.getByRole('button', { name: 'Tạo giải' }).click();
    await page.waitForURL(/tab=players/);
    person.tournament = new URL(page.url()).pathname.split('/').pop();
    return person;
  }
  const tab = (person, name) => person.page.getByRole('tab', { name, exact: true }).click();
  async function paste(person, text) {
    await person.page.getByRole('button', { name: 'Thêm kỳ thủ' }).click();
    await person.page.getByRole('textbox').first().fill(text);
    await person.page.getByRole('button', { name: 'Ghi danh', exact: true }).click();
    await person.page.locator('ol.players li').first().waitFor();
  }
  const view = (person) => person.ask('GET', `/tournaments/${person.tournament}`);
  async function untilView(person, holds) {
    for (let tries = 0; tries < 600; tries += 1) {
      const seen = await view(person);
      if (holds(seen.sections[0])) return seen.sections[0];
      await new Promise((done) => setTimeout(done, 100));
    }
    throw new Error(`the tournament does not get there: ${JSON.stringify((await view(person)).sections[0].rounds)}`);
  }
  async function publish(person, round) {
    await person.page.getByRole('button', { name: `Xếp cặp vòng ${round}` }).click();
    await person.page.getByRole('button', { name: 'Công bố' }).click();
    await person.page.locator('select.res').first().waitFor();
  }

  test('a club runs a round: paste, order, pair, results by keyboard and from phones, reasons, print pages', async () => {
    const an = await organizer('Giải câu lạc bộ (hệ Thụy Sĩ)', { size: [1280, 800] });
    const { page } = an;
    await paste(an, PLAYERS);
    await page.getByRole('button', { name: 'Xếp theo hệ số' }).click();
    await page.locator('ol.players li').first().getByText('Lại Lý Huynh').waitFor();
    await keep(an, 'players');
    await tab(an, 'Cặp đấu');
    await page.getByRole('button', { name: 'Xếp cặp vòng 1' }).click();
    await page.locator('.pick').first().waitFor();
    // Two players are exchanged by hand, and the page says what that breaks; then the system's pairing comes back.
    await page.locator('.pick').nth(0).click();
    await page.locator('.pick').nth(2).click();
    await page.locator('.remarks li').first().waitFor();
    await keep(an, 'draft-by-hand');
    await page.getByRole('button', { name: 'Xếp lại' }).click();
    await page.locator('.remarks').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Công bố' }).click();
    await page.locator('tr[tabindex]').first().focus();
    await page.keyboard.press('1');
    await page.keyboard.press('5');
    const entered = await untilView(an, (section) => section.rounds[0].boards[1].result === 'draw');
    assert.equal(entered.rounds[0].boards[0].result, 'first');

    // The players of board 3 report from their phones by the code of the slip; the arbiter takes it.
    await tab(an, 'In');
    await page.getByRole('button', { name: 'Phiếu kết quả' }).click();
    await page.locator('.slip img').first().waitFor();
    const links = await an.ask('GET', `/tournaments/${an.tournament}/links?section=1`);
    const phone = await here.server.person({ size: PHONE });
    await phone.page.goto(`/tournaments/${an.tournament}/board/${links.boards[2][1]}`);
    const { first } = entered.rounds[0].boards[2];
    const name = entered.players[first - 1].entrant.name;
    await phone.page.getByRole('button', { name: new RegExp(name) }).click();
    await phone.page.getByRole('button', { name: new RegExp(`1–0.*${name} thắng`) }).click();
    await phone.page.getByText('Chờ trọng tài xác nhận.').waitFor();
    await keep(phone, 'phone-slip');
    // The opponent's page waits for the arbiter, without a reload.
    const opponent = await here.server.person({ size: PHONE });
    await opponent.page.goto(`/tournaments/${an.tournament}/board/${links.boards[2][1]}`);
    await opponent.page.getByText('Bạn là ai?').waitFor();
    // An arbiter works with a phone, too.
    await phone.page.goto(`/tournaments/${an.tournament}/join/${links.arbiter}`);
    await phone.page.getByText('Bạn đã vào giải.').waitFor();
    await phone.page.locator('.report').first().waitFor();
    await keep(phone, 'phone-arbiter');
    await phone.page.locator('.report').first().click();
    await untilView(an, (section) => section.rounds[0].boards[2].result === 'first');
    await opponent.page.locator('.done').getByText('1–0').waitFor();
    await opponent.close();

    // A player's phone shows the own game; nothing is wider than the screen.
    const player = await here.server.person({ size: PHONE });
    await player.page.goto(`/tournaments/${an.tournament}/join/${links.players[0][1]}`);
    await player.page.getByRole('region', { name: 'Ván của tôi' }).getByText('Lại Lý Huynh').waitFor();
    await keep(player, 'phone-player');
    for (const wanted of ['Cặp đấu', 'Bảng xếp hạng', 'Kỳ thủ']) {
      await tab(player, wanted);
      const wide = await player.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      assert.ok(wide <= 0, `${wanted} is ${wide} pixels too wide`);
    }
    await player.page.getByRole('tab', { name: 'Bảng xếp hạng' }).click();
    await keep(player, 'phone-standings');

    await tab(an, 'Cặp đấu');
    await page.getByRole('button', { name: 'Vì sao?' }).first().click();
    await page.locator('dialog li').first().waitFor();
    await page.locator('dialog select').selectOption({ index: 2 });
    await page.locator('dialog [role=status] p').waitFor();
    await keep(an, 'why');
    await page.keyboard.press('Escape');

    // Each print page is a PDF without the app around it.
    await tab(an, 'In');
    for (const kind of ['Theo bàn', 'Theo tên', 'Bảng xếp hạng', 'Bảng chéo', 'Thẻ tên', 'Phiếu kết quả']) {
      await page.getByRole('button', { name: kind, exact: true }).click();
      await page.emulateMedia({ media: 'print' });
      const shown = await page.evaluate(() => document.body.innerText);
      assert.ok(/Lại Lý Huynh/.test(shown), kind);
      assert.ok(!/Xem thử|Cài đặt|Thiết lập/.test(shown), `${kind}: the page prints more than the sheet`);
      const file = await page.pdf({ format: 'A4' });
      assert.ok(file.length > 5000);
      if (process.env.KYDAI_LOOK)
        writeFileSync(`${process.env.KYDAI_LOOK}/print-${kind.replaceAll(' ', '-')}.pdf`, file);
      await page.emulateMedia({ media: null });
    }
    await tab(an, 'Bảng xếp hạng');
    await page.getByText('đối đầu trực tiếp').waitFor();
    await keep(an, 'standings');
    await tab(an, 'Thiết lập');
    // The server of the journeys listens for this computer alone: its links are of no use to phones.
    await page.getByText('chỉ dùng được trên máy này').waitFor();
    await page.getByAltText('Mã QR cho trọng tài').waitFor();
    await keep(an, 'settings');
    await page.getByRole('button', { name: 'Màn hình hội trường' }).click();
    await page.locator('.hall table').waitFor();
    await keep(an, 'hall');
    assert.deepEqual(an.consoleErrors.concat(phone.consoleErrors, player.consoleErrors), []);
    for (const person of [an, phone, player]) await person.close();
  });

  test('groups and a knockout show their bracket, and a level match is decided', async () => {
    const an = await organizer('Vòng bảng rồi đấu loại', { size: [1280, 800] });
    const { page } = an;
    await paste(an, ['An', 'Bình', 'Chi', 'Dũng', 'Em', 'Phúc', 'Giang', 'Hải'].join('\n'));
    await tab(an, 'Thiết lập');
    await page.getByLabel('Số ván mỗi trận').fill('1');
    await page.getByLabel('Số loạt ván phụ').fill('0');
    await page.getByRole('switch', { name: 'Ván quyết định' }).click();
    await page.getByRole('button', { name: 'Lưu' }).click();
    await page.getByText('Đã lưu.').waitFor();
    await keep(an, 'settings-knockout');
    await tab(an, 'Cặp đấu');
    for (let round = 1; round <= 4; round += 1) {
      await publish(an, round);
      const { rounds } = (await view(an)).sections[0];
      const acts = rounds[round - 1].boards.map((board) => ({
        type: 'result',
        section: 1,
        round,
        board: board.board,
        // The first semi-final is drawn.
        result: round === 4 && board.board === 1 ? 'draw' : board.first < board.second ? 'first' : 'second',
      }));
      await an.ask('POST', `/tournaments/${an.tournament}/acts`, { acts });
      await page
        .getByText(round === 4 ? 'Bán kết' : `Vòng bảng, lượt ${round}`)
        .first()
        .waitFor();
    }
    await tab(an, 'Nhánh đấu');
    await page.getByText('Hòa: ban tổ chức quyết định.').waitFor();
    await keep(an, 'bracket-level');
    page.once('dialog', (dialog) => dialog.accept());
    await page.getByRole('button', { name: 'Đi tiếp' }).first().click();
    await page.getByText('Hòa: ban tổ chức quyết định.').waitFor({ state: 'detached' });
    await tab(an, 'Cặp đấu');
    await publish(an, 5);
    await page.locator('tr[tabindex]').first().focus();
    for (const key of ['1', '0']) await page.keyboard.press(key);
    await untilView(an, (section) => section.champion !== null);
    await tab(an, 'Nhánh đấu');
    await page.getByText('Vô địch: An').waitFor();
    await keep(an, 'bracket');
    await tab(an, 'In');
    await page.getByRole('button', { name: 'Nhánh đấu', exact: true }).click();
    await page.emulateMedia({ media: 'print' });
    const file = await page.pdf({ format: 'A4', landscape: true });
    if (process.env.KYDAI_LOOK) writeFileSync(`${process.env.KYDAI_LOOK}/print-bracket.pdf`, file);
    await page.emulateMedia({ media: null });
    const phone = await here.server.person({ size: PHONE, language: 'en' });
    await phone.page.goto(`/tournaments/${an.tournament}?tab=bracket`);
    await phone.page.getByText('Champion: An').waitFor();
    await keep(phone, 'phone-bracket');
    const wide = await phone.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    assert.ok(wide <= 0, `the bracket makes the page ${wide} pixels too wide`);
    assert.deepEqual(an.consoleErrors.concat(phone.consoleErrors), []);
    for (const person of [an, phone]) await person.close();
  });

  test('engines are entered by choice, and a league of the Lab is played as a Swiss', async () => {
    const an = await organizer('Vòng tròn', { size: [1280, 800] });
    const { page } = an;
    await page.getByRole('button', { name: 'Thêm máy' }).click();
    await page.getByRole('button', { name: 'Ghi danh máy' }).waitFor();
    await keep(an, 'engines');
    for (const engine of ['random', 'minimax:depth=1']) {
      await page.getByLabel('Máy và tùy chọn').fill(engine);
      await page.getByRole('button', { name: 'Ghi danh máy' }).click();
      await page
        .locator('ol.players li')
        .nth(engine === 'random' ? 0 : 1)
        .waitFor();
    }
    await untilView(an, (section) => section.players.length === 2 && section.settings.online);
    await an.close();

    const lab = await here.server.person({ size: [1280, 800] });
    lab.tournament = '';
    await lab.page.goto('/lab/league?game=toy&engine=random&engine=minimax:depth%3D1&engine=alphabeta:depth%3D2');
    await lab.page.getByRole('radio', { name: 'Hệ Thụy Sĩ' }).click();
    await lab.page.getByLabel('Số vòng').fill('2');
    await keep(lab, 'league-swiss');
    await lab.page.getByRole('button', { name: 'Bắt đầu giải' }).click();
    await lab.page.waitForURL(/\/tournaments\//);
    lab.tournament = new URL(lab.page.url()).pathname.split('/').pop();
    const done = await untilView(lab, (section) => section.closed);
    assert.equal(done.rounds.length, 2);
    await tab(lab, 'Bảng xếp hạng');
    await keep(lab, 'league-standings');
    assert.deepEqual(lab.consoleErrors, []);
    await lab.close();
  });
}
