// Deleting that can be undone: the game leaves the list at once, and the server only when nobody wanted it back.
import { SvelteMap } from 'svelte/reactivity';
import { deleteRoom, errorText } from '../../lib/api.ts';
import { t } from '../../lib/i18n/index.svelte.ts';
import { showToast } from '../../lib/toast.svelte.ts';

/** As long as the toast offers to undo it. */
const GRACE = 8000;
type State = ReturnType<typeof setTimeout> | 'gone';
const rooms = new SvelteMap<string, State>();

export const removed = (room: string): boolean => rooms.has(room);

export function remove(room: string): void {
  rooms.set(
    room,
    setTimeout(() => void reallyDelete(room), GRACE),
  );
  showToast(t('deleted'), { action: { label: t('undo_delete'), run: () => keep(room) } });
}

function keep(room: string): void {
  const state = rooms.get(room);
  if (state === 'gone') return;
  clearTimeout(state);
  rooms.delete(room);
}

async function reallyDelete(room: string): Promise<void> {
  rooms.set(room, 'gone');
  try {
    await deleteRoom(room);
  } catch (failure) {
    rooms.delete(room);
    showToast(errorText(failure), { kind: 'bad' });
  }
}

// Whoever closes the page has decided.
if (typeof addEventListener === 'function')
  addEventListener('pagehide', () => {
    for (const [room, state] of rooms)
      if (state !== 'gone') {
        clearTimeout(state);
        void reallyDelete(room);
      }
  });
