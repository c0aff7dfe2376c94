// Toast: one short message at the bottom of the page, hidden after a while or replaced by the next.
export interface Toast {
  text: string;
  kind: 'plain' | 'bad';
  action?: { label: string; run: () => void };
}

const LASTS = 4000;
let shown: Toast | undefined = $state.raw();
let timer: ReturnType<typeof setTimeout> | undefined;

export const toast = (): Toast | undefined => shown;

/** Shows a message, with an undo button if given. */
export function showToast(text: string, more: Partial<Omit<Toast, 'text'>> = {}): void {
  clearTimeout(timer);
  shown = { text, kind: 'plain', ...more };
  timer = setTimeout(hideToast, more.action ? 2 * LASTS : LASTS);
}

export function hideToast(): void {
  clearTimeout(timer);
  shown = undefined;
}
