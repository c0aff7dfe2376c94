// Names of the library in the reader's language.
import assert from 'node:assert/strict';
import test from 'node:test';
import { speak } from '../../src/lib/i18n/index.svelte.ts';
import { nameOf, openingOf } from '../../src/pages/library/names.ts';

const opening = {
  code: 'C00',
  name: { text: '中炮局', reading: 'Trung Pháo Cục', pinyin: 'Zhong Pao Ju' },
};

test('Chinese names come with the reading that readers know, beside the original', async () => {
  for (const [language, shown] of [
    ['vi', 'C00 Trung Pháo Cục (中炮局)'],
    ['en', 'C00 Zhong Pao Ju (中炮局)'],
    ['zh-Hans', 'C00 中炮局'],
  ] as const) {
    await speak(language);
    assert.equal(openingOf(opening), shown);
  }
  await speak('en');
  assert.equal(nameOf({ text: 'Nguyễn Thành Bảo', reading: null, pinyin: null }), 'Nguyễn Thành Bảo');
});
