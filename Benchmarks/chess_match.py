#!/usr/bin/env python3
"""Plays chess engines against each other from paired openings and says how sure the result is.

  chess_match.py --games 200 --tc 1+0.01 "baton uci" "/usr/games/glaurung"
  chess_match.py --nodes 20000 --sprt 0 10 ./new ./old
  chess_match.py --openings-only 500 --engine "baton uci" --book openings.txt

An engine is a command that speaks UCI; `xboard:COMMAND` speaks the other protocol. Options follow in braces:
`/usr/games/stockfish{UCI_LimitStrength=true,UCI_Elo=2850}`.

Openings are made by random legal moves from the starting position, kept if the first engine (or the one given with
--engine) judges them to be within a limit after a short search. Each is played twice, colours reversed. The error is
two standard deviations, counted over pairs. Every move is checked by python-chess; a wrong move, a crash and an
overstepped clock lose the game and are told apart at the end.
"""
import argparse
import concurrent.futures
import math
import random
import re
import shlex
import sys
import time

import chess
import chess.engine


class Player:
    """An engine process that is started again when it dies."""

    def __init__(self, text):
        match = re.fullmatch(r"(xboard:)?([^{]*)(?:\{(.*)\})?", text)
        self.is_xboard = bool(match[1])
        self.command = shlex.split(match[2])
        self.options = dict(o.split("=", 1) for o in (match[3] or "").split(",") if o)
        self.name = " ".join([self.command[0].rsplit("/", 1)[-1], *self.command[1:]])
        if match[3]:
            self.name += "{" + match[3] + "}"
        self.engine = None

    def start(self):
        if self.engine is None:
            popen = (
                chess.engine.SimpleEngine.popen_xboard
                if self.is_xboard
                else chess.engine.SimpleEngine.popen_uci
            )
            self.engine = popen(self.command, timeout=60)
            if self.options:
                self.engine.configure(self.options)
        return self.engine

    def stop(self):
        if self.engine is not None:
            try:
                self.engine.quit()
            except Exception:
                self.engine.close()
            self.engine = None


def random_opening(rng, plies):
    while True:
        board = chess.Board()
        for _ in range(plies):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(rng.choice(moves))
        if not board.is_game_over():
            return board


def make_openings(player, count, seed, plies, limit, path=None):
    if path:
        try:
            lines = [line.strip() for line in open(path) if line.strip()]
            if len(lines) >= count:
                return lines[:count]
        except FileNotFoundError:
            pass
    rng = random.Random(seed)
    result = []
    engine = player.start()
    while len(result) < count:
        board = random_opening(rng, plies)
        info = engine.analyse(board, chess.engine.Limit(nodes=20000), game=object())
        score = info["score"].white().score(mate_score=10000)
        if abs(score) <= limit:
            result.append(" ".join(move.uci() for move in board.move_stack))
    player.stop()
    if path:
        with open(path, "w") as file:
            file.write("\n".join(result) + "\n")
    return result


class Fault(Exception):
    def __init__(self, kind, side):
        super().__init__(kind)
        self.kind = kind
        self.side = side


def play_game(players, opening, base, increment, nodes, margin=0.0, max_plies=400):
    """Plays a game; players[0] is White. Returns White's points and how the game ended."""
    board = chess.Board()
    for move in opening.split():
        board.push_uci(move)
    clocks = [base, base]
    game = object()
    agreed = 0
    quiet = 0
    while True:
        outcome = board.outcome(claim_draw=True)
        if outcome:
            points = 0.5 if outcome.winner is None else float(outcome.winner == chess.WHITE)
            return points, outcome.termination.name
        if board.ply() > max_plies:
            return 0.5, "LENGTH"
        side = 0 if board.turn else 1
        try:
            engine = players[side].start()
            if nodes[side]:
                limit = chess.engine.Limit(nodes=nodes[side])
            else:
                limit = chess.engine.Limit(
                    white_clock=clocks[0], black_clock=clocks[1],
                    white_inc=increment, black_inc=increment)
            begin = time.monotonic()
            result = engine.play(board, limit, game=game, info=chess.engine.INFO_SCORE)
            spent = time.monotonic() - begin
        except chess.engine.EngineTerminatedError:
            players[side].stop()
            raise Fault("CRASH", side)
        except chess.engine.EngineError as error:
            players[side].stop()
            raise Fault(f"WRONG ({error})", side)
        if not nodes[side]:
            clocks[side] -= spent
            if clocks[side] < -margin:
                raise Fault("TIME", side)
            clocks[side] = max(clocks[side], 0.0) + increment
        if result.resigned or result.move is None:
            return float(side == 1), "RESIGNED"
        score = result.info.get("score")
        board.push(result.move)
        # Adjudication: both sides agree for a while.
        value = score.white().score(mate_score=20000) if score else None
        if value is not None and abs(value) > 1000:
            sign = 1 if value > 0 else -1
            agreed = agreed + sign if agreed * sign >= 0 else sign
        else:
            agreed = 0
        quiet = quiet + 1 if value is not None and abs(value) <= 8 and board.ply() > 80 else 0
        if abs(agreed) >= 8:
            return float(agreed > 0), "ADJUDICATED"
        if quiet >= 12:
            return 0.5, "ADJUDICATED"


