// Names of the tie-breaks for readers who do not know their codes.
import { t } from '../lib/i18n/index.svelte.ts';

const NAMES = {
  AOB: 'tour_tb_aob',
  ARO: 'tour_tb_aro',
  APRO: 'tour_tb_apro',
  BACK: 'tour_tb_back',
  BH: 'tour_tb_bh',
  BPG: 'tour_tb_bpg',
  BWG: 'tour_tb_bwg',
  DE: 'tour_tb_de',
  FB: 'tour_tb_fb',
  FOUL: 'tour_tb_foul',
  KS: 'tour_tb_ks',
  OS: 'tour_tb_os',
  PS: 'tour_tb_ps',
  PTP: 'tour_tb_ptp',
  REP: 'tour_tb_rep',
  RTG: 'tour_rating',
  SB: 'tour_tb_sb',
  TPN: 'tour_tb_tpn',
  TPR: 'tour_performance',
  WIN: 'tour_tb_win',
  WON: 'tour_tb_won',
} as const;

/** Codes that an organizer can enter. */
export const TIE_BREAKS = Object.keys(NAMES);

/** Name of a tie-break with its modifiers: `BH/C1` is Buchholz without the lowest value. */
export function tieBreakName(code: string): string {
  const [base = '', ...modifiers] = code.split('/');
  const key = NAMES[base as keyof typeof NAMES] as (typeof NAMES)[keyof typeof NAMES] | undefined;
  const parts = [key ? t(key) : base];
  for (const modifier of modifiers) {
    const count = Number(modifier.slice(1)) || 1;
    if (modifier.startsWith('C')) parts.push(t('tour_tb_cut', { count }));
    else if (modifier.startsWith('M')) parts.push(t('tour_tb_median', { count }));
  }
  return parts.join(', ');
}
