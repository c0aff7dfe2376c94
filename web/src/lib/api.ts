// REST client: typed responses, and errors that can be shown to the user.
import type {
  DealProof,
  ErrorOut,
  GameInfo,
  Invitation,
  JoinIn,
  Me,
  NewGame,
  NewRoom,
  PositionIn,
  PositionRead,
  RecordFileQuery,
  RecordIn,
  RecordRead,
  RoomPage,
  RoomsQuery,
  MessageOut,
  Stats,
} from '../wire/index.ts';
import { serverText, t } from './i18n/index.svelte.ts';
import { markOutdated } from './protocol.svelte.ts';
import { differs, PROTOCOL_HEADER } from './protocol.ts';

/** Error of a failed request: the server's message, or none if the server could not be reached. */
export class RequestError extends Error {
  constructor(
    readonly said: MessageOut | undefined,
    readonly status: number,
  ) {
    super(said?.code ?? 'unreachable');
  }
}

/** Text of an error for the user. */
export function errorText(failure: unknown): string {
  return failure instanceof RequestError && failure.said ? serverText(failure.said) : t('server_unreachable');
}

/** Sends a request, with a JSON body or with a file as it is. */
export async function request<T>(method: string, path: string, body?: unknown, keepalive = false): Promise<T> {
  let answer: Response;
  const raw = body instanceof Blob;
  try {
    answer = await fetch(`/api${path}`, {
      method,
      keepalive,
      headers: body === undefined ? {} : { 'content-type': raw ? 'application/octet-stream' : 'application/json' },
      body: body === undefined ? null : raw ? body : JSON.stringify(body),
    });
  } catch {
    throw new RequestError(undefined, 0);
  }
  if (differs(answer.headers.get(PROTOCOL_HEADER))) markOutdated();
  if (!answer.ok) throw new RequestError(await reason(answer), answer.status);
  return (answer.status === 204 ? undefined : await answer.json()) as T;
}

async function reason(answer: Response): Promise<MessageOut | undefined> {
  try {
    return ((await answer.json()) as ErrorOut).error;
  } catch {
    return undefined;
  }
}

/** Query string; empty parameters are left out. */
export function query(params: Record<string, string | number | null | undefined>): string {
  const said = Object.entries(params).filter(([, value]) => value !== undefined && value !== null && value !== '');
  return said.length ? `?${new URLSearchParams(said.map(([name, value]) => [name, String(value)]))}` : '';
}

let games: Promise<GameInfo[]> | undefined;

/** List of games, fetched once. */
export function fetchGames(): Promise<GameInfo[]> {
  games ??= request<GameInfo[]>('GET', '/games').catch((failure: unknown) => {
    games = undefined;
    throw failure;
  });
  return games;
}

/** The server's description of one game. */
export const infoOf = async (game: string): Promise<GameInfo | undefined> =>
  (await fetchGames()).find((one) => one.name === game);

export const fetchRooms = (wanted: RoomsQuery): Promise<RoomPage> => request('GET', `/rooms${query({ ...wanted })}`);
export const createRoom = (wanted: NewGame): Promise<NewRoom> => request('POST', '/rooms', wanted);
export const deleteRoom = (room: string): Promise<void> => request('DELETE', `/rooms/${room}`, undefined, true);
export const fetchStats = (): Promise<Stats> => request('GET', '/stats');
export const saveMe = (me: Me): Promise<Me> => request('PUT', '/me', me);
export const fetchInvitation = (token: string): Promise<Invitation> =>
  request('GET', `/invitations/${encodeURIComponent(token)}`);
export const acceptInvitation = (token: string, joining: JoinIn): Promise<NewRoom> =>
  request('POST', `/invitations/${encodeURIComponent(token)}`, joining);
export const readRecord = (record: RecordIn): Promise<RecordRead> => request('POST', '/records', record);
export const readRecordFile = (file: Blob, asked: RecordFileQuery): Promise<RecordRead> =>
  request('POST', `/records/file${query({ ...asked })}`, file);
export const readPosition = (position: PositionIn): Promise<PositionRead> => request('POST', '/positions', position);

export const fetchDeal = (room: string): Promise<DealProof> =>
  request('GET', `/rooms/${encodeURIComponent(room)}/deal`);

/** Download address of a game record. */
export function recordAddress(room: string, format: string, notation: string, lang: string, plies?: number): string {
  return `/api/rooms/${room}/record${query({ format, notation, lang, plies: plies ?? null })}`;
}
