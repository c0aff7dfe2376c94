"""Compares our chess and Chess960 move generation with python-chess.

The input has one position per line, fields separated by tabs: `chess` or `chess960`, the FEN, and every legal move with
the number of replies to it (`e2e4:20 ...`). Differences are printed and give status 1.
"""

import multiprocessing
import sys

import chess

MAX_SHOWN = 10


def compare(line):
    kind, fen, answers = line.rstrip("\n").split("\t")
    ours = dict(answer.rsplit(":", 1) for answer in answers.split())
    board = chess.Board(fen, chess960=kind == "chess960")
    if not board.is_valid():
        return kind, 0, [f"{fen}: python-chess calls this position {board.status()!r}"]
    theirs = {}
    for move in list(board.legal_moves):
        name = board.uci(move)
        board.push(move)
        theirs[name] = str(board.legal_moves.count())
        board.pop()
    problems = [
        f"{kind} {fen}: {move} has {ours.get(move, 'no')} replies here, {theirs.get(move, 'no')} there"
        for move in sorted(ours.keys() | theirs.keys())
        if ours.get(move) != theirs.get(move)
    ]
    return kind, len(ours), problems


def main(path):
    with open(path, encoding="utf-8") as file:
        lines = file.readlines()
    positions = {"chess": 0, "chess960": 0}
    moves, differences = 0, []
    with multiprocessing.Pool() as pool:
        for kind, count, problems in pool.imap(compare, lines, chunksize=8):
            positions[kind] += 1
            moves += count
            differences += problems
    print(
        f"python-chess: {positions['chess']} chess and {positions['chess960']} Chess960 positions divided "
        f"({moves} moves): {len(differences)} differences"
    )
    for difference in differences[:MAX_SHOWN]:
        print("  " + difference)
    return 1 if differences or not lines else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
