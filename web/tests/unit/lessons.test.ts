// Lessons: answers in any form of a number, and texts in all languages.
import assert from 'node:assert/strict';
import test from 'node:test';
import { isRight, LESSONS, readAnswer } from '../../src/lab/lessons/lessons.ts';
import { expectedOf } from '../../src/lab/question.ts';
import { rates } from '../../src/lab/rates.ts';
import type { LabRunView } from '../../src/wire/index.ts';

test('a number may be written as people write it', () => {
  assert.deepEqual(readAnswer('81'), [81]);
  assert.ok(readAnswer(' 11.274 ').includes(11_274));
  assert.ok(readAnswer('11,274').includes(11_274));
  assert.ok(readAnswer('11 274').includes(11_274));
  assert.deepEqual(readAnswer('−0,25'), [-0.25]);
  assert.deepEqual(readAnswer('+ 0.81'), [0.81]);
  assert.deepEqual(readAnswer('84 %'), [84]);
  assert.deepEqual(readAnswer('7 lần'), [7]);
  // Three digits behind a comma are thousands or a fraction, but zero thousands are not.
  assert.deepEqual(readAnswer('7,240'), [7_240, 7.24]);
  assert.deepEqual(readAnswer('0,810'), [0.81]);
  for (const text of ['seven', '', '-', '1,2,3', '1.2.3']) assert.deepEqual(readAnswer(text), [], text);
});

test('answers are compared with their tolerance', () => {
  assert.ok(isRight('7', { number: 7.24, within: 0.5 }));
  assert.ok(isRight('7,240', { number: 7.24, within: 0.5 }));
  assert.ok(!isRight('8', { number: 7.24, within: 0.5 }));
  assert.ok(!isRight('0.25', { number: -0.25, within: 0.011 }));
  assert.ok(isRight(' B3 ', { texts: ['b3'] }));
  assert.ok(!isRight('b2', { texts: ['b3'] }));
  assert.ok(isRight('material', { term: 'material' }));
  assert.ok(!isRight('', { number: 0, within: 0 }));
});

test('a question asks for positions, a move in any notation, or a score', () => {
  const run = (score: number) => [{ result: { nodes: 81, line: ['h2e2'], score } }] as unknown as LabRunView[];
  assert.equal(expectedOf('nodes', []), undefined);
  assert.ok(isRight('81', expectedOf('nodes', run(0))!));
  const names = new Map([['h2e2', 'P2-5']]);
  assert.ok(isRight('H2E2', expectedOf('move', run(0), names)!));
  assert.ok(isRight('p2-5', expectedOf('move', run(0), names)!));
  assert.ok(!isRight('b2e2', expectedOf('move', run(0), names)!));
  assert.ok(isRight('-0,44', expectedOf('score', run(-44))!));
  assert.ok(!isRight('0,44', expectedOf('score', run(-44))!));
  // A mate in two is written as such.
  assert.ok(isRight('#2', expectedOf('score', run(30_997))!));
  assert.ok(!isRight('309.97', expectedOf('score', run(30_997))!));
  assert.equal(expectedOf('none', run(0)), undefined);
});

test('every lesson has a text of its own in every language', async () => {
  for (const language of ['vi', 'en', 'zh-Hans', 'zh-Hant']) {
    const { default: texts } = await import(`../../messages/lessons/${language}.ts`);
    assert.deepEqual(
      Object.keys(texts),
      LESSONS.map((one) => one.id),
      language,
    );
    for (const one of Object.values<{ title: string; text: string[]; task: string; why: string }>(texts))
      assert.ok(one.title && one.text.length >= 2 && one.task && one.why, language);
  }
});

test('an answer is expected only once the figure has run', () => {
  for (const one of LESSONS)
    assert.equal(one.expected({ runs: [], tree: undefined, evaluation: undefined }), undefined, one.id);
});

test('rates count draws, and leave them out', () => {
  assert.deepEqual(rates({ wins: 3, draws: 4, losses: 1 }), {
    games: 8,
    wins: 0.375,
    draws: 0.5,
    losses: 0.125,
    score: 0.625,
    decided: 0.75,
  });
  assert.equal(rates({ wins: 0, draws: 2, losses: 0 }).decided, undefined);
});
