// Linter rules: the recommended sets of eslint, typescript-eslint and eslint-plugin-svelte. Prettier owns the layout.
import { existsSync, readdirSync } from 'node:fs';
import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import svelte from 'eslint-plugin-svelte';
import { defineConfig } from 'eslint/config';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

// Only a game's own module names the game: pages ask the module and the server's GameInfo.
const folder = new URL('src/games/', import.meta.url);
const games = readdirSync(folder).filter((one) => existsSync(new URL(`${one}/index.ts`, folder)));
const named = `/(^|[^a-zA-Z])(${games.join('|')})([^a-zA-Z]|$)/`;
const message = 'Name no game here: ask its module (src/games) or the GameInfo of the server.';

export default defineConfig(
  { ignores: ['dist/', 'src/wire/'] },
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  prettier,
  svelte.configs.prettier,
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig } },
  },
  {
    rules: {
      // `_` stands for a bound name that is not used.
      '@typescript-eslint/no-unused-vars': ['error', { varsIgnorePattern: '^_$', argsIgnorePattern: '^_$' }],
      // Maps and sets here are values: one in `$state.raw` is replaced by a changed copy, never changed in place.
      'svelte/prefer-svelte-reactivity': 'off',
      // {' '} keeps a space that Svelte would trim at the edge of a block.
      'svelte/no-useless-mustaches': 'off',
    },
  },
  {
    files: ['src/**'],
    // Prettier does not break strings and comments. Texts for readers are one string per sentence.
    ignores: ['src/games/*/rules/**'],
    rules: { 'max-len': ['error', { code: 120 }] },
  },
  {
    files: ['src/**'],
    ignores: ['src/games/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        { selector: `Literal[value=${named}]`, message },
        { selector: `SvelteLiteral[value=${named}]`, message },
        { selector: `TemplateElement[value.raw=${named}]`, message },
      ],
    },
  },
  {
    files: ['**/*.ts', '**/*.svelte'],
    // TypeScript itself reports undefined names, and knows the types of the DOM better.
    rules: { 'no-undef': 'off' },
  },
);
