// Keyboard shortcuts of the analysis board, as in other analysis programs.

export type Act =
  | 'back'
  | 'next'
  | 'first'
  | 'last'
  | 'leave'
  | 'enter'
  | 'before'
  | 'after'
  | 'flip'
  | 'engine'
  | 'arrows'
  | 'threat'
  | 'comment'
  | 'explorer'
  | 'pen'
  | 'remove'
  | 'undo'
  | 'help'
  | 'release';

const PLAIN: Readonly<Record<string, Act>> = {
  ArrowLeft: 'back',
  ArrowRight: 'next',
  k: 'back',
  j: 'next',
  ArrowUp: 'first',
  Home: 'first',
  ArrowDown: 'last',
  End: 'last',
  f: 'flip',
  ' ': 'engine',
  l: 'engine',
  a: 'arrows',
  x: 'threat',
  c: 'comment',
  e: 'explorer',
  p: 'pen',
  Delete: 'remove',
  '?': 'help',
  Escape: 'release',
};
const SHIFTED: Readonly<Record<string, Act>> = {
  ArrowLeft: 'leave',
  ArrowRight: 'enter',
  ArrowUp: 'before',
  ArrowDown: 'after',
  '?': 'help',
};

/** Elements that handle keys themselves. */
const TAKEN = 'input, textarea, select, dialog, [role=menu], [role=radiogroup], [role=slider], [role=tablist]';

/** Action of a key; undefined if the focused element handles it. */
export function actOf(event: KeyboardEvent, acts: Readonly<Record<Act, () => unknown>>): (() => unknown) | undefined {
  const target = event.target as HTMLElement;
  if (target.closest(TAKEN)) return undefined;
  if (event.ctrlKey || event.metaKey) return event.key === 'z' && !event.altKey ? acts.undo : undefined;
  if (event.altKey) return undefined;
  // The board moves its cursor with the arrow keys, and the space bar presses buttons.
  if (target.closest('[role=grid]') && (event.key.startsWith('Arrow') || event.key === ' ' || event.key === 'Enter'))
    return undefined;
  if (event.key === ' ' && target.closest('button, a')) return undefined;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const act = (event.shiftKey ? SHIFTED : PLAIN)[key];
  return act && acts[act];
}
