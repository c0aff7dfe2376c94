// Numbers as people type them: with a decimal comma or point, blanks between the thousands, and sometimes wrong.

/** What is wrong with an entry. */
export type Fault = 'empty' | 'letters' | 'whole' | 'low' | 'high';

export interface Bounds {
  least: number;
  most: number;
  /** Whether only whole numbers will do. */
  whole?: boolean;
  /** Whether nothing at all will do. */
  optional?: boolean;
}

/** The number an entry says, or what is wrong with it. */
export function readNumber(text: string, bounds: Bounds): { value: number } | { fault: Fault } {
  const bare = text.trim().replace(/[\s\u00a0_]/g, '');
  if (bare === '') return { fault: 'empty' };
  const value = parse(bare, bounds.whole ?? false);
  if (value === undefined) return { fault: 'letters' };
  if (bounds.whole && !Number.isInteger(value)) return { fault: 'whole' };
  if (value < bounds.least) return { fault: 'low' };
  if (value > bounds.most) return { fault: 'high' };
  return { value };
}

function parse(bare: string, whole: boolean): number | undefined {
  // 100.000 and 100,000 are a hundred thousand where only whole numbers are asked for.
  const text = whole && /^-?\d{1,3}([.,]\d{3})+$/.test(bare) ? bare.replace(/[.,]/g, '') : bare.replace(',', '.');
  return /^-?(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : undefined;
}
