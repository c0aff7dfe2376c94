// Lobby: seeks, challenges and who is here, by a stream of events that stays open while one waits, on any page.
import { untrack } from 'svelte';
import type {
  ChallengeIn,
  ChallengeOut,
  ChallengeView,
  LobbyEvent,
  LobbyState,
  LobbyView,
  NewRoom,
  SeekIn,
  SeekOut,
} from '../wire/index.ts';
import { accountState } from './account.svelte.ts';
import { request, RequestError } from './api.ts';
import { t } from './i18n/index.svelte.ts';
import { go } from './router.svelte.ts';
import { play } from './sound.ts';
import { announceInTitle } from './title.ts';

/** Seek of this tab, kept over a reload: the server forgets it with the stream. */
const KEY = 'kydai.seek';
/** Time after which a seek that did not reach the server is sent again, in milliseconds. */
const RETRY = 2000;

let view: LobbyView = $state.raw({ seeks: [], people: [], here: 0 });
let wanted: SeekIn | undefined = $state.raw(stored());
let own: string | undefined = $state.raw();
/** Seek of the same person that waits at the server, made here or on another page. */
let waiting: string | undefined = $state.raw();
let challenges: ChallengeView[] = $state.raw([]);
/** Challenges of one's own that are not answered, with the handle of each. */
let sent: Record<string, string> = $state.raw({});
let stream: EventSource | undefined;
let opened: Promise<void> | undefined;
/** Handle that the stream was opened with, null for a guest; undefined while it is not known. */
let openedAs: string | null | undefined;
/** Number of pages that show the lobby. */
let readers = 0;
let begun = '';

export const lobby = (): LobbyView => view;
/** Terms of the own seek while it waits. */
export const ownSeek = (): SeekIn | undefined => wanted;
/** True if an open seek is one's own. */
export const isOwn = (seek: { id: string }): boolean => seek.id === own || seek.id === waiting;
export const challengesToMe = (): ChallengeView[] => challenges;
/** Open challenge to a player. */
export const sentTo = (handle: string): string | undefined =>
  Object.entries(sent).find(([, name]) => name === handle)?.[0];

/** Handle of the visitor, null for a guest; undefined until the account was fetched. */
function known(): string | null | undefined {
  const account = accountState();
  return account && (account.account?.handle ?? null);
}

function stored(): SeekIn | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as SeekIn | null) ?? undefined;
  } catch {
    return undefined;
  }
}

function want(asked: SeekIn | undefined): void {
  wanted = asked;
  if (!asked) own = undefined;
  try {
    if (asked) sessionStorage.setItem(KEY, JSON.stringify(asked));
    else sessionStorage.removeItem(KEY);
  } catch {
    // Without storage a reload ends the seek.
  }
}

function handle(event: LobbyEvent): void {
  switch (event.type) {
    case 'lobby':
      view = event;
      break;
    case 'begin':
      begin(event.room);
      break;
    case 'seek':
      waiting = event.id;
      break;
    case 'seek_over':
      if (waiting === event.id) waiting = undefined;
      // Withdrawn on another page, or ended by the operator.
      if (own === event.id) {
        want(undefined);
        settle();
      }
      break;
    case 'challenge':
      challenges = [...challenges.filter((one) => one.id !== event.id), { id: event.id, seek: event.seek }];
      play('offer');
      break;
    case 'challenge_over': {
      challenges = challenges.filter((one) => one.id !== event.id);
      const { [event.id]: over, ...rest } = sent;
      if (over) sent = rest;
      settle();
      break;
    }
  }
}

/** The game begins: with a sound, and with a title that is seen while the page is in the background. */
function begin(room: string): void {
  want(undefined);
  challenges = [];
  sent = {};
  if (begun === room) return;
  begun = room;
  play('begin');
  announceInTitle(`● ${t('lobby_begins')}`);
  go(`/room/${room}`);
  settle();
}

