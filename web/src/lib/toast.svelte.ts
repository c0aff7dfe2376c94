// One short message at the foot of the page, gone after a while; the next one takes its place.
export interface Toast {
  text: string;
  kind: 'plain' | 'bad';
  action?: { label: string; run: () => void };
}

const LASTS = 4000;
let shown: Toast | undefined = $state.raw();
let timer: ReturnType<typeof setTimeout> | undefined;

export const toast = (): Toast | undefined => shown;

/** Shows a message, with a button where what happened can be undone. */
export function showToast(text: string, more: Partial<Omit<Toast, 'text'>> = {}): void {
  clearTimeout(timer);
  shown = { text, kind: 'plain', ...more };
  timer = setTimeout(hideToast, more.action ? 2 * LASTS : LASTS);
}

export function hideToast(): void {
  clearTimeout(timer);
  shown = undefined;
}
