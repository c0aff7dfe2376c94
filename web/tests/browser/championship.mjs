// A World Championship in the browser, on a server of its own that is killed: 40 players in five teams, nine rounds online and
// over the board, the organizer at the desk, arbiter and players with phones. It ends with the standings of
// testdata/tournaments/championship.tsv, which were computed without this program.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import test from './journey.mjs';
import { TestServer } from './server.mjs';

const PHONE = [390, 844];
const FIXTURE = new URL('../../../testdata/tournaments/championship', import.meta.url).pathname;
const TEAMS = ['VIE', 'CHN', 'MAS', 'USA', 'GER'];
/** Players with a phone: their games with each other are played on the server. */
const ONLINE = 8;
const HEAD = 'Họ tên\tĐội\tGiới tính\tElo\tNhóm\n';
const KEYS = { first: '1', draw: '5', second: '0', first_by_forfeit: '+', second_by_forfeit: '-', both_absent: '/' };

/** Line of a player in the table that is pasted, as in crates/server/tests/championship.rs. */
function line(number) {
  const team = TEAMS[number % TEAMS.length];
  const category = team === 'USA' || team === 'GER' ? 'NCNV' : '';
  return [`Player ${number}`, team, number % 4 === 0 ? 'nữ' : 'nam', 2600 - 10 * number, category].join('\t');
}

/** Result by a rule that anybody can compute: mostly the lower start number wins. */
function planned(round, { board, first, second }) {
  if (round === 3 && board === 19) return 'second_by_forfeit';
  if (round === 7 && board === 18) return 'both_absent';
  const chance = (first * 31 + second * 17 + round * 7) % 10;
  if (chance >= 5 && chance <= 7) return 'draw';
  return first < second === chance <= 4 ? 'first' : 'second';
}

