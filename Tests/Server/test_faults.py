"""Two servers on one PostgreSQL while things break: a checker reads the whole history, a partition heals.

`BATON_TORTURE=N` takes N times as long; `make torture` does.
"""

import bisect
import concurrent.futures
import http.client
import os
import pathlib
import random
import shutil
import socket
import subprocess
import tempfile
import threading
import time

import pytest

from harness import moves_of, until
from load import GAME, Player, get
from test_nodes import CONTROL, POSTGRES, PSQL, Listener, Node, nodes, table  # noqa: F401  (nodes is a fixture)

TORTURE = int(os.environ.get("BATON_TORTURE", "1"))
SEED = int(os.environ.get("BATON_SEED", "0")) or random.randrange(1 << 32)

pytestmark = pytest.mark.skipif(
    not (POSTGRES and PSQL), reason="BATON_TEST_POSTGRES names no server, or psql is not installed")


class Member:
    """One of eight who play three matches at once and write down what they asked and what they were told."""

    def __init__(self, number, nodes):
        self.number = number
        self.nodes = nodes
        self.chance = random.Random(f"{SEED}/{number}")
        self.player = Player(nodes[number % 2].port)
        self.place = number % 2
        # (match, version, begun, ended, data), and (match, version, begun, ended).
        self.writes, self.reads, self.refused = [], [], 0
        self.failure = None

    def move_over(self):
        """To the other node, as somebody does whose connection has broken."""
        self.place = 1 - self.place
        cookie = self.player.cookie
        self.player = Player(self.nodes[self.place].port)
        self.player.cookie = cookie

    def ask(self, method, path, body=None, key=None):
        """Asks with the same key until there is an answer; returns it, and when it was first asked."""
        begun = time.monotonic()
        while True:
            try:
                status, answer = self.player.ask(method, path, body, key)
                if status != 503:
                    return status, answer, begun
            except (OSError, http.client.HTTPException, ValueError):
                pass
            assert time.monotonic() - begun < 60, f"no answer in a minute, seed {SEED}"
            time.sleep(0.02)
            self.move_over()

    def read(self, match):
        begun = time.monotonic()
        try:
            status, view = self.player.ask("GET", f"/v1/matches/{match}")
        except (OSError, http.client.HTTPException, ValueError):
            self.move_over()
            return None
        if status == 503:
            self.move_over()
            return None
        assert status == 200, view
        self.reads.append((match, view["version"], begun, time.monotonic()))
        return view

    def play(self, matches, ended):
        try:
            turn = 0
            while not ended.is_set():
                match = self.chance.choice(matches)
                view = self.read(match)
                if view is None or (not view["yourTurn"] and self.chance.random() < 0.9):
                    continue
                turn += 1
                data = f"{self.number}-{turn}"
                body = {"data": data, "version": view["version"]}
                command = "save"
                if self.chance.random() < 0.5:
                    command, body["next"] = "turn", [self.chance.randint(1, 8)]
                if self.chance.random() < 0.1:
                    body["version"] = max(1, body["version"] - 1)
                status, answer, begun = self.ask(
                    "POST", f"/v1/matches/{match}/{command}", body, f"k{data}")
                if status == 200:
                    self.writes.append((match, answer["version"], begun, time.monotonic(), data))
                    if self.chance.random() < 0.05:
                        again = self.ask("POST", f"/v1/matches/{match}/{command}", body, f"k{data}")
                        assert again[:2] == (200, answer), f"another answer to the same key, seed {SEED}"
                else:
                    assert answer["code"] in ("notYourTurn", "staleVersion"), answer
                    self.refused += 1
        except AssertionError as error:
            self.failure = error


def history(node, match):
    """All events of a match: number and data."""
    reader = Player(node.port)
    events = []
    while True:
        status, part = reader.ask("GET", f"/v1/matches/{match}/events?after={len(events)}")
        assert status == 200, part
        if not part:
            return events
        assert [event["number"] for event in part] == list(
            range(len(events) + 1, len(events) + len(part) + 1)), f"a gap in {match}, seed {SEED}"
        events += [(event["number"], event["match"]["data"]) for event in part]


