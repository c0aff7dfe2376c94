// Screenshots of docs/screenshots: `cargo xtask journeys --shots`.
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { TestServer } from './server.mjs';
import { shootLab } from './lab-shots.mjs';
import { LINES, playSampleGames } from './sample-games.mjs';
import { shootTournaments } from './tournament-shots.mjs';

const out = process.env.KYDAI_SHOTS ?? fileURLToPath(new URL('../../../docs/screenshots', import.meta.url));
mkdirSync(out, { recursive: true });

const DESKTOP = [1440, 900];
const PHONE = [390, 844];
const only = process.argv[2];
const server = await TestServer.open();

/** User with a history, in the given theme and size. */
async function visitor(look, cookies) {
  const person = await server.person({ animated: true, sharp: false, ...look });
  if (cookies) await person.context.addCookies(cookies);
  return person;
}

/** Box around elements, on the whole page. */
const around = (page, selectors) =>
  page.evaluate((wanted) => {
    const boxes = wanted.map((one) => document.querySelector(one).getBoundingClientRect());
    const [x, y] = [Math.min(...boxes.map((one) => one.left)), Math.min(...boxes.map((one) => one.top))];
    const width = Math.max(...boxes.map((one) => one.right)) - x;
    const height = Math.max(...boxes.map((one) => one.bottom)) - y;
    return { x: x + scrollX, y: y + scrollY, width, height, scale: 1 };
  }, selectors);

/** Takes a picture of the window, or of some elements. */
async function shoot(person, name, act, selectors) {
  if (only && !name.includes(only)) return;
  await act(person);
  await person.page.mouse.move(0, 0);
  await person.page.waitForTimeout(900);
  const part = selectors && { clip: await around(person.page, selectors), captureBeyondViewport: true };
  // Playwright cannot write WebP; the browser can, at half the size.
  const camera = await person.context.newCDPSession(person.page);
  const { data } = await camera.send('Page.captureScreenshot', { format: 'webp', quality: 76, ...part });
  await camera.detach();
  writeFileSync(`${out}/${name}.webp`, Buffer.from(data, 'base64'));
  console.log(name, person.consoleErrors.length ? person.consoleErrors : '');
}

/** Middle-game position against a level. */
const atBoard = (game, pick) => async (person) => {
  await person.begin(game, {
    other: { kind: 'level', level: 3 },
    clock: { kind: 'game', initial_ms: 600_000, increment_ms: 5000 },
    ...(LINES[game] ? { moves: LINES[game].split(' ') } : {}),
  });
  if (game === 'jieqi')
    for (const mv of ['b2e2', 'c3c4', 'g3g4', 'b0c2']) {
      const view = await person.myTurn();
      await person.play(view.legal.find((one) => one.startsWith(mv)) ?? view.legal[0], view);
    }
  const view = await person.myTurn();
  await person.page.waitForTimeout(2500);
  const from = view.legal.find((one) => one.startsWith(pick))?.slice(0, 2) ?? view.legal[0].slice(0, 2);
  const [x, y] = await person.spot(from);
  if (person.page.viewportSize().width < 900) await person.page.touchscreen.tap(x, y);
  else await person.page.mouse.click(x, y);
};
const at =
  (path, ready = 'main h1') =>
  async (person) => {
    await person.page.goto(path);
    await person.page.waitForSelector(ready);
  };

