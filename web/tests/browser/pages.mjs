// Other pages: languages and accessibility.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import test from './journey.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Violations of WCAG 2.1 A and AA, as text. */
async function broken(page) {
  await page.evaluate(axe);
  const found = await page.evaluate(() =>
    window.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] }),
  );
  return found.violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(' ')).join(', ')}`);
}

export function pageJourneys(here) {
  test('the language changes at once, and is remembered', async () => {
    const person = await here.server.person();
    await person.begin('xiangqi', { other: { kind: 'here' } });
    await person.play('h2e2');
    await person.page.getByRole('button', { name: 'Tiếng Việt' }).click();
    await person.page.getByRole('menuitemradio', { name: 'English' }).click();
    await person.page.getByRole('tab', { name: 'Moves' }).waitFor();
    assert.equal(await person.page.locator('html').getAttribute('lang'), 'en');
    assert.match(await person.page.locator('.moves .mv').first().textContent(), /C2[.=]5/, 'its players write WXF');
    await person.page.reload();
    await person.page.getByRole('tab', { name: 'Moves' }).waitFor();
    await person.close();
  });

  test("the app starts in the browser's language", async () => {
    for (const [language, word] of [
      ['vi', 'Chơi ngay'],
      ['en', 'Play now'],
      ['zh-Hans', '开始'],
      ['zh-Hant', '開始'],
    ]) {
      const person = await here.server.person({ language });
      await person.page.goto('/');
      await person.page.locator('main button').first().waitFor();
      assert.equal(await person.page.locator('html').getAttribute('lang'), language);
      if (language === 'vi') assert.ok((await person.page.getByText(word).count()) > 0);
      assert.deepEqual(person.consoleErrors, []);
      await person.close();
    }
  });

  for (const [name, dark, size] of [
    ['by day on a wide screen', false, [1440, 900]],
    ['by night on a phone', true, [390, 844]],
  ])
    test(`no page breaks the rules of accessibility ${name}`, async () => {
      const person = await here.server.person({ dark, size, animated: !dark });
      for (const path of [
        '/',
        '/new',
        '/lobby',
        '/ranking',
        '/games',
        '/library',
        '/library/explore',
        '/stats',
        '/rules',
        '/rules/jieqi',
        '/settings',
        '/analysis?game=xiangqi&moves=h2e2,h9g7,h0g2',
      ]) {
        await person.page.goto(path);
        await person.page.waitForSelector('main h1');
        await person.page.waitForTimeout(100);
        assert.deepEqual(await broken(person.page), [], path);
      }
      for (const game of ['xiangqi', 'jieqi', 'chess']) {
        await person.begin(game);
        await person.page.waitForTimeout(100);
        assert.deepEqual(await broken(person.page), [], game);
      }
      assert.deepEqual(person.consoleErrors, []);
      await person.close();
    });
}
