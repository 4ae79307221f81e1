"""Streams of events when their readers stall, vanish, or all come back at once.

`BATON_TORTURE=N` takes N times as many; `make torture` does.
"""

import asyncio
import ctypes
import http.client
import os
import pathlib
import random
import resource
import shutil
import socket
import subprocess
import threading
import time

import pytest

from harness import TOOL, WEB, until
from load import Player

TORTURE = int(os.environ.get("BATON_TORTURE", "1"))
SEED = int(os.environ.get("BATON_SEED", "0")) or random.randrange(1 << 32)


class Carrier:
    """A match that only carries data, and who writes event after event into it.

    Sixteen take turns, because one alone would soon have to wait for a limit of rate.
    """

    def __init__(self, port, size=1, seats=2):
        self.players = [Player(port) for _ in range(seats)]
        made = self.players[0].ask(
            "POST", "/v1/matches", {"game": "carried", "clock": "none", "seats": seats}, "make")[1]
        self.match, self.version, self.size = made["match"], made["version"], size
        for player in self.players[1:]:
            status, answer = player.ask("POST", f"/v1/matches/{self.match}/join", None, "join")
            assert status == 200, answer
            self.version = answer["version"]
        self.turn = 0

    def write(self):
        """The one whose turn it is hands the baton on."""
        player, self.turn = self.players[self.turn], (self.turn + 1) % len(self.players)
        status, answer = player.ask(
            "POST", f"/v1/matches/{self.match}/turn",
            {"data": f"{self.version}".ljust(self.size, "."), "next": [self.turn + 1], "version": self.version},
            f"w{self.version}")
        assert status == 200, answer
        self.version = answer["version"]

    def reconnect(self):
        """After the server was away."""
        for player in self.players:
            cookie = player.cookie
            player.__init__(player.port)
            player.cookie = cookie

    def close(self):
        for player in self.players:
            player.connection.close()

    def request(self, after=0):
        return (f"GET /v1/events?match={self.match}&after={after} HTTP/1.1\r\nHost: localhost\r\n\r\n").encode()


def descriptors(process):
    return len(os.listdir(f"/proc/{process}/fd"))


def test_a_reader_that_never_reads_is_dropped_alone(serve):
    server = serve()
    carrier = Carrier(server.port, size=400, seats=16)
    stalled = socket.socket()
    stalled.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    stalled.connect(("127.0.0.1", server.port))
    numbers, news = [], threading.Event()
    other = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    other.request("GET", f"/v1/events?match={carrier.match}")
    answer = other.getresponse()

    def read():
        try:
            for line in answer:
                if line.startswith(b"id: "):
                    numbers.append(int(line[4:]))
                    news.set()
        except (OSError, http.client.HTTPException, ValueError, AttributeError):
            # The test has closed the connection.
            pass

    threading.Thread(target=read, daemon=True).start()
    stalled.sendall(carrier.request())
    until(lambda: numbers, "the first event")
    before = descriptors(server.process.pid)
    count = 300 if TORTURE == 1 else 500 * TORTURE
    for _ in range(count):
        carrier.write()
    until(lambda: numbers and numbers[-1] == carrier.version, "the last event for who reads")
    assert numbers == list(range(1, carrier.version + 1))
    until(lambda: descriptors(server.process.pid) < before, "the stalled reader gone")
    # What waits in the kernel can still be read; beyond it there was never more than one outbox.
    got = 0
    stalled.settimeout(10)
    try:
        while part := stalled.recv(65536):
            got += len(part)
    except ConnectionResetError:
        pass
    stalled.close()
    other.sock.shutdown(socket.SHUT_RDWR)
    print(f"{count} events of 1.3 kB: the reader that read none had {got // 1024} kB waiting when it was dropped")
    assert got < 400_000, got


