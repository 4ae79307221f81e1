"""Who comes, goes, asks and is asked, through the API: what others must not read, and that nobody is stuck."""

import itertools
import json
import threading

from load import Player

KEYS = itertools.count()


def do(player, match, command, body=None):
    path = f"/v1/matches/{match}/{command}" if match else f"/v1/{command}"
    return player.ask("POST", path, {} if body is None else body, f"key-{next(KEYS)}")


def done(player, match, command, body=None):
    status, answer = do(player, match, command, body)
    assert status in (200, 201), (command, body, answer)
    return answer


def make(player, **body):
    return done(player, None, "matches", {"game": "carried", "clock": "none", **body})["match"]


def find(player, **body):
    return done(player, None, "find", {"game": "carried", "clock": "none", **body})["match"]


def see(player, match):
    return player.ask("GET", f"/v1/matches/{match}")[1]


def players(server, count):
    return [Player(server.port) for _ in range(count)]


def identifier(player):
    return player.ask("GET", "/v1/me")[1]["id"]


def test_who_takes_a_seat_that_was_opened_reads_nothing_of_who_sat_there(serve):
    server = serve()
    a, b, c = players(server, 3)
    match = make(a, seats=3)
    done(b, match, "join")
    done(a, match, "ask", {"to": [2], "payload": "SECRET-TO-B"})
    done(b, match, "reply", {"exchange": 1, "payload": "SECRET-REPLY"})
    done(a, match, "ask", {"to": [2], "payload": "SECRET-OPEN"})
    done(a, match, "open", {"seat": 2})
    done(c, match, "join")
    log = c.ask("GET", f"/v1/matches/{match}/events?after=0")[1]
    assert "SECRET" not in json.dumps([see(c, match), log])
    # That the question to who was put out is over is told by an event of its own.
    assert [event["reason"] for event in log if event.get("exchange") == 2][-1] == "exchangeCompleted"
    assert "SECRET-REPLY" in json.dumps(see(a, match))
    done(a, match, "ask", {"to": [2], "payload": "TO-C"})
    assert "TO-C" in json.dumps(see(c, match))
    # The baton comes to C, who can resolve what C cannot read.
    done(a, match, "resolve", {"exchanges": [1]})
    done(a, match, "cancel", {"exchange": 3})
    assert see(c, match)["exchanges"][0]["status"] == "cancelled"


def test_who_has_left_is_matched_anew_and_who_is_invited_is_seated(serve):
    server = serve()
    a, b, c = players(server, 3)
    match = find(a, seats=3)
    assert find(b, seats=3) == match and find(b, seats=3) == match
    version = see(b, match)["version"]
    done(b, match, "quit", {"version": version})
    other = find(b, seats=3)
    assert other != match, "a match that one has left is none to wait in"
    assert see(b, other)["seats"][0]["status"] == "active"
    assert do(b, match, "join")[1]["code"] == "invalidState"
    assert find(c, seats=3) == match

    inviting = find(a, seats=3, options="friends", invited=[identifier(b)])
    assert find(b, seats=3, options="friends") == inviting
    assert [seat["status"] for seat in see(b, inviting)["seats"]] == ["active", "active", "matching"]


def test_invitations_push_no_match_off_the_list(serve):
    server = serve()
    a, b = players(server, 2)
    match = make(a)
    for _ in range(60):
        make(b, invited=[identifier(a)])
    listed = a.ask("GET", "/v1/matches")[1]
    own = [entry for entry in listed if not entry["invitation"]]
    assert [entry["id"] for entry in own] == [match] and own[0]["yourTurn"]
    assert len(listed) == 51
    assert not any(entry["yourTurn"] for entry in listed if entry["invitation"])


def test_an_account_that_is_gone_is_neither_seated_nor_invited(serve):
    server = serve()
    a, z, c = players(server, 3)
    match = make(a, game="reversi")
    done(z, match, "join")
    gone = identifier(z)
    version = see(z, match)["version"]
    done(z, match, "quit", {"version": version})
    status, answer = z.ask("DELETE", "/v1/account", {}, "delete")
    assert status in (200, 204), answer
    status, answer = do(a, None, "matches", {"game": "carried", "invited": [gone]})
    assert status == 400 and "no such player" in answer["title"]
    again = done(a, match, "rematch")["match"]
    view = see(a, again)
    assert view["status"] == "matching"
    assert sorted(seat["status"] for seat in view["seats"]) == ["active", "matching"]
    done(c, again, "join")
    assert see(a, again)["status"] == "open"


