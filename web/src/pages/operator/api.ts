// Requests of the operator's page: each carries the operator's key, which only this tab remembers.
import { RequestError } from '../../lib/api.ts';
import type { ErrorOut, OperatorActIn, OperatorActOut, OperatorPlayer, OperatorView } from '../../wire/index.ts';

const KEY = 'kydai.operator';

export function storedKey(): string {
  try {
    return sessionStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

export function storeKey(key: string): void {
  try {
    if (key) sessionStorage.setItem(KEY, key);
    else sessionStorage.removeItem(KEY);
  } catch {
    // Without storage the key lasts as long as the page.
  }
}

async function ask<T>(key: string, method: string, path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(`/api/operator${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
  } catch {
    throw new RequestError(undefined, 0);
  }
  if (!answer.ok) {
    const said = await answer.json().then(
      (text) => (text as ErrorOut).error,
      () => undefined,
    );
    throw new RequestError(said, answer.status);
  }
  return (await answer.json()) as T;
}

export const fetchView = (key: string): Promise<OperatorView> => ask(key, 'GET', '');
export const findPlayers = (key: string, text: string): Promise<OperatorPlayer[]> =>
  ask(key, 'GET', `/players?${new URLSearchParams({ text })}`);
export const act = (key: string, asked: OperatorActIn): Promise<OperatorActOut> => ask(key, 'POST', '/acts', asked);
