// Formats server messages: codes with parameters, translated by the server's catalogs.
import type { Param, MessageOut } from '../../wire/index.ts';

export type { MessageOut };
export type Sentences = Readonly<Record<string, string>>;

/** Text of a message. A code without a text is returned as it is, with its parameters. */
export function render(said: MessageOut, sentences: Sentences): string {
  const sentence = sentences[said.code];
  if (sentence === undefined) {
    const rest = Object.entries(said.params).map(([name, value]) => ` ${name}=${speak(value, sentences)}`);
    return said.code + rest.join('');
  }
  return sentence.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = said.params[name];
    return value === undefined ? whole : speak(value, sentences);
  });
}

function speak(value: Param, sentences: Sentences): string {
  if ('number' in value) return String(value.number);
  if ('text' in value) return value.text;
  if ('word' in value) return sentences[value.word] ?? value.word;
  return render(value.message, sentences);
}
