// Whether the dialog that loads a record is open, and with what: a file that was dropped, or nothing yet.

let shown: { text: string; fault?: 'large' | 'binary' } | undefined = $state.raw();

export const loading = () => shown;

/** Opens the dialog; with a text it is read at once. */
export function openLoader(text = '', fault?: 'large' | 'binary'): void {
  shown = fault ? { text, fault } : { text };
}

export function closeLoader(): void {
  shown = undefined;
}
