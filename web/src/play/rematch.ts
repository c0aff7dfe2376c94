// Rematch with colors swapped: the server creates the room and notifies everybody in the old one.
import { RequestError } from '../lib/api.ts';
import type { ErrorOut, NewRoom } from '../wire/index.ts';

/** Room of the rematch. */
export async function rematch(room: string): Promise<string> {
  const answer = await fetch(`/api/rooms/${encodeURIComponent(room)}/rematch`, { method: 'POST' }).catch(
    () => undefined,
  );
  if (!answer) throw new RequestError(undefined, 0);
  if (!answer.ok) {
    const said = (await answer.json().catch(() => undefined)) as ErrorOut | undefined;
    throw new RequestError(said?.error, answer.status);
  }
  return ((await answer.json()) as NewRoom).room;
}
