// Measures input latency and loading of the page: `cargo xtask bench page`.
import { TestServer } from './server.mjs';

const SAMPLES = 60;
/** Two cannons and two horses move back and forth: legal as long as the repetition rule is not triggered. */
const MOVES = [
  'h2e2',
  'h9g7',
  'h0g2',
  'i9h9',
  'i0h0',
  'b9c7',
  'c3c4',
  'g6g5',
  'h0h6',
  'h7i7',
  'h6g6',
  'i7i8',
  'b0c2',
  'd9e8',
  'b2a2',
  'a9b9',
  'a0b0',
  'b7b3',
  'g3g4',
  'g5g4',
  'g6g4',
  'c9e7',
  'g4f4',
  'h9h5',
  'c4c5',
  'e7c5',
  'e3e4',
  'i8g8',
  'a3a4',
  'c5e7',
  'e2f2',
  'b9b5',
];

/** Runs in the page: time from a press until its effect is painted. */
function probe() {
  const painted = () =>
    new Promise((done) =>
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => done(performance.now());
        channel.port2.postMessage(0);
      }),
    );
  let pressed = 0;
  addEventListener('pointerdown', (event) => (pressed = event.timeStamp), { capture: true });
  globalThis.kdWatch = (kind, square) => {
    globalThis.kdShown = new Promise((done, failed) => {
      const board = document.querySelector('cg-board');
      // The widget counts ranks from 1.
      const key = square[0] + '123456789:'[Number(square[1])];
      const pieceAt = (key) =>
        [...board.querySelectorAll('piece')].find(
          (piece) => piece.cgKey === key && !piece.classList.contains('fading'),
        );
      const color = pieceAt(board.querySelector('square.selected')?.cgKey)?.classList.contains('white');
      const there = () =>
        kind === 'selected'
          ? board.querySelector('square.selected') && board.querySelector('square.move-dest')
          : pieceAt(key)?.classList.contains('white') === color;
      pressed = 0;
      const watcher = new MutationObserver(look);
      const late = setTimeout(() => {
        watcher.disconnect();
        failed(new Error(`${kind} ${square} was not shown`));
      }, 10_000);
      async function look() {
        if (!pressed || !there()) return;
        watcher.disconnect();
        clearTimeout(late);
        done((await painted()) - pressed);
      }
      watcher.observe(board, { childList: true, subtree: true, attributes: true });
    });
  };
}

const sorted = (numbers) => [...numbers].sort((one, other) => one - other);
const at = (numbers, share) => sorted(numbers)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))] ?? NaN;
const ms = (number) => `${number.toFixed(1)} ms`;
const kb = (bytes) => `${(bytes / 1000).toFixed(0)} kB`;

/** Bytes transferred and time until the board is playable, on the first visit of an address. */
async function firstLoad(server, path, ready, size) {
  const person = await server.person({ animated: true, size });
  const line = await person.context.newCDPSession(person.page);
  await line.send('Network.enable');
  const kinds = new Map();
  const bytes = { art: 0, fonts: 0, rest: 0 };
  line.on('Network.responseReceived', ({ requestId, response }) => kinds.set(requestId, response));
  line.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const mime = kinds.get(requestId)?.mimeType ?? '';
    bytes[mime.startsWith('image/') ? 'art' : mime.includes('font') ? 'fonts' : 'rest'] += encodedDataLength;
  });
  const begun = performance.now();
  await person.page.goto(path);
  await person.page.waitForSelector(ready);
  const took = performance.now() - begun;
  await person.page.waitForLoadState('networkidle');
  await person.close();
  return { bytes, took };
}

/** Cumulative layout shift since the page was opened; 0 is none. */
async function shift(person, path, ready) {
  await person.page.goto(path);
  await person.page.waitForSelector(ready);
  await person.page.waitForTimeout(1500);
  return person.page.evaluate(
    () =>
      new Promise((done) => {
        let sum = 0;
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) if (!entry.hadRecentInput) sum += entry.value;
        });
        observer.observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => done(sum), 100);
      }),
  );
}

