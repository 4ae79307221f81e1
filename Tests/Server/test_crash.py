"""The server is killed, its replies are cut, its disk fills: what was acknowledged is there, once.

`BATON_TORTURE=N` repeats everything N times as often; `make torture` does.
"""

import http.client
import os
import pathlib
import random
import shutil
import signal
import socket
import sqlite3
import subprocess
import threading
import time

import pytest

from harness import Server, moves_of, until
from load import GAME, Load, Player, admin

TORTURE = int(os.environ.get("BATON_TORTURE", "1"))
SEED = int(os.environ.get("BATON_SEED", "0")) or random.randrange(1 << 32)


def check(server, acknowledged):
    """Every acknowledged version is there, and every match has as many moves as its events say: none twice."""
    reader = Player(server.port)
    for match, version in acknowledged.items():
        status, view = reader.ask("GET", f"/v1/matches/{match}")
        assert status == 200 and view["version"] >= version, (match, version, view, f"seed {SEED}")
        log = reader.ask("GET", f"/v1/matches/{match}/events")[1]
        assert [event["number"] for event in log] == list(range(1, view["version"] + 1)), f"seed {SEED}"


def test_killed_at_random_instants_under_load(serve):
    chance = random.Random(SEED)
    server = serve()
    everything = {}
    starts = []
    for _ in range(20 * TORTURE):
        load = Load(server, pairs=16)
        time.sleep(chance.uniform(0.02, 0.4))
        server.kill()
        load.stop()
        assert load.bad == []
        begun = time.monotonic()
        server.start()
        starts.append(time.monotonic() - begun)
        check(server, load.acknowledged)
        everything.update(load.acknowledged)
    check(server, everything)
    starts.sort()
    print(f"{len(starts)} kills, seed {SEED}: {len(everything)} matches whole; ready again after "
          f"{1000 * starts[len(starts) // 2]:.0f} ms (median), {1000 * starts[-1]:.0f} ms (most)")
    assert "0 problems" in admin(server, "check").stdout


class Cutter:
    """A way to a server that closes the connection instead of passing an answer on, whenever it is told to."""

    def __init__(self, port):
        self.port = port
        self.cuts = False
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.own = self.listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while True:
            try:
                near, _ = self.listener.accept()
            except OSError:
                return
            far = socket.create_connection(("127.0.0.1", self.port))
            threading.Thread(target=self._pass, args=(near, far, False), daemon=True).start()
            threading.Thread(target=self._pass, args=(far, near, True), daemon=True).start()

    def _pass(self, source, target, is_answer):
        try:
            while data := source.recv(65536):
                if is_answer and self.cuts:
                    break
                target.sendall(data)
        except OSError:
            pass
        for end in (source, target):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def close(self):
        self.listener.close()


def test_cut_replies_are_answered_by_the_same_key(serve):
    chance = random.Random(SEED)
    server = serve()
    cutter = Cutter(server.port)
    players = [Player(server.port), Player(server.port)]
    cut = 0
    for game in range(2 * TORTURE):
        match = players[0].ask("POST", "/v1/matches", {"game": "reversi"}, f"make-{game}")[1]["match"]
        version = players[1].ask("POST", f"/v1/matches/{match}/join", None, f"join-{game}")[1]["version"]
        older = []
        for ply, move in enumerate(moves_of(GAME)):
            mover = players[ply % 2]
            path, body, key = f"/v1/matches/{match}/moves", {"move": move, "version": version}, f"{game}-{ply}"
            if chance.random() < 0.5:
                cutter.cuts = True
                far = Player(cutter.own)
                far.cookie = mover.cookie
                with pytest.raises((OSError, http.client.HTTPException)):
                    far.ask("POST", path, body, key)
                cutter.cuts = False
                cut += 1
                if chance.random() < 0.1:
                    server.restart()
                    for player in players:
                        cookie = player.cookie
                        player.__init__(server.port)
                        player.cookie = cookie
            status, answer = mover.ask("POST", path, body, key)
            assert status == 200, (answer, f"seed {SEED}")
            again = mover.ask("POST", path, body, key)
            assert again == (200, answer), f"seed {SEED}"
            older.append((mover, path, body, key, answer))
            version = answer["version"]
        # Much later, when the match has long moved on.
        for mover, path, body, key, answer in older:
            assert mover.ask("POST", path, body, key) == (200, answer), f"seed {SEED}"
        view = players[0].ask("GET", f"/v1/matches/{match}")[1]
        assert len([move for move in view["moves"] if not move["forced"]]) == len(older)
    cutter.close()
    print(f"{cut} replies cut, seed {SEED}")


