// Vite configuration: production build, and development server in front of a running `kydai serve`.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { splitCatalogs } from './scripts/catalogs.ts';

const server = process.env.KYDAI_SERVER ?? 'http://127.0.0.1:8410';

export default defineConfig({
  plugins: [splitCatalogs, svelte()],
  server: {
    port: 5173,
    fs: { allow: ['..'] }, // the server's message catalogs are beside this directory
    proxy: { '/api': { target: server, ws: true } },
  },
  build: {
    outDir: process.env.WEB_DIST ?? 'dist',
    emptyOutDir: true,
    manifest: true, // scripts/size.mjs reads it
    target: 'es2022',
    assetsInlineLimit: 0, // inlined images would put every piece set into the style sheet that blocks the first paint
    modulePreload: { polyfill: false },
  },
});