async function pressLatency(server, name, look) {
  const person = await server.person({ animated: true, ...look });
  await person.context.addInitScript(probe);
  await person.page.goto('/rules');
  const times = { selected: [], moved: [] };
  while (times.moved.length < SAMPLES) {
    await person.begin('xiangqi', { other: { kind: 'here' } });
    await person.page.waitForTimeout(500);
    let played = 0;
    for (const mv of MOVES) {
      const [from, to] = await person.spots(mv.slice(0, 2), mv.slice(2, 4));
      for (const [kind, spot] of [
        ['selected', from],
        ['moved', to],
      ]) {
        await person.page.evaluate(([kind, square]) => globalThis.kdWatch(kind, square), [kind, mv.slice(2, 4)]);
        if (look.size?.[0] < 900) await person.page.touchscreen.tap(...spot);
        else await person.page.mouse.click(...spot);
        times[kind].push(await person.page.evaluate(() => globalThis.kdShown));
      }
      if (times.moved.length >= SAMPLES) break;
      // Waits for the server's confirmation: the next piece is the other side's.
      played += 1;
      await person.until((view) => view.plies.length === played);
      await person.page.waitForTimeout(300);
    }
  }
  await person.close();
  for (const [kind, label] of [
    ['selected', 'piece and its targets'],
    ['moved', 'own move'],
  ])
    console.log(
      `| ${name} | ${label} | ${times[kind].length} | ` +
        `${[0.5, 0.95, 1].map((share) => ms(at(times[kind], share))).join(' | ')} |`,
    );
}

const DESKTOP = [1440, 900];
const PHONE = [390, 844];
const server = await TestServer.open();
try {
  console.log('| screen | press until shown | presses | median | p95 | worst |\n|---|---|---:|---:|---:|---:|');
  await pressLatency(server, 'desktop', { size: DESKTOP });
  await pressLatency(server, 'phone', { size: PHONE });
  console.log(
    '\n| first load of | screen | page and code | fonts | art | until it can be used |\n|---|---|---:|---:|---:|---:|',
  );
  const veteran = await server.person();
  const { room } = await veteran.ask('POST', '/rooms', {
    game: 'xiangqi',
    one: { kind: 'me' },
    other: { kind: 'here' },
  });
  for (const [name, path, ready] of [
    ['the first page', '/', 'main h1'],
    ['a game', `/room/${room}`, 'cg-board piece'],
  ])
    for (const [screen, size] of [
      ['desktop', DESKTOP],
      ['phone', PHONE],
    ]) {
      const { bytes, took } = await firstLoad(server, path, ready, size);
      console.log(`| ${name} | ${screen} | ${kb(bytes.rest)} | ${kb(bytes.fonts)} | ${kb(bytes.art)} | ${ms(took)} |`);
    }
  console.log('\n| layout shift of | desktop | phone |\n|---|---:|---:|');
  const people = [
    await server.person({ animated: true, size: DESKTOP }),
    await server.person({ animated: true, size: PHONE }),
  ];
  for (const [path, ready] of [
    ['/', 'main h1'],
    ['/new', 'main h1'],
    [`/room/${room}`, 'cg-board piece'],
    ['/games', 'main h1'],
    ['/stats', 'main h1'],
    ['/puzzles', 'main h1'],
    ['/puzzles/games/1', 'cg-board piece'],
    ['/editor', 'cg-board'],
    ['/library', 'main h1'],
    ['/rules', 'main h1'],
    ['/settings', 'main h1'],
  ]) {
    const shifts = [];
    for (const person of people) shifts.push((await shift(person, path, ready)).toFixed(4));
    console.log(`| ${path.startsWith('/room') ? 'a game' : path} | ${shifts.join(' | ')} |`);
  }
} finally {
  await server.close();
}
