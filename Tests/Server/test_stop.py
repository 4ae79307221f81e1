"""The server stops in order: nobody loses what was acknowledged, and balancers notice first."""

import http.client
import signal
import time

from harness import until
from load import Load, Player, get


def stop(server, sign=signal.SIGTERM):
    """Sends a signal; returns the exit code and the seconds that it took."""
    begun = time.monotonic()
    server.process.send_signal(sign)
    code = server.process.wait(20)
    server.process.stdout.close()
    server.process = None
    return code, time.monotonic() - begun


def test_under_load_nothing_is_lost(serve):
    server = serve()
    load = Load(server, pairs=6)
    until(lambda: sum(load.acknowledged.values()) > 300, "some moves")
    code, took = stop(server)
    load.stop()
    assert (code, load.bad) == (0, [])
    assert took <= 10
    server.start()
    reader = Player(server.port)
    for match, version in load.acknowledged.items():
        status, view = reader.ask("GET", f"/v1/matches/{match}")
        assert status == 200 and view["version"] >= version, (match, version, view["version"])


def test_it_is_unready_at_once_and_alive_to_the_end(serve):
    server = serve("--drain-time", "2")
    assert get(server.port, "/readyz")[0] == 200
    server.process.send_signal(signal.SIGTERM)
    until(lambda: get(server.port, "/readyz")[0] == 503, "unready", limit=1)
    assert get(server.port, "/healthz") == (200, "ok\n")
    # Whoever comes meanwhile is served.
    assert get(server.port, "/")[0] == 200
    assert server.process.wait(10) == 0


def test_a_stream_ends_with_a_time_to_come_back(serve):
    server = serve("--drain-time", "0")
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    connection.request("GET", "/v1/events")
    answer = connection.getresponse()
    first = answer.fp.readline()
    code, took = stop(server)
    # Chunked coding put aside, the last words are a time.
    rest = first + answer.fp.read()
    assert code == 0 and took < 5
    assert rest.count(b"retry: ") == 2, rest


def test_a_second_signal_ends_it_at_once(serve):
    server = serve("--drain-time", "60")
    server.process.send_signal(signal.SIGTERM)
    until(lambda: get(server.port, "/readyz")[0] == 503, "unready", limit=1)
    code, took = stop(server)
    assert (code, took < 1) == (128 + signal.SIGTERM, True)


def test_ctrl_c_waits_for_no_balancer(serve):
    server = serve("--drain-time", "60")
    code, took = stop(server, signal.SIGINT)
    assert (code, took < 5) == (0, True)
