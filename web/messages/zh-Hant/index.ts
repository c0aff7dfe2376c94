// Every text of the interface in this language, gathered from the rooms it is used in.
import common from './common.ts';
import play from './play.ts';
import rules from './rules.ts';
import shell from './shell.ts';

const texts = { ...common, ...play, ...rules, ...shell } as const;
export default texts;
