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

  test('games of one day have one date below the chart, and engines with other settings have their own rows', async () => {
    const person = await here.server.person();
    for (const engine of ['alphabeta:depth=1,table=on', 'alphabeta:depth=1,table=off'])
      for (let game = 0; game < 3; game += 1) {
        await person.begin('xiangqi', { other: { kind: 'engine', engine } });
        await person.page.keyboard.press('r');
        await person.page.locator('dialog .btn.danger').click();
        await person.until((view) => view.outcome);
      }
    await person.page.goto('/stats');
    await person.page.locator('.chart .date').first().waitFor();
    assert.equal(await person.page.locator('.chart .date').count(), 1);
    const titles = await person.page.locator('button.or .nm b').allTextContents();
    assert.equal(new Set(titles).size, titles.length, JSON.stringify(titles));
    assert.ok(titles.length >= 2, JSON.stringify(titles));
    await person.close();
  });
}
