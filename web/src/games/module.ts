// Interface of a game's module: everything pages need to know about a game besides the server's `GameInfo`.
import type { Key, Pieces } from 'chessgroundx/types';
import type { PlainKey } from '../lib/i18n/index.svelte.ts';
import type { Language } from '../lib/settings.svelte.ts';

/** Game name as used by the server. */
export type GameName = string;

export interface Size {
  width: number;
  height: number;
}

/** Shape of a side's dot: solid red, hollow, hollow white, solid black. */
export type Dot = 'r' | 'b' | 'w' | 'k';

/** Fields of the position editor besides pieces and side to move. */
export type EditorField = 'castling' | 'pool';

/** What lists show of a game before its module is loaded; part of the module. */
export interface GameCard {
  readonly name: GameName;
  /** Title and description in the app's own catalogues; without them the server's `game_NAME` is shown. */
  readonly title?: PlainKey;
  readonly about?: PlainKey;
  /** Usual size of the board; the largest, if it is resizable. */
  readonly size: Size;
  /** Class of the board's face; the style sheet paints it. */
  readonly face: string;
  /** True if file numerals or letters stand on the rim; false if the face has its own coordinates or none. */
  readonly rim: boolean;
  /** FEN letter of the piece that stands for the game. */
  readonly emblem: string;
  /** Address of a piece's image; undefined to draw a disc with its letter. A card has that of its emblem only. */
  image(letter: string, set: string): string | undefined;
  notationFor(language: Language): string;
}

export interface GameModule extends GameCard {
  // Geometry
  /** True if a position may have another size, up to 16 by 16. */
  readonly resizable: boolean;
  /** Number of the nearest rank in coordinates. */
  readonly firstRank: 0 | 1;
  /** Start position: the first field of its FEN, and the whole text. */
  readonly start: string;
  readonly startFen: string;

  // Sides
  /** Catalogue keys of the two sides, first side first. */
  readonly sides: readonly [string, string];
  readonly dots: readonly [Dot, Dot];
  /** Title of a win of the first side for spectators. */
  readonly firstWins: PlainKey;
  /** The same of the second side, where it is not Black. */
  readonly secondWins?: PlainKey;

  // Look
  /** Class of the boards, which selects piece images. */
  readonly look: string;
  /** Name of the face's drawing, without the board style: `xiangqi` for `xiangqi-wood.svg`. */
  readonly picture?: string;
  /** True if the user's choice of piece set applies, whose characters a reader may not know. */
  readonly characters: boolean;
  /** Loads style sheets of this game's own. */
  readonly styles?: () => Promise<unknown>;

  // Pieces
  /** Catalogue key of a role by its FEN letter, lower case. */
  readonly roles: Readonly<Record<string, string>>;
  /** Catalogue key of an unknown piece. */
  readonly unknown: string;
  /** Catalogue key of a face-down piece that moves like this role. */
  readonly faceDown?: Readonly<Record<string, string>>;
  /** Other spellings of FEN letters. */
  readonly spellings?: Readonly<Record<string, string>>;
  /** True if pieces may lie face down. */
  readonly hidden: boolean;
  /** Conventional values for the material balance; empty if it is not shown. */
  readonly values: Readonly<Record<string, number>>;
  /** Number of pieces of each letter per side, in display order; undefined if the game has no editor. */
  readonly box?: Readonly<Record<string, number>>;
  /** True if trays count the pieces left. */
  readonly counted: boolean;
  readonly fields: readonly EditorField[];
  /** Fields of a FEN after the side to move, where they are not those of chess: kept by the editor as they are. */
  readonly fenTail?: string;
  /** Rule options in these fields, by option name; the size of the board is not among them. */
  readonly rulesText?: {
    read(tail: string): Record<string, string>;
    write(options: Readonly<Record<string, string>>): string;
  };

  // Moves
  /** Letters a pawn may become, in display order. */
  readonly promotions: readonly string[];
  /** True if the king's move over two squares moves a rook too. */
  readonly castles: boolean;
  /** True if a player may give the turn to the opponent. */
  readonly givesTurn: boolean;
  /** Letter of a piece that is placed from the hand. */
  readonly placed?: string;
  /** Premove targets of a piece. `roams`: revealed advisors and elephants may go anywhere. */
  premove(pieces: Pieces, from: Key, roams: boolean): Key[];

  // Text
  readonly notations: readonly string[];
  /** An example move in each notation. */
  readonly examples: Readonly<Record<string, string>>;
  /** Notation of exported files that other programs read. */
  readonly fileNotation: string;
  /** Record formats besides PGN and text. */
  readonly formats: readonly string[];
  /** True if PGN needs no tag that names the game. */
  readonly plainPgn: boolean;
  /** True if the page of rules has texts of this game. */
  readonly rules: boolean;
  /** Texts of rule options' values, by `option.value`; other values are shown as they are. */
  readonly optionValues?: Readonly<Record<string, PlainKey>>;
}
