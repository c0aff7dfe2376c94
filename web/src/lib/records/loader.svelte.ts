// State of the record dialog: open or closed, and its initial file or text.

let shown: { text: string; file?: File } | undefined = $state.raw();

export const loading = () => shown;

/** Opens the dialog; a given text or file is read at once. */
export function openLoader(given: string | File = ''): void {
  shown = typeof given === 'string' ? { text: given } : { text: '', file: given };
}

export function closeLoader(): void {
  shown = undefined;
}
