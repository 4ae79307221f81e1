"""Programs that play through the API, and remember what was acknowledged."""

import http.client
import json
import subprocess
import threading

from harness import TOOL, moves_of

GAME = ("F5D6C3D3C4F4F6F3E6E7D7C5B6D8C6C7D2B5A5A6A7G5E3B4C8G6G4C2E8D1F7E2G3H4F1E1F2G1B1F8G8B3H3B2H5B7"
        "A3A4A1A2C1H2H1G2B8A8G7H8H7H6")


def run(*words, **more):
    """Runs the tool; returns what it ended with."""
    return subprocess.run([TOOL, *map(str, words)], capture_output=True, text=True, timeout=120, **more)


def admin(server, *words, **more):
    return run("admin", *words, "--database", server.database, **more)


class Player:
    """A program that plays, on one connection that it keeps."""

    def __init__(self, port):
        self.port = port
        self.cookie = None
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)

    def ask(self, method, path, body=None, key=None):
        headers = {"Cookie": self.cookie} if self.cookie else {}
        if key:
            headers["Idempotency-Key"] = key
        self.connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = self.connection.getresponse()
        text = answer.read()
        if given := answer.getheader("Set-Cookie"):
            self.cookie = given.split(";")[0]
        return answer.status, json.loads(text) if text else None


def get(port, path):
    """The status and the text of a page, on a connection of its own."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("GET", path)
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer.status, text


class Load:
    """Pairs of players, each playing match after match until the load or the server ends."""

    def __init__(self, server, pairs=4):
        self.server = server
        # The highest acknowledged version by match.
        self.acknowledged = {}
        self.bad = []
        self.ended = threading.Event()
        self.threads = [threading.Thread(target=self._play, args=(n,), daemon=True) for n in range(pairs)]
        for thread in self.threads:
            thread.start()

    def _play(self, number):
        try:
            players = [Player(self.server.port), Player(self.server.port)]
            game = 0
            while not self.ended.is_set():
                game += 1
                self._play_one(players, f"{number}-{game}")
        except (OSError, http.client.HTTPException):
            # The server has closed the connection: what was not answered was not acknowledged.
            pass

    def _play_one(self, players, name):
        made = self._ask(players[0], "/v1/matches", {"game": "reversi"}, f"make-{name}")
        match = made["match"]
        version = self._ask(players[1], f"/v1/matches/{match}/join", None, f"join-{name}", match)["version"]
        for ply, move in enumerate(moves_of(GAME)):
            if self.ended.is_set():
                return
            answer = self._ask(players[ply % 2], f"/v1/matches/{match}/moves",
                               {"move": move, "version": version}, f"move-{name}-{ply}", match)
            version = answer["version"]

    def _ask(self, player, path, body, key, match=None):
        status, answer = player.ask("POST", path, body, key)
        if status not in (200, 201):
            self.bad.append((status, answer))
            raise OSError("refused")
        self.acknowledged[match or answer["match"]] = answer["version"]
        return answer

    def stop(self):
        self.ended.set()
        for thread in self.threads:
            thread.join(30)
            assert not thread.is_alive()
