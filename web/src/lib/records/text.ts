// The text of a record out of a file: UTF-8, or the Chinese encoding old programs wrote.

export const LARGEST = 512 * 1024;

export type Read = { text: string } | { fault: 'large' | 'binary' };

export async function textOf(file: Blob): Promise<Read> {
  if (file.size > LARGEST) return { fault: 'large' };
  return decode(new Uint8Array(await file.arrayBuffer()));
}

export function decode(bytes: Uint8Array): Read {
  if (bytes.includes(0)) return { fault: 'binary' };
  for (const encoding of ['utf-8', 'gb18030']) {
    try {
      return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes) };
    } catch {
      // Not written in this one.
    }
  }
  return { fault: 'binary' };
}
