// Reconnection policy.
import assert from 'node:assert/strict';
import test from 'node:test';
import { afterLoss, type Line } from '../../src/play/reconnect.ts';

const line: Line = { failures: 0, online: true, visible: true, dismissed: false, left: false, chance: 0.5 };

test('a first loss is mended at once, later ones with longer waits up to a bound', () => {
  const waits = Array.from({ length: 12 }, (_, failures) => afterLoss({ ...line, failures }));
  const times = waits.map((one) => (one.kind === 'retry' ? one.after : NaN));
  assert.equal(times[0], 250);
  assert.deepEqual(
    times,
    [...times].sort((a, b) => a - b),
  );
  assert.equal(times.at(-1), 8_000);
});

test('whoever left or was dismissed does not come back', () => {
  assert.deepEqual(afterLoss({ ...line, left: true }), { kind: 'stop' });
  assert.deepEqual(afterLoss({ ...line, dismissed: true, online: false }), { kind: 'stop' });
});

test('without a network we wait for it instead of knocking', () => {
  assert.deepEqual(afterLoss({ ...line, online: false }), { kind: 'wait_for_network' });
});

test('a page nobody sees knocks less often, and chance spreads the crowd', () => {
  const seen = afterLoss({ ...line, failures: 5 });
  const unseen = afterLoss({ ...line, failures: 5, visible: false });
  assert.ok(seen.kind === 'retry' && unseen.kind === 'retry' && unseen.after > seen.after);
  const [low, high] = [afterLoss({ ...line, chance: 0 }), afterLoss({ ...line, chance: 1 })];
  assert.ok(low.kind === 'retry' && high.kind === 'retry' && low.after < high.after);
});