def check_history(members, matches, nodes):
    """The log is gapless and the same everywhere; what was told fits it, in the order of real time."""
    for match in matches:
        events = history(nodes[0], match)
        assert events == history(nodes[1], match), f"two histories of {match}, seed {SEED}"
        data = dict(events)
        writes = sorted((w for m in members for w in m.writes if w[0] == match), key=lambda w: w[2])
        assert len({w[1] for w in writes}) == len(writes), f"one number for two turns, seed {SEED}"
        for _, version, _, _, told in writes:
            assert data[version] == told, f"turn {version} of {match} is another's, seed {SEED}"
        # Data that were not acknowledged to anybody: only where an answer was never got, which ask() rules out.
        assert len({text for _, text in events if text}) == len(writes), f"a turn nobody made, seed {SEED}"
        # Whatever was acknowledged before something was asked has a lower number than what came of that.
        ends = sorted((w[3], w[1]) for w in writes)
        highest, most = [], 0
        for _, version in ends:
            most = max(most, version)
            highest.append(most)
        times = [end for end, _ in ends]

        def before(instant):
            index = bisect.bisect_left(times, instant)
            return highest[index - 1] if index else 0

        for _, version, begun, _, _ in writes:
            assert before(begun) < version, f"turn {version} of {match} was before an earlier one, seed {SEED}"
        for member in members:
            seen = 0
            for _, version, begun, _ in (r for r in member.reads if r[0] == match):
                assert version >= seen, f"member {member.number} read {version} after {seen}, seed {SEED}"
                assert version >= before(begun), (
                    f"member {member.number} read {version} of {match} when {before(begun)} was acknowledged,"
                    f" seed {SEED}")
                seen = version


def test_a_history_with_nodes_killed_is_whole(nodes):
    matches = []
    members = [Member(number, nodes) for number in range(8)]
    for number in range(3):
        made = members[0].ask(
            "POST", "/v1/matches", {"game": "carried", "seats": 8, "clock": "none"}, f"make{number}")[1]
        matches.append(made["match"])
        for member in members[1:]:
            status, answer, _ = member.ask("POST", f"/v1/matches/{made['match']}/join", None, f"join{number}")
            assert status == 200, answer
    ended = threading.Event()
    threads = [threading.Thread(target=member.play, args=(matches, ended)) for member in members]
    for thread in threads:
        thread.start()
    chance = random.Random(SEED)
    kills = outages = 0
    end = time.monotonic() + (3 if TORTURE == 1 else 6 * TORTURE)
    while time.monotonic() < end:
        time.sleep(chance.uniform(0.2, 1.2))
        if TORTURE > 1 and CONTROL and chance.random() < 0.05:
            subprocess.run([CONTROL, "stop", "-m", "immediate"], check=True, capture_output=True)
            time.sleep(chance.uniform(0, 1))
            subprocess.run([CONTROL, "start"], check=True, capture_output=True)
            outages += 1
        else:
            node = chance.choice(nodes)
            node.kill()
            time.sleep(chance.uniform(0, 0.3))
            node.start()
            kills += 1
    ended.set()
    for thread in threads:
        thread.join(90)
        assert not thread.is_alive()
    for member in members:
        if member.failure:
            raise member.failure
    until(lambda: all(get(node.port, "/readyz")[0] == 200 for node in nodes), "both nodes")
    check_history(members, matches, nodes)
    writes = sum(len(member.writes) for member in members)
    operations = writes + sum(len(member.reads) + member.refused for member in members)
    assert writes > 20
    print(f"{operations} operations, {writes} of them turns, over {kills} kills of nodes and {outages} of the"
          f" database, seed {SEED}: whole, in order, and read in order")


class Strait:
    """A way from one node to the database that can be closed without anybody being told, as a cut cable is."""

    def __init__(self, target):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="strait-", dir="/tmp"))
        self.target = target
        self.is_open = threading.Event()
        self.is_open.set()
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(self.folder / ".s.PGSQL.5432"))
        self.listener.listen(100)
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while True:
            try:
                near, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self._connect, args=(near,), daemon=True).start()

    def _connect(self, near):
        # Whoever knocks while the way is closed waits, and hears nothing.
        self.is_open.wait()
        far = socket.socket(socket.AF_UNIX)
        try:
            far.connect(self.target)
        except OSError:
            near.close()
            return
        for pair in ((near, far), (far, near)):
            threading.Thread(target=self._pass, args=pair, daemon=True).start()

    def _pass(self, source, target):
        try:
            while data := source.recv(65536):
                self.is_open.wait()
                target.sendall(data)
        except OSError:
            pass
        for end in (source, target):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def close(self):
        self.is_open.set()
        self.listener.close()
        shutil.rmtree(self.folder)


