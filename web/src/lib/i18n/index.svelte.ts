// The app's words: `t` for the app's own, `say` and `word` for what the server sends as codes. Loaded on demand.
import type vi from '../../../messages/vi/index.ts';
import { settings } from '../settings.svelte.ts';
import { date, fill, number, type Params, type Value } from './format.ts';
import type { Language } from './language.ts';
import { render, type Said } from './server.ts';

export type { Said };
type Own = typeof vi;
/** A text of the interface. */
export type Key = keyof Own & string;
/** A text that takes no parameters, as lists of choices name them. */
export type PlainKey = { [K in Key]: Params<Own[K]> extends [] ? K : never }[Key];

type Catalogue = Readonly<Record<string, string>>;
type Load = () => Promise<{ default: Catalogue }>;

const OWN: Record<Language, Load> = {
  vi: () => import('../../../messages/vi/index.ts'),
  en: () => import('../../../messages/en/index.ts'),
  'zh-Hans': () => import('../../../messages/zh-Hans/index.ts'),
  'zh-Hant': () => import('../../../messages/zh-Hant/index.ts'),
};
const SERVER: Record<Language, Load> = {
  vi: () => import('../../../../messages/vi.json'),
  en: () => import('../../../../messages/en.json'),
  'zh-Hans': () => import('../../../../messages/zh-Hans.json'),
  'zh-Hant': () => import('../../../../messages/zh-Hant.json'),
};

let now: { language: Language; own: Catalogue; server: Catalogue } = $state.raw({
  language: 'vi',
  own: {},
  server: {},
});

/** Fetches a language's words and, once they are here, speaks them. */
export async function speak(language: Language): Promise<void> {
  const [own, server] = await Promise.all([OWN[language](), SERVER[language]()]);
  now = { language, own: own.default, server: server.default };
  if (typeof document !== 'undefined') document.documentElement.lang = language;
}

/** Speaks the language of the settings from now on. Call once, inside a component's set-up. */
export function followSettings(): void {
  $effect(() => {
    void speak(settings.language);
  });
}

/** The language spoken at this moment. */
export const spoken = (): Language => now.language;

/** A sentence of the app itself; TypeScript asks for the parameters the Vietnamese text names. */
export function t<K extends Key>(key: K, ...params: Params<Own[K]>): string {
  return fill(now.own[key] ?? key, (params[0] ?? {}) as Readonly<Record<string, Value>>, now.language);
}

/** What the server said, as a sentence. */
export function serverText(said: Said): string {
  return render(said, now.server);
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
  return number(value, now.language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** A share of one in percent, in whole numbers. */
export function percent(share: number): string {
  return number(share, now.language, { style: 'percent', maximumFractionDigits: 0 });
}

/** A moment as the language writes it. */
export function when(at: number, options: Intl.DateTimeFormatOptions = { dateStyle: 'medium' }): string {
  return date(at, locale(), options);
}

/** How long ago a day was, as people say it: today, yesterday, three days ago; the date when it is longer. */
export function ago(at: number): string {
  const days = Math.round((startOfDay(at) - startOfDay(Date.now())) / 86_400_000);
  if (days > 0 || days < -6) return when(at, { day: 'numeric', month: 'numeric', year: 'numeric' });
  const day = new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' }).format(days, 'day');
  return days < -1 ? day : `${day} ${when(at, { hour: '2-digit', minute: '2-digit' })}`;
}

const startOfDay = (at: number): number => new Date(at).setHours(0, 0, 0, 0);

/** A name inside a sentence, where languages with capitals write it small. */
export const small = (name: string): string => name.charAt(0).toLocaleLowerCase(locale()) + name.slice(1);

/** A name at the head of a line begins with a capital in the languages that have them. */
export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase(locale()) + text.slice(1);
}

/** The `lang` of Chinese characters on a page of this language, so that the right forms are drawn. */
export const chineseLang = (): Language => (now.language === 'zh-Hans' ? 'zh-Hans' : 'zh-Hant');
