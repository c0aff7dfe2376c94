// Texts of moves in the player's notation: the Lab's trees have coordinates, which some boards do not show.
import type { GameName } from '../games/module.ts';
import { fetchLine } from '../study/api.ts';
import { textOf } from '../study/lines.ts';
import type { LabView, LineIn } from '../wire/index.ts';

/** Chosen moves of an experiment: of every algorithm, and of every iteration. */
export function movesOf(view: LabView): string[] {
  const moves = view.runs.flatMap(({ result }) => [
    result?.line[0],
    ...(result?.iterations ?? []).map((one) => one.best),
  ]);
  return [...new Set(moves.filter((mv): mv is string => !!mv))];
}

export class MoveNames {
  /** Texts by coordinates; a move whose text is not known yet is missing. */
  texts: ReadonlyMap<string, string> = $state.raw(new Map());
  #of = '';
  #asked = new Set<string>();

  /** Fetches the texts of moves from a position. */
  want(game: GameName, at: LineIn, moves: readonly string[]): void {
    const of = JSON.stringify(at);
    if (of !== this.#of) {
      this.#of = of;
      this.#asked.clear();
      this.texts = new Map();
    }
    for (const mv of moves.filter((one) => !this.#asked.has(one))) {
      this.#asked.add(mv);
      fetchLine({ ...at, moves: [...(at.moves ?? []), mv] })
        .then((line) => {
          const ply = line.plies.at(-1);
          if (of === this.#of && ply) this.texts = new Map([...this.texts, [mv, textOf(game, ply)]]);
        })
        // The coordinates stay.
        .catch(() => undefined);
    }
  }
}
