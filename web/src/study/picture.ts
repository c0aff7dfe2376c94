// Renders a position as a standalone SVG, or as PNG.
import { sizeOf } from '../board/squares.ts';
import { moduleOf } from '../games/index.svelte.ts';
import { piecesOf } from '../lib/charts/fen.ts';
import { pieceImage } from '../lib/pieces.ts';
import type { GameName } from '../games/module.ts';
import type { BoardLook } from '../lib/settings.svelte.ts';

const faces = import.meta.glob('../look/art/boards/*.svg', { query: '?url', import: 'default', eager: true }) as Record<
  string,
  string
>;

const CELL = 100;
const RIM = 40;
const WOOD: Record<BoardLook, string> = { wood: '#7a4a1f', paper: '#8d7a52', slate: '#2f3b3a' };

async function dataAddress(address: string): Promise<string> {
  const text = await (await fetch(address)).text();
  // Encodes as UTF-8 first: btoa accepts only Latin-1.
  const bytes = new TextEncoder().encode(text);
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return `data:image/svg+xml;base64,${btoa(binary)}`;
}

/** SVG of the position; `set` and `look` as on the board. */
export async function svgOf(
  game: GameName,
  position: string,
  set: string,
  look: BoardLook,
  flipped: boolean,
): Promise<string> {
  const { width: files, height: ranks } = sizeOf(game, position);
  const face = faces[`../look/art/boards/${moduleOf(game).picture}-${look}.svg`];
  const pieces = piecesOf(game, position);
  const pictures = new Map<string, string>();
  for (const letter of new Set(pieces.map((piece) => piece.letter)))
    pictures.set(letter, await dataAddress(pieceImage(game, letter, set)));
  const [width, height] = [files * CELL, ranks * CELL];
  const placed = pieces.map((piece) => {
    const x = (flipped ? files - 1 - piece.file : piece.file) * CELL;
    const y = (flipped ? piece.rank : ranks - 1 - piece.rank) * CELL;
    return `<image href="${pictures.get(piece.letter)}" x="${x}" y="${y}" width="${CELL}" height="${CELL}"/>`;
  });
  const [w, h] = [width + 2 * RIM, height + 2 * RIM];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="${-RIM} ${-RIM} ${w} ${h}">`,
    `<rect x="${-RIM}" y="${-RIM}" width="${w}" height="${h}" rx="14" fill="${WOOD[look]}"/>`,
    face
      ? `<image href="${await dataAddress(face)}" width="${width}" height="${height}" preserveAspectRatio="none"/>`
      : plainFace(files, ranks),
    ...placed,
    '</svg>',
  ].join('');
}

/** Squared paper, for games without a drawing of their board. */
function plainFace(files: number, ranks: number): string {
  const [width, height] = [files * CELL, ranks * CELL];
  let lines = '';
  for (let x = 0; x <= files; x += 1) lines += `M${x * CELL} 0V${height}`;
  for (let y = 0; y <= ranks; y += 1) lines += `M0 ${y * CELL}H${width}`;
  return (
    `<rect width="${width}" height="${height}" fill="#fcfbf5"/>` +
    `<path d="${lines}" fill="none" stroke="#9fbbe0" stroke-width="2"/>`
  );
}

/** PNG of an SVG. */
export async function pngOf(svg: string, width = 1000): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = Math.round((width * image.naturalHeight) / image.naturalWidth);
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((done, failed) =>
      canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error('no picture'))), 'image/png'),
    );
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Downloads a file. */
export function save(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
