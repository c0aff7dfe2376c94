// A man carried by mouse, finger or pen: from a tray or from the board, onto the board or off it.
import type { Piece } from 'chessgroundx/types';
import type { Key } from '../../board/squares.ts';

/** So far a pointer may wander before a tap becomes a drag. */
const SLACK = 5;

export interface Carried {
  piece: Piece;
  /** Where it was taken from; none for a man of a tray. */
  from: Key | undefined;
  x: number;
  y: number;
}

export class Drag {
  /** What is being carried now. */
  carried: Carried | undefined = $state.raw();
  /** The square under a point of the screen; the board fills it in. */
  keyAt: (x: number, y: number) => Key | undefined = () => undefined;
  /** Told where a man was put down; no square is beside the board. */
  ondrop: (piece: Piece, from: Key | undefined, to: Key | undefined) => void = () => undefined;

  /** A pointer went down on a man. `ontap` is told if it comes up without having carried anything. */
  grasp(event: PointerEvent, piece: Piece, from: Key | undefined, ontap: () => void): void {
    if (event.button !== 0) return;
    const [x, y, id] = [event.clientX, event.clientY, event.pointerId];
    const target = event.target as Element;
    // A finger's events stay with what it touched first; we want to hear them wherever it goes.
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
