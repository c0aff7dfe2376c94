// Texts that must fit: nothing is cut, wrapped in the wrong place or pushed out of its card.
import assert from 'node:assert/strict';
import test from './journey.mjs';

/** Elements whose text is wider than their box. */
const cut = (page, selector) =>
  page.evaluate(
    (wanted) =>
      [...document.querySelectorAll(wanted)]
        .filter((one) => one.getClientRects().length > 0 && one.scrollWidth > one.clientWidth)
        .map((one) => `${one.textContent.trim()} (${one.scrollWidth} > ${one.clientWidth})`),
    selector,
  );

/** Number of lines of every text. */
const lines = (page, selector) =>
  page.evaluate(
    (wanted) =>
      [...document.querySelectorAll(wanted)]
        .filter((one) => one.getClientRects().length > 0)
        .map((one) => {
          const range = document.createRange();
          range.selectNodeContents(one);
          return [
            one.textContent.trim(),
            new Set([...range.getClientRects()].map((rect) => Math.round(rect.top))).size,
          ];
        }),
    selector,
  );

/** True if an element lies inside another one. */
const inside = (page, inner, outer) =>
  page.evaluate(
    ([inner, outer]) => {
      const [one, around] = [inner, outer].map((name) => document.querySelector(name).getBoundingClientRect());
      return one.left >= around.left - 0.5 && one.right <= around.right + 0.5 && one.width > 0;
    },
    [inner, outer],
  );

export function layoutJourneys(here) {
  for (const language of ['vi', 'en'])
    for (const size of [
      [1280, 800],
      [390, 844],
    ])
      test(`texts are whole in ${language} at ${size[0]} px: levels, solver, and the end of a game`, async () => {
        const person = await here.server.person({ language, size });
        const page = person.page;
        await page.goto('/new?game=xiangqi');
        await page.locator('.ladder .num').first().waitFor();
        assert.deepEqual(await cut(page, '.ladder b'), []);
        if (language === 'vi')
          for (const [name, count] of await lines(page, '.ladder b')) assert.equal(count, 1, `${name} is on one line`);

        await page.goto('/solve?game=xiangqi');
        const beside = await page.locator('#solve-time').evaluate((select) => {
          const label = document.querySelector('label[for=solve-time]').getBoundingClientRect();
          const field = select.getBoundingClientRect();
          return label.bottom > field.top && label.top < field.bottom && label.right <= field.left;
        });
        assert.ok(beside, 'the label of the time stands before its field');

        // Three tabs: the ruling of a repetition came last.
        const dance = ['g1f3', 'g8f6', 'f3g1', 'f6g8'];
        await person.begin('chess', { moves: [...dance, ...dance.slice(0, 3)], other: { kind: 'here' } });
        await person.play(dance[3]);
        await page.getByRole('button', { name: language === 'vi' ? 'Xin xử hòa' : 'Claim draw', exact: true }).click();
        await person.until((now) => now.outcome);
        await page.locator('.end h2').waitFor();
        assert.deepEqual(await cut(page, '.panel .tabs'), []);
        if (size[0] > 760) assert.ok(await inside(page, '.tabs .copy', '.panel'), 'the copy button is in its card');
        for (const [name, count] of await lines(page, '.tool .cap')) assert.ok(count <= 2, `${name}: ${count} lines`);

        // The winner's bar has name, rating and the word "won".
        await person.begin('xiangqi', { other: { kind: 'level', level: 7 } });
        await page.keyboard.press('r');
        await page.locator('dialog .btn.danger').click();
        await page.locator('.pl .won').waitFor();
        assert.deepEqual(await cut(page, '.pl .note'), []);
        assert.deepEqual(await cut(page, '.pl .nm'), []);
        await person.close();
      });

  test('beside a chess board the moves stay readable under the result card, with every button in its place', async () => {
    for (const [language, size] of [
      ['vi', [1280, 800]],
      ['en', [1280, 720]],
      ['vi', [1024, 768]],
    ]) {
      const person = await here.server.person({ language, size, settings: { evaluation: true, piecesOffered: true } });
      const setup = '7k/8/8/8/8/8/R7/1R2K3 w - - 0 1';
      await person.begin('chess', { other: { kind: 'engine', engine: 'greedy' }, setup });
      await person.play('a2a7');
      await person.myTurn();
      await person.play('b1b8');
      await person.page.locator('.end h2').waitFor();
      const where = `${language} at ${size}`;
      assert.ok(await inside(person.page, '.tabs .copy', '.panel'), `the copy button is in its card, ${where}`);
      assert.deepEqual(await cut(person.page, '.panel .tabs, .panel .list-of-tabs, .tool .cap'), [], where);
      const below = await person.page.evaluate(() => {
        const list = document.querySelector('.panel .list').getBoundingClientRect();
        const bottom = document.querySelector('.panel').getBoundingClientRect().bottom;
        const next = [...document.querySelectorAll('.panel .sec')].filter((one) => one.getClientRects().length > 0);
        return {
          height: list.height,
          room: Math.min(bottom, ...next.map((one) => one.getBoundingClientRect().top)) - list.bottom,
        };
      });
      assert.ok(below.height >= 64 && below.room >= -0.5, `${where}: ${JSON.stringify(below)}`);
      await person.close();
    }
  });

  test('games of one day have one date below the chart, and engines with other settings have their own rows', async () => {
    const person = await here.server.person();
    for (const engine of ['alphabeta:depth=1,table=on', 'alphabeta:depth=1,table=off'])
      for (let game = 0; game < 3; game += 1) {
        await person.begin('xiangqi', { other: { kind: 'engine', engine } });
        if (game === 0) await person.play((await person.myTurn()).legal[0]);
        await person.myTurn();
        await person.page.keyboard.press('r');
        await person.page.locator('dialog .btn.danger').click();
        await person.until((view) => view.outcome);
      }
    await person.page.goto('/stats');
    await person.page.locator('.chart .date').first().waitFor();
    assert.equal(await person.page.locator('.chart .date').count(), 1);
    // Quick engines take milliseconds, not "0.0 s".
    assert.doesNotMatch(await person.page.locator('main').textContent(), /\b0,0 giây/);
    const titles = await person.page.locator('button.or .nm b').allTextContents();
    assert.equal(new Set(titles).size, titles.length, JSON.stringify(titles));
    assert.ok(titles.length >= 2, JSON.stringify(titles));
    await person.close();
  });
}
