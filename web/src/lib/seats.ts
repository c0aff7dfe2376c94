// Names of players: you, a friend, a level by its name, an engine with its parameters.
import type { EloMark, PersonRating, SeatView } from '../wire/index.ts';
import { knows, serverText, t, word } from './i18n/index.svelte.ts';

/** Name of a level. */
export const levelName = (level: number): string => word(`level_${level}`);

/** Display name of an engine specification: `alphabeta:depth=4,table=off` becomes "Alpha-beta depth 4". */
export function engineName(text: string): string {
  const [name = '', params = ''] = text.split(':');
  const title = knows(`engine_name_${name}`) ? word(`engine_name_${name}`) : name;
  const said = params
    .split(',')
    .filter((param) => /^(depth|sims|time|nodes)=/.test(param))
    .map((param) => {
      const [key = '', value = ''] = param.split('=');
      const shown = key === 'sims' || key === 'nodes' || key === 'time' ? Number(value) : value;
      if (key === 'depth') return t('engine_depth', { count: Number(shown) });
      if (key === 'sims') return t('engine_sims', { count: Number(shown) });
      if (key === 'nodes') return t('engine_nodes', { count: Number(shown) });
      return t('engine_seconds', { seconds: Number(shown) / 1000 });
    });
  return said.length > 0 ? `${title} ${said.join(', ')}` : title;
}

/** Settings of an engine besides its limits: "table off, material". */
export function engineSettings(text: string): string {
  const [, params = ''] = text.split(':');
  return params
    .split(',')
    .filter((param) => param && !/^(depth|sims|time|nodes)=/.test(param))
    .map((param) => {
      const [key = '', value = ''] = param.split('=');
      const name = knows(`engine_param_${key}`) ? word(`engine_param_${key}`) : key;
      return value === 'on' || value === 'off' ? `${name}: ${t(`switch_${value}`)}` : `${name}: ${value}`;
    })
    .join(', ');
}

/** Name with everything that tells this player from others: two engines of one kind may differ in a setting. */
export function seatTitle(seat: SeatView): string {
  const more = seat.kind === 'machine' && !seat.level ? engineSettings(seat.engine ?? '') : '';
  return more ? `${seatName(seat)} (${more})` : seatName(seat);
}

/** Name of the player on a seat. */
export function seatName(seat: SeatView): string {
  switch (seat.kind) {
    case 'you':
      return seat.name || seat.handle || t('seat_you');
    case 'person':
      return seat.name || seat.handle || t('seat_guest');
    case 'here':
      return seat.name || t('seat_here');
    case 'empty':
      return t('seat_empty');
    case 'machine':
      return seat.level ? levelName(seat.level) : engineName(seat.engine ?? '');
  }
}

/** Rating with the kind of figure: measured, estimated, or on this program's own scale. */
export const eloText = (elo: number, mark: EloMark | null): string =>
  serverText({
    code: `elo_${mark ?? 'relative'}`,
    params: { elo: { number: elo } },
  });

/** Short form of the rating: the number alone. */
export const eloShort = (elo: number, mark: EloMark | null): string => (mark === 'estimated' ? `≈${elo}` : String(elo));

/** Address of a player's profile. */
export const profileAddress = (handle: string): string => `/player/${encodeURIComponent(handle)}`;

/** Rating of a person; a question mark while it is provisional. */
export const ratingText = (rating: PersonRating | null | undefined): string =>
  rating ? `${rating.rating}${rating.provisional ? '?' : ''}` : '';

/** Note beside the name: rating or mode of play. */
export function seatNote(seat: SeatView): string {
  if (seat.kind === 'machine') return seat.elo === null ? '' : eloText(seat.elo, seat.elo_mark);
  return seat.kind === 'here' && seat.name ? t('seat_here_note') : '';
}

export const seatIcon = (seat: SeatView): string =>
  seat.kind === 'machine' ? (seat.level ? 'cpu' : 'lab') : seat.kind === 'empty' ? 'link' : 'user';
