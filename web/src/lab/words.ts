// Texts of the Lab: scores, and the reason at each node in words.
import { sideName } from '../board/words.ts';
import type { GameName } from '../games/module.ts';
import { capital, num, t } from '../lib/i18n/index.svelte.ts';
import type { Side } from '../wire/index.ts';
import { childrenOf, INFINITE, KIND, PASS, sideOf, type SearchTree } from './tree.ts';

const MATE = 31_000;
const LONGEST = 1_000;
/** Larger scores are decided games. */
export const DECIDED = 25_000;

/** Score in pawns, a mate in moves, or infinity. */
export function scoreText(raw: number): string {
  if (raw >= INFINITE) return '+∞';
  if (raw <= -INFINITE) return '−∞';
  const size = Math.abs(raw);
  const sign = raw < 0 ? '−' : '+';
  if (size >= MATE - LONGEST) return `${raw < 0 ? '−' : ''}#${num(Math.ceil((MATE - size) / 2))}`;
  if (size > DECIDED) return raw > 0 ? t('lab_won_by_rule') : t('lab_lost_by_rule');
  return raw === 0 ? num(0, 2) : sign + num(size / 100, 2);
}

/** Name of the side to move at a row. */
export function moverAt(game: GameName, tree: SearchTree, row: number, turn: Side): string {
  const first = (turn === 'first') === (sideOf(tree, row) % 2 === 0);
  return capital(sideName(game, first ? 'white' : 'black'));
}

/** Move that led to a row, in coordinates. */
export const moveOf = (tree: SearchTree, row: number): string =>
  tree.parent[row]! < 0 ? t('lab_root') : (tree.texts[tree.text[row]!] ?? '');

/** Reason of a row's value, in words. */
export function reasonOf(game: GameName, tree: SearchTree, row: number, turn: Side): string {
  const value = tree.value[row]!;
  const moves = tree.moves[row]!;
  switch (tree.kind[row]) {
    case KIND.stopped:
      return t('lab_stopped');
    case KIND.over:
      return t('lab_game_over');
    case KIND.evaluated:
      return t('lab_eval_leaf');
    case KIND.known:
      return t('lab_known_from');
    case KIND.chance:
      return t('lab_chance', { count: num(childrenOf(tree, row).length) });
    case KIND.cut: {
      const side = moverAt(game, tree, row, turn);
      const other = moverAt(game, tree, row, turn === 'first' ? 'second' : 'first');
      const by = childrenOf(tree, row).at(-1);
      return t('lab_cut_why', {
        move: by === undefined ? '…' : moveOf(tree, by),
        side,
        other,
        value: scoreText(value),
        beta: scoreText(tree.beta[row]!),
        left: num(Math.max(0, moves - tree.searched[row]!)),
        moves: num(moves),
      });
    }
    default:
      return value <= tree.alpha[row]!
        ? t('lab_all_none', { moves: num(moves), alpha: scoreText(tree.alpha[row]!) })
        : t('lab_all_moves', { moves: num(moves) });
  }
}

/** Which search of PVS a row is, in words; empty for an ordinary one. */
export function passOf(tree: SearchTree, row: number): string {
  if (tree.probe[row]) return t('lab_probe');
  return tree.pass[row] === PASS.scout ? t('lab_scout') : tree.pass[row] === PASS.second ? t('lab_second') : '';
}
