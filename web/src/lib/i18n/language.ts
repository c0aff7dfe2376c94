// The four languages: their names, their marks in the page, and which one a browser asks for.

import type { Language } from '../settings.svelte.ts';

export type { Language };

/** Each language by its own name, as a list of languages shows it. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  vi: 'Tiếng Việt',
  en: 'English',
  'zh-Hans': '简体中文',
  'zh-Hant': '繁體中文',
};

/** The first language of the browser's list that we speak; English when there is none. */
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
  // A script named outright wins over the region: zh-Hans-HK exists.
  if (rest.includes('hans')) return 'zh-Hans';
  if (rest.includes('hant') || rest.some((part) => ['tw', 'hk', 'mo'].includes(part))) return 'zh-Hant';
  return 'zh-Hans';
}
