// Error messages beside form fields.
export default {
  number_empty: 'Hãy nhập một số.',
  switch_off: 'tắt',
  switch_on: 'bật',
  number_high: 'Nhiều nhất là {most}.',
  number_letters: '“{text}” không phải là số.',
  number_low: 'Ít nhất là {least}.',
  number_whole: 'Hãy nhập số nguyên.',
} as const;
