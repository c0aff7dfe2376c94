// Catalogs of the interface: complete, the same parameters in every language, no unused keys.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import enFirst from '../../messages/en/index.ts';
import enMore from '../../messages/en/more.ts';
import viFirst from '../../messages/vi/index.ts';
import viMore from '../../messages/vi/more.ts';
import hansFirst from '../../messages/zh-Hans/index.ts';
import hansMore from '../../messages/zh-Hans/more.ts';
import hantFirst from '../../messages/zh-Hant/index.ts';
import hantMore from '../../messages/zh-Hant/more.ts';
import { fill, names } from '../../src/lib/i18n/format.ts';
import { preferred } from '../../src/lib/i18n/language.ts';
import { render } from '../../src/lib/i18n/server.ts';

type Texts = Readonly<Record<string, string>>;
const vi = { ...viFirst, ...viMore };
const en = { ...enFirst, ...enMore };
const hans = { ...hansFirst, ...hansMore };
const hant = { ...hantFirst, ...hantMore };
const LANGUAGES: Record<string, Texts> = { vi, en, 'zh-Hans': hans, 'zh-Hant': hant };
const ROOMS = import.meta.glob<{ default: Texts }>('../../messages/vi/*.ts', { eager: true });
const SOURCES = import.meta.glob<string>('../../src/**/*.{ts,svelte}', {
  query: '?raw',
  import: 'default',
  eager: true,
});

test('every language has every key, and the same parameters', () => {
  for (const [language, texts] of Object.entries(LANGUAGES)) {
    assert.deepEqual(Object.keys(texts).sort(), Object.keys(vi).sort(), language);
    for (const [key, text] of Object.entries(texts)) {
      assert.ok(text.trim(), `${language} ${key} is empty`);
      const wanted = new Set(names((vi as Texts)[key] ?? ''));
      for (const name of names(text)) assert.ok(wanted.has(name), `${language} ${key} names {${name}}`);
      for (const name of wanted) assert.ok(names(text).includes(name), `${language} ${key} lacks {${name}}`);
    }
  }
});

test('a key is in one catalog file only', () => {
  const owners = new Map<string, string>();
  for (const [room, { default: texts }] of Object.entries(ROOMS)) {
    if (room.endsWith('/index.ts') || room.endsWith('/more.ts')) continue;
    for (const key of Object.keys(texts)) {
      assert.equal(owners.get(key), undefined, `${key} is in ${room} too`);
      owners.set(key, room);
    }
  }
});

test('every key is used somewhere', () => {
  const literals = new Set<string>();
  const patterns: RegExp[] = [];
  for (const source of Object.values(SOURCES)) {
    for (const [, literal] of source.matchAll(/['"`](\w+)['"`]/g)) literals.add(literal!);
    for (const [, before, after] of source.matchAll(/`(\w*)\$\{[^}`]*\}(\w*)`/g))
      if (before || after) patterns.push(new RegExp(`^${before}\\w+${after}$`));
  }
  const unused = Object.keys(vi).filter((key) => !literals.has(key) && !patterns.some((one) => one.test(key)));
  assert.deepEqual(unused, []);
});

test('parameters take their places in one pass, and numbers are written as the language writes them', () => {
  assert.equal(fill('{a} và {b}, {c}', { a: '{b}', b: 1234.5 }, 'vi'), '{b} và 1.234,5, {c}');
  assert.equal(fill('{count} {count?game|games}', { count: 1 }, 'en'), '1 game');
  assert.equal(fill('{count} {count?game|games}', { count: 2 }, 'en'), '2 games');
});

test("the browser's language is used if it is supported", () => {
  assert.equal(preferred(['vi-VN', 'en']), 'vi');
  assert.equal(preferred(['fr', 'zh-TW']), 'zh-Hant');
  assert.equal(preferred(['zh-HK']), 'zh-Hant');
  assert.equal(preferred(['zh-Hans-HK']), 'zh-Hans');
  assert.equal(preferred(['zh']), 'zh-Hans');
  assert.equal(preferred(['fr', 'de']), 'en');
});

test('a server message is formatted with nested words and messages', () => {
  const sentences = { status_won: '{side} thắng: {reason}.', side_red: 'Đỏ', reason_resignation: 'xin thua' };
  const said = {
    code: 'status_won',
    params: { side: { word: 'side_red' }, reason: { message: { code: 'reason_resignation', params: {} } } },
  };
  assert.equal(render(said, sentences), 'Đỏ thắng: xin thua.');
  assert.equal(render({ code: 'no_such', params: { text: { text: 'abc' } } }, sentences), 'no_such text=abc');
});
