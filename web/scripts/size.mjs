// What a first visit to the home page downloads, gzip'd: scripts and styles it needs at once, and fonts; art apart.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const dist = process.env.WEB_DIST ?? fileURLToPath(new URL('../dist', import.meta.url));
const totals = {};
for (const name of readdirSync(dist, { recursive: true }).map(String)) {
  const kind = name.split('.').pop();
  if (!['js', 'css', 'html', 'woff2', 'svg'].includes(kind)) continue;
  const bytes = readFileSync(join(dist, name));
  const size = kind === 'woff2' ? bytes.length : gzipSync(bytes, { level: 9 }).length;
  totals[kind] = (totals[kind] ?? 0) + size;
  if (kind !== 'svg') console.log(String(size).padStart(8), name);
}
console.log('\nall files, compressed:', totals);
