// Runs tests/unit: Vite compiles TypeScript and runes, Node's test runner runs the result.
import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const tests = readdirSync(join(root, 'tests/unit'), { recursive: true })
  .map(String)
  .filter((name) => name.endsWith('.test.ts'));
const out = join(root, 'node_modules/.unit');
rmSync(out, { recursive: true, force: true });
await build({
  root,
  logLevel: 'warn',
  publicDir: false,
  build: {
    ssr: true,
    outDir: out,
    emptyOutDir: true,
    minify: false,
    rollupOptions: {
      input: Object.fromEntries(tests.map((name) => [name.replace(/\.ts$/, ''), join(root, 'tests/unit', name)])),
      output: { entryFileNames: '[name].mjs', chunkFileNames: 'chunks/[name]-[hash].mjs' },
    },
  },
});
const files = tests.map((name) => join(out, name.replace(/\.ts$/, '.mjs')));
const run = spawnSync(process.execPath, ['--test', '--test-reporter=dot', ...files], { stdio: 'inherit', cwd: root });
process.exit(run.status ?? 1);
