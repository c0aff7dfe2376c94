// Modules of games: complete, loaded when opened, and a plain board for the rest; placing, passes and board sizes.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import test from 'node:test';
import {
  keyAt,
  keyOf,
  keyOfIndex,
  passOf,
  placesOf,
  readPieces,
  readStep,
  sizeOf,
  squareOf,
  targetsOf,
  writePieces,
  writeStep,
} from '../../src/board/squares.ts';
import { cardOf, GAMES, isLoaded, knownGame, moduleOf, openGame } from '../../src/games/index.svelte.ts';
import { sizeOfFen } from '../../src/games/plain.ts';
import { gameTitle } from '../../src/games/words.ts';
import { speak } from '../../src/lib/i18n/index.svelte.ts';
import type { GameInfo } from '../../src/wire/index.ts';

const GO = { files: 15, ranks: 15, first_rank: 1, on_points: true, hidden: false, notations: ['uci'] };
const infoOf = (name: string) => async () =>
  ({ ...GO, name, sides: ['side_white', 'side_black'], start: `${'15/'.repeat(14)}15 w` }) as unknown as GameInfo;

test('lists know title, size and image of every main game before its module is loaded', async () => {
  await speak('en');
  for (const game of GAMES) {
    assert.equal(isLoaded(game), false, game);
    const card = cardOf(game);
    assert.ok(card.image(card.emblem, 'trad') && card.image(card.emblem, 'simp-contrast'), game);
    assert.notEqual(gameTitle(game).toLowerCase(), '', game);
    assert.equal(isLoaded(game), false, `${game} is not loaded by its card`);
    const module = await openGame(game);
    assert.equal(cardOf(game), module);
    assert.equal(module.image(module.emblem, 'trad'), card.image(card.emblem, 'trad'), `${game} has one emblem`);
    assert.deepEqual([module.size, module.face, module.rim], [card.size, card.face, card.rim], game);
  }
});

test('a module that is asked for before it is loaded is a plain board, and loads', async () => {
  assert.equal(isLoaded('toy'), false);
  assert.equal(moduleOf('toy').look, 'unknown');
  const [one, other] = await Promise.all([openGame('toy'), openGame('toy')]);
  assert.equal(one, other);
  assert.equal(moduleOf('toy'), one);
  assert.equal(knownGame('toy'), 'toy');
  assert.equal(knownGame('pente') ?? knownGame('toString') ?? knownGame(null), undefined);
});

test('the start of every main game fits its board and consists of pieces it has images and names of', async () => {
  assert.ok(GAMES.length >= 4);
  for (const game of GAMES) {
    const module = await openGame(game);
    assert.deepEqual(sizeOfFen(module.start), module.size, game);
    assert.equal(module.startFen.split(' ')[0], module.start);
    for (const piece of readPieces(module.start).values()) {
      const letter = piece.role.charAt(0);
      assert.ok(module.image(piece.color === 'white' ? letter.toUpperCase() : letter, 'trad'), `${game} ${letter}`);
      assert.ok(letter === 'x' ? module.hidden : module.roles[letter], `${game} ${letter}`);
      assert.ok(module.box?.[letter], `${game} ${letter} is in the editor's box`);
    }
    for (const notation of module.notations) assert.ok(module.examples[notation], `${game} ${notation}`);
    for (const language of ['vi', 'en', 'zh-Hans', 'zh-Hant'] as const)
      assert.ok(module.notations.includes(module.notationFor(language)), `${game} ${language}`);
  }
});

test('every folder of a game is registered, and more games are loaded when they are opened', async () => {
  const folders = readdirSync('src/games', { withFileTypes: true })
    .filter((one) => one.isDirectory() && readdirSync(`src/games/${one.name}`).includes('index.ts'))
    .map((one) => one.name);
  for (const name of folders) {
    const module = await openGame(name, () => assert.fail(`${name} has a module`));
    assert.equal(module.name, name);
    assert.equal(moduleOf(name), module);
  }
  assert.ok(folders.length > GAMES.length);
});

test('an unknown game gets a plain board of the size the server tells', async () => {
  await speak('en');
  assert.equal(isLoaded('pente'), false);
  assert.equal(gameTitle('pente'), 'Pente');
  await openGame('pente', infoOf('pente'));
  assert.ok(isLoaded('pente'));
  assert.deepEqual(moduleOf('pente').size, { width: 15, height: 15 });
  assert.equal(moduleOf('pente').face, 'kd-lines');
  assert.deepEqual(sizeOf('pente', '3/3/3 b'), { width: 3, height: 3 }, 'a rule option may change the size');
  assert.deepEqual(sizeOf('chess', '3/3/3 w'), { width: 8, height: 8 }, 'chess has one size');
});

test('squares of a board of 15 by 15 are written with two digits', async () => {
  await openGame('pente', infoOf('pente'));
  const corner = keyAt(14, 14);
  assert.equal(squareOf('pente', corner), 'o15');
  assert.equal(keyOf('pente', 'o15'), corner);
  assert.equal(keyOf('pente', 'o16'), undefined);
  assert.equal(keyOf('pente', 'p1'), undefined);
  assert.equal(keyOfIndex('pente', 224), corner);
  assert.deepEqual(readStep('pente', 'a10o15'), { from: keyAt(0, 9), to: corner });
  const text = `${'15/'.repeat(14)}14p`;
  assert.equal(writePieces(readPieces(text), { width: 15, height: 15 }), text);
});

test('a placed piece has one square, and a pass none', async () => {
  await openGame('toy');
  const legal = ['b2', 'a1b1', 'c3', '--'];
  assert.deepEqual(readStep('toy', 'b2'), { from: 'b2', to: 'b2' });
  assert.equal(writeStep('toy', { from: 'b2', to: 'b2' }), 'b2');
  assert.equal(writeStep('toy', { from: 'a1', to: 'b1' }), 'a1b1');
  assert.deepEqual([...placesOf('toy', legal)], ['b2', 'c3']);
  assert.deepEqual([...targetsOf('toy', legal)], [['a1', ['b1']]]);
  assert.equal(passOf(legal), '--');
  assert.equal(passOf(['b2']), undefined);
  assert.equal(readStep('toy', '--'), undefined);
});
