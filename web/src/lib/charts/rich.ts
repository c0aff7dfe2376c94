// Splits a line of text into runs: strong words between double asterisks, and Chinese characters.
export interface Run {
  text: string;
  strong: boolean;
  chinese: boolean;
}

const CHINESE = /([\u3400-\u9fff\uf900-\ufaff]+)/u;

export function runs(text: string): Run[] {
  return text.split('**').flatMap((part, index) =>
    part
      .split(CHINESE)
      .filter((piece) => piece !== '')
      .map((piece) => ({ text: piece, strong: index % 2 === 1, chinese: CHINESE.test(piece) })),
  );
}
