// The app's words: `t` for the app's own, `say` and `word` for what the server sends as codes. Loaded on demand.
import type own from '../../../messages/en.json';
import { settings, type Language } from '../settings.svelte.ts';

export type Key = keyof typeof own;
export type Params = Record<string, string | number>;

type Catalogue = Record<string, string>;
type Load = () => Promise<{ default: Catalogue }>;

const OWN = import.meta.glob('../../../messages/*.json') as Record<string, Load>;
const SERVER = import.meta.glob('../../../../messages/*.json') as Record<string, Load>;

const shelf: Partial<Record<Language, { own: Catalogue; server: Catalogue }>> = {};
let now: { language: Language; own: Catalogue; server: Catalogue } = $state.raw({ language: 'vi', own: {}, server: {} });

/** Fetches a language's words and, once they are here, speaks them. */
export async function speak(language: Language): Promise<void> {
  const found = (shelf[language] ??= await fetchWords(language));
  now = { language, ...found };
  if (typeof document !== 'undefined') document.documentElement.lang = language;
}

async function fetchWords(language: Language): Promise<{ own: Catalogue; server: Catalogue }> {
  const pick = (all: Record<string, Load>): Promise<{ default: Catalogue }> => {
    const path = Object.keys(all).find((one) => one.endsWith(`/${language}.json`));
    const load = path && all[path];
    return load ? load() : Promise.resolve({ default: {} });
  };
  const [mine, theirs] = await Promise.all([pick(OWN), pick(SERVER)]);
  return { own: mine.default, server: theirs.default };
}

/** Speaks the language of the settings from now on. Call once, inside a component's set-up. */
export function followSettings(): void {
  $effect(() => {
    void speak(settings.language);
  });
}

/** The language spoken at this moment. */
export const spoken = (): Language => now.language;

/** Puts parameters in place, in one pass: a parameter that looks like a placeholder stays what it is. */
export function fill(sentence: string, params: Params | undefined): string {
  if (!params) return sentence;
  return sentence.replace(/\{(\w+)\}/g, (whole, name: string) => (name in params ? String(params[name]) : whole));
}

/** A sentence of the app itself. */
export function t(key: Key, params?: Params): string {
  return fill(now.own[key] ?? key, params);
}

/** A word of the server's catalogue: a side, a man, a rule. A key without an entry says itself. */
export function word(key: string): string {
  return now.server[key] ?? key;
}

/** Whether the server's catalogue has this key. */
export const knows = (key: string): boolean => key in now.server;

const LOCALES: Record<Language, string> = { vi: 'vi', en: 'en', 'zh-Hans': 'zh-CN', 'zh-Hant': 'zh-TW' };

/** The tag that the browser's own formatting wants. */
export const locale = (): string => LOCALES[now.language];

/** A number as the language writes it: 0,8 in Vietnamese. */
export function num(value: number, digits = 0): string {
  return value.toLocaleString(locale(), { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
