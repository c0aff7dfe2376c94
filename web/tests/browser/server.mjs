// Test server and browser of the journeys.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { closesOnFailure } from './journey.mjs';

const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/snap/bin/chromium'];

function browserPath() {
  const found = process.env.KYDAI_CHROMIUM ?? BROWSERS.find(existsSync);
  if (!found) throw new Error('no Chromium: install it, or point KYDAI_CHROMIUM at one');
  return found;
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

const QUIET = { evaluation: false };

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** Server of one run, with its own data directory. */
export class TestServer {
  /** Starts a server with its own browser, or with the given one. */
  static async open(browser) {
    const server = new TestServer();
    server.sharedBrowser = !!browser;
    if (browser) closesOnFailure(server);
    server.data = mkdtempSync(join(tmpdir(), 'kydai-journeys-'));
    server.port = await freePort();
    server.url = `http://127.0.0.1:${server.port}`;
    await server.start();
    // The sandbox needs rights that containers often lack; the pages are our own.
    server.browser =
      browser ?? (await chromium.launch({ executablePath: browserPath(), args: ['--no-sandbox', '--disable-gpu'] }));
    return server;
  }

  async start() {
    const program = process.env.KYDAI_BIN;
    if (!program) throw new Error('KYDAI_BIN must name the program: run `cargo xtask journeys`');
    this.output = '';
    const where = ['--host', '127.0.0.1', '--port', String(this.port), '--data', this.data];
    this.child = spawn(program, ['serve', ...where, '--talk', 'text']);
    for (const stream of [this.child.stdout, this.child.stderr])
      stream.on('data', (chunk) => (this.output = (this.output + chunk).slice(-20_000)));
    for (let tries = 0; tries < 300; tries += 1) {
      if (this.child.exitCode !== null) break;
      const answer = await fetch(`${this.url}/api/health`).catch(() => undefined);
      if (answer?.ok) return;
      await pause(100);
    }
    throw new Error(`the server did not come up:\n${this.output}`);
  }

  /** Stops the server; `SIGKILL` simulates a power failure. */
  async stop(signal = 'SIGTERM') {
    const child = this.child;
    if (!child || child.exitCode !== null) return;
    const ended = new Promise((done) => child.once('exit', done));
    child.kill(signal);
    await ended;
  }

  async close() {
    if (!this.sharedBrowser) await this.browser?.close();
    await this.stop();
    rmSync(this.data, { recursive: true, force: true });
  }

  /**
   * User with a browser context. Console errors are collected in `consoleErrors`. Animation and evaluation are off
   * by default to save time; `animated` users have the defaults of a new visitor.
   */
  async person({
    language = 'vi',
    dark = false,
    size = [1440, 900],
    animated = false,
    sharp = true,
    settings = animated ? {} : QUIET,
  } = {}) {
    const small = size[0] < 900;
    const context = await this.browser.newContext({
      baseURL: this.url,
      viewport: { width: size[0], height: size[1] },
      locale: { vi: 'vi-VN', en: 'en-US', 'zh-Hans': 'zh-CN', 'zh-Hant': 'zh-TW' }[language],
      colorScheme: dark ? 'dark' : 'light',
      reducedMotion: animated ? 'no-preference' : 'reduce',
      hasTouch: small,
      isMobile: small,
      deviceScaleFactor: small && sharp ? 2 : 1,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    closesOnFailure(context);
    await context.addInitScript((stored) => {
      if (!localStorage.getItem('kydai.settings') && Object.keys(stored).length > 0)
        localStorage.setItem('kydai.settings', JSON.stringify(stored));
    }, settings);
    const page = await context.newPage();
    const consoleErrors = [];
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning')
        consoleErrors.push(`${message.text()} ${message.location().url}`);
    });
    page.on('pageerror', (error) => consoleErrors.push(error.message));
    const frames = [];
    page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => frames.push(String(payload))));
    return new Person(this, context, page, consoleErrors, frames);
  }
}

export class Person {
  constructor(server, context, page, consoleErrors, frames) {
    Object.assign(this, { server, context, page, consoleErrors, frames });
  }