def test_roles_leave_something_for_every_seat(serve):
    server = serve()
    a, b, c, d = players(server, 4)
    status, answer = do(a, None, "matches", {"game": "carried", "seats": 3, "role": 0xFFFFFFFE})
    assert status == 400 and answer["field"] == "role"
    match = make(a, seats=4, role=1)
    assert do(b, match, "join", {"role": 0x7FFFFFFE})[1]["code"] == "invalidParticipant"
    done(b, match, "join", {"role": 0x3FFFFFFE})
    done(c, match, "join", {"role": 0x40000000})
    done(d, match, "join", {"role": 0x80000000})
    assert see(a, match)["status"] == "open"


def test_nothing_is_saved_over_a_reply(serve):
    server = serve()
    a, b = players(server, 2)
    match = make(a)
    done(b, match, "join")
    done(a, match, "ask", {"to": [2], "payload": "q"})
    done(b, match, "reply", {"exchange": 1, "payload": "r"})
    status, answer = do(a, match, "save", {"data": "x", "version": see(a, match)["version"]})
    assert status == 409 and answer["code"] == "exchangeUnresolved" and answer["exchanges"] == [1]
    done(a, match, "resolve", {"exchanges": [1], "data": "x"})


def test_the_end_of_an_exchange_is_told_when_somebody_leaves(serve):
    server = serve()
    a, b, c = players(server, 3)
    match = make(a, seats=3)
    done(b, match, "join")
    done(c, match, "join")
    done(b, match, "ask", {"to": [1, 3], "payload": "q"})
    done(a, match, "reply", {"exchange": 1, "payload": "r"})
    done(c, match, "ask", {"to": [1], "payload": "q"})
    done(c, match, "quit", {"version": see(c, match)["version"]})
    log = a.ask("GET", f"/v1/matches/{match}/events?after=0")[1]
    told = [(event["reason"], event.get("exchange")) for event in log]
    assert told[-3:] == [("seatLeft", None), ("exchangeCompleted", 1), ("exchangeCancelled", 2)]


def test_a_stranger_learns_no_version_and_who_comes_late_that_the_seat_is_taken(serve):
    server = serve()
    a, b, c = players(server, 3)
    match = make(a, game="reversi", spectators="none")
    done(b, match, "join")
    done(a, match, "moves", {"move": "d3", "version": see(a, match)["version"]})
    make(c)
    status, answer = do(c, match, "moves", {"move": "c3", "version": 1})
    assert status == 403 and answer["code"] == "notMember" and "version" not in answer
    assert do(c, match, "join")[1]["code"] == "seatTaken"
    assert do(Player(server.port), match, "join")[1]["code"] == "seatTaken"

    for _ in range(4):
        match = make(a, spectators="none")
        racers = players(server, 4)
        codes = []
        threads = [
            threading.Thread(target=lambda player=player: codes.append(do(player, match, "join")[1].get("code")))
            for player in racers]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(map(str, codes)) == ["None"] + 3 * ["seatTaken"]


def test_a_refusal_names_the_version_and_what_to_do(serve):
    server = serve()
    a, b = players(server, 2)
    match = make(a, game="reversi")
    done(b, match, "join")
    version = see(a, match)["version"]
    for player, body, code in [
            (b, {"move": "d3", "version": version}, "notYourTurn"),
            (a, {"move": "a1", "version": version}, "illegalMove"),
            (a, {"move": "d3", "version": version + 1}, "staleVersion")]:
        answer = do(player, match, "moves", body)[1]
        assert (answer["code"], answer["version"]) == (code, version)
        assert answer["advice"]


def test_data_fits_however_it_is_escaped(serve):
    server = serve()
    a = Player(server.port)
    for data in ["\x07" * 65_536, "é" * 32_768, '"' * 65_536]:
        match = make(a)
        done(a, match, "save", {"data": data, "version": see(a, match)["version"]})
        assert see(a, match)["data"] == data
    status, answer = do(a, match, "save", {"data": "x" * 65_537, "version": see(a, match)["version"]})
    assert status == 413 and answer["code"] == "dataTooLarge"


def test_offers_to_take_back_do_not_cross(serve):
    server = serve()
    a, b = players(server, 2)
    match = make(a, game="reversi")
    done(b, match, "join")
    for player, move in [(a, "d3"), (b, "c3"), (a, "c4")]:
        done(player, match, "moves", {"move": move, "version": see(a, match)["version"]})
    done(b, match, "offer", {"kind": "takeback"})
    status, answer = do(a, match, "offer", {"kind": "takeback"})
    assert status == 409 and answer["code"] == "invalidState"
    assert len(see(a, match)["moves"]) == 3


def test_nobody_is_called_as_a_seat_is(serve):
    a = players(serve(), 1)[0]
    make(a)
    for name in ["Player 1", "player2", "PLAYER  ３"]:
        assert a.ask("PUT", "/v1/me", {"name": name}, f"name-{next(KEYS)}")[0] == 400
    assert a.ask("PUT", "/v1/me", {"name": "Player One"}, "name")[0] == 200
