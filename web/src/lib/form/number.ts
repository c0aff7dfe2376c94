// Parses numbers as people type them: decimal comma or point, spaces between thousands.

/** Kind of input error. */
export type Fault = 'empty' | 'letters' | 'whole' | 'low' | 'high';

export interface Bounds {
  least: number;
  most: number;
  /** True if only whole numbers are valid. */
  whole?: boolean;
  /** True if an empty entry is valid. */
  optional?: boolean;
}

/** Parsed number, or the error. */
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
  // 100.000 and 100,000 mean one hundred thousand if only whole numbers are valid.
  const text = whole && /^-?\d{1,3}([.,]\d{3})+$/.test(bare) ? bare.replace(/[.,]/g, '') : bare.replace(',', '.');
  return /^-?(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : undefined;
}
