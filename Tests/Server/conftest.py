"""The servers of these tests: each test has its own, since it stops, fills or replaces it."""

import pathlib
import sys

import pytest

# Servers are started as the tests of the page start theirs.
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Page"))

from harness import Server  # noqa: E402

REASONS = []


@pytest.fixture
def serve(tmp_path):
    """Starts servers in folders of their own, and ends them after the test."""
    servers = []

    def start(*options, folder="server", environment=None):
        place = tmp_path / folder
        place.mkdir(mode=0o700, exist_ok=True)
        server = Server(place, *options, environment=environment)
        servers.append(server)
        return server.start()

    yield start
    for server in servers:
        server.stop()


def pytest_runtest_logreport(report):
    if report.skipped and isinstance(report.longrepr, tuple):
        REASONS.append(f"{report.nodeid}: {report.longrepr[2]}")


def pytest_terminal_summary(terminalreporter):
    for reason in REASONS:
        terminalreporter.write_line(reason)
