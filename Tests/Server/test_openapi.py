"""The API against its description: whatever Schemathesis makes of it, the server answers as it says.

`BATON_OPENAPI_EXAMPLES` is how many requests are made up for each operation and phase, `BATON_OPENAPI_SEEDS` by
which seeds; `make test` does little, a night may do more.
"""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from harness import ROOT
from load import Player

PACKAGES = os.environ.get("BATON_PYTHON_PACKAGES", str(ROOT / ".build/python"))
EXAMPLES = int(os.environ.get("BATON_OPENAPI_EXAMPLES", "3"))
CONFIG = ROOT / "Tests/Server/schemathesis.toml"
pytestmark = pytest.mark.skipif(
    not os.path.isdir(os.path.join(PACKAGES, "schemathesis")), reason="schemathesis is not installed (scripts/setup.sh test)")
SEEDS = [int(word) for word in os.environ.get("BATON_OPENAPI_SEEDS", "1 2 3").split()]
CHECKS = ",".join([
    "not_a_server_error", "status_code_conformance", "content_type_conformance", "response_headers_conformance",
    "response_schema_conformance", "missing_required_header", "unsupported_method", "allow_header_conformance",
    "negative_data_rejection",
])


def schemathesis(server, seed, environment, *options):
    words = [
        sys.executable, "-m", "schemathesis.cli", "--config-file", str(CONFIG), "run", f"{server.url.rstrip('/')}/v1/openapi.json",
        "--checks", CHECKS, "--seed", str(seed), "--max-examples", str(EXAMPLES), "--no-color", "--warnings", "off",
        "--phases", "examples,coverage,fuzzing,stateful", "--no-shrink", "--request-timeout", "20",
        "--generation-database", "none", "--suppress-health-check", "all",
        # A stream has no end; what it says is tested in Swift.
        "--exclude-operation-id", "streamEvents", *options,
        *os.environ.get("BATON_OPENAPI_OPTIONS", "").split(),
    ]
    done = subprocess.run(
        words, capture_output=True, text=True, timeout=120 + EXAMPLES * 60, cwd=server.folder,
        env={**os.environ, "PYTHONPATH": f"{PACKAGES}:{ROOT / 'Tests/Server'}", "BATON_URL": server.url,
             "SCHEMATHESIS_HOOKS": "openapi_hooks", "PYTHONDONTWRITEBYTECODE": "1", **environment})
    assert server.process.poll() is None, f"the server died\n{done.stdout}\n{server.log()}"
    return done


def stranger(server, seed):
    return schemathesis(server, seed, {})


def member(server, seed):
    cookies = []
    for _ in range(2):
        player = Player(server.port)
        assert player.ask("POST", "/v1/matches", {"game": "reversi"}, "first")[0] == 201
        cookies.append(player.cookie)
    # What ends the session would leave the rest of the run to a stranger.
    ending = [word for name in ("deleteAccount", "signOut", "signOutEverywhere")
              for word in ("--exclude-operation-id", name)]
    return schemathesis(
        server, seed, {"BATON_MEMBER": cookies[0], "BATON_OTHER": cookies[1]}, "-H", f"Cookie: {cookies[0]}",
        *ending)


@pytest.mark.parametrize("seed", SEEDS)
def test_everybody_is_answered_as_described(serve, seed):
    # Most of the time goes by in Schemathesis, so both run at once, each with a server of its own.
    with ThreadPoolExecutor() as pool:
        runs = [pool.submit(ask, serve(folder=ask.__name__), seed) for ask in (stranger, member)]
    for run in runs:
        done = run.result()
        print(done.stdout[-3000:])
        assert done.returncode == 0, done.stdout + done.stderr
