// Measures the Lab on a tree of 206,603 positions (minimax to depth 4 from the start of chess): frames of the icicle while one zooms and
// points, and the opening of a node.
// KYDAI_BIN=… KYDAI_CHROMIUM=… node tests/browser/lab-bench.mjs
import { TestServer } from './server.mjs';

const PATIENCE = { timeout: 120_000 };
const server = await TestServer.open();
const person = await server.person({ language: 'en' });
const { page } = person;
const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];

await page.goto(`/lab?${new URLSearchParams({ game: 'chess', engine: 'minimax:depth=4' })}`);
await page.getByText(/About [\d,]+ positions/).waitFor(PATIENCE);
const run = page.getByRole('button', { name: 'Run', exact: true });
await run.click(PATIENCE);
const tree = page.getByRole('list', { name: 'Tree' });
await tree.locator('[data-row]').first().waitFor(PATIENCE);
const opened = [];
for (let index = 1; index <= 10; index += 1) {
  opened.push(
    await page.evaluate(async (place) => {
      const rows = document.querySelectorAll('[data-row]');
      const row = rows[Math.min(rows.length - 1, place * 3)];
      const begun = performance.now();
      row.click();
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
      return performance.now() - begun;
    }, index),
  );
}
await page.getByRole('tab', { name: 'Whole search' }).click();
const canvas = page.locator('canvas');
await canvas.waitFor(PATIENCE);
const box = await canvas.boundingBox();
await page.evaluate(() => {
  window.frames_ = [];
  let last = performance.now();
  const tick = (now) => {
    window.frames_.push(now - last);
    last = now;
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
});
for (let step = 0; step < 60; step += 1) {
  await page.mouse.move(box.x + (box.width * (step % 30)) / 30, box.y + 20 + (step % 4) * 22);
  if (step % 10 === 9)
    await page.mouse.click(box.x + (box.width * (step % 30)) / 30, box.y + (step % 20 === 9 ? 60 : 8));
}
const frames = (await page.evaluate(() => window.frames_)).sort((a, b) => a - b);
opened.sort((a, b) => a - b);
const rows = (await page.locator('tbody tr:has(.pick) td:nth-child(4)').first().textContent()).trim();
console.log(`| tree rows | icicle frames | p50 | p95 | longest | node opened, median | longest |`);
console.log(`|---|---|---|---|---|---|---|`);
console.log(
  `| ${rows} | ${frames.length} | ${at(frames, 0.5).toFixed(1)} ms | ${at(frames, 0.95).toFixed(1)} ms | ` +
    `${at(frames, 1).toFixed(1)} ms | ${at(opened, 0.5).toFixed(1)} ms | ${at(opened, 1).toFixed(1)} ms |`,
);
await person.close();
await server.close();
