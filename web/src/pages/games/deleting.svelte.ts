// Undoable deletion: the game leaves the list at once and is deleted on the server when the undo period ends.
import { SvelteMap } from 'svelte/reactivity';
import { deleteRoom, errorText } from '../../lib/api.ts';
import { t } from '../../lib/i18n/index.svelte.ts';
import { showToast } from '../../lib/toast.svelte.ts';

/** Undo period; equals the time the toast is shown. */
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

// Closing the page confirms the deletion.
if (typeof addEventListener === 'function')
  addEventListener('pagehide', () => {
    for (const [room, state] of rooms)
      if (state !== 'gone') {
        clearTimeout(state);
        void reallyDelete(room);
      }
  });
