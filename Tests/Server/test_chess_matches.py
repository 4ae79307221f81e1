"""Matches of chess through the API."""

from harness import until
from load import Player


def make(player, **body):
    status, made = player.ask("POST", "/v1/matches", {"game": "chess", **body}, "make")
    assert status == 201, made
    return made["match"]


def see(player, match):
    return player.ask("GET", f"/v1/matches/{match}")[1]


def test_a_whole_match_against_the_computer_ends_with_checkmate(serve):
    server = serve("--bot-time", "2000")
    person = Player(server.port)
    games = person.ask("GET", "/v1/games")[1]
    chess = next(game for game in games if game["id"] == "chess")
    level = chess["bots"][-1]["name"]
    fen = "6k1/8/8/8/8/8/3R4/R3K2Q w - - 0 1"
    match = make(person, seat=2, bots=[level], options=fen)
    king, number = "g8", 0
    while True:
        until(lambda: (view := see(person, match))["yourTurn"] or view["status"] == "ended", "the computer's move", 60)
        view = see(person, match)
        if view["status"] == "ended":
            break
        assert view["start"] == fen
        # Which of its squares the king may go to, the server says.
        for file in "abcdefgh"[max(0, ord(king[0]) - 98):ord(king[0]) - 95]:
            for rank in range(max(1, int(king[1]) - 1), min(8, int(king[1]) + 1) + 1):
                number += 1
                status, answer = person.ask(
                    "POST", f"/v1/matches/{match}/moves",
                    {"move": f"{king}{file}{rank}", "version": view["version"]}, f"move-{number}")
                if status == 200:
                    king = f"{file}{rank}"
                    break
                assert answer["code"] == "illegalMove", answer
            else:
                continue
            break
        assert status == 200
    assert [seat["outcome"] for seat in view["seats"]] == ["won", "lost"]
    assert "ending" not in view, "the rules ended it"
    assert 3 <= len(view["moves"]) < 60


def test_running_out_of_time_against_a_bare_king_is_a_draw(serve):
    server = serve()
    players = [Player(server.port), Player(server.port)]
    match = make(players[0], options="8/8/8/4k3/8/8/4P3/4K3 w - - 0 1", clock="absolute 1000", timeout="lose")
    assert players[1].ask("POST", f"/v1/matches/{match}/join", None, "join")[0] == 200
    until(lambda: see(players[0], match)["status"] == "ended", "the time is over")
    view = see(players[0], match)
    assert [seat["outcome"] for seat in view["seats"]] == ["tied", "tied"]
    assert "run out of time" in view["ending"] and "a draw" in view["ending"]


def test_a_draw_is_claimed_and_chess960_tells_where_it_began(serve):
    server = serve()
    players = [Player(server.port), Player(server.port)]
    match = make(players[0], options="chess960 0")
    assert players[1].ask("POST", f"/v1/matches/{match}/join", None, "join")[0] == 200
    view = see(players[0], match)
    assert view["start"].startswith("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w ")
    number = 0

    def move(text, expected=200):
        nonlocal number
        number += 1
        mover = players[(number - 1) % 2]
        status, answer = mover.ask(
            "POST", f"/v1/matches/{match}/moves", {"move": text, "version": see(mover, match)["version"]},
            f"move-{number}")
        assert status == expected, answer

    for _ in range(2):
        for text in ("d1c3", "d8c6", "c3d1", "c6d8"):
            move(text)
    move("draw")
    view = see(players[1], match)
    assert view["status"] == "ended" and [seat["outcome"] for seat in view["seats"]] == ["tied", "tied"]
