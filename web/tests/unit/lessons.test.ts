// Lessons: answers in any form of a number, and texts in all languages.
import assert from 'node:assert/strict';
import test from 'node:test';
import { isRight, LESSONS, readAnswer } from '../../src/lab/lessons/lessons.ts';
import { rates } from '../../src/lab/rates.ts';

test('a number may be written as people write it', () => {
  assert.equal(readAnswer('81'), 81);
  assert.equal(readAnswer(' 11.274 '), 11_274);
  assert.equal(readAnswer('11,274'), 11_274);
  assert.equal(readAnswer('−0,25'), -0.25);
  assert.equal(readAnswer('84 %'), 84);
  assert.equal(readAnswer('seven'), undefined);
  assert.equal(readAnswer(''), undefined);
});

test('answers are compared with their tolerance', () => {
  assert.ok(isRight('7', { number: 7.24, within: 0.5 }));
  assert.ok(!isRight('8', { number: 7.24, within: 0.5 }));
  assert.ok(isRight(' B3 ', { move: 'b3' }));
  assert.ok(isRight('material', { term: 'material' }));
  assert.ok(!isRight('', { number: 0, within: 0 }));
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
