"""The server's own players: many games that wait for the computer do not hold up the turns of people."""

import random
import statistics
import time

from harness import moves_of, rules, until
from load import GAME, Player

GAMES = 100


def turns(server, name, count):
    """Lets two people play, and returns how long each turn took, in milliseconds."""
    players = [Player(server.port), Player(server.port)]
    _, made = players[0].ask("POST", "/v1/matches", {"game": "reversi"}, f"make-{name}")
    match = made["match"]
    _, joined = players[1].ask("POST", f"/v1/matches/{match}/join", None, f"join-{name}")
    version, times = joined["version"], []
    for ply, move in enumerate(moves_of(GAME)[:count]):
        begun = time.monotonic()
        status, answer = players[ply % 2].ask(
            "POST", f"/v1/matches/{match}/moves", {"move": move, "version": version}, f"{name}-{ply}")
        times.append(1000 * (time.monotonic() - begun))
        assert status == 200, answer
        version = answer["version"]
    return times


def test_a_hundred_waiting_games_do_not_hold_up_people(serve):
    # One thread, and as much time for a move as the level wants: the queue is as long as it gets.
    server = serve("--bot-threads", "1", "--bot-time", "60000")
    alone = turns(server, "alone", 40)
    chance = random.Random(7)
    owners = [Player(server.port) for _ in range(2)]
    games = []
    for number in range(GAMES):
        owner = owners[number % 2]
        status, made = owner.ask(
            "POST", "/v1/matches", {"game": "reversi", "bots": ["level-10"]}, f"game{number}")
        assert status == 201, made
        games.append((owner, made["match"]))

    def view(owner, match):
        return owner.ask("GET", f"/v1/matches/{match}")[1]

    def next_turns():
        """What to send in each game: a move by chance, which soon leads away from what the computer knows by heart."""
        found = []
        for number, (owner, match) in enumerate(games):
            until(lambda: view(owner, match)["yourTurn"], "the computer's move", 120)
            seen = view(owner, match)
            transcript = "".join(move["move"] for move in seen["moves"] if move["move"] != "pass").upper()
            body = {"move": chance.choice(rules(transcript)["legal"]), "version": seen["version"]}
            found.append((owner, f"/v1/matches/{match}/moves", body, f"move{number}-{len(seen['moves'])}"))
        return found

    def waiting():
        return sum(not view(owner, match)["yourTurn"] for owner, match in games)

    # From the seventh on the computer looks as far ahead as it can.
    for _ in range(7):
        asked = next_turns()
        for owner, path, body, key in asked:
            status, answer = owner.ask("POST", path, body, key)
            assert status == 200, answer
    before = waiting()
    busy = turns(server, "busy", 40)
    after = waiting()
    print(f"\na turn of people took {statistics.median(alone):.2f} ms alone and {statistics.median(busy):.2f} ms "
          f"while {before} to {after} games waited for the computer "
          f"(longest {max(alone):.1f} and {max(busy):.1f} ms)")
    # All their turns were taken while others waited: nobody stood in a queue with the computer. How many of those it
    # answered meanwhile is a matter of the machine's speed.
    assert before >= after > 0
    # And in the end each game has its answer.
    until(lambda: waiting() == 0, "all games are answered", 240)
