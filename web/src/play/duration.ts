// Durations for people.
import { num, t } from '../lib/i18n/index.svelte.ts';

/** Duration with the precision that matters: milliseconds below a second, tenths below 100 seconds. */
export const duration = (ms: number): string =>
  ms < 1000
    ? t('play_ms', { count: ms < 1 ? '<\u202f1' : num(Math.round(ms)) })
    : t('play_seconds', { seconds: num(ms / 1000, ms < 100_000 ? 1 : 0) });
