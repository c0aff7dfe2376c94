// Whether the dialog that loads a record is open, and with what: a file that was dropped, a text, or nothing yet.

let shown: { text: string; file?: File } | undefined = $state.raw();

export const loading = () => shown;

/** Opens the dialog; a text or a file is read at once. */
export function openLoader(given: string | File = ''): void {
  shown = typeof given === 'string' ? { text: given } : { text: '', file: given };
}

export function closeLoader(): void {
  shown = undefined;
}
