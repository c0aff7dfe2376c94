// The pictures of docs/screenshots, taken from the real app: `cargo xtask journeys --shots`.
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { House } from './house.mjs';

const out = process.env.KYDAI_SHOTS ?? fileURLToPath(new URL('../../../docs/screenshots', import.meta.url));
mkdirSync(out, { recursive: true });

const WIDE = [1440, 900];
const PHONE = [390, 844];
/** Openings that players know, so that the pictures show a game and not a heap. */
const LINES = {
  xiangqi: 'h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5 h0h6 h7i7 h6g6 i7i8 b0c2 d9e8 b2a2 a9b9 a0b0 b7b3',
  chess: 'd2d4 d7d5 c1f4 g8f6 e2e3 e7e6 g1f3 c7c5 c2c3 b8c6 b1d2 f8e7 f1d3 e8g8',
};

const house = await House.open();
const only = process.argv[2];

async function shoot(name, look, act) {
  if (only && !name.includes(only)) return;
  const person = await house.person(look);
  try {
    await act(person);
    await person.page.mouse.move(0, 0);
    await person.page.waitForTimeout(700);
    await person.page.screenshot({ path: `${out}/${name}.png` });
    console.log(name, person.complaints.length ? person.complaints : '');
  } finally {
    await person.close();
  }
}

/** A board in the middle of things, against a level. */
const atBoard = (game, pick) => async (person) => {
  await person.begin(game, {
    other: { kind: 'level', level: 3 },
    clock: { kind: 'game', initial_ms: 600_000, increment_ms: 5000 },
    ...(LINES[game] ? { moves: LINES[game].split(' ') } : {}),
  });
  await person.myTurn();
  if (game === 'jieqi')
    for (const mv of ['b2e2', 'c3c4', 'g3g4']) {
      const view = await person.myTurn();
      await person.play(view.legal.find((one) => one.startsWith(mv)) ?? view.legal[0]);
    }
  const view = await person.myTurn();
  await person.page.waitForTimeout(2500);
  if (!pick) return;
  const from = view.legal.find((one) => one.startsWith(pick))?.slice(0, 2) ?? view.legal[0].slice(0, 2);
  const [x, y] = await person.spot(from);
  if (person.page.viewportSize().width < 900) await person.page.touchscreen.tap(x, y);
  else await person.page.mouse.click(x, y);
};
const at = (path) => async (person) => {
  await person.page.goto(path);
  await person.page.waitForSelector('main h1');
};

for (const [game, pick] of [['xiangqi', 'g2'], ['jieqi', 'h2'], ['chess', 'd1']])
  for (const [kind, size] of [['desktop', WIDE], ['phone', PHONE]]) {
    await shoot(`${game}-${kind}-light-vi`, { size }, atBoard(game, pick));
    await shoot(`${game}-${kind}-dark-en`, { size, dark: true, language: 'en', settings: game === 'jieqi' ? { language: 'en', board: 'slate' } : {} }, atBoard(game, pick));
  }
for (const [name, path] of [['home', '/'], ['games', '/games'], ['stats', '/stats'], ['rules', '/rules'], ['settings', '/settings']])
  for (const [kind, size] of [['desktop', WIDE], ['phone', PHONE]]) {
    await shoot(`${name}-${kind}-light-vi`, { size }, at(path));
    if (name === 'home') await shoot(`${name}-${kind}-dark-en`, { size, dark: true, language: 'en' }, at(path));
  }

await house.close();