class Watcher:
    """One browser: it follows the match, and comes back after the time that the server has named."""

    def __init__(self, storm):
        self.storm = storm
        self.seen = 0
        self.retry = 1.0
        self.wrong = None
        self.resumed = None

    async def run(self):
        while not self.storm.is_over:
            try:
                await self._follow()
            except (OSError, asyncio.IncompleteReadError):
                pass
            if self.storm.is_over:
                return
            self.resumed = None
            await asyncio.sleep(self.retry if self.storm.has_jitter else 1.0)

    async def _follow(self):
        begun = time.monotonic()
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", self.storm.port)
        except OSError:
            self.storm.refused.append(time.monotonic())
            raise
        self.storm.connects.append(begun)
        try:
            writer.write(self.storm.carrier.request(self.seen))
            line = await reader.readline()
            if b" 200 " not in line:
                self.storm.refused.append(time.monotonic())
                return
            while line := await reader.readline():
                if line.startswith(b"retry: "):
                    self.retry = int(line[7:]) / 1000
                    self.resumed = time.monotonic()
                elif line.startswith(b"id: "):
                    number = int(line[4:])
                    if number != self.seen + 1:
                        self.wrong = f"event {number} after {self.seen}"
                    self.seen = number
        finally:
            writer.close()


class Storm:
    def __init__(self, server, count, has_jitter=True):
        self.carrier = Carrier(server.port)
        self.port = server.port
        self.has_jitter = has_jitter
        self.is_over = False
        self.connects, self.refused = [], []
        self.watchers = [Watcher(self) for _ in range(count)]
        self.thread = threading.Thread(target=lambda: asyncio.run(self._run()), daemon=True)
        self.thread.start()

    async def _run(self):
        async def later(watcher, delay):
            await asyncio.sleep(delay)
            await watcher.run()

        # They come bit by bit, so that the beginning is no storm of its own.
        tasks = [asyncio.create_task(later(watcher, index / 2000)) for index, watcher in enumerate(self.watchers)]
        while not self.is_over:
            await asyncio.sleep(0.02)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def wait(self, what, limit=60):
        until(lambda: all(w.resumed and w.seen == self.carrier.version for w in self.watchers),
              lambda: f"{what}: {sum(1 for w in self.watchers if not w.resumed)} are not there, "
                      f"{sum(1 for w in self.watchers if w.seen != self.carrier.version)} have not all events", limit)
        wrong = [w.wrong for w in self.watchers if w.wrong]
        assert not wrong, wrong[:3]

    def stop(self):
        self.is_over = True
        self.thread.join(30)

    def peak(self, since):
        """The most connections in a tenth of a second."""
        buckets = {}
        for at in self.connects:
            if at >= since:
                buckets[int(at * 10)] = buckets.get(int(at * 10), 0) + 1
        return max(buckets.values(), default=0)


def test_all_come_back_after_a_kill_and_miss_nothing(serve):
    count = 300 if TORTURE == 1 else min(10_000, 500 * TORTURE)
    if resource.getrlimit(resource.RLIMIT_NOFILE)[0] < count + 1000:
        pytest.skip(f"{count} connections need more open files than this process may have")
    peaks = {}
    for has_jitter in (True, False):
        server = serve(folder=f"storm-{has_jitter}")
        storm = Storm(server, count, has_jitter)
        try:
            storm.carrier.write()
            storm.wait("the beginning", 120)
            server.kill()
            killed = time.monotonic()
            server.start()
            ready = time.monotonic()
            storm.carrier.reconnect()
            # Turns go on while they all come back.
            spans = []
            # Few for many readers: the one process that plays them all is the slower end.
            for _ in range(30 if count <= 1000 else 5):
                begun = time.monotonic()
                storm.carrier.write()
                spans.append(time.monotonic() - begun)
                time.sleep(0.05)
            storm.wait("everybody back", 60)
            back = sorted(w.resumed - ready for w in storm.watchers)
            late = [at for at in storm.refused if at > ready]
            assert not late, f"{len(late)} were turned away by a server that was ready"
            peaks[has_jitter] = storm.peak(ready)
            spans.sort()
            print(f"{count} streams {'with' if has_jitter else 'without'} jitter: ready {1000 * (ready - killed):.0f} ms"
                  f" after the kill, p99 back after {back[int(0.99 * (count - 1))]:.1f} s, at most "
                  f"{peaks[has_jitter]} in a tenth of a second; turns meanwhile {1000 * spans[-1]:.0f} ms at most")
            assert back[int(0.99 * (count - 1))] < 15
        finally:
            storm.stop()
            server.stop()
    assert peaks[False] > 1.5 * peaks[True], peaks


@pytest.mark.skipif(TORTURE == 1, reason="takes three quarters of a minute: make torture")
@pytest.mark.skipif(not (shutil.which("unshare") and shutil.which("ip") and os.geteuid() == 0),
                    reason="a network of its own needs root, unshare and ip")
