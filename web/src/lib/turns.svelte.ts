// Games in which it is the visitor's turn: by correspondence, or without a clock against another person.
import type { RoomPage, RoomRow } from '../wire/index.ts';
import { request } from './api.ts';

/** Interval of looking while the page is visible. */
const INTERVAL = 60_000;

let known: RoomRow[] = $state.raw([]);
let asked: Promise<RoomRow[]> | undefined;

/** Games in which it is the visitor's turn, the most urgent first; as of the last look. */
export const turns = (): readonly RoomRow[] => known;

/** Looks again. Several callers at once cause one request. */
export function fetchTurns(): Promise<RoomRow[]> {
  asked ??= request<RoomPage>('GET', '/turns')
    .then((page) => (known = page.rooms))
    .finally(() => (asked = undefined));
  return asked;
}

const look = (): void => {
  if (document.visibilityState === 'visible') fetchTurns().catch(() => undefined);
};

/** Keeps the list up to date. Call once, when the app starts; returns a function that stops it. */
export function followTurns(): () => void {
  look();
  const timer = setInterval(look, INTERVAL);
  document.addEventListener('visibilitychange', look);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', look);
  };
}
