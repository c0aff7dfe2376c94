// Protocol version: a page notices by a response header that the server was updated.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { differs } from '../../src/lib/protocol.ts';
import { PROTOCOL } from '../../src/wire/index.ts';

test('a page is outdated when a response names another protocol version', () => {
  assert.equal(differs(String(PROTOCOL)), false);
  assert.equal(differs(null), false);
  assert.equal(differs(String(PROTOCOL + 1)), true);
  assert.equal(differs(String(PROTOCOL - 1)), true);
});
