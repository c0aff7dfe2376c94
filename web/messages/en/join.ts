// The page an invitation opens.
import type vi from '../vi/join.ts';
import type { Texts } from '../texts.ts';

export default {
  join_ask: '{name} invites you to {game}',
  join_gone: 'This invitation is gone',
  join_note: 'Take the seat and the game begins. The link works once.',
  join_own: 'This is your own invitation',
  join_own_game: 'Play another game',
  join_own_note: 'Send the link to your friend; it must be opened in another browser or on another device.',
  join_side: 'You will play {side}.',
  join_sit: 'Take the seat',
  join_title: 'Invitation',
  join_unreachable: 'The invitation could not be opened',
  join_watch: 'Just watch',
} as const satisfies Texts<typeof vi>;