def test_one_key_at_once_has_one_effect(serve):
    server = serve()
    players = [Player(server.port), Player(server.port)]
    match = players[0].ask("POST", "/v1/matches", {"game": "reversi"}, "make")[1]["match"]
    version = players[1].ask("POST", f"/v1/matches/{match}/join", None, "join")[1]["version"]
    answers = []

    def play():
        twin = Player(server.port)
        twin.cookie = players[0].cookie
        answers.append(twin.ask("POST", f"/v1/matches/{match}/moves", {"move": "d3", "version": version}, "one"))

    threads = [threading.Thread(target=play) for _ in range(50)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [(200, {"match": match, "version": version + 1})] * 50
    other = players[0].ask("POST", f"/v1/matches/{match}/moves", {"move": "c4", "version": version}, "one")
    assert other[0] == 422 and other[1]["code"] == "keyReused"
    without = players[0].ask("POST", f"/v1/matches/{match}/moves", {"move": "c4", "version": version})
    assert without[0] == 400 and without[1]["field"] == "Idempotency-Key"


@pytest.fixture
def small_disk(tmp_path):
    """A file system of 9 MB."""
    place = tmp_path / "small"
    place.mkdir()
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=9m", "tmpfs", place], capture_output=True, text=True)
    if done.returncode != 0:
        pytest.skip(f"no file system can be mounted here: {done.stderr.strip()}")
    yield place
    subprocess.run(["umount", "-l", place], check=True)


def test_a_full_disk_refuses_writing_and_recovers(small_disk):
    server = Server(small_disk).start()
    try:
        players = [Player(server.port), Player(server.port)]
        made = players[0].ask("POST", "/v1/matches", {"game": "carried", "clock": "none"}, "make")[1]
        match, version = made["match"], made["version"]
        ballast = small_disk / "ballast"
        ballast.write_bytes(b"x" * 1_000_000)
        refused = None
        for number in range(2000):
            status, answer = players[0].ask(
                "POST", f"/v1/matches/{match}/save", {"data": "x" * 60_000, "version": version}, f"save-{number}")
            if status != 200:
                refused = (status, answer, number)
                break
            version = answer["version"]
        assert refused and refused[:1] == (503,) and refused[1]["code"] == "storageFull", refused
        # Reading goes on, and nothing was half written.
        assert players[0].ask("GET", f"/v1/matches/{match}")[1]["version"] == version
        ballast.unlink()

        def saves():
            return players[0].ask("POST", f"/v1/matches/{match}/save", {"data": "small", "version": version},
                                  f"save-{refused[2]}-again")[0] == 200

        until(saves, "room again")
        server.stop()
        connection = sqlite3.connect(small_disk / "baton.sqlite")
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        connection.close()
    finally:
        server.stop()


def test_a_database_that_is_taken_away_is_told_and_never_success(serve, tmp_path):
    server = serve()
    player = Player(server.port)
    made = player.ask("POST", "/v1/matches", {"game": "carried", "clock": "none"}, "make")[1]
    version = made["version"]
    # Somebody moves the files away and puts an older copy in their place.
    for suffix in ("", "-wal", "-shm"):
        file = pathlib.Path(f"{server.database}{suffix}")
        if file.exists():
            shutil.copy(file, tmp_path / f"old{suffix}")
    for suffix in ("", "-wal", "-shm"):
        file = pathlib.Path(f"{server.database}{suffix}")
        if file.exists():
            file.unlink()
    acknowledged = version
    end = time.monotonic() + 30
    ended = False
    for number in range(10_000):
        try:
            status, answer = player.ask(
                "POST", f"/v1/matches/{made['match']}/save", {"data": f"{number}", "version": acknowledged}, f"s{number}")
        except (OSError, http.client.HTTPException):
            ended = True
            break
        if status != 200:
            ended = True
            break
        acknowledged = answer["version"]
        if time.monotonic() > end:
            break
        time.sleep(0.05)
    assert ended, "the server went on as if nothing had happened"
    until(lambda: server.process.poll() is not None or
          http_status(server.port, "/readyz") == 503, "unready or ended")
    assert "store" in server.log()


def http_status(port, path):
    try:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
        connection.request("GET", path)
        return connection.getresponse().status
    except OSError:
        return 503


@pytest.mark.skipif(not shutil.which("strace"), reason="strace is not installed")
@pytest.mark.parametrize("call", [1, 2, 3, 7, 20] if TORTURE == 1 else range(1, 201))
def test_a_flush_that_fails_ends_the_process_and_nothing_else(tmp_path, call):
    """The disk answers the flush number `call` with an error; the process must not go on as if it had worked."""
    server = Server(tmp_path)
    log = open(tmp_path / "server.log", "ab")
    process = subprocess.Popen(
        ["strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=fdatasync,fsync", "-e",
         f"inject=fdatasync,fsync:error=EIO:when={call}+", *serve_words(server)], stdout=subprocess.PIPE, stderr=log,
        start_new_session=True)
    acknowledged, told = {}, []
    is_whole = False
    try:
        line = process.stdout.readline().decode()
        if line.startswith("Baton is ready"):
            port = int(line.split()[-1].rstrip("/").rsplit(":", 1)[1])
            is_whole = play_forty(port, acknowledged, told)
        # Commands that are written together share a flush, so a late one may never come.
        assert is_whole or process.wait(30) in (74, 69, 75), server.log()
    finally:
        # The server as well, which would go on without the one that watches it.
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.wait()
        log.close()
    if call <= 20:
        assert not is_whole, "forty commands were acknowledged, and the disk had refused a flush"
    server.start()
    try:
        reader = Player(server.port)
        for match, version in acknowledged.items():
            assert reader.ask("GET", f"/v1/matches/{match}")[1]["version"] >= version
        for match, number in told:
            assert reader.ask("GET", f"/v1/matches/{match}")[1]["version"] >= number
    finally:
        server.stop()


def serve_words(server):
    from harness import TOOL, WEB
    return [TOOL, "serve", "--port", "0", "--web", WEB, "--database", str(server.database)]


def play_forty(port, acknowledged, told):
    """Forty commands, and a stream beside them that writes down what it is told; returns whether all were done."""
    players = [Player(port), Player(port)]
    try:
        made = players[0].ask("POST", "/v1/matches", {"game": "reversi"}, "make")
        if made[0] != 201:
            return False
        match, version = made[1]["match"], made[1]["version"]
        acknowledged[match] = version
        stream = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        stream.request("GET", f"/v1/events?match={match}")
        answer = stream.getresponse()

        def listen():
            try:
                for line in answer:
                    if line.startswith(b"id: "):
                        told.append((match, int(line[4:])))
            except (OSError, http.client.HTTPException):
                pass

        listener = threading.Thread(target=listen, daemon=True)
        listener.start()
        status, joined = players[1].ask("POST", f"/v1/matches/{match}/join", None, "join")
        if status == 200:
            version = acknowledged[match] = joined["version"]
        for ply, move in enumerate(moves_of(GAME)[:38]):
            status, played = players[ply % 2].ask(
                "POST", f"/v1/matches/{match}/moves", {"move": move, "version": version}, f"m{ply}")
            if status != 200:
                return False
            version = acknowledged[match] = played["version"]
        listener.join(1)
        return status == 200
    except (OSError, http.client.HTTPException):
        return False