  /** Sends a request with this user's cookie. */
  async ask(method, path, data) {
    let answer;
    // Rate limiting applies: journeys send more requests than people do.
    for (let tries = 0; tries < 30; tries += 1) {
      answer = await this.context.request.fetch(`${this.server.url}/api${path}`, { method, ...(data ? { data } : {}) });
      if (answer.status() !== 429) break;
      await pause(1000);
    }
    const text = await answer.text();
    if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${text}`);
    return text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text;
  }

  /** Creates a game and opens its room. */
  async begin(game, wanted = {}) {
    const made = await this.ask('POST', '/rooms', {
      game,
      one: { kind: 'me' },
      other: { kind: 'level', level: 1 },
      ...wanted,
    });
    // Some games start on an empty board.
    const empty = !/[a-z]/i.test(((await this.ask('GET', `/rooms/${made.room}`)).position ?? '').split(' ')[0]);
    await this.enter(made.room, empty ? 'cg-board' : undefined);
    return made;
  }

  async enter(room, first = 'cg-board piece') {
    this.room = room;
    await this.page.goto(`/room/${room}`);
    await this.page.waitForSelector(first);
  }

  view() {
    return this.ask('GET', `/rooms/${this.room}`);
  }

  /** Waits for a matching view, and returns it. */
  async until(wanted, patience = 60_000) {
    const end = Date.now() + patience;
    for (;;) {
      const view = await this.view();
      if (wanted(view)) return view;
      if (Date.now() > end) throw new Error(`waited in vain; the view is ${JSON.stringify(view).slice(0, 600)}`);
      await pause(80);
    }
  }

  /** Centers of squares on the screen, in the board's orientation. */
  async spots(...squares) {
    return this.page.evaluate(
      (squares) =>
        squares.map((square) => {
          const cell = document.querySelector(`[data-square="${square}"]`)?.getBoundingClientRect();
          if (!cell) throw new Error(`no square ${square}`);
          return [cell.left + cell.width / 2, cell.top + cell.height / 2];
        }),
      squares,
    );
  }

  async spot(square) {
    return (await this.spots(square))[0];
  }

  /** Plays a move by two clicks (or taps), a placed piece by one; a promotion by its letter. */
  async click(mv) {
    const touch = this.page.viewportSize().width < 900;
    const squares = mv.match(/[a-o]\d+/g) ?? [];
    for (const [x, y] of await this.spots(...squares)) {
      if (touch) await this.page.touchscreen.tap(x, y);
      else await this.page.mouse.click(x, y);
    }
    const letter = mv[squares.join('').length];
    if (letter && 'qrbn'.includes(letter)) {
      await this.page.waitForSelector('.promotion');
      await this.page.keyboard.press(letter);
    }
  }

  /** Plays a move by clicks as soon as the board knows that the piece may move: legal moves come from the server. */
  async clickWhenLegal(mv) {
    await this.page.locator(`[data-square="${mv.slice(0, 2)}"][data-movable]`).waitFor({ state: 'attached' });
    await this.click(mv);
  }

  /** Plays a move by dragging. */
  async drag(mv) {
    const [from, to] = await this.spots(mv.slice(0, 2), mv.slice(2, 4));
    await this.page.mouse.move(...from);
    await this.page.mouse.down();
    await this.page.mouse.move(...to, { steps: 6 });
    await this.page.mouse.up();
  }

  /**
   * Plays a move by clicks and waits until it is recorded. The server may know a move a moment before the page
   * does; a click in that moment is a premove, so the click is repeated if nothing happens.
   */
  async play(mv, known) {
    const before = (known ?? (await this.view())).plies.length;
    const played = (view) => view.plies.length > before;
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await this.click(mv);
      const view = await this.until(played, 6_000).catch(() => null);
      if (view) return view;
      await this.page.keyboard.press('Escape');
    }
    return this.until(played);
  }

  /** Presses a key until it takes effect: the server may be a moment ahead of the page. */
  async presses(key, heard) {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await this.page.keyboard.press(key);
      const view = await this.until(heard, 2_000).catch(() => null);
      if (view) return view;
    }
    return this.until(heard);
  }

  /** Waits for the user's turn, or the end of the game. */
  myTurn(patience) {
    return this.until(
      (view) => view.outcome || (view.own_sides.includes(view.turn) && view.legal.length > 0),
      patience,
    );
  }

  /** Pieces on the user's board: square to class letters. */
  pieces() {
    return this.page.evaluate(() =>
      Object.fromEntries(
        [...document.querySelectorAll('[role=gridcell]')].map((cell) => [
          cell.dataset.square,
          cell.getAttribute('aria-label'),
        ]),
      ),
    );
  }

  /** Waits until the user's board shows this on a square: the server may be a moment ahead of the page. */
  async sees(square, pattern) {
    const shows = async () => (await this.pieces())[square] ?? '';
    for (const end = Date.now() + 10_000; !pattern.test(await shows()) && Date.now() < end;) await pause(40);
    assert.match(await shows(), pattern, square);
  }

  close() {
    return this.context.close();
  }
}
