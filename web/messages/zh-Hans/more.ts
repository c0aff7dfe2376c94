// Texts of pages that few visitors open first: loaded with the page.
import lab from './lab.ts';
import operator from './operator.ts';
import tournament from './tournament.ts';

const texts = { ...lab, ...operator, ...tournament } as const;
export default texts;
