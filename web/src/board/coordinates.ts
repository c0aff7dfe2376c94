// What the rim of a board says beside its files: numerals counted from each player's right, or letters.
import type { Color } from './squares.ts';

const HAN = '一二三四五六七八九';

/** Which of nine a Chinese numeral is, counted from nine down as the drawing has them; -1 for other signs. */
export const hanIndex = (sign: string): number => (HAN.includes(sign) ? HAN.length - 1 - HAN.indexOf(sign) : -1);

export type RimStyle = 'digits' | 'han' | 'letters';

/** How the rim writes: letters beside coordinate notation, Chinese numerals where Chinese is spoken, digits else. */
export function rimStyle(language: string, notation: string): RimStyle {
  if (notation === 'uci' || notation === 'uci1' || notation === 'iccs') return 'letters';
  return language.startsWith('zh') ? 'han' : 'digits';
}

/**
 * The nine signs of one edge, left to right on the screen. Red counts from its own right, and so does Black; Chinese
 * books write Red's files in characters and Black's in digits.
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