export function championshipJourney(here) {
  test('40 players in nine rounds, at the desk, with phones and online, end with the expected standings', async () => {
    const look = process.env.KYDAI_LOOK;
    if (look) mkdirSync(look, { recursive: true });
    const keep = async (person, name) => {
      if (look) await person.page.screenshot({ path: `${look}/championship-${name}.png`, fullPage: true });
    };
    // Own server, because this journey kills it.
    const server = await TestServer.open(here.server.browser);
    try {
      const an = await server.person({ size: [1280, 900] });
      const { page } = an;
      await page.goto('/tournaments');
      await page.getByRole('button', { name: 'Giải mới' }).click();
      await page.getByLabel('Tên giải').fill('Giải vô địch CLB');
      await page.getByLabel('Nơi và ngày').fill('Huế');
      await page.getByRole('radio', { name: 'Giải vô địch cờ tướng thế giới' }).click();
      await page.getByRole('button', { name: 'Tạo giải' }).click();
      await page.waitForURL(/tab=players/);
      const id = new URL(page.url()).pathname.split('/').pop();
      const tab = (name) => page.getByRole('tab', { name, exact: true }).click();
      const section = async () => (await an.ask('GET', `/tournaments/${id}`)).sections[0];
      const until = async (holds) => {
        for (let tries = 0; tries < 300; tries += 1) {
          const seen = await section();
          if (holds(seen)) return seen;
          await new Promise((done) => setTimeout(done, 100));
        }
        throw new Error(`the tournament does not get there: ${JSON.stringify((await section()).rounds.at(-1))}`);
      };
      const enter = async (numbers, count) => {
        await tab('Kỳ thủ');
        await page.getByRole('button', { name: 'Thêm kỳ thủ' }).click();
        await page
          .getByRole('textbox')
          .first()
          .fill(HEAD + numbers.map(line).join('\n'));
        await page.getByRole('button', { name: 'Ghi danh', exact: true }).click();
        await page
          .locator('ol.players > li')
          .nth(count - 1)
          .waitFor();
      };
      await enter(
        Array.from({ length: 39 }, (_, index) => index + 1),
        39,
      );
      await tab('Thiết lập');
      // The list of games is loaded with the page.
      while (!(await page.getByLabel('Loại cờ').isVisible())) {
        await page.getByRole('switch', { name: 'Chơi trực tuyến' }).click();
        await page.waitForTimeout(200);
      }
      await page.getByLabel('Loại cờ').selectOption('xiangqi');
      await page.getByLabel('Thời gian (phút)').fill('60');
      await page.getByLabel('Cộng mỗi nước (giây)').fill('30');
      await page.getByLabel('Xử thua người vắng sau (giây)').fill('3600');
      await page.getByRole('button', { name: 'Lưu' }).click();
      await page.getByText('Đã lưu.').waitFor();
      const links = () => an.ask('GET', `/tournaments/${id}/links?section=1`);

      // The players read the codes of their place cards; the arbiter opens the link with a name.
      const { players: codes, arbiter: code } = await links();
      const players = [];
      for (let number = 1; number <= ONLINE; number += 1) {
        const player = await server.person({ size: PHONE, sharp: false });
        await player.page.goto(`/tournaments/${id}/join/${codes[number - 1][1]}`);
        await player.page.getByRole('region', { name: 'Ván của tôi' }).getByText(`Player ${number}`).waitFor();
        players.push(player);
      }
      const arbiter = await server.person({ size: PHONE });
      await arbiter.page.goto(`/tournaments/${id}/join/${code}?as=arbiter`);
      await arbiter.page.getByLabel('Tên của bạn').fill('Trọng tài Tư');
      await arbiter.page.getByRole('button', { name: 'Làm trọng tài' }).click();
      await arbiter.page.getByText('Bạn đã vào giải.').waitFor();

      const restart = async () => {
        await server.stop('SIGKILL');
        await server.start();
      };
      /** Plays the game of a board on two phones: the player with the higher start number resigns. */
      const play = async ({ room, first, second }) => {
        const [red, black] = [first, second].map((number) => players[number - 1]);
        for (const player of [red, black]) {
          await player.page.getByRole('region', { name: 'Ván của tôi' }).getByRole('link', { name: 'Vào đấu' }).click();
          await player.page.waitForURL(`**/room/${room}`);
          await player.page.waitForSelector('cg-board piece');
          player.room = room;
        }
        await red.play('h2e2');
        await black.myTurn();
        await black.play('h9g7');
        const loser = first < second ? black : red;
        await loser.page.getByRole('button', { name: 'Xin thua' }).click();
        await loser.page.locator('dialog .foot').getByRole('button', { name: 'Xin thua' }).click();
        await loser.until((view) => view.outcome !== null);
        for (const player of [red, black]) await player.page.goto(`/tournaments/${id}`);
      };
      /** The organizer types the results at the desk, board after board. */
      const type = async (round, boards) => {
        for (const board of boards) {
          await page
            .locator('tr[tabindex]')
            .nth(board.board - 1)
            .focus();
          await page.keyboard.press(KEYS[planned(round, board)]);
          await until((seen) => seen.rounds[round - 1].boards[board.board - 1].result === planned(round, board));
        }
      };
      /** The arbiter chooses a result on the phone. */
      const choose = async (round, board, result) => {
        await arbiter.page.getByLabel(`Kết quả bàn ${board}`, { exact: true }).selectOption(result);
        await until((seen) => seen.rounds[round - 1].boards[board - 1].result === result);
      };

      let online = 0;
      for (let round = 1; round <= 9; round += 1) {
        if (round === 2) await enter([40], 40);
        if (round === 4 || round === 6) {
          await tab('Kỳ thủ');
          await page.getByRole('button', { name: `Sửa Player ${round === 4 ? 20 : 13}`, exact: true }).click();
          await page.getByRole('button', { name: round === 4 ? 'Nghỉ, điểm hòa' : 'Rút khỏi giải từ vòng 6' }).click();
          await page.locator('dialog').waitFor({ state: 'detached' });
        }
        await tab('Cặp đấu');
        await page.getByRole('button', { name: `Xếp cặp vòng ${round}` }).click();
        // The answer comes when the games are open.
        const published = page.waitForResponse((answer) => answer.url().endsWith('/acts'));
        await page.getByRole('button', { name: 'Công bố' }).click();
        await published;
        const open = (await until((seen) => seen.rounds[round - 1]?.published)).rounds[round - 1].boards;
        await arbiter.page.getByLabel(`Kết quả bàn ${open.length}`, { exact: true }).waitFor();
        await arbiter.page.getByText(`Vòng ${round} ·`).waitFor();
        const atBoard = open.filter((board) => !board.room);
        if (round === 5) {
          // The power fails in the middle of a round; the pages come back by themselves.
          await type(round, atBoard.slice(0, 8));
          await restart();
          await type(round, atBoard.slice(8));
        } else if (round % 2 === 1) {
          await type(round, atBoard);
        } else {
          for (const board of atBoard) {
            if (round === 2 && board.board === 9) {
              // Both players report from their phones, differently; the arbiter sees it and decides.
              const { boards } = await links();
              for (const [name, report] of [
                [board.first, '1–0'],
                [board.second, '0–1'],
              ]) {
                const phone = await server.person({ size: PHONE, sharp: false });
                await phone.page.goto(`/tournaments/${id}/board/${boards[8][1]}`);
                await phone.page.getByRole('button', { name: new RegExp(`^Player ${name} `) }).click();
                await phone.page.getByRole('button', { name: new RegExp(`^${report}`) }).click();
                await phone.page.getByText('Chờ trọng tài xác nhận.').waitFor();
                await phone.close();
              }
              await arbiter.page.getByRole('button', { name: '1–0 ≠ 0–1' }).waitFor();
              await keep(arbiter, 'phone-reports');
            }
            // A forfeit that turns out to be wrong is corrected.
            if (round === 4 && board.board === 5) await choose(round, 5, 'first_by_forfeit');
            await choose(round, board.board, planned(round, board));
          }
        }
        const rooms = open.filter((board) => board.room);
        online += rooms.length;
        await Promise.all(rooms.map(play));
        const before = await until((seen) => seen.rounds[round - 1].boards.every((board) => board.result));
        if ([1, 3, 8].includes(round)) {
          await restart();
          assert.deepEqual(await section(), before, `after round ${round}`);
        }
      }
      assert.ok(online >= 8, `only ${online} games were played online`);

      // The final of the two leaders has its reason, on the page too.
      await page.locator('table.boards tbody tr').first().getByText('Chung kết').waitFor();
      await page.getByRole('button', { name: 'Vì sao?' }).first().click();
      await page.locator('dialog').getByText('hai người dẫn đầu trước vòng này').waitFor();
      await page.keyboard.press('Escape');
      await keep(an, 'final');
      await keep(arbiter, 'phone-arbiter');
      await keep(players[0], 'phone-player');
      await tab('Thiết lập');
      await page.getByRole('button', { name: 'Kết thúc bảng' }).click();
      await page.getByRole('button', { name: 'Mở lại bảng' }).waitFor();

      // Standings, teams and categories as the page shows them, in the form of the fixture.
      await tab('Bảng xếp hạng');
      await keep(an, 'standings');
      const rows = (table) =>
        page
          .locator('tbody')
          .nth(table)
          .locator('tr')
          .evaluateAll((all) => all.map((row) => [...row.cells].map((cell) => cell.innerText.trim())));
      const numbers = (names) => names.replaceAll('Player ', '').replaceAll(',', '');
      const teams = async () => (await rows(1)).map(([rank, team, sum, names]) => [rank, team, sum, numbers(names)]);
      const shown = ['# rank number points OS WIN'];
      const add = (cells) => shown.push(...cells.map((row) => row.join('\t')));
      add((await rows(0)).map(([rank, number, , , points, os, , wins]) => [rank, number, points, +os, +wins]));
      shown.push('# teams: rank name sum players');
      add(await teams());
      for (const [name, category] of [
        ['Nữ', 'W'],
        ['Ngoài Trung Quốc và Việt Nam', 'NCNV'],
      ]) {
        await page.getByRole('radio', { name, exact: true }).click();
        await page.getByRole('heading', { name: `Bảng xếp hạng: ${name}` }).waitFor();
        shown.push(`# category ${category}: rank number`);
        add((await rows(0)).map((row) => row.slice(0, 2)));
        shown.push(`# teams of ${category}`);
        add(await teams());
      }
      assert.equal(`${shown.join('\n')}\n`, readFileSync(`${FIXTURE}.tsv`, 'utf8'));
      const trf = await an.ask('GET', `/tournaments/${id}/download?section=1&format=trf26`);
      assert.equal(trf, readFileSync(`${FIXTURE}.trf`, 'utf8'));

      // Everything is in the log, with the name of who did it.
      await tab('Nhật ký');
      await page.getByText('Trọng tài Tư').first().waitFor();
      await keep(an, 'log');

      // The printed pages: all players, every departure from the Dutch system, and no more than the sheet.
      await tab('In');
      for (const [kind, pages] of [
        ['Theo bàn', 1],
        ['Theo tên', 2],
        ['Bảng xếp hạng', 2],
        ['Bảng chéo', 2],
        ['Thẻ tên', 5],
        ['Phiếu kết quả', 3],
      ]) {
        await page.getByRole('button', { name: kind, exact: true }).click();
        if (/Thẻ|Phiếu/.test(kind)) await page.waitForFunction(() => [...document.images].every((one) => one.complete));
        await page.emulateMedia({ media: 'print' });
        const text = await page.evaluate(() => document.body.innerText);
        assert.match(text, /Player 40/, kind);
        if (!/Thẻ|Phiếu/.test(kind)) assert.match(text, /Khác với hệ Thụy Sĩ.*chung kết/s, kind);
        assert.doesNotMatch(text, /Xem thử|Thiết lập|Tới nội dung/, kind);
        if (/Theo/.test(kind)) assert.match(text, /Player 29[^]*Miễn đấu/, kind);
        const file = await page.pdf({ format: 'A4' });
        const count = file.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
        assert.ok(count >= 1 && count <= pages, `${kind}: ${count} pages`);
        if (look) writeFileSync(`${look}/championship-${kind.replaceAll(' ', '-')}.pdf`, file);
        await page.emulateMedia({ media: null });
      }
      const broken = [an, arbiter, ...players].flatMap((person) => person.consoleErrors);
      // The kills interrupt requests.
      assert.deepEqual(
        broken.filter((text) => !/Failed to load resource|WebSocket|net::ERR/.test(text)),
        [],
      );
      for (const person of [an, arbiter, ...players]) await person.close();
    } finally {
      await server.close();
    }
  });
}
