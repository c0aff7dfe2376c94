// All actions of a game, with icon, label, key and condition; used by toolbar, menu and help.
import { moduleOf } from '../games/index.svelte.ts';
import { serverText, t, type PlainKey } from '../lib/i18n/index.svelte.ts';
import { passOf } from '../board/squares.ts';
import { settings } from '../lib/settings.svelte.ts';
import type { Room } from './room.svelte.ts';

export type ActionName =
  | 'undo'
  | 'redo'
  | 'hint'
  | 'give'
  | 'pass'
  | 'flip'
  | 'draw'
  | 'resign'
  | 'new'
  | 'pause'
  | 'reset'
  | 'now'
  | 'pen'
  | 'analysis'
  | 'talk'
  | 'record'
  | 'load'
  | 'share'
  | 'sound'
  | 'evaluation'
  | 'type'
  | 'rematch'
  | 'step'
  | 'abort'
  | 'help'
  | 'settings';

export interface Action {
  name: ActionName;
  icon: string;
  label: PlainKey;
  /** Caption below a tool's icon, if the label is too long for one line. */
  short?: PlainKey;
  /** Keyboard shortcut, as displayed. */
  key?: string;
  danger?: boolean;
  /** True if the action applies to this room. */
  fits: (room: Room) => boolean;
  /** True if the action is possible now. */
  can: (room: Room) => boolean;
  /** Reason why it is impossible now, if there is more to say. */
  why?: (room: Room) => string | undefined;
}

const seated = (room: Room) => (room.view?.own_sides.length ?? 0) > 0;
/** True if the user controls this match between engines. */
const machines = (room: Room) => room.runs;
const running = (room: Room) => !!room.view && !room.view.outcome;
const free = (room: Room) => running(room) && !room.view?.offer;
/** Takebacks left; undefined if unlimited. */
export function undosLeft(room: Room): number | undefined {
  const side = room.mySide;
  return (side && room.view?.undo_left[side === 'first' ? 0 : 1]) ?? undefined;
}
/** True if a takeback is possible: right after one's own move, or as the server says. */
const mayTakeBack = (room: Room) =>
  !room.view?.offer && (!!room.pending || (!!room.view && room.view.take_back.why_not === null));
/** True if the opponent offers a draw. */
export const drawOffered = (room: Room) =>
  room.view?.offer?.kind === 'draw' &&
  room.view.own_sides.length === 1 &&
  !room.view.own_sides.includes(room.view.offer.by);
/** True if moves stand: in a rated game nothing is taken back, played again or given away. */
const movesStand = (room: Room) => !!room.view?.rated;
/** True if the user may say something to the opponent. */
export const talks = (room: Room) => (room.view?.talk ?? 'off') !== 'off';
const againstMachine = (room: Room) => room.view?.seats.some((seat) => seat.kind === 'machine') ?? false;
const always = () => true;

export const ACTIONS: readonly Action[] = [
  {
    name: 'undo',
    icon: 'undo',
    label: 'play_undo',
    short: 'play_undo_short',
    key: 'Z',
    fits: (r) => seated(r) && !movesStand(r),
    can: mayTakeBack,
    why: (r) => (r.plies.length > 0 && r.view?.take_back.why_not ? serverText(r.view.take_back.why_not) : undefined),
  },
  {
    name: 'redo',
    icon: 'redo',
    label: 'play_redo',
    key: 'Y',
    fits: (r) => seated(r) && !movesStand(r),
    can: (r) => free(r) && (r.view?.undone ?? 0) > 0,
  },
  {
    name: 'hint',
    icon: 'hint',
    label: 'play_hint',
    key: 'H',
    fits: (r) => seated(r) && (r.view?.may_evaluate ?? false),
    can: (r) => r.isMyTurn && !r.asking,
  },
  {
    name: 'give',
    icon: 'swap',
    label: 'play_give',
    short: 'play_give_short',
    key: 'T',
    fits: (r) => seated(r) && !movesStand(r) && moduleOf(r.game).givesTurn,
    can: (r) => free(r) && r.isMyTurn,
  },
  {
    name: 'pass',
    icon: 'next',
    label: 'play_pass',
    fits: (r) => seated(r) && passOf(r.view?.legal ?? []) !== undefined,
    can: (r) => free(r) && r.isMyTurn,
  },
  { name: 'flip', icon: 'flip', label: 'play_flip', short: 'play_flip_short', key: 'F', fits: always, can: always },
  {
    name: 'draw',
    icon: 'draw',
    label: 'play_draw',
    short: 'play_draw_short',
    key: 'D',
    fits: (r) => seated(r),
    can: (r) => (free(r) && r.plies.length > 1) || drawOffered(r),
  },
  {
    name: 'resign',
    icon: 'flag',
    label: 'play_resign',
    key: 'R',
    danger: true,
    fits: (r) => seated(r),
    can: (r) => running(r),
  },
  { name: 'new', icon: 'plus', label: 'play_new', key: 'N', fits: always, can: always },
  {
    name: 'rematch',
    icon: 'swap',
    label: 'play_rematch',
    key: 'M',
    fits: (r) => r.over && seated(r),
    can: (r) => r.over,
  },
  {
    name: 'pause',
    icon: 'clock',
    label: 'play_pause',
    key: 'P',
    fits: (r) => seated(r) || machines(r),
    can: (r) => free(r),
  },
  {
    name: 'step',
    icon: 'next',
    label: 'play_step',
    key: 'Space',
    fits: machines,
    can: (r) => running(r) && (r.view?.paused ?? false),
  },
  {
    name: 'now',
    icon: 'play',
    label: 'play_now',
    key: 'Space',
    fits: (r) => seated(r) && againstMachine(r),
    can: (r) => running(r) && !r.isMyTurn && !r.view?.paused,
  },
  {
    name: 'reset',
    icon: 'back',
    label: 'play_reset',
    // A second start with the same deal would not be a new game.
    fits: (r) => seated(r) && !r.view?.by_consent && !moduleOf(r.game).hidden,
    can: (r) => free(r) && r.plies.length > 0,
  },
  {
    name: 'abort',
    icon: 'x',
    label: 'play_abort',
    fits: (r) => seated(r) && r.plies.length < 2,
    can: (r) => running(r),
  },
  { name: 'pen', icon: 'star', label: 'play_pen', key: 'A', fits: always, can: always },
  {
    name: 'evaluation',
    icon: 'eye',
    label: 'play_evaluation',
    short: 'play_evaluation',
    key: 'E',
    fits: (r) => r.view?.may_evaluate ?? false,
    can: always,
  },
  { name: 'analysis', icon: 'chart', label: 'play_tab_analysis', key: 'I', fits: always, can: always },
  { name: 'talk', icon: 'talk', label: 'play_tab_talk', key: 'B', fits: (r) => talks(r), can: always },
  { name: 'type', icon: 'copy', label: 'play_type', key: 'G', fits: (r) => seated(r), can: (r) => r.isMyTurn },
  { name: 'record', icon: 'save', label: 'play_record', key: 'C', fits: always, can: always },
  { name: 'load', icon: 'book', label: 'play_load', key: 'L', fits: always, can: always },
  { name: 'share', icon: 'link', label: 'play_share', key: 'S', fits: always, can: always },
  { name: 'sound', icon: 'sound', label: 'play_sound', key: 'V', fits: always, can: always },
  { name: 'settings', icon: 'gear', label: 'play_settings', fits: always, can: always },
  { name: 'help', icon: 'more', label: 'play_help', key: '?', fits: always, can: always },
];

