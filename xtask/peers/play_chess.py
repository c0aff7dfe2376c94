"""Plays chess with our engine through python-chess: its UCI client and its rules.

The argument is the program. Checks that every move is legal, and that options, MultiPV, WDL, stop and pondering work. A failure
ends the script with status 1.
"""

import sys
import time

import chess
import chess.engine

NODES = chess.engine.Limit(nodes=1500)
MAX_PLIES = 120
STOP_SECONDS = 0.5


def play(engine, board):
    plies = 0
    while plies < MAX_PLIES and not board.is_game_over(claim_draw=True):
        result = engine.play(board, NODES)
        if result.move not in board.legal_moves:
            raise ValueError(f"{board.fen()}: {result.move} is not legal")
        board.push(result.move)
        plies += 1
    return plies


def analyze(engine):
    board = chess.Board()
    lines = engine.analyse(board, chess.engine.Limit(depth=5), multipv=3)
    if len({line["pv"][0] for line in lines}) != 3:
        raise ValueError(f"expected three lines, got {lines}")
    engine.configure({"UCI_ShowWDL": True})
    chances = engine.analyse(board, chess.engine.Limit(depth=4))["wdl"]
    if sum(chances.white()) != 1000:
        raise ValueError(f"WDL does not add up to 1000: {chances}")
    mate = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4")
    score = engine.analyse(mate, chess.engine.Limit(depth=3))["score"].white()
    if score != chess.engine.Mate(1):
        raise ValueError(f"a mate in one scored {score}")


def stop_and_ponder(engine):
    board = chess.Board()
    with engine.analysis(board) as analysis:
        for info in analysis:
            if info.get("depth", 0) >= 3:
                break
        begin = time.monotonic()
        analysis.stop()
        analysis.wait()
        # Ten times what is promised: the machine may do other things as well.
        if time.monotonic() - begin > STOP_SECONDS:
            raise ValueError("stop was answered too late")
    for _ in range(2):
        result = engine.play(board, chess.engine.Limit(time=0.05), ponder=True)
        board.push(result.move)
        board.push(result.ponder or next(iter(board.legal_moves)))


def main(program):
    with chess.engine.SimpleEngine.popen_uci([program, "uci"]) as engine:
        engine.configure({"Hash": 8, "Threads": 1, "Brain": "champion"})
        plies = play(engine, chess.Board())
        plies += play(engine, chess.Board.from_chess960_pos(533))
        engine.configure({"Brain": "alphabeta:depth=2"})
        plies += play(engine, chess.Board())
        engine.configure({"Brain": "champion"})
        analyze(engine)
        stop_and_ponder(engine)
        engine.ping()
    print(f"played {plies} plies of chess through python-chess")


if __name__ == "__main__":
    try:
        main(sys.argv[1])
    except (ValueError, chess.engine.EngineError, chess.engine.EngineTerminatedError) as error:
        print(f"chess through python-chess: {error}")
        sys.exit(1)
