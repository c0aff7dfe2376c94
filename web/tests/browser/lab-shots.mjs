// The Lab for the screenshots of docs/lab.md.
const query = (game, moves, engines) =>
  new URLSearchParams([['game', game], ['moves', moves], ...engines.map((engine) => ['engine', engine])]);

/** Waits for the results of all algorithms. */
const results = (page) =>
  page.waitForFunction(() => {
    const rows = [...document.querySelectorAll('tbody tr:has(.pick)')];
    return rows.length > 0 && rows.every((row) => row.querySelectorAll('td').length === 7);
  });

/** Takes the pictures. `shoot` is given a person, a name, what to do, and the element that is shown. */
export async function shootLab(vietnamese, english, shoot) {
  const { page } = vietnamese;
  await shoot(
    vietnamese,
    'lab-tree-vi',
    async () => {
      await page.goto('/lab');
      await page
        .getByText(/Ước khoảng/)
        .nth(2)
        .waitFor();
      await page.getByRole('button', { name: 'Chạy', exact: true }).click();
      await results(page);
      await page.locator('tbody .pick').nth(1).click();
      await page.locator('.tree [data-row]').nth(2).click();
      await page.locator('.tree .line.cut').first().click();
    },
    ['section[aria-labelledby=lab-results]', 'section:has(> .node)'],
  );
  await shoot(
    vietnamese,
    'lab-lesson-vi',
    async () => {
      await page.goto('/lab/lessons/tree');
      await page.getByRole('button', { name: 'Chạy hình' }).click();
      await results(page);
      await page.getByRole('textbox', { name: 'Câu trả lời của bạn' }).fill('81');
      await page.getByRole('button', { name: 'Kiểm tra' }).click();
    },
    ['article'],
  );
  const { page: other } = english;
  await shoot(
    english,
    'lab-evaluation-en',
    async () => {
      await other.goto(`/lab?${query('chess', 'e2e4,e7e5,g1f3', ['alphabeta:depth=3'])}`);
      await other.getByRole('button', { name: 'My own' }).click();
      await other.getByRole('textbox', { name: 'Queen' }).waitFor();
    },
    ['section[aria-labelledby=lab-eval]'],
  );
  await shoot(
    english,
    'lab-league-en',
    async () => {
      const engines = [
        { name: 'Level 1', engine: 'champion:level=1' },
        { name: 'Level 2', engine: 'champion:level=2' },
        { name: 'Alpha-beta (depth=2)', engine: 'alphabeta:depth=2' },
        { name: 'Monte Carlo (sims=300)', engine: 'mcts:sims=300' },
      ];
      const asked = { game: 'xiangqi', engines, games: 4, nodes: 2_000 };
      const { id } = await english.ask('POST', '/leagues', asked);
      await other.goto(`/lab/league/${id}`);
      await other.getByText('24 of 24 games').waitFor({ timeout: 300_000 });
      await other
        .getByRole('button', { name: /Look at game/ })
        .first()
        .click();
      await other.locator('section[aria-labelledby=league-games] input[type=range]').fill('30');
    },
    ['section[aria-labelledby=league-now]', 'section[aria-labelledby=league-games]'],
  );
}
