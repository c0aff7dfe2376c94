// The library's doors on the server.
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
  Said,
  ShelfOut,
  SortIn,
} from '../../wire/index.ts';
import { Refused } from '../../lib/api.ts';

type Wishes = Record<string, string | number | boolean | null | undefined>;

function query(wishes: Wishes): string {
  const said = Object.entries(wishes).filter(
    ([, value]) => value !== undefined && value !== null && value !== '' && value !== false,
  );
  return said.length ? `?${new URLSearchParams(said.map(([name, value]) => [name, String(value)]))}` : '';
}

async function ask<T>(method: string, path: string, body?: BodyInit, type?: string): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(`/api/library${path}`, {
      method,
      headers: type ? { 'content-type': type } : {},
      body: body ?? null,
    });
  } catch {
    throw new Refused(undefined, 0);
  }
  if (!answer.ok) {
    const said: Said | undefined = await answer.json().then(
      (out: ErrorOut) => out.error,
      () => undefined,
    );
    throw new Refused(said, answer.status);
  }
  return (answer.status === 204 ? undefined : await answer.json()) as T;
}

const json = 'application/json';

export const fetchShelf = (): Promise<ShelfOut> => ask('GET', '/shelf');
export const search = (wishes: LibraryQuery): Promise<LibraryPage> => ask('GET', query({ ...wishes }));
export const fetchGame = (id: string, notation: string): Promise<LibraryGame> =>
  ask('GET', `/games/${encodeURIComponent(id)}${query({ notation })}`);
export const explore = (wishes: ExplorerQuery): Promise<ExplorerOut> => ask('GET', `/explorer${query({ ...wishes })}`);
export const bring = (file: Blob, name: string, folder: string): Promise<ImportOut> =>
  ask('POST', `/import${query({ name, folder })}`, file, 'application/octet-stream');
export const fetchMasters = (): Promise<ImportJob> => ask('GET', '/masters');
export const bringMasters = (): Promise<ImportJob> => ask('POST', '/masters');
export const forget = (id: number): Promise<void> => ask('DELETE', `/games/${id}`);
export const sort = (id: number, place: SortIn): Promise<void> =>
  ask('PUT', `/games/${id}`, JSON.stringify(place), json);
export const comment = (id: number, said: CommentIn): Promise<void> =>
  ask('POST', `/games/${id}/comment`, JSON.stringify(said), json);

/** Where a game, or all that were found, can be downloaded. */
export const gameFile = (id: number, format: string, notation: string): string =>
  `/api/library/games/${id}/record${query({ format, notation })}`;
export const foundFile = (wishes: LibraryQuery, format: string): string =>
  `/api/library/export${query({ ...wishes, format })}`;
