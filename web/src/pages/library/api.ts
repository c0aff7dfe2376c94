// Server requests of the library.
import type {
  CommentIn,
  ErrorOut,
  ExplorerOut,
  ExplorerQuery,
  ImportJob,
  ImportOut,
  LibraryGame,
  LibraryPage,
  LibraryQuery,
  MessageOut,
  LibraryOverview,
  SortIn,
} from '../../wire/index.ts';
import { RequestError } from '../../lib/api.ts';

type Query = Record<string, string | number | boolean | null | undefined>;

function query(filter: Query): string {
  const given = Object.entries(filter).filter(
    ([, value]) => value !== undefined && value !== null && value !== '' && value !== false,
  );
  return given.length ? `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}` : '';
}

async function request<T>(method: string, path: string, body?: BodyInit, type?: string): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(`/api/library${path}`, {
      method,
      headers: type ? { 'content-type': type } : {},
      body: body ?? null,
    });
  } catch {
    throw new RequestError(undefined, 0);
  }
  if (!answer.ok) {
    const said: MessageOut | undefined = await answer.json().then(
      (out: ErrorOut) => out.error,
      () => undefined,
    );
    throw new RequestError(said, answer.status);
  }
  return (answer.status === 204 ? undefined : await answer.json()) as T;
}

const json = 'application/json';

export const fetchSummary = (): Promise<LibraryOverview> => request('GET', '/shelf');
export const search = (filter: LibraryQuery): Promise<LibraryPage> => request('GET', query({ ...filter }));
export const fetchGame = (id: string, notation: string): Promise<LibraryGame> =>
  request('GET', `/games/${encodeURIComponent(id)}${query({ notation })}`);
export const explore = (filter: ExplorerQuery): Promise<ExplorerOut> =>
  request('GET', `/explorer${query({ ...filter })}`);
export const importGames = (file: Blob, name: string, folder: string): Promise<ImportOut> =>
  request('POST', `/import${query({ name, folder })}`, file, 'application/octet-stream');
export const fetchMasters = (): Promise<ImportJob> => request('GET', '/masters');
export const importMasters = (): Promise<ImportJob> => request('POST', '/masters');
export const deleteGame = (id: number): Promise<void> => request('DELETE', `/games/${id}`);
export const sort = (id: number, destination: SortIn): Promise<void> =>
  request('PUT', `/games/${id}`, JSON.stringify(destination), json);
export const comment = (id: number, said: CommentIn): Promise<void> =>
  request('POST', `/games/${id}/comment`, JSON.stringify(said), json);

/** Download address of a game, or of all games found. */
export const gameFile = (id: number, format: string, notation: string): string =>
  `/api/library/games/${id}/record${query({ format, notation })}`;
export const foundFile = (filter: LibraryQuery, format: string): string =>
  `/api/library/export${query({ ...filter, format })}`;
