// Result statistics.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  endings,
  errorOf,
  rates,
  scoreOf,
  since,
  strength,
  withDraws,
  withoutDraws,
  flipped,
  unaided,
} from '../../src/pages/stats/tally.ts';
import type { StatResult, StatRow } from '../../src/wire/index.ts';
import { openGame } from '../../src/games/index.svelte.ts';

await Promise.all(['xiangqi', 'jieqi', 'chess'].map((game) => openGame(game)));

const seat = (elo: number | null) => ({
  kind: 'machine' as const,
  name: null,
  level: 3,
  engine: null,
  elo,
  elo_mark: null,
  handle: null,
});
const result = (at: number, kind: StatResult['result']): StatResult =>
  ({ at, room: 'r', side: 'first', result: kind }) as StatResult;
const row = (wins: number, draws: number, losses: number, elo: number | null): StatRow => ({
  game: 'xiangqi',
  one: { ...seat(null), kind: 'you', level: null },
  other: seat(elo),
  wins,
  draws,
  losses,
  unaided: { wins, draws, losses },
  one_ms: null,
  other_ms: null,
  results: [],
});

test('draws count in one rate and not in the other', () => {
  const score = { wins: 108, draws: 32, losses: 82 };
  assert.equal(withDraws(score)?.toFixed(2), '0.49');
  assert.equal(withoutDraws(score)?.toFixed(2), '0.57');
  assert.equal(withDraws({ wins: 0, draws: 0, losses: 0 }), undefined);
  assert.equal(withoutDraws({ wins: 0, draws: 5, losses: 0 }), undefined);
});

test('the error of a share is about seven points at 57 % of 190, and never nothing', () => {
  assert.equal(Math.round(errorOf(108 / 190, 190) * 100), 7);
  assert.ok(errorOf(1, 4) > 0.2);
});

test('a row since a moment counts only what came after it', () => {
  const whole = {
    ...row(2, 1, 1, 900),
    results: [result(1, 'win'), result(2, 'draw'), result(3, 'win'), result(4, 'loss')],
  };
  const late = since(whole, 3);
  assert.deepEqual([late.wins, late.draws, late.losses, late.results.length], [1, 0, 1, 2]);
  assert.equal(since(whole, undefined), whole);
});

test('rates run over a window that is full from the first point on', () => {
  const results = ['win', 'loss', 'win', 'draw', 'win', 'win'].map((kind, at) =>
    result(at, kind as StatResult['result']),
  );
  const { window, with: all, without } = rates(results);
  assert.equal(window, 3);
  assert.equal(all.length, 4);
  assert.equal(all[0]?.share.toFixed(3), '0.667');
  assert.equal(without.at(-1)?.share, 1);
  assert.deepEqual(scoreOf(results), { wins: 4, draws: 1, losses: 1 });
});

test('strength is the rivals’ own at an even score, higher when more is won, and unknown from few games', () => {
  assert.equal(strength([row(5, 0, 4, 1200)]), undefined);
  assert.equal(strength([row(5, 0, 5, null)]), undefined);
  assert.equal(strength([row(10, 10, 10, 1200)])?.elo, 1200);
  const better = strength([row(30, 0, 10, 1200)]);
  assert.ok(better && better.elo > 1350 && better.elo < 1420, String(better?.elo));
  const all = strength([row(20, 0, 0, 1200)]);
  assert.ok(all && Number.isFinite(all.elo) && all.elo < 2400);
});

test('endings are counted, the commonest first, and unknown ones are left out', () => {
  const ended = (reason?: string) => ({ at: 0, ...(reason ? { reason } : {}) });
  assert.deepEqual(endings([ended('resignation'), ended('checkmate'), ended(), ended('checkmate')]), [
    { reason: 'checkmate', count: 2 },
    { reason: 'resignation', count: 1 },
  ]);
});

test('a row is turned to the opponent, and games with help are left out', () => {
  const one = { at: 1, room: 'r', side: 'first', result: 'win', reason: 'checkmate', aids: [] } as StatResult;
  const helped = { ...one, result: 'loss', aids: ['hint'] } as StatResult;
  const whole: StatRow = { ...row(1, 0, 1, null), unaided: { wins: 1, draws: 0, losses: 0 }, results: [one, helped] };
  const plain = unaided(whole);
  assert.deepEqual([plain.wins, plain.losses, plain.results.length], [1, 0, 1]);
  const turned = flipped(plain);
  assert.deepEqual([turned.wins, turned.losses], [0, 1]);
  assert.deepEqual([turned.results[0]?.result, turned.results[0]?.side], ['loss', 'second']);
});
