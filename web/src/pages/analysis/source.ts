// Source of the analysis board, from the address: a played game, a library game, a position, or the start.
import { DEFAULT_GAME, knownGame, openGame } from '../../games/index.svelte.ts';
import { readPieces } from '../../board/squares.ts';
import { errorText, infoOf } from '../../lib/api.ts';
import { t } from '../../lib/i18n/index.svelte.ts';
import { seatName } from '../../lib/seats.ts';
import type { GameName } from '../../games/module.ts';
import { fetchLine } from '../../study/api.ts';
import type { Analysis } from '../../study/analysis/analysis.svelte.ts';
import { fetchRoom, followLine, libraryText, readTree } from '../../study/analysis/api.ts';
import { revealedPly } from '../../study/analysis/reveal.ts';
import { emptyTree, lineTree, treeOf, type Tree } from '../../study/analysis/tree.ts';
import type { Ply, RoomView, Start } from '../../wire/index.ts';
import { fetchGame } from '../library/api.ts';

export type Source =
  | { kind: 'free'; game: GameName }
  | { kind: 'fen'; game: GameName; fen: string; moves: string[]; ply: number | undefined }
  | { kind: 'loaded'; id: string }
  | { kind: 'room'; room: string; ply: number | undefined; review: boolean }
  | { kind: 'library'; id: string; ply: number | undefined; review: boolean };

/** Parses the query string. */
export function sourceOf(search: string): Source {
  const asked = new URLSearchParams(search);
  const named = asked.get('game') ?? '';
  const game = knownGame(named) ?? knownGame(asked.get('kind'));
  const ply = /^\d+$/.test(asked.get('ply') ?? '') ? Number(asked.get('ply')) : undefined;
  const review = asked.has('review');
  const library = asked.get('library');
  if (library) return { kind: 'library', id: library, ply, review };
  const loaded = asked.get('loaded');
  if (loaded) return { kind: 'loaded', id: loaded };
  const fen = asked.get('fen');
  const moves = (asked.get('moves') ?? '').split(/[\s,]+/).filter(Boolean);
  if (fen || moves.length) return { kind: 'fen', game: game ?? DEFAULT_GAME, fen: fen ?? '', moves, ply };
  if (named && !knownGame(named)) return { kind: 'room', room: named, ply, review };
  return { kind: 'free', game: game ?? DEFAULT_GAME };
}

/** Name under which changes are stored in this browser. */
export const storageName = (source: Source): string =>
  source.kind === 'room'
    ? `room.${source.room}`
    : source.kind === 'library'
      ? `library.${source.id}`
      : source.kind === 'fen'
        ? `fen.${source.game}.${source.fen}.${source.moves.join('')}`
        : source.kind === 'loaded'
          ? `loaded.${source.id}`
          : `free.${source.game}`;

export interface Opened {
  turned: boolean;
  review: boolean;
  /** Library number of the user's own game. */
  own: number | undefined;
}

/** Opens the source, with the stored changes if wanted. */
export async function openSource(source: Source, analysis: Analysis, stored: boolean): Promise<Opened> {
  try {
    const name = storageName(source);
    const room = source.kind === 'room' ? await fetchRoom(source.room) : undefined;
    if (room && !room.outcome && !room.may_evaluate) throw new Error(t('analysis_not_over'));
    analysis.options = room
      ? Object.entries(room.options)
          .map(([option, value]) => `${option}:${value}`)
          .join(',')
      : '';
    analysis.deal = room && dealOf(room);
    const turned = room?.own_sides.length === 1 && room.own_sides[0] === 'second';
    const review = (source.kind === 'room' || source.kind === 'library') && source.review;
    // A game in progress may have new moves.
    const again = stored && (!room || room.outcome !== null);
    const restored = again && (await analysis.restore(name));
    if (!restored && source.kind === 'loaded') throw new Error(t('analysis_loaded_gone'));
    if (!restored) {
      const tree = await treeFrom(source, room);
      await openGame(tree.game, () => infoOf(tree.game));
      analysis.open(tree, name);
    }
    const ply = source.kind === 'free' || source.kind === 'loaded' ? undefined : source.ply;
    if (ply !== undefined) analysis.goPly(ply);
    // A link ends at the position its moves lead to.
    else if (source.kind === 'fen' && !restored) analysis.last();
    const row = source.kind === 'library' ? (await fetchGame(source.id, 'uci').catch(() => undefined))?.row : undefined;
    return { turned, review, own: row?.own ? row.id : undefined };
  } catch (reason) {
    throw reason instanceof Error && reason.constructor === Error ? reason : new Error(errorText(reason));
  }
}

