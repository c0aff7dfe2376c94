// Texts of pages that few visitors open first: loaded with the page.
import lab from './lab.ts';
import tournament from './tournament.ts';

const texts = { ...lab, ...tournament } as const;
export default texts;
