// Every text of the interface in this language, gathered from the rooms it is used in.
import play from './play.ts';
import shell from './shell.ts';

const texts = { ...play, ...shell } as const;
export default texts;