const GAMES = [
  ['xiangqi', 'g2'],
  ['jieqi', 'h2'],
  ['chess', 'd1'],
];
const PAGES = [
  ['home', '/'],
  ['newgame', '/new?game=chess'],
  ['games', '/games'],
  ['stats', '/stats'],
  ['rules', '/rules'],
  ['settings', '/settings'],
  ['puzzles', '/puzzles', '.sets'],
  ['puzzle', '/puzzles/shiqing/1', '.verdict'],
  ['editor', `/editor?game=xiangqi&fen=${encodeURIComponent('2b1ka3/4a1P2/4b4/3R5/9/9/9/4C4/2p1p4/3K5 w')}`, '.said p'],
  [
    'solve',
    `/solve?game=xiangqi&go&fen=${encodeURIComponent('2baka3/3P3N1/bN7/7nc/9/4C1P2/P5n1P/B3R3B/4Apr2/2RAK3c w')}`,
    '.tree .fan',
  ],
];
/** Record with variations on the analysis board, with the engine on. */
const analyzing = async (person) => {
  const { page } = person;
  await page.goto('/rules');
  await page.evaluate((pgn) => {
    localStorage.setItem(
      'kydai.tree.free.xiangqi',
      JSON.stringify({
        game: 'xiangqi',
        pgn,
        path: ['h2e2', 'h9g7', 'h0g2', 'i9h9', 'i0h0', 'b9c7', 'g3g4', 'c6c5'],
        at: 1,
      }),
    );
    localStorage.setItem('kydai.engine', JSON.stringify({ on: true, lines: 3, threads: 1, seconds: 10, arrows: true }));
  }, '[Red "Hồ Vinh Hoa"]\n[Black "Dương Quan Lân"]\n[Game "xiangqi"]\n\n1. h2e2 h9g7 2. h0g2 i9h9 3. i0h0 b9c7 4. g3g4 $1 (4. c3c4 $5 4... g6g5 5. b0c2 (5. h0h6 h7i7 6. h6g6) 5... c9e7) 4... c6c5 5. h0h6 $6 b7a7 6. h6g6 $4 a7a8 7. b0c2 a8g8 1-0');
  await page.goto('/analysis?game=xiangqi');
  await page.waitForSelector('.moves .mv.on');
  await page.waitForTimeout(6000);
};

/** Reviewed game with its first mistake. */
const reviewing = async (person) => {
  const { page } = person;
  await page.goto(
    '/analysis?game=xiangqi&moves=h2e2,h9g7,h0g2,i9h9,i0h0,b9c7,g3g4,c6c5,h0h6,c7d5,h6g6,h7h3,b0c2,h3c3,e2e6',
  );
  await page.waitForSelector('cg-board piece');
  await page.locator('#tab-review').click();
  await page.locator('.begin .btn.pri').click();
  await page.locator('.sides').waitFor({ timeout: 120_000 });
  await page.locator('.mistakes .go').nth(2).click();
};

/** Pages captured in both themes; one is enough for the others. */
const IN_BOTH = ['home', 'stats'];
try {
  const veteran = await visitor({});
  await veteran.ask('GET', '/me');
  await veteran.page.goto('/rules');
  await playSampleGames(veteran);
  const cookies = await veteran.context.cookies();
  for (const [kind, size] of [
    ['desktop', DESKTOP],
    ['phone', PHONE],
  ])
    for (const [tone, look] of [
      ['light-vi', {}],
      ['dark-en', { dark: true, language: 'en' }],
    ]) {
      const person = await visitor({ size, ...look }, cookies);
      for (const [name, path, ready] of tone === 'light-vi' ? PAGES : PAGES.filter(([page]) => IN_BOTH.includes(page)))
        await shoot(person, `${name}-${kind}-${tone}`, at(path, ready));
      await shoot(person, `analysis-${kind}-${tone}`, analyzing);
      if (tone === 'light-vi') await shoot(person, `review-${kind}-${tone}`, reviewing);
      for (const [game, pick] of GAMES) await shoot(person, `${game}-${kind}-${tone}`, atBoard(game, pick));
      await person.close();
    }
  // Tall enough for what is shown, so that nothing is laid over it.
  const people = [await visitor({ size: [1280, 2000] }), await visitor({ size: [1280, 2000], language: 'en' })];
  await shootLab(...people, shoot);
  for (const one of people) await one.close();
  for (const tone of ['vi', 'en']) {
    const person = await visitor({ size: [1280, 800], language: tone });
    const phone = await visitor({ size: PHONE, language: tone });
    await shootTournaments(person, phone, tone, shoot);
    for (const one of [person, phone]) await one.close();
  }
} finally {
  await server.close();
}
