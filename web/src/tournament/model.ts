// Small computations on a tournament: names, results as text, keys of the result grid.
import type { BoardResult, BoardView, SectionView, TournamentLinks, TournamentPlayer } from '../wire/index.ts';

/** Results in the order of the grid, with the key that enters each. */
export const RESULTS: readonly { result: BoardResult; text: string; key: string }[] = [
  { result: 'first', text: '1–0', key: '1' },
  { result: 'draw', text: '½–½', key: '5' },
  { result: 'second', text: '0–1', key: '0' },
  { result: 'first_by_forfeit', text: '+ –', key: '+' },
  { result: 'second_by_forfeit', text: '– +', key: '-' },
  { result: 'both_absent', text: '– –', key: '/' },
];

/** Result as it is printed. */
export const resultText = (result: BoardResult | null): string =>
  RESULTS.find((one) => one.result === result)?.text ?? '';

/** Result for a key of the keyboard; further keys that people expect. */
export function resultOfKey(key: string): BoardResult | undefined {
  const same: Record<string, string> = { '=': '5', d: '5', h: '5', w: '1', l: '0', '2': '0', '*': '/' };
  const meant = same[key.toLowerCase()] ?? key;
  return RESULTS.find((one) => one.key === meant)?.result;
}

export const playerOf = (section: SectionView, number: number): TournamentPlayer | undefined =>
  section.players[number - 1];

export const nameOf = (section: SectionView, number: number): string =>
  playerOf(section, number)?.entrant.name ?? String(number);

/** True if the section is or ends with a knockout. */
export const isKnockout = (section: SectionView): boolean =>
  section.settings.system === 'knockout' || section.settings.system === 'groups_knockout';

/** Points of all players now. */
export function pointsOf(section: SectionView): Map<number, number> {
  return new Map(section.standings.map((row) => [row.number, row.points]));
}

/** State of the reports of a board: none, one side, equal, or different. */
export function reports(board: BoardView): 'none' | 'one' | 'agree' | 'differ' {
  const [first, second] = board.proposed;
  if (!first && !second) return 'none';
  if (!first || !second) return 'one';
  return first === second ? 'agree' : 'differ';
}

/** Swaps two players of a pairing that is being changed by hand. */
export function swapPlayers(
  boards: readonly { first: number; second: number }[],
  bye: number | null,
  one: number,
  other: number,
): { boards: { first: number; second: number }[]; bye: number | null } {
  const turn = (number: number): number => (number === one ? other : number === other ? one : number);
  return {
    boards: boards.map((pair) => ({ first: turn(pair.first), second: turn(pair.second) })),
    bye: bye === null ? null : turn(bye),
  };
}

/** Points as people write them: 2½. */
export function half(points: number): string {
  const whole = Math.floor(points);
  return points === whole ? String(whole) : whole === 0 ? '½' : `${whole}½`;
}

/** Origin of links for other devices: the one of this page, unless it works on this computer only. */
export const linkOrigin = (links: TournamentLinks | undefined): string => links?.origin ?? location.origin;

/** True for names under which a computer reaches itself only. */
export const isLocalName = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || host.startsWith('127.') || host === '[::1]';
