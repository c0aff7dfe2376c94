// Drag and drop of a piece by mouse, finger or pen, between tray and board.
import type { Piece } from 'chessgroundx/types';
import type { Key } from '../../board/squares.ts';

/** Distance in pixels from which a tap becomes a drag. */
const SLACK = 5;

export interface Carried {
  piece: Piece;
  /** Source square; undefined for a piece of a tray. */
  from: Key | undefined;
  x: number;
  y: number;
}

export class Drag {
  /** Piece being dragged. */
  carried: Carried | undefined = $state.raw();
  /** Square at a screen point; set by the board. */
  keyAt: (x: number, y: number) => Key | undefined = () => undefined;
  /** Called when a piece is dropped; no square means outside the board. */
  ondrop: (piece: Piece, from: Key | undefined, to: Key | undefined) => void = () => undefined;

  /** Starts a possible drag. `ontap` is called if the pointer is released without dragging. */
  grasp(event: PointerEvent, piece: Piece, from: Key | undefined, ontap: () => void): void {
    if (event.button !== 0) return;
    const [x, y, id] = [event.clientX, event.clientY, event.pointerId];
    const target = event.target as Element;
    // Touch events go to the element touched first: listen on it wherever the finger moves.
    if (target.hasPointerCapture?.(id)) target.releasePointerCapture(id);
    const moved = (one: PointerEvent) => {
      if (one.pointerId !== id) return;
      if (!this.carried && Math.hypot(one.clientX - x, one.clientY - y) < SLACK) return;
      one.preventDefault();
      this.carried = { piece, from, x: one.clientX, y: one.clientY };
    };
    const done = (one: PointerEvent) => {
      if (one.pointerId !== id) return;
      stop();
      const carried = this.carried;
      this.carried = undefined;
      if (!carried) ontap();
      else this.ondrop(piece, from, this.keyAt(one.clientX, one.clientY));
    };
    const lost = (one: PointerEvent) => {
      if (one.pointerId !== id) return;
      stop();
      this.carried = undefined;
    };
    const stop = () => {
      removeEventListener('pointermove', moved);
      removeEventListener('pointerup', done);
      removeEventListener('pointercancel', lost);
    };
    addEventListener('pointermove', moved, { passive: false });
    addEventListener('pointerup', done);
    addEventListener('pointercancel', lost);
  }
}
