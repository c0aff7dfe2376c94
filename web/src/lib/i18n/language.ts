// The four languages: names, language tags, and detection from the browser.

import type { Language } from '../settings.svelte.ts';

export type { Language };

/** Native name of each language. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  vi: 'Tiếng Việt',
  en: 'English',
  'zh-Hans': '简体中文',
  'zh-Hant': '繁體中文',
};

/** First supported language of the browser's list; English if none is. */
export function preferred(tags: readonly string[]): Language {
  for (const tag of tags) {
    const language = spoken(tag);
    if (language) return language;
  }
  return 'en';
}

function spoken(tag: string): Language | undefined {
  const [first = '', ...rest] = tag.toLowerCase().split(/[-_]/);
  if (first === 'vi') return 'vi';
  if (first === 'en') return 'en';
  if (first === 'yue') return rest.includes('hans') || rest.includes('cn') ? 'zh-Hans' : 'zh-Hant';
  if (first !== 'zh') return undefined;
  // An explicit script wins over the region: zh-Hans-HK exists.
  if (rest.includes('hans')) return 'zh-Hans';
  if (rest.includes('hant') || rest.some((part) => ['tw', 'hk', 'mo'].includes(part))) return 'zh-Hant';
  return 'zh-Hans';
}