@pytest.fixture
def parted(nodes, tmp_path):
    """Two servers on a database, the second of which reaches it over a strait."""
    base, _, query = nodes[1].address.partition("?")
    options = dict(part.split("=", 1) for part in query.split("&") if "=" in part)
    if not options.get("host", "").startswith("/"):
        pytest.skip("PostgreSQL is not on a socket of this machine")
    strait = Strait(f"{options['host']}/.s.PGSQL.5432")
    options["host"] = str(strait.folder)
    nodes[1].stop()
    folder = tmp_path / "far"
    folder.mkdir()
    far = Node(folder, base + "?" + "&".join(f"{name}={value}" for name, value in options.items()))
    far.start()
    yield nodes[0], far, strait
    strait.is_open.set()
    far.stop()
    strait.close()


def test_a_node_parted_from_the_database_refuses_and_heals(parted):
    near, far, strait = parted
    for round_number in range(min(TORTURE, 10)):
        match, players, version = table((near, far))
        listeners = [Listener(node.port, match) for node in (near, far)]
        for listener in listeners:
            listener.wait_for(version)
        moves = moves_of(GAME)

        def play(player, ply, key=None):
            begun = time.monotonic()
            status, answer = player.ask(
                "POST", f"/v1/matches/{match}/moves", {"move": moves[ply], "version": version + ply},
                key or f"m{ply}")
            return status, answer, time.monotonic() - begun

        for ply in range(2):
            assert play(players[ply], ply)[0] == 200
        process = far.process.pid
        strait.is_open.clear()
        try:
            # Who plays through the near node goes on at its usual pace.
            twins = [players[0], Player(near.port)]
            twins[1].cookie = players[1].cookie
            assert play(twins[0], 2)[0] == 200
            # The far one says within its time that it cannot, whatever it is asked, and leaves the rotation.
            def look():
                begun = time.monotonic()
                status, view = Player(far.port).ask("GET", f"/v1/matches/{match}")
                return status, view, time.monotonic() - begun

            with concurrent.futures.ThreadPoolExecutor() as pool:
                asked = pool.submit(play, players[1], 3)
                looked = pool.submit(look)
                until(lambda: get(far.port, "/readyz")[0] == 503, "the far node unready")
                assert get(far.port, "/healthz")[0] == 200
                status, answer, span = asked.result()
                assert status == 503 and answer["code"] == "unavailable" and span < 6, (status, answer, span)
                status, view, span = looked.result()
                assert span < 6 and (status == 503 or view["version"] >= version + 2), (status, view, span)
            slowest = 0
            for ply in range(3, 10):
                # The same key as the far node has heard: whatever became of it there, it counts once.
                status, answer, span = play(twins[ply % 2], ply)
                assert status == 200 and answer["version"] == version + ply + 1, answer
                slowest = max(slowest, span)
            assert slowest < 2, slowest
        finally:
            strait.is_open.set()
        healed = time.monotonic()
        until(lambda: get(far.port, "/readyz")[0] == 200, "the far node ready")
        healed = time.monotonic() - healed
        assert far.process.pid == process and far.process.poll() is None
        # The stream of the far node was open all the time: it tells what was missed, and each once.
        for listener in listeners:
            listener.wait_for(version + 10)
            assert listener.numbers == list(range(1, version + 11))
        # A connection to the database that the parting broke unnoticed may cost one more refusal, which says that
        # nothing was done: the same command with the same key is then asked again, as every client does.
        def insist(player, ply):
            end = time.monotonic() + 15
            while True:
                status, answer, _ = play(player, ply)
                if status != 503 or time.monotonic() > end:
                    return status, answer
                assert answer["code"] == "unavailable", answer

        assert insist(players[1], 3) == (200, {"match": match, "version": version + 4})
        status, answer = insist(players[0], 10)
        assert status == 200, answer
        begun = time.monotonic()
        listeners[1].wait_for(version + 11)
        print(f"parted {round_number + 1}: ready {healed:.1f} s after the way was open, events cross again in "
              f"{1000 * (time.monotonic() - begun):.0f} ms")
