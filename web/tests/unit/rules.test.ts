// Rules pages: the same sections in every language, valid diagrams; and FEN parsing of small boards.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { piecesOf, squareOf } from '../../src/lib/charts/fen.ts';
import { moduleOf, openGame } from '../../src/games/index.svelte.ts';
import { runs } from '../../src/lib/charts/rich.ts';
import { textOf } from '../../src/lib/records/text.ts';
import { DIAGRAMS, type Diagram } from '../../src/games/diagrams.ts';
import { rulesText, TAUGHT, type Section } from '../../src/pages/rules/text.ts';

await Promise.all(['xiangqi', 'jieqi', 'chess'].map((game) => openGame(game)));

const shape = (sections: readonly Section[]) =>
  sections.map((section) => [
    section.id,
    section.body.map((block) =>
      typeof block === 'string'
        ? 'text'
        : 'board' in block
          ? block.board
          : 'table' in block
            ? block.table.map((row) => row.length)
            : block.length,
    ),
  ]);

test('every language teaches the same lessons with the same boards', async () => {
  for (const game of TAUGHT) {
    const vi = await rulesText(game, 'vi');
    for (const language of ['en', 'zh-Hans', 'zh-Hant'] as const) {
      const other = await rulesText(game, language);
      const bare = (sections: readonly Section[]) =>
        shape(sections).map(([id, body]) => [id, (body as unknown[]).filter((one) => one !== 'text')]);
      assert.deepEqual(bare(other.sections), bare(vi.sections), `${game} ${language}`);
    }
  }
});

test('every board is shown somewhere, and its marks lie on it', async () => {
  const used = new Set<string>();
  for (const game of TAUGHT)
    for (const section of (await rulesText(game, 'vi')).sections)
      for (const block of section.body) if (typeof block === 'object' && 'board' in block) used.add(block.board);
  assert.deepEqual([...used].sort(), Object.keys(DIAGRAMS).sort());
  for (const [name, diagram] of Object.entries<Diagram>(DIAGRAMS)) {
    await openGame(diagram.game);
    const { width: files, height: ranks } = moduleOf(diagram.game).size;
    const marks = [
      ...(diagram.dots ?? []),
      ...(diagram.takes ?? []),
      ...(diagram.barred ?? []),
      ...(diagram.arrows ?? []).flat(),
    ];
    for (const mark of marks) {
      const [file, rank] = squareOf(diagram.game, mark);
      assert.ok(file >= 0 && file < files && rank >= 0 && rank < ranks, `${name} ${mark}`);
    }
    const taken = new Set(piecesOf(diagram.game, diagram.fen).map((piece) => `${piece.file},${piece.rank}`));
    for (const mark of diagram.dots ?? [])
      assert.ok(!taken.has(squareOf(diagram.game, mark).join(',')), `${name}: a dot on a piece at ${mark}`);
    for (const mark of diagram.takes ?? [])
      assert.ok(taken.has(squareOf(diagram.game, mark).join(',')), `${name}: nobody to take at ${mark}`);
  }
});

test('pieces are read from every way of writing a board', () => {
  assert.equal(piecesOf('xiangqi', 'rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1').length, 32);
  assert.deepEqual(piecesOf('jieqi', '4k4/9/9/9/9/9/9/9/9/R~3K4')[1], { letter: 'X', file: 0, rank: 0 });
  assert.deepEqual(piecesOf('chess', '8/8/8/8/8/8/8/4K3'), [{ letter: 'K', file: 4, rank: 0 }]);
  assert.deepEqual(piecesOf('chess', '?!/../zz'), []);
});

test('strong words and Chinese characters become runs of their own', () => {
  assert.deepEqual(
    runs('a **b** 炮二 c').map((run) => [run.text, run.strong, run.chinese]),
    [
      ['a ', false, false],
      ['b', true, false],
      [' ', false, false],
      ['炮二', false, true],
      [' c', false, false],
    ],
  );
});

test('UTF-8 text of a file is shown; other files are left to the server', async () => {
  assert.equal(await textOf(new Blob(['Pháo 2'])), 'Pháo 2');
  assert.equal(await textOf(new Blob([new Uint8Array([0xc5, 0xda, 0xb6, 0xfe])])), undefined);
  assert.equal(await textOf(new Blob([new Uint8Array([80, 0, 1])])), undefined);
});
