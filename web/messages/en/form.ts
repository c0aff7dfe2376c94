// Error messages beside form fields.
import type vi from '../vi/form.ts';
import type { Texts } from '../texts.ts';

export default {
  number_empty: 'Enter a number.',
  switch_off: 'off',
  switch_on: 'on',
  number_high: 'At most {most}.',
  number_letters: '“{text}” is not a number.',
  number_low: 'At least {least}.',
  number_whole: 'Enter a whole number.',
} as const satisfies Texts<typeof vi>;
