"""The server is killed after every single move of a game, and each move is sent again as if its answer had been lost."""

import http.client
import json
import time

from harness import moves_of, rules

GAME = ("F5D6C3D3C4F4F6F3E6E7D7C5B6D8C6C7D2B5A5A6A7G5E3B4C8G6G4C2E8D1F7E2G3H4F1E1F2G1B1F8G8B3H3B2H5B7"
        "A3A4A1A2C1H2H1G2B8A8G7H8H7H6")


class Player:
    """A program that plays through the API."""

    def __init__(self, server):
        self.server = server
        self.cookie = None

    def ask(self, method, path, body=None, key=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=20)
        headers = {"Cookie": self.cookie} if self.cookie else {}
        if key:
            headers["Idempotency-Key"] = key
        connection.request(method, path, body and json.dumps(body), headers)
        answer = connection.getresponse()
        text = answer.read()
        if given := answer.getheader("Set-Cookie"):
            self.cookie = given.split(";")[0]
        connection.close()
        return answer.status, json.loads(text)


def test_a_kill_after_every_move_loses_nothing(own_server, figure):
    black, white = Player(own_server), Player(own_server)
    status, made = black.ask("POST", "/v1/matches", {"game": "reversi"}, "make")
    assert status == 201
    match = "/v1/matches/" + made["match"]
    assert white.ask("POST", match + "/join", key="join")[0] == 200
    played = ""
    starts = []
    for number, move in enumerate(moves_of(GAME)):
        player = [black, white][number % 2]
        version = 3 + number
        body, key = {"move": move, "version": version}, f"move-{number}"
        status, answer = player.ask("POST", match + "/moves", body, key)
        assert (status, answer["version"] > version) == (200, True), answer
        own_server.kill()
        begun = time.monotonic()
        own_server.start()
        starts.append((time.monotonic() - begun) * 1000)
        # The same command again gets the first answer and plays nothing.
        assert player.ask("POST", match + "/moves", body, key) == (200, answer)
        played += move
        _, view = player.ask("GET", match)
        word = rules(played.upper())
        assert view["version"] == answer["version"]
        assert view["position"][:64] == word["board"], f"after {played}"
        assert [entry["move"] for entry in view["moves"]] == word["moves"]
    assert view["status"] == "ended"
    assert view["scores"] == [32, 32]
    assert [seat["outcome"] for seat in view["seats"]] == ["tied", "tied"]
    figure("ready again after a kill", starts, "ms")
