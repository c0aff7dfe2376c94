// The Lab: algorithms side by side, tree with reasons, icicle, stepper, ladder, Monte Carlo tree; on a phone too.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import test from 'node:test';

const PATIENCE = { timeout: 60_000 };
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Violations of WCAG 2.1 A and AA, as text. */
async function broken(page) {
  await page.evaluate(axe);
  const found = await page.evaluate(() =>
    window.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] }),
  );
  return found.violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(' ')).join(', ')}`);
}

/** Picture for a reader, where `KYDAI_LAB_SHOTS` names a folder. */
async function shot(page, name) {
  const folder = process.env.KYDAI_LAB_SHOTS;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

const number = (text) => Number(text.replace(/\D/g, ''));

/** Positions of every algorithm in the table of results. */
async function counts(page) {
  const rows = page.locator('tbody tr:has(.pick)');
  await page.waitForFunction(
    () => {
      const rows = [...document.querySelectorAll('tbody tr:has(.pick)')];
      return rows.length > 0 && rows.every((row) => row.querySelectorAll('td').length === 7);
    },
    undefined,
    PATIENCE,
  );
  return (await rows.locator('td:nth-child(4)').allTextContents()).map(number);
}

export function labJourneys(here) {
  test('three algorithms search one position side by side, and every cut has its reason', async () => {
    const person = await here.server.person();
    const { page } = person;
    await page.goto('/');
    await page.getByRole('link', { name: 'Phòng thí nghiệm' }).click();
    await page
      .getByText(/Ước khoảng/)
      .first()
      .waitFor(PATIENCE);
    await page.getByRole('button', { name: 'Chạy', exact: true }).click();
    // Minimax, bare alpha-beta and all refinements, as `cargo xtask bench textbook` counts them.
    assert.deepEqual(await counts(page), [81_630, 11_274, 1_960]);
    const scores = await page.locator('tbody tr:has(.pick) td:nth-child(3)').allTextContents();
    assert.equal(new Set(scores).size, 1, 'one score');
    await page.locator('tbody .pick').nth(1).click();
    const tree = page.getByRole('list', { name: 'Cây' });
    await tree.locator('[data-row]').first().waitFor(PATIENCE);
    await page.getByText('mọi cửa sổ, giá trị và lần cắt đều đúng').waitFor(PATIENCE);
    // A node opens at once, with its cut children.
    const before = await tree.locator('[data-row]').count();
    const begun = Date.now();
    await tree.locator('[data-row]').nth(2).click();
    await page.waitForFunction((count) => document.querySelectorAll('[data-row]').length > count, before, PATIENCE);
    assert.ok(Date.now() - begun < 5_000, 'it opens while one looks');
    await tree.locator('.line.cut').first().click();
    await page
      .getByText(/đã có cách chỉ để .* được .*, nên sẽ không đi vào đây: bỏ \d+ trong \d+ nước/)
      .waitFor(PATIENCE);
    // The board shows the node.
    await page.locator('.node .step').nth(1).waitFor();
    await shot(page, 'tree-vi');
    assert.deepEqual(await broken(page), []);
    await page.getByRole('tab', { name: 'Toàn cảnh' }).click();
    const canvas = page.locator('canvas');
    await canvas.waitFor();
    const painted = await canvas.evaluate((one) => {
      const { data } = one.getContext('2d').getImageData(0, 0, one.width, one.height);
      return new Set(new Uint32Array(data.buffer)).size;
    });
    assert.ok(painted > 3, `${painted} colors`);
    const box = await canvas.boundingBox();
    await page.mouse.click(box.x + 20, box.y + 36);
    await page.locator('.node .step').nth(1).waitFor();
    await shot(page, 'icicle-vi');
    await page.getByRole('tab', { name: 'Từng bước' }).click();
    const steps = page.getByRole('region', { name: 'Từng bước' });
    await steps.getByRole('slider').fill('0');
    await steps.getByText(/Bước 1 \//).waitFor();
    await steps.getByRole('button', { name: 'Bước sau' }).click();
    await steps.getByText(/Bước 2 \//).waitFor();
    assert.equal((await steps.locator('li.lit').count()) > 0, true, 'a line of the code is lit');
    await steps.getByRole('button', { name: 'Tự chạy' }).click();
    await page.waitForFunction(() => Number(document.querySelector('.stepper input').value) > 3, undefined, PATIENCE);
    await steps.getByRole('button', { name: 'Tạm dừng' }).click();
    await shot(page, 'steps-vi');
    assert.deepEqual(await broken(page), []);
    assert.deepEqual(person.consoleErrors, []);
    await person.close();
  });

  test('what is too large cannot be started, a running experiment is stopped, and a link fixes all', async () => {
    const person = await here.server.person({ language: 'en' });
    const { page } = person;
    const engines = ['minimax:depth=6', 'mcts:sims=400,mode=classic'];
    const link = new URLSearchParams([
      ['game', 'chess'],
      ['moves', 'e2e4,e7e5'],
      ...engines.map((one) => ['engine', one]),
    ]);
    await page.goto(`/lab?${link}`);
    await page.getByText(/more than the limit of/).waitFor(PATIENCE);
    assert.equal(await page.getByRole('button', { name: 'Run', exact: true }).isDisabled(), true);
    await page.getByRole('textbox', { name: 'Depth' }).first().fill('2');
    await page.getByText(/more than the limit of/).waitFor({ state: 'detached', ...PATIENCE });
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const [minimax, mcts] = await counts(page);
    assert.ok(minimax > 700 && mcts > 0);
    await page.locator('tbody .pick').nth(1).click();
    await page.getByText('The Monte Carlo tree grows').waitFor(PATIENCE);
    const visits = page.locator('table:has(.open) tbody td:nth-child(2)');
    const all = (await visits.allTextContents()).map(number);
    await page.getByRole('slider', { name: /simulations/ }).fill('100');
    const few = (await visits.allTextContents()).map(number);
    assert.ok(few.reduce((sum, one) => sum + one, 0) < all.reduce((sum, one) => sum + one, 0), `${few} ${all}`);
    await page.getByRole('slider', { name: /constant/ }).fill('0');
    assert.ok((await page.locator('circle').count()) > 3, 'value against visits');
    await shot(page, 'mcts-en');
    assert.deepEqual(await broken(page), []);
    assert.deepEqual(person.consoleErrors, []);
    await person.close();
  });

  test('on a phone the ladder of gains is climbed, and hidden pieces give chance nodes', async () => {
    const person = await here.server.person({ language: 'en', size: [390, 844] });
    const { page } = person;
    await page.goto('/lab');
    const ladder = page.getByRole('region', { name: 'The ladder of gains' });
    await ladder.getByRole('button', { name: 'Climb the ladder' }).click();
    await page.waitForFunction(() => document.querySelectorAll('.rungs .count').length === 6, undefined, PATIENCE);
    const rungs = (await ladder.locator('.count').allTextContents()).map(number);
    assert.deepEqual(rungs, [81_630, 11_274, 1_788, 1_788, 1_788, 1_960]);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing sticks out');
    await shot(page, 'ladder-phone-en');
    await page.goto(`/lab?${new URLSearchParams({ game: 'jieqi', engine: 'alphabeta:depth=2' })}`);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await counts(page);
    const tree = page.getByRole('list', { name: 'Tree' });
    await tree.locator('.line.chance').first().click(PATIENCE);
    await page.getByText(/Chance node: the weighted mean of \d+ possible reveals/).waitFor(PATIENCE);
    await shot(page, 'chance-phone-en');
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing sticks out');
    assert.deepEqual(await broken(page), []);
    assert.deepEqual(person.consoleErrors, []);
    await person.close();
  });
}
