// Splits a server catalog in two: what any page may show, and what only the pages that load more texts and the terminal show.
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

type Catalog = Readonly<Record<string, string>>;

/** First words of codes that belong to tournaments, to the Lab's leagues, or to the command line alone. */
const LATER = /^(?:admin|arena|datagen|learn|rescore|serve|tournament|train|trf|tune|uci)_/;

/** Entries of one part of a catalog. */
export function partOf(catalog: Catalog, part: 'first' | 'later'): Catalog {
  return Object.fromEntries(Object.entries(catalog).filter(([key]) => LATER.test(key) === (part === 'later')));
}

/** Vite plugin: `messages/vi.json?first` and `?later` are the two parts. */
export const splitCatalogs: Plugin = {
  name: 'split-catalogs',
  enforce: 'pre',
  load(id) {
    const [, file, part] = /^(.*\/messages\/[^/]+\.json)\?(first|later)$/.exec(id) ?? [];
    if (!file || (part !== 'first' && part !== 'later')) return undefined;
    this.addWatchFile(file);
    const entries = JSON.stringify(partOf(JSON.parse(readFileSync(file, 'utf8')) as Catalog, part));
    return { code: `export default JSON.parse(${JSON.stringify(entries)});`, moduleType: 'js' };
  },
};
