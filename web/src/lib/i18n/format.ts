// Text templates: `{name}` inserts a value, `{count?game|games}` selects the plural form.
import type { Language } from './language.ts';

export type Value = string | number;

/** Parameter names of a template, as a type. */
export type Names<S extends string> = S extends `${string}{${infer Inside}}${infer Rest}`
  ? (Inside extends `${infer Name}?${string}` ? Name : Inside) | Names<Rest>
  : never;

/** Further arguments of `t`: none, or all parameters of the template. */
export type Params<S extends string> = [Names<S>] extends [never] ? [] : [params: Record<Names<S>, Value>];

/** Substitutes all parameters in one pass: values that look like placeholders are left alone. */
export function fill(text: string, params: Readonly<Record<string, Value>>, language: Language): string {
  return text.replace(/\{(\w+)(?:\?([^}]*))?\}/g, (whole, name: string, forms: string | undefined) => {
    const value = params[name];
    if (value === undefined) return whole;
    if (forms !== undefined) return plural(Number(value), forms.split('|'), language);
    return typeof value === 'number' ? number(value, language) : value;
  });
}

/** Parameter names of a template, for the tests of the catalogs. */
export function names(text: string): string[] {
  return [...text.matchAll(/\{(\w+)(?:\?[^}]*)?\}/g)].map((match) => match[1]!).sort();
}

function plural(count: number, forms: string[], language: Language): string {
  const one = new Intl.PluralRules(language).select(count) === 'one';
  return (one ? forms[0] : forms.at(-1)) ?? '';
}

const NUMBERS = new Map<string, Intl.NumberFormat>();

/** Number in the language's format: 1.234,5 in Vietnamese. */
export function number(value: number, language: Language, options: Intl.NumberFormatOptions = {}): string {
  const key = language + JSON.stringify(options);
  let format = NUMBERS.get(key);
  if (!format) NUMBERS.set(key, (format = new Intl.NumberFormat(language, { maximumFractionDigits: 2, ...options })));
  return format.format(value);
}

/** Relative day and time. */
export function date(at: number, locale: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(locale, options).format(at);
}
