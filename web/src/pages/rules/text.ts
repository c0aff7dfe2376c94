// What a page of rules is made of; the texts themselves are one file per game and language.
import type { DiagramName } from './diagrams.ts';
import type { GameName, Language } from '../../lib/settings.svelte.ts';

/** A paragraph, a list, a board with words beside it, or a table whose first row is its head. */
export type Block =
  string | readonly string[] | { board: DiagramName; text: string } | { table: readonly (readonly string[])[] };

export interface Section {
  /** The anchor in the address, the same in every language. */
  id: string;
  title: string;
  body: readonly Block[];
}

export type RulesText = { lead: string; sections: readonly Section[] };

const TEXTS = import.meta.glob<{ default: RulesText }>('./texts/*.ts');

/** The rules of a game in a language. */
export async function rulesText(game: GameName, language: Language): Promise<RulesText> {
  const text = TEXTS[`./texts/${game}.${language}.ts`];
  if (!text) throw new Error(`no rules of ${game} in ${language}`);
  return (await text()).default;
}
