// Clock arithmetic: remaining time and its format.
import type { ClockView, Side } from '../wire/index.ts';

/** Below this many milliseconds tenths are shown and the clock turns red. */
export const LOW = 20_000;

export const indexOf = (side: Side): 0 | 1 => (side === 'first' ? 0 : 1);

/** Remaining time of a side at the server time `now`; undefined without a clock. */
export function leftAt(clock: ClockView, side: Side, now: number): number | undefined {
  const left = clock.left_ms[indexOf(side)];
  if (left === null || left === undefined) return undefined;
  const gone = clock.running === side ? Math.max(0, now - clock.now) : 0;
  return Math.max(0, left - gone);
}

/** Formats a time: `1:04:09`, `04:12`, `0:19,4`. Full seconds are rounded up, so that 0:00 means time is over. */
export function writeTime(ms: number, decimal = ','): string {
  const left = Math.max(0, ms);
  if (left < LOW) {
    const tenths = Math.floor(left / 100);
    return `0:${String(Math.floor(tenths / 10)).padStart(2, '0')}${decimal}${tenths % 10}`;
  }
  const seconds = Math.ceil(left / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  const rest = String(seconds % 60).padStart(2, '0');
  return hours > 0
    ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}`
    : `${String(minutes).padStart(2, '0')}:${rest}`;
}

/** Estimates the offset of the server's clock; the fastest response has the smallest error. */
export class ServerTime {
  #offset: number | undefined;
  #trip = Infinity;

  /** Adds a server time that just arrived; `trip` is the round-trip time if we asked for it. */
  observe(server: number, here: number, trip?: number): void {
    if (trip === undefined) {
      this.#offset ??= server - here;
      return;
    }
    // Slow samples have less weight, and old ones expire because clocks drift.
    if (trip > this.#trip * 1.5) {
      this.#trip *= 1.2;
      return;
    }
    this.#trip = trip;
    this.#offset = server + trip / 2 - here;
  }

  /** Server time at local time `here`. */
  now(here: number): number {
    return here + (this.#offset ?? 0);
  }
}
