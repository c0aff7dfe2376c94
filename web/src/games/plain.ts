// A game this page does not know, for instance of a newer server: a plain board with letters on discs.
import type { GameInfo } from '../wire/index.ts';
import type { GameModule, Size } from './module.ts';

/** Size of the board of a FEN; undefined if it has none. */
export function sizeOfFen(fen: string): Size | undefined {
  const rows = (fen.trim().split(/[\s[]/)[0] ?? '').split('/');
  let width = 0;
  for (const [, number, letter] of (rows[0] ?? '').matchAll(/(\d+)|([a-zA-Z])/g))
    width += number ? Number(number) : letter ? 1 : 0;
  return width > 0 && width <= 16 && rows.length <= 16 ? { width, height: rows.length } : undefined;
}

/** Module made from what the server tells about the game; of its name alone before that is known. */
export function plainModule(name: string, info?: GameInfo): GameModule {
  const start = (info?.start ?? '').split(' ')[0] ?? '';
  return {
    name,
    size: info ? { width: info.files, height: info.ranks } : { width: 8, height: 8 },
    resizable: true,
    firstRank: info?.first_rank === 0 ? 0 : 1,
    start,
    startFen: info?.start ?? '',
    sides: info?.sides ?? ['side_white', 'side_black'],
    dots: ['w', 'k'],
    firstWins: 'play_end_white',
    face: info?.on_points ? 'kd-lines' : 'kd-cells',
    look: 'unknown',
    rim: false,
    emblem: '',
    characters: false,
    image: () => undefined,
    styles: () => import('./plain.css'),
    roles: {},
    unknown: 'piece_toy_piece',
    hidden: info?.hidden ?? false,
    values: {},
    counted: false,
    fields: [],
    promotions: ['q', 'r', 'b', 'n'],
    castles: false,
    givesTurn: info?.can_give_turn ?? false,
    premove: () => [],
    notations: info?.notations ?? ['uci'],
    examples: {},
    notationFor: () => info?.notations[0] ?? 'uci',
    fileNotation: info?.notations[0] ?? 'uci',
    formats: [],
    plainPgn: false,
    rules: false,
  };
}
