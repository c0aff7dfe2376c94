// Lessons of the Lab in English.
import type { LessonId, LessonText } from '../../src/lab/lessons/lessons.ts';

export default {
  tree: {
    title: 'Game trees',
    text: [
      'A computer plays by trying. From the position on the board every legal move leads to a new position; there the opponent has replies, and so on. Draw all of them and you get a tree: the root is the current position, every branch a move, every node a position.',
      "The tree grows fast. Three men's morris has nine squares, so we can count by hand. Xiangqi has about forty moves a turn: three levels are already more than 80,000 positions.",
      'Run the figure and open the nodes of the tree. The first level has the moves of the first player, the second level the replies.',
    ],
    task: "How many positions has the tree of two levels of three men's morris from the empty board, without the root?",
    why: 'The first player has 9 squares to choose from, the second 8: 9 + 9 × 8 = 81 positions. One more level multiplies by 7, and so the tree grows exponentially.',
  },
  minimax: {
    title: 'Minimax: my best, your worst for me',
    text: [
      'At the leaves of the tree the computer gives each position a score. A high score is good for the side that computes. But it cannot just pick the highest leaf: the opponent chooses too.',
      "Minimax goes from the leaves back to the root: at its own turns it takes the largest value of the children, at the opponent's turns the smallest. The value at the root is the result if both sides play right.",
      'In the figure a ★ marks the move that gave a node its value. Values are written for the side to move at the node: #1 at a child means that the opponent wins at once. Follow the stars from the root downwards.',
    ],
    task: 'Which move does minimax choose here? Write the square in coordinates, such as b3.',
    why: 'It is the move whose worst reply is still the best of all worst replies. Minimax does not hope for mistakes: it makes the worst case as good as possible.',
  },
  alphabeta: {
    title: 'Alpha-beta pruning: no need to see everything',
    text: [
      'Minimax looks at every position, even in branches that nobody would enter. Alpha-beta carries two numbers along: α is what the side to move is sure of already, β what the opponent allows.',
      'When a move scores β or more, the opponent will not let the game come here: higher up there is a better way. The other moves of this node are skipped. That is a cut.',
      'Cuts never change the result: the score at the root is that of minimax. Click on a node that was cut to read why.',
    ],
    task: 'At the start of xiangqi, depth 3: how many times fewer positions does alpha-beta visit than minimax, about?',
    why: 'Minimax visits 81,630 positions, plain alpha-beta 11,274: about seven times fewer, with exactly the same score. At greater depths the gap is much wider.',
  },
  ordering: {
    title: 'Move ordering: good moves first',
    text: [
      'How much alpha-beta cuts depends on the order of the moves. If the best move comes first, α and β close at once and most other moves are cut; if it comes last, hardly anything is.',
      'The computer does not know the best move beforehand, but it guesses well: captures of valuable pieces first, then moves that made cuts elsewhere (killer moves, history).',
      'In the table of results the column “by first move” says how many of the cuts were made by the very first move.',
    ],
    task: 'By what percentage does move ordering reduce the number of positions?',
    why: 'From 11,274 to 1,788 positions: about 84% fewer. Knuth and Moore proved that with perfect ordering about the square root of minimax’s leaves is enough.',
  },
  table: {
    title: 'Transposition tables: positions met before',
    text: [
      'Playing A and then B, or B and then A, often leads to the same position. The tree does not know, and searches it again.',
      'A transposition table is a notebook: each searched position is written down with its value and depth, and looked up when it is met again. To find it quickly every position has a key of 64 bits (a Zobrist key), which a few XOR operations update after every move.',
      'In the tree, a node “from table” was answered by the notebook; “Go to that node” shows where it was searched first.',
    ],
    task: 'How many positions of algorithm B were answered from the table? (Add up the column “from table” of the counts by ply.)',
    why: 'From 1,789 to 1,278 positions: the table saves more than a quarter, close to the 25% that the original reports measured. Every hit spares a whole branch; the deeper the search and the fewer the pieces, the more it helps.',
  },
  deepening: {
    title: 'Iterative deepening',
    text: [
      'How deep should one search? Too deep, and time is up before there is an answer. The solution: search to depth 1, then 2, then 3 … until time is up. There is an answer at every moment.',
      'It sounds like a waste, but every level is many times larger than all before it together, so what is repeated is little. And the best move of one iteration is searched first in the next, which gives more cuts.',
      'In the table every iteration is a depth.',
    ],
    task: 'About what percentage of all positions belongs to the last iteration (depth 4)?',
    why: 'Most of the work is in the last iteration. The earlier ones are cheap, improve the ordering, and make sure that there is always an answer.',
  },
  mcts: {
    title: 'Monte Carlo tree search',
    text: [
      'There is not always a good evaluation. Monte Carlo tries many times: it follows the tree to a new position, estimates the result there, and notes it in every node on the way. The classic way is to play on at random to the end of the game; here, as in the original report, one more move is tried (a capture if there is one) and the position is scored, which is much faster.',
      'Which move to follow? One that has done well (exploitation), but moves that were rarely visited need a chance too (exploration). UCB1 adds the two terms; its constant c says how much to explore.',
      'Move the slider of the simulations and watch the tree grow: good moves are visited more and more.',
    ],
    task: 'After 400 simulations, which move has the most visits, and is therefore chosen? Write its square.',
    why: 'The most visited move is the safest choice: its value was measured most often, while a rarely visited move may just have been lucky.',
  },
  chance: {
    title: 'Chance nodes: jieqi',
    text: [
      'In jieqi a face-down piece shows what it is only when it moves. After such a move the tree has a new kind of node, where nobody chooses: chance does.',
      'The value of a chance node is the mean of its outcomes, each weighted by its probability. If 5 of 15 face-down pieces are soldiers, a soldier appears with probability 5/15.',
      'Pruning is harder here: the mean needs the values of nearly all outcomes.',
    ],
    task: 'At the start of the game, how many different kinds of pieces can a face-down piece turn out to be?',
    why: 'Six: chariot, cannon, horse, elephant, advisor, soldier. The general always lies face up. The probabilities differ: 5/15 for a soldier, 2/15 for each of the others.',
  },
  evaluation: {
    title: 'The evaluation: scoring a position',
    text: [
      'No computer can search to the end of the game, so it has to estimate at the leaves. The evaluation adds many terms: material, the square of each piece, mobility, the safety of the king, passed pawns …',
      'Every term is a number: positive if it favors White, negative if it favors Black. Their sum is the score of the position, in pawns.',
      'Switch on “Worth of each piece on the board” to see what each piece is worth where it stands: the evaluation with it minus the evaluation without it.',
    ],
    task: 'In this position, where White attacks f7, which term is the largest, whatever its sign?',
    why: 'Material is level, so the placement of the pieces decides. Such small terms make the computer prefer one move to another.',
  },
  learning: {
    title: 'Learning a network',
    text: [
      'Where do the weights of an evaluation come from? From games: one changes the weights until the score predicts the results better, or the score of a deeper search. A neural network is the same with more than a hundred thousand weights, and nobody names its terms.',
      'The xiangqi network of Kỳ Đài looks at the board from both sides and adds a correction to the hand-written evaluation. It was trained on games of the program against itself. The chess network is different: it judges alone, without the hand-written terms.',
      'In the figure the line “network” is that correction.',
    ],
    task: 'By how much does the network correct the evaluation here (in pawns with the sign, such as −0.25)?',
    why: 'The network sees what the hand-written terms miss. With it the xiangqi engine is about 300 Elo stronger in a match of 400 games in which both sides search equally many positions.',
  },
} as const satisfies Readonly<Record<LessonId, LessonText>>;
