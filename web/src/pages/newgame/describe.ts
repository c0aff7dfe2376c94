// Summary texts of the options of a new game.
import { moduleOf } from '../../games/index.svelte.ts';
import type { ClockChoice, GameInfo } from '../../wire/index.ts';
import { capital, num, t, word } from '../../lib/i18n/index.svelte.ts';
import { engineSpec, type Choice, type Machine } from './choice.ts';
import { isCorrespondence } from '../../lib/timeleft.ts';
import { engineName, eloShort, levelName } from '../../lib/seats.ts';

/** Name of a computer player. */
export function machineName(info: GameInfo | undefined, machine: Machine): string {
  if (machine.by === 'level' && (info?.levels.length ?? 1) > 0) return levelName(machine.level);
  return engineName(
    engineSpec(
      info?.engines.find((one) => one.name === machine.engine),
      machine,
    ),
  );
}

/** Rating of a computer player, if known. */
export function machineElo(info: GameInfo | undefined, machine: Machine): string | undefined {
  const level = machine.by === 'level' ? info?.levels.find((one) => one.level === machine.level) : undefined;
  return level && level.elo !== null ? eloShort(level.elo, level.elo_mark) : undefined;
}

/** Opponent, as shown after the game's name. */
export function against(choice: Choice, info: GameInfo | undefined, short = false): string {
  switch (choice.opponent) {
    case 'here':
      return t('summary_here');
    case 'link':
      return t('summary_link');
    case 'machines':
      return t('summary_machines', { one: machineName(info, choice.machine), other: machineName(info, choice.second) });
    case 'machine': {
      const elo = machineElo(info, choice.machine);
      const name = machineName(info, choice.machine);
      const full = elo === undefined ? name : `${name} ${elo}`;
      return short ? full : t('summary_against', { name: full });
    }
  }
}

export function sideName(info: GameInfo | undefined, game: Choice['game'], side: 'first' | 'second'): string {
  return word((info ?? moduleOf(game)).sides[side === 'first' ? 0 : 1]);
}

export function clockWords(
  clock: Pick<Choice['clock'], 'kind' | 'minutes' | 'increment' | 'seconds'> & { days?: number },
): string {
  if (clock.kind === 'off') return t('clock_off');
  if (clock.kind === 'days') return t('clock_days_words', { days: clock.days ?? 1 });
  if (clock.kind === 'move') return t('clock_move_words', { seconds: number(clock.seconds) });
  const minutes = number(clock.minutes);
  return clock.increment > 0
    ? t('clock_game_words', { minutes, seconds: number(clock.increment) })
    : t('clock_game_plain', { minutes });
}

/** Time control of a game as its server describes it; with different times, the reader's side first. */
export function clockTerms(rule: ClockChoice, mine: 'first' | 'second' = 'first'): string {
  if (rule.kind === 'uneven') {
    const [me, you] = mine === 'first' ? [0, 1] : [1, 0];
    const one = (side: number) =>
      clockWords({
        kind: 'game',
        minutes: (rule.initial_ms[side] ?? 0) / 60_000,
        increment: (rule.increment_ms[side] ?? 0) / 1000,
        seconds: 0,
      });
    return t('clock_uneven', { one: one(me), other: one(you) });
  }
  return clockWords(
    rule.kind === 'off'
      ? { kind: 'off', minutes: 0, increment: 0, seconds: 0 }
      : isCorrespondence(rule) && rule.kind === 'move'
        ? { kind: 'days', minutes: 0, increment: 0, seconds: 0, days: rule.allowance_ms / 86_400_000 }
        : rule.kind === 'move'
          ? { kind: 'move', minutes: 0, increment: 0, seconds: rule.allowance_ms / 1000 }
          : { kind: 'game', minutes: rule.initial_ms / 60_000, increment: rule.increment_ms / 1000, seconds: 0 },
  );
}

/** Time control that was chosen, with the opponent's if it differs. */
function choiceClock(clock: Choice['clock']): string {
  if (clock.kind !== 'game' || !clock.uneven) return clockWords(clock);
  const other = { ...clock, minutes: clock.otherMinutes, increment: clock.otherIncrement };
  return t('clock_uneven', { one: clockWords(clock), other: clockWords(other) });
}

/** Short text of the time control, for a chip. */
export function clockShort(clock: Choice['clock']): string {
  if (clock.kind === 'off') return t('clock_off');
  if (clock.kind === 'move') return t('clock_move_short', { seconds: number(clock.seconds) });
  if (clock.kind === 'days') return t('clock_days_short', { days: clock.days });
  const own = `${number(clock.minutes)} + ${number(clock.increment)}`;
  return clock.uneven ? `${own} / ${number(clock.otherMinutes)} + ${number(clock.otherIncrement)}` : own;
}

const number = (value: number) => num(value, Number.isInteger(value) ? 0 : 1);

function handicapWords(choice: Choice): string {
  const { kind, moves, odds, by } = choice.handicap;
  if (kind === 'moves') return t(by === 'one' ? 'odds_moves_by_one' : 'odds_moves_by_other', { count: moves });
  if (kind === 'odds' && odds)
    return t(by === 'one' ? 'odds_pieces_by_one' : 'odds_pieces_by_other', { pieces: word(`odds_${odds}`) });
  if (kind === 'setup' && choice.setup.trim()) return t('odds_setup');
  return t('odds_none');
}

/** All other options in one line. */
export function details(choice: Choice, info: GameInfo | undefined, short = false): string {
  const parts: string[] = [];
  if (choice.opponent === 'machine' || choice.opponent === 'link')
    parts.push(
      choice.color === 'random'
        ? t('color_random_words')
        : t('color_words', { side: sideName(info, choice.game, choice.color) }),
    );
  parts.push(short ? clockShort(choice.clock) : choiceClock(choice.clock), handicapWords(choice).toLocaleLowerCase());
  if (choice.starts === 'second' && choice.handicap.kind !== 'setup')
    parts.push(t('starts_words', { side: sideName(info, choice.game, 'second') }));
  if (!short && choice.undo.kind === 'limited' && choice.opponent !== 'link')
    parts.push(t('undo_words', { count: choice.undo.times }));
  if (!short && choice.undo.kind === 'never') parts.push(t('undo_never').toLocaleLowerCase());
  return capital(parts.join(' · '));
}
