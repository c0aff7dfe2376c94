// Reads a record file: its text if it is text, and the raw file for the server.

export const LARGEST = 512 * 1024;

/** UTF-8 text of a file; undefined for other encodings and binary files, which the server decodes. */
export async function textOf(file: Blob): Promise<string | undefined> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}
