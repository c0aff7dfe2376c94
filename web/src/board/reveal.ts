// Flip animation of a face-down piece, in place, after its first move in jieqi. The same DOM node is kept throughout.
import type { Api } from 'chessgroundx/api';
import type { Key, Piece, PieceNode } from 'chessgroundx/types';
import { pieceClasses } from 'chessgroundx/util';

/** Duration; equals `--t-flip` in tokens.css. */
export const FLIP = 360;

/** A running flip; `finish` ends it at once and shows the piece. */
export interface Turning {
  finish(): void;
}

/** Flips the piece on a square after a delay. The widget's state is changed half way, while the piece is edge-on. */
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
    // The widget reuses nodes: a leftover class would show on the next piece.
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