async function treeFrom(source: Source, room: RoomView | undefined): Promise<Tree> {
  if (source.kind === 'library')
    return treeOf((await readTree(await libraryText(source.id), { notation: 'uci' })).tree);
  if (room) return roomTree(room);
  if (source.kind === 'fen') {
    const line = await fetchLine({
      game: source.game,
      ...(source.fen ? { position: source.fen } : {}),
      moves: source.moves,
    });
    return lineTree(source.game, line.start, source.fen !== '', line.plies, [], '*');
  }
  const game = source.kind === 'free' ? source.game : DEFAULT_GAME;
  return emptyTree(game, (await fetchLine({ game })).start, false);
}

/** Piece placement of a finished game's deal, as the first field of a FEN. */
const dealOf = (room: RoomView): string | undefined => room.deal?.pieces ?? undefined;

/** Converts a game to a tree. After a passed turn it starts behind that: no record format has such a move. */
async function roomTree(room: RoomView): Promise<Tree> {
  const given = room.plies.findLastIndex((ply) => ply.mv === '--');
  const before = given >= 0 ? room.plies[given] : undefined;
  const start: Start = before
    ? { position: before.position, turn: before.side === 'first' ? 'second' : 'first', check: before.check }
    : room.start;
  const plies = await wholePlies(room, start, room.plies.slice(given + 1));
  const defaultChoice = await fetchLine({ game: room.game });
  const end = room.outcome;
  const result =
    !end || end.reason === 'aborted'
      ? '*'
      : end.winner === 'first'
        ? '1-0'
        : end.winner === 'second'
          ? '0-1'
          : '1/2-1/2';
  const tags: [string, string][] = [
    ['Event', 'Kỳ Đài'],
    ['White', seatName(room.seats[0])],
    ['Black', seatName(room.seats[1])],
  ];
  return lineTree(room.game, start, defaultChoice.start.position !== start.position, plies, tags, result);
}

/** Plies of a finished game with the whole deal revealed, not only what this viewer was shown during play. */
async function wholePlies(room: RoomView, start: Start, plies: readonly Ply[]): Promise<readonly Ply[]> {
  const pieces = dealOf(room);
  if (!pieces || plies.length === 0) return plies;
  const deal = readPieces(pieces);
  const options = Object.entries(room.options)
    .map(([option, value]) => `${option}:${value}`)
    .join(',');
  const revealed = await followLine({
    game: room.game,
    position: start.position,
    moves: plies.map((ply) => revealedPly(deal, ply)).join(','),
    ...(options ? { options } : {}),
  }).catch(() => undefined);
  if (!revealed || revealed.line.plies.length !== plies.length) return plies;
  return revealed.line.plies.map((ply, index) => ({
    ...ply,
    ms: plies[index]?.ms ?? null,
    evaluation: plies[index]?.evaluation ?? null,
  }));
}

/** Player names for the header. */
export function titleOf(tree: Tree): string {
  const said = (...names: string[]) => tree.tags.find(([name]) => names.includes(name))?.[1] ?? '';
  const names = [said('White', 'Red'), said('Black')].map((one) => (/^\?*$/.test(one) ? '' : one));
  return names.some(Boolean) ? names.map((one) => one || '?').join(' – ') : said('Title');
}
