// Translations: `t` for the app's own texts, `serverText` and `word` for codes sent by the server. Loaded on demand.
import type vi from '../../../messages/vi/index.ts';
import type more from '../../../messages/vi/more.ts';
import { untrack } from 'svelte';
import { settings } from '../settings.svelte.ts';
import { date, fill, number, type Params, type Value } from './format.ts';
import type { Language } from './language.ts';
import { render, type MessageOut } from './server.ts';

export type { MessageOut };
type Own = typeof vi & typeof more;
/** Key of a text of the interface. */
export type Key = keyof Own & string;
/** Key of a text without parameters, for lists of choices. */
export type PlainKey = { [K in Key]: Params<Own[K]> extends [] ? K : never }[Key];

type Catalogue = Readonly<Record<string, string>>;
type Load = () => Promise<{ default: Catalogue }>;

const OWN: Record<Language, Load> = {
  vi: () => import('../../../messages/vi/index.ts'),
  en: () => import('../../../messages/en/index.ts'),
  'zh-Hans': () => import('../../../messages/zh-Hans/index.ts'),
  'zh-Hant': () => import('../../../messages/zh-Hant/index.ts'),
};
const MORE: Record<Language, Load> = {
  vi: () => import('../../../messages/vi/more.ts'),
  en: () => import('../../../messages/en/more.ts'),
  'zh-Hans': () => import('../../../messages/zh-Hans/more.ts'),
  'zh-Hant': () => import('../../../messages/zh-Hant/more.ts'),
};
// The parts are made by scripts/catalogs.ts.
const SERVER: Record<Language, Load> = {
  vi: () => import('../../../../messages/vi.json?first'),
  en: () => import('../../../../messages/en.json?first'),
  'zh-Hans': () => import('../../../../messages/zh-Hans.json?first'),
  'zh-Hant': () => import('../../../../messages/zh-Hant.json?first'),
};
const MORE_SERVER: Record<Language, Load> = {
  vi: () => import('../../../../messages/vi.json?later'),
  en: () => import('../../../../messages/en.json?later'),
  'zh-Hans': () => import('../../../../messages/zh-Hans.json?later'),
  'zh-Hant': () => import('../../../../messages/zh-Hant.json?later'),
};

let now: { language: Language; own: Catalogue; server: Catalogue } = $state.raw({
  language: 'vi',
  own: {},
  server: {},
});

/** True once a page was opened whose texts are in the second catalog. */
let wantsMore = false;
/** Language whose second catalog is loaded. */
let moreOf: Language | undefined;

/** Loads a language's catalogs and switches to it once they are loaded. */
export async function speak(language: Language): Promise<void> {
  const [own, server] = await Promise.all([OWN[language](), SERVER[language]()]);
  const more = wantsMore ? await loadMore(language) : undefined;
  moreOf = more ? language : undefined;
  now = { language, own: { ...own.default, ...more?.own }, server: { ...server.default, ...more?.server } };
  if (typeof document !== 'undefined') document.documentElement.lang = language;
}

async function loadMore(language: Language): Promise<{ own: Catalogue; server: Catalogue }> {
  const [own, server] = await Promise.all([MORE[language](), MORE_SERVER[language]()]);
  return { own: own.default, server: server.default };
}

/** Loads the texts of the pages that few visitors open first. */
export async function speakMore(): Promise<void> {
  wantsMore = true;
  // Whoever waits for the texts does not depend on them.
  const language = untrack(() => now.language);
  if (moreOf === language) return;
  const more = await loadMore(language);
  // The language may have changed meanwhile: then it has loaded them itself.
  if (now.language !== language) return;
  moreOf = language;
  now = { ...now, own: { ...now.own, ...more.own }, server: { ...now.server, ...more.server } };
}

/** Follows the language of the settings. Call once, inside a component's set-up. */
export function followSettings(): void {
  $effect(() => {
    void speak(settings.language);
  });
}

/** Current language. */
export const spoken = (): Language => now.language;

/** Translated text; TypeScript checks the parameters against the Vietnamese text. */
export function t<K extends Key>(key: K, ...params: Params<Own[K]>): string {
  return fill(now.own[key] ?? key, (params[0] ?? {}) as Readonly<Record<string, Value>>, now.language);
}

/** Translated server message. */
export function serverText(said: MessageOut): string {
  return render(said, now.server);
}

/** Word of the server's catalog: a side, a piece, a rule. A missing key is returned as it is. */
export function word(key: string): string {
  return now.server[key] ?? key;
}

/** True if the server's catalog has this key. */
export const knows = (key: string): boolean => key in now.server;

const LOCALES: Record<Language, string> = { vi: 'vi', en: 'en', 'zh-Hans': 'zh-CN', 'zh-Hant': 'zh-TW' };

/** Language tag for Intl. */
export const locale = (): string => LOCALES[now.language];

/** Number in the language's format: 0,8 in Vietnamese. */
export function num(value: number, digits = 0): string {
  return number(value, now.language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** Percentage without decimals. */
export function percent(share: number): string {
  return number(share, now.language, { style: 'percent', maximumFractionDigits: 0 });
}

/** Date or time in the language's format. */
export function when(at: number, options: Intl.DateTimeFormatOptions = { dateStyle: 'medium' }): string {
  return date(at, locale(), options);
}

/** Relative date: today, yesterday, three days ago; the full date if it is longer ago. */
export function ago(at: number): string {
  const days = Math.round((startOfDay(at) - startOfDay(Date.now())) / 86_400_000);
  if (days > 0 || days < -6) return when(at, { day: 'numeric', month: 'numeric', year: 'numeric' });
  const day = new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' }).format(days, 'day');
  return days < -1 ? day : `${day} ${when(at, { hour: '2-digit', minute: '2-digit' })}`;
}

const startOfDay = (at: number): number => new Date(at).setHours(0, 0, 0, 0);

/** Lower-cases the first letter, for a name inside a sentence. */
export const small = (name: string): string => name.charAt(0).toLocaleLowerCase(locale()) + name.slice(1);

/** Upper-cases the first letter, for a name at the start of a line. */
export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase(locale()) + text.slice(1);
}

/** `lang` attribute for Chinese characters on a page of this language, for the right glyph variants. */
export const chineseLang = (): Language => (now.language === 'zh-Hans' ? 'zh-Hans' : 'zh-Hant');
