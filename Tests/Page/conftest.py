"""The servers and windows of the tests. Starting a browser takes over a second, so tests share them."""

import statistics

import pytest

from harness import Server, Window

FIGURES = []


@pytest.fixture(scope="session")
def figure():
    """Notes a figure, which is printed after the tests."""

    def note(name, values, unit):
        values = values if isinstance(values, list) else [values]
        line = f"{name}: {statistics.median(values):.4g} {unit}"
        if len(values) > 1:
            line = (f"{name}: median {statistics.median(values):.4g} {unit}, min {min(values):.4g}, "
                    f"max {max(values):.4g} of {len(values)}")
        FIGURES.append(line)

    return note


def pytest_terminal_summary(terminalreporter):
    for line in FIGURES:
        terminalreporter.write_line(line)


class Pool:
    """The browsers that are open, by kind; each test gets them cleaned."""

    kinds = {
        "desktop": {},
        "phone": {"width": 390, "height": 844, "phone": True},
        "plain": {"script": False},
    }

    def __init__(self):
        self.open = {}
        self.used = []

    def get(self, kind, number):
        window = self.open.get((kind, number))
        if window is None:
            window = self.open[kind, number] = Window(**self.kinds[kind])
        if window not in self.used:
            window.reset()
            self.used.append(window)
        return window

    def close(self, kind=None):
        for key in [key for key in self.open if kind in (None, key[0])]:
            self.open.pop(key).close()


@pytest.fixture(scope="session")
def pool():
    pool = Pool()
    yield pool
    pool.close()


@pytest.fixture(scope="module", autouse=True)
def close_special_windows(pool):
    """Windows that few tests need do not stay open beside the others."""
    yield
    for kind in ("phone", "plain"):
        pool.close(kind)


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("server")).start()
    yield server
    server.stop()


@pytest.fixture
def server(shared_server):
    """A server that the test must leave as it is."""
    return shared_server


@pytest.fixture
def own_server(tmp_path):
    """A server that the test may kill."""
    server = Server(tmp_path).start()
    yield server
    server.stop()


@pytest.fixture
def windows(pool, request):
    """Opens windows by kind, and looks at their logs after the test."""
    origins = []
    for name in ("server", "own_server"):
        if name in request.fixturenames:
            origins.append(request.getfixturevalue(name).url)
    pool.used = []
    yield lambda kind="desktop", number=0: pool.get(kind, number)
    for window in pool.used:
        window.check(origins)


@pytest.fixture
def window(windows):
    return windows()
