// Turning a face-down man over in place, as cờ úp does after a man's first move: one node lives through the turn.
import type { Api } from 'chessgroundx/api';
import type { Key, Piece, PieceNode } from 'chessgroundx/types';
import { pieceClasses } from 'chessgroundx/util';

/** As long as `--t-flip` in tokens.css. */
export const FLIP = 360;

/** A turn under way; `finish` ends it at once, showing the man. */
export interface Turning {
  finish(): void;
}

/** Turns the man on a square after a wait. The widget's own state is changed half way through, when nobody sees it. */
export function turnUp(cg: Api, root: HTMLElement, key: Key, piece: Piece, wait: number, done: () => void): Turning {
  let node: PieceNode | undefined;
  let shown = false;
  const timers: ReturnType<typeof setTimeout>[] = [];
  const show = () => {
    if (shown) return;
    shown = true;
    cg.state.boardState.pieces.set(key, piece);
    if (node) {
      node.cgPiece = pieceClasses(piece, cg.state.orientation);
      node.className = `${node.cgPiece} flip`;
    } else cg.state.dom.redraw();
  };
  const finish = () => {
    timers.forEach(clearTimeout);
    show();
    // A class left on a node would follow it to its next man.
    node?.classList.remove('flip');
    done();
  };
  timers.push(
    setTimeout(() => {
      node = [...root.querySelectorAll<PieceNode>('cg-board piece')].find((one) => one.cgKey === key && !one.cgFading);
      node?.classList.add('flip');
    }, wait),
    setTimeout(show, wait + FLIP / 2),
    setTimeout(finish, wait + FLIP),
  );
  return { finish };
}
