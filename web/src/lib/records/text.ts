// A file as a record: its text for people to see where it is text, and the file itself for the server to read.

export const LARGEST = 512 * 1024;

/** The text of a file in UTF-8; nothing where it is another encoding or no text: the server knows those. */
export async function textOf(file: Blob): Promise<string | undefined> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}
