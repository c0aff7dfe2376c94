// Structure of a rules page; the texts are one file per game and language.
import type { DiagramName } from '../../games/diagrams.ts';
import { GAMES } from '../../games/index.svelte.ts';
import type { GameName } from '../../games/module.ts';
import type { Language } from '../../lib/settings.svelte.ts';

/** Paragraph, list, diagram with text, or table with a header row. */
export type Block =
  string | readonly string[] | { board: DiagramName; text: string } | { table: readonly (readonly string[])[] };

export interface Section {
  /** Anchor in the address, the same in all languages. */
  id: string;
  title: string;
  body: readonly Block[];
}

export type RulesText = { lead: string; sections: readonly Section[] };

const TEXTS = import.meta.glob<{ default: RulesText }>('../../games/*/rules/*.ts');

const named = new Set(Object.keys(TEXTS).map((path) => path.split('/').at(-3) ?? ''));
/** Games that have texts of their rules, the main ones first. */
export const TAUGHT: readonly GameName[] = [...new Set([...GAMES.filter((one) => named.has(one)), ...named])];

/** Loads the rules of a game in a language. */
export async function rulesText(game: GameName, language: Language): Promise<RulesText> {
  const text = TEXTS[`../../games/${game}/rules/${language}.ts`];
  if (!text) throw new Error(`no rules of ${game} in ${language}`);
  return (await text()).default;
}
