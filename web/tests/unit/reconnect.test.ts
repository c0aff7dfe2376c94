// Reconnection policy.
import assert from 'node:assert/strict';
import test from 'node:test';
import { afterLoss, type Line } from '../../src/play/reconnect.ts';

const line: Line = { failures: 0, online: true, visible: true, dismissed: false, left: false, chance: 0.5 };

test('the first reconnection is immediate, later ones wait longer up to a limit', () => {
  const waits = Array.from({ length: 12 }, (_, failures) => afterLoss({ ...line, failures }));
  const times = waits.map((one) => (one.kind === 'retry' ? one.after : NaN));
  assert.equal(times[0], 250);
  assert.deepEqual(
    times,
    [...times].sort((a, b) => a - b),
  );
  assert.equal(times.at(-1), 8_000);
});

test('a client that left or was dismissed does not reconnect', () => {
  assert.deepEqual(afterLoss({ ...line, left: true }), { kind: 'stop' });
  assert.deepEqual(afterLoss({ ...line, dismissed: true, online: false }), { kind: 'stop' });
});

test('without a network the client waits for it instead of retrying', () => {
  assert.deepEqual(afterLoss({ ...line, online: false }), { kind: 'wait_for_network' });
});

test('a hidden page retries less often, and jitter spreads the clients', () => {
  const seen = afterLoss({ ...line, failures: 5 });
  const unseen = afterLoss({ ...line, failures: 5, visible: false });
  assert.ok(seen.kind === 'retry' && unseen.kind === 'retry' && unseen.after > seen.after);
  const [low, high] = [afterLoss({ ...line, chance: 0 }), afterLoss({ ...line, chance: 1 })];
  assert.ok(low.kind === 'retry' && high.kind === 'retry' && low.after < high.after);
});
