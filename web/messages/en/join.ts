// The page an invitation opens.
import type vi from '../vi/join.ts';
import type { Texts } from '../texts.ts';

export default {
  join_ask: '{name} invites you to a game of {game}',
  join_gone: 'This invitation is no longer valid',
  join_handicap: 'Handicap',
  join_note: 'The game begins when you join. The link works only once.',
  join_own: 'This is your own invitation',
  join_own_game: 'Start another game',
  join_own_note: 'Send the link to your friend. It must be opened in another browser or on another device.',
  join_rules: 'Rules',
  join_rules_usual: 'the usual ones',
  join_set_up: 'a position that was set up',
  join_side: 'You will play {side}.',
  join_start: 'Start',
  join_sit: 'Join',
  join_title: 'Invitation',
  join_unreachable: 'The invitation could not be opened',
  join_watch: 'Just watch',
} as const satisfies Texts<typeof vi>;
