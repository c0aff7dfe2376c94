// Square marks of our own: source and target of the last move, targets of a hovered piece.
import { cellOf, type Color, type Key, type Size } from './squares.ts';

export interface Mark {
  key: Key;
  /** Class of the mark: `from`, `to`, `line`, `dest`, `take`, `peek`, `label`. */
  kind: string;
  /** Text on the square. */
  text?: string;
}

/** Synchronizes the mark elements on the board with a list of marks. The widget leaves foreign children alone. */
export class Marks {
  #nodes: HTMLElement[] = [];
  #board: HTMLElement | undefined;

  /** The board element; it is recreated whenever the board is flipped. */
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
      if (node.textContent !== (mark.text ?? '')) node.textContent = mark.text ?? '';
      node.style.setProperty('--x', String(x));
      node.style.setProperty('--y', String(y));
    });
  }
}
