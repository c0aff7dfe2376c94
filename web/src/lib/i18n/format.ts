// Texts with parameters: `{name}` takes a value, `{count?game|games}` the form its number asks for.
import type { Language } from './language.ts';

export type Value = string | number;

/** The parameters a text names, as a type. */
export type Names<S extends string> = S extends `${string}{${infer Inside}}${infer Rest}`
  ? (Inside extends `${infer Name}?${string}` ? Name : Inside) | Names<Rest>
  : never;

/** What `t` asks for besides the key: nothing, or every parameter of the text. */
export type Params<S extends string> = [Names<S>] extends [never] ? [] : [params: Record<Names<S>, Value>];

/** Puts the parameters in place, in one pass: a value that looks like a placeholder stays what it is. */
export function fill(text: string, params: Readonly<Record<string, Value>>, language: Language): string {
  return text.replace(/\{(\w+)(?:\?([^}]*))?\}/g, (whole, name: string, forms: string | undefined) => {
    const value = params[name];
    if (value === undefined) return whole;
    if (forms !== undefined) return plural(Number(value), forms.split('|'), language);
    return typeof value === 'number' ? number(value, language) : value;
  });
}

/** The names of the parameters in a text, for the tests of the catalogues. */
export function names(text: string): string[] {
  return [...text.matchAll(/\{(\w+)(?:\?[^}]*)?\}/g)].map((match) => match[1]!).sort();
}

function plural(count: number, forms: string[], language: Language): string {
  const one = new Intl.PluralRules(language).select(count) === 'one';
  return (one ? forms[0] : forms.at(-1)) ?? '';
}

const NUMBERS = new Map<string, Intl.NumberFormat>();

/** A number as the language writes it: 1.234,5 in Vietnamese. */
export function number(value: number, language: Language, options: Intl.NumberFormatOptions = {}): string {
  const key = language + JSON.stringify(options);
  let format = NUMBERS.get(key);
  if (!format) NUMBERS.set(key, (format = new Intl.NumberFormat(language, { maximumFractionDigits: 2, ...options })));
  return format.format(value);
}

/** A day and time near enough to talk about. */
export function date(at: number, locale: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(locale, options).format(at);
}
