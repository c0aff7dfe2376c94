// User settings for appearance, sound and language: one reactive object, stored in the browser.
import { cardOf, GAMES, isLoaded, moduleOf } from '../games/index.svelte.ts';
import type { GameName } from '../games/module.ts';
import { preferred } from './i18n/language.ts';

export const LANGUAGES = ['vi', 'en', 'zh-Hans', 'zh-Hant'] as const;
export type Language = (typeof LANGUAGES)[number];
export type Theme = 'system' | 'light' | 'dark';
export type BoardLook = 'wood' | 'paper' | 'slate';
export const PIECE_SETS = ['trad', 'simp', 'intl', 'vi', 'latin'] as const;
export type PieceSet = (typeof PIECE_SETS)[number];
/** Notation name as used by the server. */
export type Notation = string;

export interface Settings {
  language: Language;
  theme: Theme;
  board: BoardLook;
  pieces: PieceSet;
  /** True once pictures and letters were offered to a reader who may not know the characters. */
  piecesOffered: boolean;
  /** Dark pieces for Black, easier to tell from Red; "auto" follows the system's contrast preference. */
  contrast: 'auto' | 'on' | 'off';
  sound: boolean;
  /** Volume, 0 to 1. */
  volume: number;
  notation: Record<GameName, Notation>;
  coordinates: boolean;
  /** Text in the river of the xiangqi board. */
  river: 'auto' | 'han' | 'hans' | 'vi';
  animation: boolean;
  /** Shows dots on the squares a selected piece may go to. */
  targets: boolean;
  premove: boolean;
  /** Asks before a move is played. */
  confirm: boolean;
  /** Asks before a move is played in a game by correspondence. */
  confirmDays: boolean;
  /** Opens the next game where it is the user's turn, after a move in a game by correspondence. */
  nextGame: boolean;
  /** Turns the board to the side to move when two people share a device. */
  autoFlip: boolean;
  /** Promotes to a queen without asking. */
  autoQueen: boolean;
  evaluation: boolean;
  /** Shows what opponents say. */
  talk: boolean;
  /** Player name shown at the board. */
  name: string;
}

const KEY = 'kydai.settings';

const notationsOf = (language: Language): Record<GameName, Notation> =>
  Object.fromEntries(GAMES.map((game) => [game, cardOf(game).notationFor(language)]));

export function defaults(language: Language): Settings {
  return {
    language,
    theme: 'system',
    board: 'wood',
    pieces: language === 'zh-Hans' ? 'simp' : 'trad',
    piecesOffered: false,
    contrast: 'auto',
    sound: true,
    volume: 0.7,
    notation: notationsOf(language),
    coordinates: true,
    river: 'auto',
    animation: true,
    targets: true,
    premove: true,
    confirm: false,
    confirmDays: true,
    nextGame: true,
    autoFlip: false,
    autoQueen: false,
    evaluation: true,
    talk: true,
    name: '',
  };
}

const CHOICES: Partial<Record<keyof Settings, readonly unknown[]>> = {
  language: LANGUAGES,
  theme: ['system', 'light', 'dark'],
  board: ['wood', 'paper', 'slate'],
  pieces: PIECE_SETS,
  contrast: ['auto', 'on', 'off'],
  river: ['auto', 'han', 'hans', 'vi'],
};

/** Restores stored settings; missing or invalid values become the defaults. */
export function restore(stored: unknown, language: Language): Settings {
  const known: Record<string, unknown> = typeof stored === 'object' && stored !== null ? { ...stored } : {};
  // Earlier versions stored the piece set as `men`.
  known.pieces ??= known.men;
  const spoken = CHOICES.language?.includes(known.language) ? (known.language as Language) : language;
  const base = defaults(spoken);
  const out: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(base)) {
    const found = known[key];
    if (typeof found !== typeof value || found === null) continue;
    const choices = CHOICES[key as keyof Settings];
    if (choices && !choices.includes(found)) continue;
    if (key === 'notation') {
      const strings = Object.entries(found as object).filter(([, name]) => typeof name === 'string');
      out[key] = { ...base.notation, ...Object.fromEntries(strings) };
    } else out[key] = found;
  }
  out.volume = Math.min(1, Math.max(0, Number(out.volume) || 0));
  return out as unknown as Settings;
}

function stored(): unknown {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null');
  } catch {
    return null;
  }
}

const inBrowser = typeof window !== 'undefined';

export const settings: Settings = $state(
  inBrowser ? restore(stored(), preferred(navigator.languages)) : defaults('vi'),
);

/** Effective appearance: the user's choice combined with the system preferences. */
export const appearance = $state({ dark: false, stillness: false, contrast: false });

/** Stores the settings and applies them to the page. Call once, inside a component's set-up. */
export function persistSettings(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const still = matchMedia('(prefers-reduced-motion: reduce)');
  const contrast = matchMedia('(prefers-contrast: more)');
  let wished = $state({ dark: dark.matches, still: still.matches, contrast: contrast.matches });
  const read = () => {
    wished = { dark: dark.matches, still: still.matches, contrast: contrast.matches };
  };
  for (const query of [dark, still, contrast]) query.addEventListener('change', read);
  $effect(() => {
    appearance.dark = settings.theme === 'dark' || (settings.theme === 'system' && wished.dark);
    appearance.stillness = wished.still || !settings.animation;
    appearance.contrast = settings.contrast === 'on' || (settings.contrast === 'auto' && wished.contrast);
    const root = document.documentElement;
    root.dataset.theme = appearance.dark ? 'dark' : 'light';
    root.dataset.board = settings.board;
    document.querySelector('meta[name=theme-color]')?.setAttribute('content', appearance.dark ? '#0e1412' : '#eef1ee');
  });
  $effect(() => {
    const text = JSON.stringify(settings);
    try {
      localStorage.setItem(KEY, text);
    } catch {
      // Private windows may refuse; the choice then lasts as long as the page.
    }
  });
}

/** Class of a piece set, or of its variant with dark pieces for Black: pictures and letters have no other. */
export function pieceSetClass(pieces: PieceSet, contrast: boolean): string {
  return contrast && (pieces === 'trad' || pieces === 'simp') ? `${pieces}-contrast` : pieces;
}

/** Notation chosen for a game. */
export function notationOf(game: GameName): Notation {
  const chosen = settings.notation[game];
  // Before the module is loaded its notations are not known.
  const fits = chosen !== undefined && (!isLoaded(game) || moduleOf(game).notations.includes(chosen));
  return fits ? chosen : cardOf(game).notationFor(settings.language);
}

/** Sets the language, and its default notation unless the user picked another one. */
export function chooseLanguage(language: Language): void {
  const before = notationsOf(settings.language);
  const after = notationsOf(language);
  for (const [game, notation] of Object.entries(after))
    if (settings.notation[game] === before[game]) settings.notation[game] = notation;
  settings.language = language;
}