/** Toolbar actions for the state of the room; the menu has the rest. */
export function toolsOf(room: Room, small: boolean, narrow = false): ActionName[] {
  const usual = everyTool(room, small).filter((name) => name !== 'give' || moduleOf(room.game).givesTurn);
  // Passing is a move: it is in sight whenever the rules allow it.
  const all: ActionName[] = actionOf('pass').fits(room) ? ['pass', ...usual] : usual;
  const dropped: readonly ActionName[] = ['redo', 'give', 'pen', ...(room.over ? (['evaluation'] as const) : [])];
  return narrow && !small ? all.filter((name) => !dropped.includes(name)) : all;
}

function everyTool(room: Room, small: boolean): ActionName[] {
  if (machines(room) && !room.over)
    return small
      ? ['pause', 'step', 'flip', 'record']
      : ['pause', 'step', 'evaluation', 'flip', 'pen', 'record', 'new'];
  if (!seated(room))
    return small ? ['flip', 'record', 'share', 'new'] : ['flip', 'pen', 'evaluation', 'record', 'share', 'load', 'new'];
  const talk: ActionName[] = talks(room) ? ['talk'] : [];
  if (room.over) {
    const undo: ActionName[] = mayTakeBack(room) ? ['undo'] : [];
    return small
      ? [
          ...undo,
          'rematch',
          'flip',
          ...(talk.length ? talk : (['record'] as const)),
          ...(undo.length ? [] : (['new'] as const)),
        ]
      : [
          ...undo,
          'rematch',
          'evaluation',
          'flip',
          ...(undo.length ? [] : (['pen'] as const)),
          'record',
          'share',
          'new',
        ];
  }
  if (movesStand(room))
    return small
      ? ['flip', ...(talk.length ? talk : (['record'] as const)), 'draw', 'resign']
      : ['flip', 'pen', ...talk, 'draw', 'resign'];
  if (small) {
    if (talk.length) return ['undo', 'talk', 'draw', 'resign'];
    return room.view?.may_evaluate ? ['undo', 'hint', 'flip', 'draw'] : ['undo', 'flip', 'draw', 'resign'];
  }
  return room.view?.may_evaluate
    ? ['undo', 'redo', 'hint', 'give', 'flip', 'draw', 'resign']
    : ['undo', 'redo', 'give', 'flip', ...talk, 'draw', 'resign'];
}

export function actionOf(name: ActionName): Action {
  const found = ACTIONS.find((one) => one.name === name);
  if (!found) throw new Error(name);
  return found;
}

/** Label of an action, which may depend on its state. */
export function labelOf(action: Action, room: Room): string {
  if (action.name === 'pause' && room.view?.paused) return t('play_resume');
  if (action.name === 'undo' && room.over) return t('play_rewind');
  if (action.name === 'sound') return settings.sound ? t('play_sound_off') : t('play_sound_on');
  if (action.name === 'evaluation') return settings.evaluation ? t('play_eval_hide') : t('play_eval_show');
  return t(action.label);
}

/** Caption below its icon. */
export const captionOf = (action: Action, room: Room): string =>
  action.short ? t(action.short) : labelOf(action, room);

/** Action of a key pressed outside input fields; undefined for other keys. */
export function actionOfKey(key: string, room: Room): Action | undefined {
  const printed = key === ' ' ? 'Space' : key.length === 1 ? key.toUpperCase() : key;
  return ACTIONS.find((one) => one.key === printed && one.fits(room));
}
