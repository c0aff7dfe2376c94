// Marks of our own on the board: where the last move came from and went, where a man under the pointer may go.
import { cellOf, type Color, type Key, type Size } from './squares.ts';

export interface Mark {
  key: Key;
  /** Class of the mark: `from`, `to`, `dest`, `take`, `peek`. */
  kind: string;
}

/** Keeps elements in the board in step with a list of marks. The widget leaves foreign children alone. */
export class Marks {
  #nodes: HTMLElement[] = [];
  #board: HTMLElement | undefined;

  /** The board's element, anew after every turn of the board. */
  attach(board: HTMLElement): void {
    this.#board = board;
    board.append(...this.#nodes);
  }

  show(marks: readonly Mark[], size: Size, orientation: Color): void {
    while (this.#nodes.length < marks.length) {
      const node = document.createElement('kd-mark');
      this.#nodes.push(node);
      this.#board?.append(node);
    }
    this.#nodes.forEach((node, index) => {
      const mark = marks[index];
      node.hidden = !mark;
      if (!mark) return;
      const [x, y] = cellOf(size, orientation, mark.key);
      node.className = mark.kind;
      node.style.setProperty('--x', String(x));
      node.style.setProperty('--y', String(y));
    });
  }
}