/** Opens the stream; resolves when the server knows that somebody is here. */
function listen(): Promise<void> {
  if (opened && stream && stream.readyState !== EventSource.CLOSED) return opened;
  openedAs = known();
  const made = new EventSource('/api/lobby/events');
  stream = made;
  // After an interruption the server has forgotten the seek: the first event of each connection brings it back.
  let fresh = true;
  made.onopen = () => (fresh = true);
  opened = new Promise((done) => {
    made.onmessage = (message) => {
      if (made !== stream) return;
      handle(JSON.parse(String(message.data)) as LobbyEvent);
      done();
      if (!fresh) return;
      fresh = false;
      if (wanted && own) void repeat(wanted);
    };
  });
  return opened;
}

/** Seeks again with the same terms. */
async function repeat(asked: SeekIn): Promise<void> {
  try {
    await post(asked);
  } catch (reason) {
    if (later(reason, asked)) return;
    want(undefined);
    settle();
  }
}

/**
 * Keeps a seek that did not reach the server, and sends it again in a moment. A page that is just being loaded again
 * ends its requests in this way too: the seek must not be lost with them.
 */
function later(reason: unknown, asked: SeekIn): boolean {
  if (!(reason instanceof RequestError) || reason.status !== 0) return false;
  setTimeout(() => {
    if (wanted === asked && !own) void repeat(asked);
  }, RETRY);
  return true;
}

async function post(asked: SeekIn): Promise<void> {
  own = undefined;
  const found = await request<SeekOut>('POST', '/seeks', asked);
  if (found.room) begin(found.room);
  else own = found.seek ?? undefined;
}

function hangUp(): void {
  stream?.close();
  stream = undefined;
  opened = undefined;
}

/** Closes the stream when neither a page nor a seek nor a challenge needs it. */
function settle(): void {
  if (readers === 0 && !wanted && Object.keys(sent).length === 0 && challenges.length === 0) hangUp();
}

/** Seeks again after a reload, and connects again after signing in or out. Call once, in a component's set-up. */
export function followLobby(): void {
  if (wanted) void listen().then(() => (wanted && !own ? repeat(wanted) : undefined));
  $effect(() => {
    const who = known();
    if (who === undefined) return;
    untrack(() => {
      if (openedAs === undefined) openedAs = who;
      if (!stream || openedAs === who) return;
      hangUp();
      own = undefined;
      waiting = undefined;
      void listen().then(() => (wanted ? repeat(wanted) : undefined));
    });
  });
}

/** Opens the lobby for a page. Returns a function that leaves it. */
export function enterLobby(): () => void {
  readers += 1;
  void listen();
  void request<LobbyState>('GET', '/lobby').then(
    (state) => {
      view = state.lobby;
      challenges = state.challenges;
    },
    () => undefined,
  );
  return () => {
    readers -= 1;
    settle();
  };
}

/** Looks for an opponent. The game begins at once if somebody waits. */
export async function seek(asked: SeekIn): Promise<void> {
  await listen();
  want(asked);
  try {
    await post(asked);
  } catch (reason) {
    if (later(reason, asked)) return;
    want(undefined);
    settle();
    throw reason;
  }
}

export async function withdraw(): Promise<void> {
  want(undefined);
  await request('DELETE', '/seeks');
  settle();
}

export async function acceptSeek(id: string): Promise<void> {
  begin((await request<NewRoom>('POST', `/seeks/${id}`)).room);
}

export async function challenge(asked: ChallengeIn): Promise<void> {
  await listen();
  const { id } = await request<ChallengeOut>('POST', '/challenges', asked);
  sent = { ...sent, [id]: asked.handle };
}

export async function acceptChallenge(id: string): Promise<void> {
  begin((await request<NewRoom>('POST', `/challenges/${id}`)).room);
}

/** Declines a challenge, or withdraws one. */
export async function endChallenge(id: string): Promise<void> {
  await request('DELETE', `/challenges/${id}`);
}
