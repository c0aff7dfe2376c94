// The two parts of a server catalog.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { partOf } from '../../scripts/catalogs.ts';

test('the parts of a catalog have every entry once, and any page knows refusals, rules and reasons', () => {
  for (const language of ['vi', 'en', 'zh-Hans', 'zh-Hant']) {
    const file = new URL(`../../../messages/${language}.json`, import.meta.url);
    const catalog = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
    const first = partOf(catalog, 'first');
    const later = partOf(catalog, 'later');
    assert.deepEqual({ ...first, ...later }, catalog);
    assert.equal(Object.keys(first).length + Object.keys(later).length, Object.keys(catalog).length);
    assert.ok(Object.keys(later).length > 100);
    for (const key of ['refusal_not_your_turn', 'side_red', 'wire_too_many', 'fen_empty']) assert.ok(key in first, key);
  }
});
