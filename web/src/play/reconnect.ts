// Reconnection policy: a pure function, free of sockets and timers.
export interface Line {
  /** Failed attempts since the last successful connection. */
  failures: number;
  /** True if the browser reports a network connection. */
  online: boolean;
  /** True if the page is visible. */
  visible: boolean;
  /** True if the server asked the client not to reconnect. */
  dismissed: boolean;
  /** True if the page closed the connection itself. */
  left: boolean;
  /** Random number, 0 to 1: spreads clients that lost the same server. */
  chance: number;
}

export type Decision = { kind: 'stop' } | { kind: 'wait_for_network' } | { kind: 'retry'; after: number };

const FIRST = 250;
const MOST = 8_000;
/** Hidden pages reconnect slowly, but they do: a game with a clock must go on. */
const UNSEEN = 4;

export function afterLoss(line: Line): Decision {
  if (line.left || line.dismissed) return { kind: 'stop' };
  if (!line.online) return { kind: 'wait_for_network' };
  const base = Math.min(MOST, FIRST * 2 ** Math.min(line.failures, 10));
  const patience = line.visible || line.failures < 3 ? 1 : UNSEEN;
  return { kind: 'retry', after: Math.round(base * patience * (0.75 + 0.5 * line.chance)) };
}
