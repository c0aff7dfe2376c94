// What the server says: codes with parameters, turned into sentences of the house's own catalogues.

/** A parameter of a message, as `game::Value` travels. */
export type SaidValue =
  | { number: number }
  | { text: string }
  | { word: string }
  | { message: Said };

/** A code of the catalogues with its parameters, as `game::Message` travels. */
export interface Said {
  code: string;
  params?: Record<string, SaidValue | string | number | Said>;
}

export type Sentences = Readonly<Record<string, string>>;

/** The sentence a message says. A code without one says itself, with its parameters. */
export function render(said: Said, sentences: Sentences): string {
  const params = said.params ?? {};
  const sentence = sentences[said.code];
  if (sentence === undefined) {
    const rest = Object.entries(params).map(([name, value]) => ` ${name}=${speak(value, sentences)}`);
    return said.code + rest.join('');
  }
  return sentence.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = params[name];
    return value === undefined ? whole : speak(value, sentences);
  });
}

function speak(value: SaidValue | string | number | Said, sentences: Sentences): string {
  if (typeof value === 'number' || typeof value === 'string') return String(value);
  if ('code' in value) return render(value, sentences);
  if ('number' in value) return String(value.number);
  if ('text' in value) return value.text;
  if ('word' in value) return sentences[value.word] ?? value.word;
  return render(value.message, sentences);
}
