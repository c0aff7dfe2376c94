// Practice of a composition: the user plays the solution, the engine defends and reports when the goal is missed.
import { writeStep, type Step } from '../../board/squares.ts';
import { errorText } from '../../lib/api.ts';
import { play as playSound } from '../../lib/sound.ts';
import type { GameName } from '../../games/module.ts';
import type { LineView, GoalStatus } from '../../wire/index.ts';

export interface Reply {
  status: GoalStatus;
  moves: number | null;
  line: LineView;
}

export class Practice {
  line: LineView = $state.raw() as LineView;
  status: GoalStatus | undefined = $state();
  /** Upper bound on the moves still needed, if proven. */
  moves: number | undefined = $state();
  busy = $state(false);
  failure = $state('');
  /** The user's pending move, shown at once. */
  pending: string | undefined = $state();
  #turn = 0;

  constructor(
    readonly game: GameName,
    readonly root: LineView,
    readonly ask: (moves: string[]) => Promise<Reply>,
  ) {
    this.line = root;
  }

  get played(): string[] {
    return this.line.plies.map((ply) => ply.mv);
  }
  get over(): boolean {
    return this.status === 'reached' || this.line.outcome !== null;
  }
  /** True if the user is to move. */
  get mine(): boolean {
    return !this.busy && !this.over && this.line.turn === this.root.turn;
  }

  async play(step: Step): Promise<void> {
    if (!this.mine) return;
    const turn = ++this.#turn;
    this.busy = true;
    this.failure = '';
    this.pending = writeStep(this.game, step);
    const before = this.line;
    playSound('move');
    try {
      const reply = await this.ask([...this.played, this.pending]);
      if (turn !== this.#turn) return;
      this.line = reply.line;
      this.status = reply.status;
      this.moves = reply.moves ?? undefined;
      playSound(
        reply.status === 'reached'
          ? 'end'
          : reply.status === 'lost'
            ? 'refused'
            : reply.line.check !== null
              ? 'check'
              : 'move',
      );
    } catch (failure) {
      if (turn !== this.#turn) return;
      // A new object is rendered again: the piece slides back.
      this.line = { ...before };
      this.failure = errorText(failure);
    } finally {
      if (turn === this.#turn) {
        this.busy = false;
        this.pending = undefined;
      }
    }
  }

  /** Starts again. */
  again(): void {
    this.#turn += 1;
    this.line = { ...this.root };
    this.status = undefined;
    this.moves = undefined;
    this.busy = false;
    this.pending = undefined;
    this.failure = '';
  }

  /** Takes back the user's last move with the reply. */
  back(line: LineView): void {
    this.again();
    this.line = line;
  }
}
