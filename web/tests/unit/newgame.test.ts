// Options of a new game: restored from storage, and converted to requests.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engineSpec, restoreChoice, toNewGame, defaultChoice, type Choice } from '../../src/pages/newgame/choice.ts';
import { readNumber } from '../../src/lib/form/number.ts';
import type { EngineInfo, GameInfo } from '../../src/wire/index.ts';
import { openGame } from '../../src/games/index.svelte.ts';

await Promise.all(['xiangqi', 'jieqi', 'chess'].map((game) => openGame(game)));

const option = (name: string, kind: 'integer' | 'switch', value: string | null) => ({
  name,
  kind,
  least: 1,
  most: 8,
  values: [],
  default: value,
});
const alphabeta: EngineInfo = {
  name: 'alphabeta',
  options: [option('depth', 'integer', '4'), option('time', 'integer', null), option('table', 'switch', 'on')],
};
const info = {
  name: 'xiangqi',
  sides: ['side_red', 'side_black'],
  engines: [alphabeta],
  levels: [{ level: 3, name: 'level_3', elo: 1200 }],
  options: [{ name: 'no_progress', default: '120', values: [] }],
  odds: [{ name: 'horse_left', first: '', second: '' }],
  can_give_turn: true,
} as unknown as GameInfo;

test('a stored choice is restored, and broken parts become the default', () => {
  const stored = {
    opponent: 'link',
    color: 'green',
    clock: { kind: 'move', seconds: 45, minutes: 'ten' },
    machine: { by: 'engine', level: 7, params: { mcts: { sims: '9000', c: 3 } } },
    undo: 7,
    options: { roaming: 'free', bad: 1 },
  };
  const choice = restoreChoice(stored, 'jieqi');
  assert.equal(choice.opponent, 'link');
  assert.equal(choice.color, 'first');
  const { kind, seconds, minutes, increment, uneven } = choice.clock;
  assert.deepEqual([kind, seconds, minutes, increment, uneven], ['move', 45, 10, 5, false]);
  assert.deepEqual(choice.machine, { by: 'engine', level: 7, engine: 'alphabeta', params: { mcts: { sims: '9000' } } });
  assert.deepEqual(choice.undo, defaultChoice('jieqi').undo);
  assert.deepEqual(choice.options, { roaming: 'free' });
  assert.deepEqual(restoreChoice('nonsense', 'chess'), defaultChoice('chess'));
  assert.deepEqual(restoreChoice(null, 'chess'), defaultChoice('chess'));
});

test('a choice stored by an earlier version keeps its engine', () => {
  const { machine } = restoreChoice({ machine: { by: 'brain', level: 2, brain: 'mcts', params: {} } }, 'chess');
  assert.deepEqual(machine, { by: 'engine', level: 2, engine: 'mcts', params: {} });
});

test('the default choice is a game against level 3', () => {
  assert.deepEqual(toNewGame(defaultChoice('xiangqi'), info), {
    game: 'xiangqi',
    one: { kind: 'me' },
    other: { kind: 'level', level: 3 },
    color: 'first',
    clock: { kind: 'game', initial_ms: 600_000, increment_ms: 5000 },
    undo: { kind: 'free' },
  });
});

test('an engine specification leaves out unset parameters and switches that are on', () => {
  const machine = { by: 'engine' as const, level: 3, engine: 'alphabeta', params: { alphabeta: { depth: '6' } } };
  assert.equal(engineSpec(alphabeta, machine), 'alphabeta:depth=6');
  machine.params.alphabeta = { depth: '6', table: 'off', time: '500' } as { depth: string };
  assert.equal(engineSpec(alphabeta, machine), 'alphabeta:depth=6,time=500,table=off');
});

test('odds, options, first move and position are sent only if they differ from the defaults', () => {
  const choice = defaultChoice('xiangqi');
  choice.opponent = 'link';
  choice.undo = { kind: 'free', times: 10 };
  choice.handicap = { kind: 'odds', odds: 'horse_left', moves: 1, by: 'one' };
  choice.options = { no_progress: '80', gone: 'x' };
  choice.starts = 'second';
  const wanted = toNewGame(choice, info);
  assert.deepEqual(wanted.handicap, { by: 'one', odds: 'horse_left' });
  assert.deepEqual(wanted.options, { no_progress: '80' });
  assert.equal(wanted.starts, 'second');
  assert.deepEqual(wanted.undo, { kind: 'asked' });
  choice.handicap = { kind: 'odds', odds: 'no_such_odds', moves: 1, by: 'one' };
  assert.equal(toNewGame(choice, info).handicap, undefined);
  choice.handicap = { kind: 'setup', odds: '', moves: 1, by: 'one' };
  choice.setup = ' 4k4/9/9/9/9/9/9/9/9/4K4 w ';
  assert.equal(toNewGame(choice, info).setup, '4k4/9/9/9/9/9/9/9/9/4K4 w');
  assert.equal(toNewGame(choice, info).starts, undefined);
});

test('two machines play without me', () => {
  const choice = defaultChoice('xiangqi');
  choice.opponent = 'machines';
  choice.second.level = 7;
  const wanted = toNewGame(choice, info);
  assert.deepEqual(
    [wanted.one, wanted.other],
    [
      { kind: 'level', level: 3 },
      { kind: 'level', level: 7 },
    ],
  );
  assert.equal(wanted.pace_ms, 800);
});

test('numbers are read as people type them, and errors are distinguished', () => {
  const bounds = { least: 1, most: 1_000_000, whole: true };
  assert.deepEqual(readNumber(' 100 000 ', bounds), { value: 100_000 });
  assert.deepEqual(readNumber('100.000', bounds), { value: 100_000 });
  assert.deepEqual(readNumber('1,5', { least: 0, most: 10 }), { value: 1.5 });
  assert.deepEqual(readNumber('1,5', bounds), { fault: 'whole' });
  assert.deepEqual(readNumber('', bounds), { fault: 'empty' });
  assert.deepEqual(readNumber('-3', bounds), { fault: 'low' });
  assert.deepEqual(readNumber('2000000', bounds), { fault: 'high' });
  assert.deepEqual(readNumber('ten', bounds), { fault: 'letters' });
  assert.deepEqual(readNumber('1e9', bounds), { fault: 'letters' });
});

test('a game by link says who may watch it, and only then', () => {
  const asked = (change: Partial<Choice>) => {
    const { listed, delay } = toNewGame({ ...defaultChoice('xiangqi'), opponent: 'link', ...change }, undefined);
    return { listed, delay };
  };
  assert.deepEqual(asked({}), { listed: undefined, delay: undefined });
  assert.deepEqual(asked({ listed: true, delay: 6 }), { listed: true, delay: 6 });
  assert.deepEqual(asked({ rated: true }), { listed: undefined, delay: undefined });
  assert.deepEqual(asked({ rated: true, unlisted: true, listed: true }), { listed: false, delay: undefined });
  assert.deepEqual(asked({ opponent: 'machine', listed: true, delay: 6 }), { listed: undefined, delay: undefined });
});

test('days for each move are a time per move', () => {
  const choice = defaultChoice('xiangqi');
  Object.assign(choice.clock, { kind: 'days', days: 3 });
  assert.deepEqual(toNewGame({ ...choice, opponent: 'link' }, undefined).clock, {
    kind: 'move',
    allowance_ms: 3 * 86_400_000,
  });
});
