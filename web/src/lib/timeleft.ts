// Remaining time of games by correspondence, in words.
import type { ClockChoice } from '../wire/index.ts';
import { t } from './i18n/index.svelte.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Time per move from which a game is played by correspondence; the server has the same limit. */
const CORRESPONDENCE = 12 * HOUR;

/** True for a game by correspondence. */
export const isCorrespondence = (rule: ClockChoice | undefined): boolean =>
  rule?.kind === 'move' && rule.allowance_ms >= CORRESPONDENCE;

/** Days and hours, or hours and minutes, of a remaining time. */
export function timeLeft(ms: number): string {
  const left = Math.max(0, ms);
  return left >= DAY
    ? t('play_clock_days', { days: Math.floor(left / DAY), hours: Math.floor((left % DAY) / HOUR) })
    : t('play_clock_hours', { hours: Math.floor(left / HOUR), minutes: Math.floor((left % HOUR) / 60_000) });
}
