// Texts of a game row: game, opponent, result.
import { serverText, t } from '../../lib/i18n/index.svelte.ts';
import { seatName } from '../../lib/seats.ts';
import { gameTitle } from '../../games/words.ts';
import type { RoomRow, Side } from '../../wire/index.ts';

export const gameName = gameTitle;

const at = (side: Side): 0 | 1 => (side === 'first' ? 0 : 1);

/** The opponent's seat; both seats if the user watches or plays both sides. */
export function opponents(room: RoomRow): string {
  const [mine] = room.own_sides;
  if (room.own_sides.length === 1 && mine) return seatName(room.seats[mine === 'first' ? 1 : 0]);
  const other = room.seats.find((seat) => seat.kind === 'here');
  if (room.own_sides.length === 2 && other) return seatName(other);
  return `${seatName(room.seats[0])} – ${seatName(room.seats[1])}`;
}

/** Result from the user's point of view. */
export function resultTag(room: RoomRow): { text: string; look: 'g' | 'r' | 'y' | '' } {
  const end = room.outcome;
  if (!end) return { text: t('under_way'), look: 'y' };
  if (end.reason === 'aborted') return { text: t('result_aborted'), look: '' };
  if (!end.winner) return { text: t('result_draw'), look: '' };
  const [mine] = room.own_sides;
  if (room.own_sides.length === 1)
    return end.winner === mine ? { text: t('result_win'), look: 'g' } : { text: t('result_loss'), look: 'r' };
  const winner = seatName(room.seats[at(end.winner)]);
  return { text: t('result_won_by', { name: winner }), look: '' };
}

export const why = (room: RoomRow): string => (room.outcome ? serverText(room.outcome.why) : '');
