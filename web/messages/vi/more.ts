// Texts of pages that few visitors open first: loaded with the page.
import lab from './lab.ts';
import operator from './operator.ts';
import talk from './talk.ts';
import tournament from './tournament.ts';
import watch from './watch.ts';

const texts = { ...lab, ...operator, ...talk, ...tournament, ...watch } as const;
export default texts;
