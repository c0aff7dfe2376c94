// What to do when the line to the server is lost: one decision, free of sockets and timers.
export interface Line {
  /** How often in a row we have failed since the last time it held. */
  failures: number;
  /** Whether the browser believes it has a network. */
  online: boolean;
  /** Whether anybody looks at the page. */
  visible: boolean;
  /** Whether the server asked us not to come back. */
  dismissed: boolean;
  /** Whether the page itself hung up. */
  left: boolean;
  /** 0 to 1: spreads many clients that lost the same server. */
  chance: number;
}

export type Decision = { kind: 'stop' } | { kind: 'wait_for_network' } | { kind: 'retry'; after: number };

const FIRST = 250;
const MOST = 8_000;
/** Nobody looks: no hurry, but a game with a clock must not be forgotten. */
const UNSEEN = 4;

export function afterLoss(line: Line): Decision {
  if (line.left || line.dismissed) return { kind: 'stop' };
  if (!line.online) return { kind: 'wait_for_network' };
  const base = Math.min(MOST, FIRST * 2 ** Math.min(line.failures, 10));
  const patience = line.visible || line.failures < 3 ? 1 : UNSEEN;
  return { kind: 'retry', after: Math.round(base * patience * (0.75 + 0.5 * line.chance)) };
}
