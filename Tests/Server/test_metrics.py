"""Figures for Prometheus: well-formed, of bounded size, and nowhere but on their own address."""

import os
import re
import shutil
import socket
import subprocess

import pytest

from load import Load, get
from harness import until

SAMPLE = re.compile(
    r'([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{((?:[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\["\\n])*",?)*)\})? (\S+)\Z')
PROMTOOL = os.environ.get("PROMTOOL") or shutil.which("promtool")


def free_port():
    with socket.socket() as place:
        place.bind(("127.0.0.1", 0))
        return place.getsockname()[1]


def parse(text):
    """Reads the text format strictly; returns the types and the samples."""
    assert text.endswith("\n")
    types, samples, family = {}, {}, None
    for line in text[:-1].split("\n"):
        if line.startswith("# HELP "):
            family = line.split(" ", 3)[2]
            assert family not in types, "a family comes once"
            assert line.split(" ", 3)[3]
        elif line.startswith("# TYPE "):
            _, _, name, kind = line.split(" ")
            assert name == family and kind in ("counter", "gauge", "histogram")
            types[name] = kind
        else:
            found = SAMPLE.match(line)
            assert found, line
            name, labels, value = found.groups()
            endings = ("_bucket", "_sum", "_count") if types[family] == "histogram" else ("",)
            assert name in [family + ending for ending in endings], line
            assert (name, labels) not in samples, line
            if types[family] == "counter":
                assert name.endswith("_total"), name
            samples[name, labels] = float(value)
    return types, samples


@pytest.fixture
def measured(serve):
    port = free_port()
    server = serve("--metrics-address", f"127.0.0.1:{port}")
    return server, port


def test_the_figures_are_well_formed_and_count(measured):
    server, port = measured
    load = Load(server, pairs=2)
    until(lambda: len(load.acknowledged) >= 4, "four matches")
    load.stop()
    assert not load.bad
    status, text = get(port, "/metrics")
    assert status == 200
    types, samples = parse(text)
    moves = samples["baton_commands_total", 'kind="moves",result="ok"']
    assert moves >= 2 * 60
    assert samples["baton_append_duration_seconds_count", None] >= moves
    assert samples["baton_store_ready", None] == 1
    assert samples["baton_rooms", None] >= 4
    assert samples["process_cpu_seconds_total", None] > 0
    assert samples["process_resident_memory_bytes", None] > 1e6
    for name in ("baton_requests_total", "baton_request_duration_seconds", "baton_streams",
                 "baton_connections", "baton_events_told_total", "baton_matches_woken_total",
                 "baton_bot_moves_total", "baton_passwords_waiting", "process_open_fds",
                 "process_start_time_seconds", "baton_build_info"):
        assert name in types
    for match in load.acknowledged:
        assert match[:6] not in text


def test_promtool_is_content(measured):
    if not PROMTOOL:
        pytest.skip("promtool is not installed (Debian package prometheus; PROMTOOL names it)")
    _, text = get(measured[1], "/metrics")
    done = subprocess.run([PROMTOOL, "check", "metrics"], input=text, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_no_label_grows_with_users(measured):
    server, port = measured
    sizes = []
    for goal in (3, 9):
        load = Load(server, pairs=3)
        until(lambda: len(load.acknowledged) >= goal and sum(load.acknowledged.values()) > goal * 9, "moves")
        load.stop()
        for index in range(goal * 30):
            get(server.port, f"/nowhere/{goal}/{index}")
        sizes.append(len(parse(get(port, "/metrics")[1])[1]))
    assert sizes[0] == sizes[1]


def test_the_figures_are_nowhere_else(measured):
    server, port = measured
    assert get(server.port, "/metrics")[0] == 404
    for path in ("/", "/healthz", "/v1/me", "/metrics/x"):
        assert get(port, path)[0] == 404, path
