// Every text of the interface in this language, gathered from the rooms it is used in.
import common from './common.ts';
import form from './form.ts';
import games from './games.ts';
import home from './home.ts';
import join from './join.ts';
import library from './library.ts';
import newgame from './newgame.ts';
import play from './play.ts';
import rules from './rules.ts';
import settings from './settings.ts';
import shell from './shell.ts';
import stats from './stats.ts';

const texts = { ...common, ...form, ...games, ...home, ...join, ...library, ...newgame, ...play, ...rules, ...settings, ...shell, ...stats } as const;
export default texts;