def elo(score):
    score = min(max(score, 1e-6), 1 - 1e-6)
    return -400 * math.log10(1 / score - 1)


def summary(pairs):
    """Elo and its error of two standard deviations, over pairs of games."""
    n = len(pairs)
    mean = sum(pairs) / n / 2
    variance = sum((p / 2 - mean) ** 2 for p in pairs) / max(n - 1, 1)
    # Even if all pairs ended alike, half a point more or less was possible.
    error = 2 * math.sqrt(max(variance, 1 / (16 * n)) / n)
    # The slope of the curve, taken where it is not yet too steep.
    middle = min(max(mean, 0.5 / n), 1 - 0.5 / n)
    slope = 400 / math.log(10) / (middle * (1 - middle))
    return mean, elo(middle), error * slope


def log_likelihood_ratio(pairs, low, high):
    """Of two hypotheses about the difference in Elo, by a normal approximation over pairs."""
    n = len(pairs)
    if n < 4:
        return 0.0
    expected = [1 / (1 + 10 ** (-e / 400)) for e in (low, high)]
    mean = sum(pairs) / n / 2
    variance = sum((p / 2 - mean) ** 2 for p in pairs) / n
    if variance == 0:
        return 0.0
    return (expected[1] - expected[0]) * (2 * mean - expected[0] - expected[1]) * n / (2 * variance)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("engines", nargs="*")
    parser.add_argument("--engine", help="judges openings")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--tc", default="1+0.01", help="seconds and increment")
    parser.add_argument(
        "--margin", type=float, default=0.0,
        help="seconds by which a clock may be overstepped, for busy machines")
    parser.add_argument("--nodes", help="N, or N,M for each engine, instead of a clock")
    parser.add_argument("--book", help="a file of move lists; made if it is not there")
    parser.add_argument("--plies", type=int, default=8)
    parser.add_argument("--limit", type=int, default=70)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sprt", type=float, nargs=2, metavar=("LOW", "HIGH"))
    parser.add_argument("--openings-only", type=int)
    parser.add_argument("--concurrency", type=int, default=1)
    parser.add_argument("--quiet", action="store_true")
    arguments = parser.parse_args()

    judge = Player(arguments.engine or arguments.engines[0])
    count = arguments.openings_only or (arguments.games + 1) // 2
    openings = make_openings(
        judge, count, arguments.seed, arguments.plies, arguments.limit, arguments.book)
    if arguments.openings_only:
        return
    base, increment = (float(x) for x in arguments.tc.split("+"))
    nodes = [int(x) for x in (arguments.nodes or "0").split(",")]
    if len(nodes) == 1:
        nodes *= 2

    pairs, endings, faults = [], {}, {}
    wins = draws = losses = 0

    def play_pair(opening):
        players = [Player(e) for e in arguments.engines[:2]]
        results = []
        for white in (0, 1):
            seats = [players[white], players[1 - white]]
            seat_nodes = [nodes[white], nodes[1 - white]]
            try:
                points, ending = play_game(
                    seats, opening, base, increment, seat_nodes, arguments.margin)
                fault = None
            except Fault as error:
                points, ending = float(error.side), error.kind.split(" ")[0]
                fault = (seats[error.side].name, error.kind)
            results.append((points if white == 0 else 1 - points, ending, fault))
        for player in players:
            player.stop()
        return results

    decided = ""
    with concurrent.futures.ThreadPoolExecutor(arguments.concurrency) as pool:
        futures = [pool.submit(play_pair, opening) for opening in openings]
        for future in concurrent.futures.as_completed(futures):
            if future.cancelled():
                continue
            results = future.result()
            pairs.append(sum(r[0] for r in results))
            for points, ending, fault in results:
                wins += points == 1
                draws += points == 0.5
                losses += points == 0
                endings[ending] = endings.get(ending, 0) + 1
                if fault:
                    faults[fault] = faults.get(fault, 0) + 1
                    print("fault:", *fault, file=sys.stderr)
            score, difference, error = summary(pairs)
            ratio = log_likelihood_ratio(pairs, *arguments.sprt) if arguments.sprt else 0
            if not arguments.quiet and len(pairs) % 10 == 0:
                print(
                    f"{2 * len(pairs)} games: +{wins} ={draws} -{losses}, {difference:+.0f}"
                    f" ± {error:.0f} Elo" + (f", LLR {ratio:.2f}" if arguments.sprt else ""),
                    flush=True)
            if arguments.sprt and abs(ratio) >= 2.94:
                decided = "accepted" if ratio > 0 else "rejected"
                for other in futures:
                    other.cancel()
                break
    score, difference, error = summary(pairs)
    names = [Player(e).name for e in arguments.engines[:2]]
    print(f"{names[0]} - {names[1]}: +{wins} ={draws} -{losses}, {100 * score:.1f} %,"
          f" {difference:+.0f} ± {error:.0f} Elo {decided}")
    print("ended by", ", ".join(f"{k} {v}" for k, v in sorted(endings.items())))
    print("faults", faults or "none")


if __name__ == "__main__":
    main()
