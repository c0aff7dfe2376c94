// Names of rule options and of their values.
import { capital, t, word, type PlainKey } from '../lib/i18n/index.svelte.ts';
import { moduleOf } from './index.svelte.ts';
import type { GameName } from './module.ts';

/** Texts of option values that several games have; other values are shown as they are. */
const VALUES: Readonly<Record<string, PlainKey>> = {
  'captured.captor': 'rule_captured_captor',
  'captured.all': 'rule_captured_all',
  'captured.none': 'rule_captured_none',
  'roaming.free': 'rule_roaming_free',
  'roaming.restricted': 'rule_roaming_restricted',
  on: 'rule_on',
  off: 'rule_off',
  yes: 'rule_on',
  no: 'rule_off',
};

export const optionName = (option: string): string => capital(word(`option_${option}`));

export function valueName(game: GameName, option: string, value: string): string {
  const full = `${option}.${value}`;
  const key = moduleOf(game).optionValues?.[full] ?? VALUES[full] ?? VALUES[value];
  return key ? t(key) : value;
}
