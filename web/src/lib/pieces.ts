// Piece images for lists and buttons; the board takes them from its style sheets.
import { moduleOf } from '../games/index.svelte.ts';
import type { GameName } from '../games/module.ts';

/** Image of a piece. `letter` as in a FEN, upper case for the first side; `set` is the class of the piece set. */
export const pieceImage = (game: GameName, letter: string, set: string): string =>
  moduleOf(game).image(letter, set) ?? discImage(letter);

/** Disc with a letter, for games without images. */
function discImage(letter: string): string {
  const first = letter !== letter.toLowerCase();
  const [ground, ink] = first ? ['#f6e8cb', '#3a2a14'] : ['#2b2f2e', '#f4e6c6'];
  const sign = /[a-z]/i.test(letter) ? letter.toUpperCase() : '';
  return `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">` +
      `<circle cx="50" cy="50" r="42" fill="${ground}" stroke="${ink}" stroke-width="4"/>` +
      `<text x="50" y="66" font-family="sans-serif" font-size="46" font-weight="600" text-anchor="middle" ` +
      `fill="${ink}">${sign}</text></svg>`,
  )}`;
}
