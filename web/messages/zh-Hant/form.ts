// Error messages beside form fields.
import type vi from '../vi/form.ts';
import type { Texts } from '../texts.ts';

export default {
  number_empty: '請輸入一個數。',
  switch_off: '關',
  switch_on: '開',
  number_high: '最多 {most}。',
  number_letters: '「{text}」不是數字。',
  number_low: '至少 {least}。',
  number_whole: '請輸入整數。',
} as const satisfies Texts<typeof vi>;
