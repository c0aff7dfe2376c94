// File labels on the board's edges: numerals counted from each player's right, or letters.
import type { Color } from './squares.ts';

const HAN = '一二三四五六七八九';

/** Index of a Chinese numeral, from nine down as in the drawing; -1 for other labels. */
export const hanIndex = (sign: string): number => (HAN.includes(sign) ? HAN.length - 1 - HAN.indexOf(sign) : -1);

export type RimStyle = 'digits' | 'han' | 'letters';

/** Style of the labels: letters with coordinate notation, Chinese numerals in Chinese, digits otherwise. */
export function rimStyle(language: string, notation: string): RimStyle {
  if (notation === 'uci' || notation === 'uci1' || notation === 'iccs') return 'letters';
  return language.startsWith('zh') ? 'han' : 'digits';
}

/**
 * The nine labels of one edge, left to right on the screen. Each side counts files from its own right. Chinese books
 * write Red's files in characters and Black's in digits.
 */
export function rimSigns(style: RimStyle, edge: 'top' | 'bottom', orientation: Color): string[] {
  if (style === 'letters') {
    const letters = [...'abcdefghi'];
    return orientation === 'white' ? letters : letters.reverse();
  }
  const side: Color = (edge === 'bottom') === (orientation === 'white') ? 'white' : 'black';
  const signs = style === 'han' && side === 'white' ? [...HAN] : [...'123456789'];
  return edge === 'bottom' ? signs.reverse() : signs;
}

/** Rank labels of the left edge, top to bottom: coordinates name ranks too, the other notations do not. */
export function rankSigns(style: RimStyle, orientation: Color): string[] {
  if (style !== 'letters') return [];
  const ranks = [...'9876543210'];
  return orientation === 'white' ? ranks : ranks.reverse();
}
