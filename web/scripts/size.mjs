// Compressed download size of a first visit without images; fails above the budget of 300 kB.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const MOST = 300_000;
const dist = process.env.WEB_DIST ?? fileURLToPath(new URL('../dist', import.meta.url));
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));

/** Files of these entries and of their static imports. */
function files(entries) {
  const out = new Set(['index.html', 'boot.js']);
  const seen = new Set();
  const follow = (key) => {
    const chunk = manifest[key];
    if (!chunk || seen.has(key)) return;
    seen.add(key);
    out.add(chunk.file);
    for (const one of [...(chunk.css ?? []), ...(chunk.assets ?? []).filter((name) => name.endsWith('.woff2'))])
      out.add(one);
    for (const one of chunk.imports ?? []) follow(one);
  };
  entries.forEach(follow);
  return [...out];
}

const compressed = (name) =>
  name.endsWith('.woff2')
    ? statSync(join(dist, name)).size
    : gzipSync(readFileSync(join(dist, name)), { level: 9 }).length;

let failed = false;
for (const page of ['home', 'play']) {
  const names = files([
    'index.html',
    `src/pages/${page}/Page.svelte`,
    'messages/vi/index.ts',
    '../messages/vi.json?first',
  ]);
  const sizes = names.map((name) => [name, compressed(name)]);
  const sum = (ends) => sizes.filter(([name]) => name.endsWith(ends)).reduce((total, [, size]) => total + size, 0);
  const total = sizes.reduce((all, [, size]) => all + size, 0);
  console.log(
    `${page}: ${total} bytes compressed (scripts ${sum('.js')}, styles ${sum('.css')}, fonts ${sum('.woff2')})`,
  );
  if (total > MOST) failed = true;
}
if (failed) {
  console.error(`a first visit must stay below ${MOST} bytes`);
  process.exit(1);
}
