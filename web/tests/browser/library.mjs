// Library: a file with variations is imported, commented, exported, and read again unchanged.
import assert from 'node:assert/strict';
import test from './journey.mjs';

/** An XQF 1.0 file as its author described it: 兵七进一 with a comment, two answers, the result. */
export function xqf() {
  const bytes = Buffer.alloc(1024 + 8 * 4 + 4);
  bytes.write('XQ\n', 0, 'latin1');
  const pieces = [
    80, 70, 60, 50, 40, 30, 20, 10, 0, 72, 12, 83, 63, 43, 23, 3, 9, 19, 29, 39, 49, 59, 69, 79, 89, 17, 77, 6, 26, 46,
    66, 86,
  ];
  Buffer.from(pieces).copy(bytes, 16);
  bytes[51] = 2;
  // 胡荣华 in GBK.
  Buffer.from([6, 0xba, 0xfa, 0xc8, 0xd9, 0xbb, 0xaa]).copy(bytes, 0x130);
  const moves = [
    24, 32, 0xf0, 0xff, 0, 0, 0, 0, 47, 56, 0xf0, 0, 4, 0, 0, 0, 0xba, 0xc3, 0xc6, 0xe5, 103, 99, 0x0f, 0, 0, 0, 0, 0,
    43, 59, 0, 0, 0, 0, 0, 0,
  ];
  Buffer.from(moves).copy(bytes, 1024);
  return bytes;
}

/** Downloads a library file as this user. */
export const fileOf = async (person, id) =>
  (await person.context.request.get(`${person.server.url}/api/library/games/${id}/record?format=pgn`)).text();

export function libraryJourneys(here) {
  for (const [name, size] of [
    ['on a wide screen', [1440, 900]],
    ['on a phone', [390, 844]],
  ])
    test(`an XQF with variations is imported, commented, exported and read again unchanged ${name}`, async () => {
      const person = await here.server.person({ size });
      const { page } = person;
      await page.goto('/library');
      await page.getByRole('button', { name: 'Nhập tệp' }).click();
      await page.locator('dialog input[type=file]').setInputFiles([
        { name: 'hồ.xqf', mimeType: 'application/octet-stream', buffer: xqf() },
        { name: 'hỏng.pgn', mimeType: 'text/plain', buffer: Buffer.from('[Red "A"]\n\n1. h2e2 a0a9 *\n') },
      ]);
      await page.getByText('Đọc 2 ván: 2 ván mới, 0 ván đã có, 1 ván có lỗi.').waitFor();
      await page.locator('.faults li', { hasText: 'hỏng.pgn' }).waitFor();
      await page.locator('dialog .foot').getByRole('button', { name: 'Đóng' }).click();

      await page.getByLabel('Kỳ thủ hoặc giải').fill('ho vinh hoa');
      await page.getByRole('link', { name: /Hồ Vinh Hoa \(胡荣华\)/ }).click();
      await page.locator('.tree .mv', { hasText: 'M2.3' }).click();
      await page.locator('.side textarea').fill('Biến này cũng hay.');
      await page.getByRole('button', { name: 'Lưu lời bình' }).click();
      await page.locator('.said', { hasText: 'Biến này cũng hay.' }).waitFor();

      const id = new URL(page.url()).pathname.split('/').at(-1);
      const first = await fileOf(person, id);
      assert.match(first, /1\. P7\+1 \{好棋\} 1\.\.\. H8\+7 \(1\.\.\. H2\+3 \{Biến này cũng hay\.\}\) 0-1/);
      const other = await here.server.person();
      await other.ask('GET', '/me');
      const brought = await other.context.request.post(`${here.server.url}/api/library/import?name=lại.pgn`, {
        data: first,
      });
      assert.equal((await brought.json()).new, 1);
      const found = await other.ask('GET', '/library?own=true');
      assert.equal(await fileOf(other, found.games[0].id), first);
      await other.close();
      assert.deepEqual(person.consoleErrors, []);
      await person.close();
    });

  test('the explorer counts what was played, and its moves can be followed', async () => {
    const person = await here.server.person();
    for (const [result, moves] of [
      ['1-0', '1. h2e2 h9g7'],
      ['0-1', '1. h2e2 b9c7'],
      ['1/2-1/2', '1. c3c4 c6c5'],
    ])
      await person.context.request.post(`${here.server.url}/api/library/import`, {
        data: `[Game "xiangqi"]\n[Result "${result}"]\n\n${moves} ${result}\n`,
      });
    await person.page.goto('/library/explore');
    const rows = person.page.locator('.moves button');
    await rows.first().waitFor();
    assert.match(await rows.first().textContent(), /P2-5\s*2/);
    await rows.first().click();
    await person.page.locator('.moves button', { hasText: 'M8.7' }).waitFor();
    assert.deepEqual(person.consoleErrors, []);
    await person.close();
  });
}
