// Game review: progress, a mistake found and corrected, on a phone too.
import assert from 'node:assert/strict';
import test from './journey.mjs';

const PATIENCE = { timeout: 120_000 };
const SIZES = [
  ['on a wide screen', [1440, 900]],
  ['on a phone', [390, 844]],
];
/** Black's third move allows mate by the queen. */
const SCHOLAR = 'e2e4,e7e5,f1c4,b8c6,d1h5,g8f6,h5f7';

const verdict = (page, text) => page.locator('.verdict', { hasText: text }).waitFor(PATIENCE);

export function reviewJourneys(here) {
  for (const [name, size] of SIZES)
    test(`a game is reviewed and its mistake played again ${name}`, async () => {
      const person = await here.server.person({ size });
      const { page } = person;
      await page.goto(`/analysis?game=chess&moves=${SCHOLAR}`);
      await page.waitForSelector('cg-board piece');
      await page.getByRole('tab', { name: 'Xem lại ván' }).click();
      await page.getByRole('radio', { name: 'Nhanh' }).click();
      await page.getByRole('button', { name: 'Xem lại ván', exact: true }).click();
      await page.locator('.sides').waitFor(PATIENCE);
      assert.match(await page.locator('.words').innerText(), /Nước tệ nhất là nước 3 của Đen/);
      assert.match(await page.locator('.sides section').nth(1).innerText(), /\?\?\s*1/);
      const row = page.locator('.mistakes li', { hasText: '3…' });
      assert.match(await row.innerText(), /\?\?/);
      // The position of the mistake is shown, with the better line below it.
      await row.locator('.go').click();
      await row.locator('.mainline').waitFor();
      await row.getByRole('button', { name: 'Thử lại' }).click();
      await verdict(page, 'hãy tìm nước hay hơn');
      // Another blunder is reported, and can be taken back.
      await person.click('a7a6');
      await verdict(page, 'Vẫn là sai lầm nghiêm trọng');
      await page.getByRole('button', { name: 'Thử nước khác' }).click();
      await verdict(page, 'hãy tìm nước hay hơn');
      // The best move is shown, and played.
      await page.getByRole('button', { name: 'Xem nước hay nhất' }).click();
      const best = await page.locator('.trial .mainline button').first().innerText();
      assert.ok(best.length > 1, best);
      const { plies } = await page.evaluate(async (moves) => {
        const answer = await fetch('/api/reviews', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ line: { game: 'chess', moves: moves.split(',') }, effort: 'quick' }),
        });
        return (await answer.json()).review;
      }, SCHOLAR);
      await person.click(plies[5].best.mv);
      await verdict(page, 'Nước hay nhất');
      await page.getByRole('button', { name: 'Thoát' }).click();
      await page.locator('.sides').waitFor();
      assert.deepEqual(person.consoleErrors, []);
      await person.close();
    });

  test('a stopped review shows its partial result', async () => {
    const person = await here.server.person();
    const { page } = person;
    const moves = ['h2h3', 'h7h6', 'h3h2', 'h6h7'];
    const long = Array.from({ length: 30 }, () => moves)
      .flat()
      .join(',');
    await page.goto(`/analysis?game=xiangqi&moves=${long}`);
    await page.waitForSelector('cg-board piece');
    await page.getByRole('tab', { name: 'Xem lại ván' }).click();
    await page.getByRole('radio', { name: 'Kỹ' }).click();
    await page.getByRole('button', { name: 'Xem lại ván', exact: true }).click();
    await page.getByRole('progressbar').waitFor(PATIENCE);
    await page.waitForFunction(
      () => Number(document.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow')) > 1,
      undefined,
      PATIENCE,
    );
    await page.getByRole('button', { name: 'Dừng' }).click();
    await page.locator('.words', { hasText: 'Dừng sớm' }).waitFor(PATIENCE);
    assert.deepEqual(person.consoleErrors, []);
    await person.close();
  });

  test('a game of jieqi is reviewed once it is over, luck apart from decisions', async () => {
    const person = await here.server.person();
    const { page } = person;
    await person.begin('jieqi', { color: 'first', other: { kind: 'engine', engine: 'random' } });
    await person.play('b2b9');
    await person.until((view) => view.plies.length >= 2);
    await assert.rejects(person.ask('POST', '/reviews', { room: person.room }), /422 .*review_hidden/);
    await page.getByRole('button', { name: 'Xin thua' }).click();
    await page.locator('dialog .foot').getByRole('button', { name: 'Xin thua' }).click();
    await person.until((view) => view.outcome !== null);
    await page.goto(`/analysis?game=${person.room}&review`);
    await page.locator('.sides').waitFor(PATIENCE);
    assert.match(await page.locator('.sides section').first().innerText(), /may rủi [+−]\d+%/);
    assert.match(await page.locator('.words').innerText(), /[Mm]ay rủi|[Ll]ật quân/);
    assert.deepEqual(person.consoleErrors, []);
    await person.close();
  });
}