def test_peers_that_vanish_without_a_word_are_gone_in_time(tmp_path):
    """The cable is cut under open streams, idle connections and half a request: nothing says goodbye."""
    log = open(tmp_path / "server.log", "ab")
    process = subprocess.Popen(
        ["unshare", "-n", "sh", "-c", 'ip link set lo up && exec "$@"', "sh", TOOL, "serve", "--port", "0", "--web", WEB,
         "--database", str(tmp_path / "baton.sqlite")], stdout=subprocess.PIPE, stderr=log)
    peers = []
    try:
        port = int(process.stdout.readline().split()[-1].rstrip(b"/").rsplit(b":", 1)[1])
        baseline = []

        def enter():
            # A thread in the network of the server; its sockets stay in it.
            namespace = os.open(f"/proc/{process.pid}/ns/net", os.O_RDONLY)
            assert ctypes.CDLL(None, use_errno=True).setns(namespace, 0x40000000) == 0
            os.close(namespace)
            carrier = Carrier(port)
            carrier.close()
            until(lambda: baseline.append(descriptors(process.pid)) or
                  len(baseline) > 20 and len(set(baseline[-20:])) == 1, "a quiet server")
            for number in range(300):
                peer = socket.create_connection(("127.0.0.1", port))
                if number % 3 == 0:
                    peer.sendall(carrier.request())
                    peer.recv(4096)
                elif number % 3 == 1:
                    peer.sendall(b"GET / HT")
                peers.append(peer)

        thread = threading.Thread(target=enter)
        thread.start()
        thread.join(60)
        assert len(peers) == 300
        until(lambda: descriptors(process.pid) >= baseline[-1] + 300, "300 connections")
        subprocess.run(["nsenter", "-t", str(process.pid), "-n", "ip", "link", "set", "lo", "down"], check=True)
        begun = time.monotonic()
        until(lambda: descriptors(process.pid) <= baseline[-1], lambda: f"{descriptors(process.pid)} descriptors", 60)
        span = time.monotonic() - begun
        print(f"300 peers without a word: gone after {span:.0f} s")
        # A heartbeat within 15 s, 25 s without an answer to it, 5 s to notice; and the machine may be busy.
        assert span <= 47
    finally:
        process.kill()
        process.wait()
        for peer in peers:
            peer.close()
        log.close()


def memory(process):
    for line in pathlib.Path(f"/proc/{process}/smaps_rollup").read_text().splitlines():
        if line.startswith("Rss:"):
            return int(line.split()[1]) * 1024
    return 0


def test_idle_streams_cost_little(serve):
    count = 500 if TORTURE == 1 else min(10_000, 500 * TORTURE)
    if resource.getrlimit(resource.RLIMIT_NOFILE)[0] < count + 1000:
        pytest.skip(f"{count} connections need more open files than this process may have")
    server = serve("--connection-limit", str(count + 1000))
    watched, played = Carrier(server.port), Carrier(server.port)

    def turns():
        spans = []
        for _ in range(100):
            begun = time.monotonic()
            played.write()
            spans.append(time.monotonic() - begun)
        return sorted(spans)

    def open_streams(number):
        opened = []
        for _ in range(number):
            peer = socket.create_connection(("127.0.0.1", server.port))
            peer.sendall(watched.request(watched.version))
            opened.append(peer)
        for peer in opened:
            peer.settimeout(30)
            assert b"200" in peer.recv(16)
        return opened

    # The first ones make room that stays.
    peers = open_streams(100)
    alone = turns()
    before = memory(server.process.pid)
    for _ in range((count - 100) // 100):
        peers += open_streams(100)
    each = (memory(server.process.pid) - before) / (count - 100)
    beside = turns()
    print(f"{count} idle streams: {each / 1024:.1f} kB each; p99 of turns {1000 * beside[98]:.1f} ms beside them, "
          f"{1000 * alone[98]:.1f} ms beside 100")
    if TORTURE > 1:
        ticks = os.sysconf("SC_CLK_TCK")

        def computed():
            fields = pathlib.Path(f"/proc/{server.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
            return (int(fields[11]) + int(fields[12])) / ticks

        begun = computed()
        time.sleep(30)
        heartbeat = (computed() - begun) / 2 / count
        print(f"  {1e6 * heartbeat:.1f} us of CPU for each in the 15 s of a heartbeat")
    for peer in peers:
        peer.close()
    # Few streams pay for room that many share.
    assert each < (24_000 if TORTURE == 1 else 16_384), each
