// Error messages beside form fields.
import type vi from '../vi/form.ts';
import type { Texts } from '../texts.ts';

export default {
  number_empty: '请输入一个数。',
  switch_off: '关',
  switch_on: '开',
  number_high: '最多 {most}。',
  number_letters: '“{text}”不是数字。',
  number_low: '至少 {least}。',
  number_whole: '请输入整数。',
} as const satisfies Texts<typeof vi>;
