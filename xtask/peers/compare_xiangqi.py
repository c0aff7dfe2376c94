"""Compares our xiangqi move generation and move text with pyffish (Fairy-Stockfish as a library).

The input has one entry per line, fields separated by tabs:
  divide  fen  move:replies ...   every legal move and how many replies it has
  game    fen  moves  texts       a game from fen, its moves in coordinates and in WXF
  moves   fen  moves  texts       every legal move of fen, in coordinates and in WXF
Coordinates have ranks from 1 to 10. Differences are printed and give status 1.
"""

import multiprocessing
import sys

import pyffish

VARIANT = "xiangqi"
WXF = pyffish.NOTATION_XIANGQI_WXF
MAX_SHOWN = 10


def divide(fen, answers):
    ours = dict(answer.rsplit(":", 1) for answer in answers.split())
    theirs = pyffish.legal_moves(VARIANT, fen, [])
    if sorted(ours) != sorted(theirs):
        ours_only, theirs_only = sorted(set(ours) - set(theirs)), sorted(set(theirs) - set(ours))
        return 1, [f"{fen}: only ours {ours_only}, only theirs {theirs_only}"]
    problems = []
    for move, replies in ours.items():
        count = len(pyffish.legal_moves(VARIANT, fen, [move]))
        if count != int(replies):
            problems.append(f"{fen}: after {move} we count {replies} replies, they {count}")
    return len(ours), problems


def texts_differ(fen, moves, ours, theirs):
    if len(ours) != len(theirs):
        return [f"{fen}: {len(ours)} texts of ours, {len(theirs)} of theirs"]
    return [
        f"{fen} (move {number}): {move} is {our} here, {their} there"
        for number, (move, our, their) in enumerate(zip(moves, ours, theirs), start=1)
        if our != their
    ]


def game(fen, moves, texts):
    moves = moves.split()
    theirs = pyffish.get_san_moves(VARIANT, fen, moves, False, WXF)
    return len(moves), texts_differ(fen, moves, texts.split(), theirs)


def every_move(fen, moves, texts):
    moves = moves.split()
    theirs = [pyffish.get_san(VARIANT, fen, move, False, WXF) for move in moves]
    return len(moves), texts_differ(fen, moves, texts.split(), theirs)


QUESTIONS = {"divide": divide, "game": game, "moves": every_move}


def ask(line):
    kind, *fields = line.rstrip("\n").split("\t")
    try:
        count, problems = QUESTIONS[kind](*fields)
    except Exception as error:  # The library refuses what we think legal: that is a difference too.
        count, problems = 0, [f"{line.strip()}: pyffish says {error!r}"]
    return kind, count, problems


def main(path):
    with open(path, encoding="utf-8") as file:
        lines = file.readlines()
    totals = {kind: [0, 0] for kind in QUESTIONS}
    differences = []
    with multiprocessing.Pool() as pool:
        for kind, count, problems in pool.imap(ask, lines, chunksize=8):
            totals[kind][0] += 1
            totals[kind][1] += count
            differences += problems
    print(
        f"pyffish: {totals['divide'][0]} positions divided ({totals['divide'][1]} moves); WXF of "
        f"{totals['game'][1]} moves in {totals['game'][0]} games and of all {totals['moves'][1]} moves in "
        f"{totals['moves'][0]} crowded positions: {len(differences)} differences"
    )
    for difference in differences[:MAX_SHOWN]:
        print("  " + difference)
    return 1 if differences or not lines else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
