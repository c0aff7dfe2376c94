// Texts of the interface in this language, except those in more.ts.
import account from './account.ts';
import analysis from './analysis.ts';
import common from './common.ts';
import editor from './editor.ts';
import form from './form.ts';
import games from './games.ts';
import home from './home.ts';
import join from './join.ts';
import library from './library.ts';
import lobby from './lobby.ts';
import newgame from './newgame.ts';
import play from './play.ts';
import players from './players.ts';
import puzzles from './puzzles.ts';
import review from './review.ts';
import rules from './rules.ts';
import settings from './settings.ts';
import shell from './shell.ts';
import solve from './solve.ts';
import stats from './stats.ts';
import verify from './verify.ts';

const texts = {
  ...account,
  ...analysis,
  ...common,
  ...editor,
  ...form,
  ...games,
  ...home,
  ...join,
  ...library,
  ...lobby,
  ...newgame,
  ...play,
  ...players,
  ...puzzles,
  ...review,
  ...rules,
  ...settings,
  ...shell,
  ...solve,
  ...stats,
  ...verify,
} as const;
export default texts;
