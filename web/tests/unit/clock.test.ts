// Clock arithmetic and server time.
import assert from 'node:assert/strict';
import test from 'node:test';
import { leftAt, ServerTime, writeTime } from '../../src/play/clock.ts';
import type { ClockView } from '../../src/wire/index.ts';

const clock: ClockView = {
  rule: { kind: 'game', initial_ms: 600_000, increment_ms: 5_000 },
  left_ms: [252_000, 408_000],
  running: 'first',
  now: 1_000_000,
  since: null,
};

test('only the running side loses time, and never below nothing', () => {
  assert.equal(leftAt(clock, 'first', 1_010_000), 242_000);
  assert.equal(leftAt(clock, 'second', 1_010_000), 408_000);
  assert.equal(leftAt(clock, 'first', 999_000), 252_000);
  assert.equal(leftAt(clock, 'first', 9_000_000), 0);
  assert.equal(leftAt({ ...clock, left_ms: [null, null] }, 'first', 1_010_000), undefined);
});

test('full seconds round up, tenths round down, and nothing is 0:00,0', () => {
  assert.equal(writeTime(252_000), '04:12');
  assert.equal(writeTime(251_001), '04:12');
  assert.equal(writeTime(20_000), '00:20');
  assert.equal(writeTime(19_999), '0:19,9');
  assert.equal(writeTime(19_999, '.'), '0:19.9');
  assert.equal(writeTime(49), '0:00,0');
  assert.equal(writeTime(-5), '0:00,0');
  assert.equal(writeTime(3_849_000), '1:04:09');
});

test("the server's time is taken from the quickest answers", () => {
  const time = new ServerTime();
  assert.equal(time.now(500), 500);
  time.observe(10_000, 1_000);
  assert.equal(time.now(1_500), 10_500);
  time.observe(12_000, 3_000, 40);
  assert.equal(time.now(3_000), 12_020);
  time.observe(13_000, 5_000, 900);
  assert.equal(time.now(3_000), 12_020, 'a slow answer says nothing');
});
