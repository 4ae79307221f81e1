"""Load over HTTP against a server of its own, as ratios of what was measured in the same run.

`make load` builds what it needs and runs this. The database lies in a folder on a real disk (`BATON_LOAD_FOLDER`,
the checkout's `.build` if nothing is said). What each figure means is in `README.md` beside this file.
"""

import json
import os
import pathlib
import resource
import secrets
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
TOOL = pathlib.Path(os.environ.get("BATON_TOOL", ROOT / ".build/release/baton"))
FILES = pathlib.Path(__file__).resolve().parent
LOAD = ROOT / "Benchmarks/.build/release/load"
FOLDER = pathlib.Path(os.environ.get("BATON_LOAD_FOLDER", ROOT / ".build"))
SECONDS = float(os.environ.get("BATON_LOAD_SECONDS", "3"))
ROUNDS = int(os.environ.get("BATON_LOAD_ROUNDS", "3"))
STREAMS = int(os.environ.get("BATON_LOAD_STREAMS", "10000"))
MATCHES = int(os.environ.get("BATON_LOAD_MATCHES", "100000"))
POSTGRES = os.environ.get("BATON_TEST_POSTGRES")
TICKS = os.sysconf("SC_CLK_TCK")


def median(values):
    values = sorted(values)
    return values[len(values) // 2] if values else 0.0


class Server:
    """A server on a free port, with everything that would slow a measurement turned off but nothing that keeps data."""

    def __init__(self, database):
        self.process = subprocess.Popen(
            [TOOL, "serve", "--port", "0", "--database", str(database), "--web", str(ROOT / ".build/web"),
             "--connection-limit", str(STREAMS + 2000), "--log-level", "error", *EXTRA],
            stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        self.port = int(line.split("localhost:")[-1].split("127.0.0.1:")[-1].split("/")[0])

    def cpu(self):
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def memory(self):
        for line in pathlib.Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS"):
                return int(line.split()[1]) * 1024
        return 0

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(timeout=30)


# What a host would have to set to let one address do all of this.
EXTRA = os.environ.get("BATON_LOAD_SETTINGS", "").split()


def load(server, *arguments):
    run = subprocess.run([LOAD, arguments[0], str(server.port), *map(str, arguments[1:])],
                         capture_output=True, text=True)
    try:
        result = json.loads(run.stdout.strip().splitlines()[-1])
    except (IndexError, ValueError):
        sys.exit(f"load {arguments}: {run.stdout}{run.stderr}")
    if "error" in result:
        sys.exit(f"load {arguments}: {result['error']}")
    return result


def bare_sqlite(folder, seconds):
    """Single-row commits, write-ahead log, flushed each: what the disk and SQLite allow one writer."""
    path = folder / f"bare-{secrets.token_hex(4)}.sqlite"
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, body BLOB)")
    body = secrets.token_bytes(100)
    times = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        start = time.monotonic()
        connection.execute("INSERT INTO t (body) VALUES (?)", (body,))
        times.append((time.monotonic() - start) * 1000)
    connection.close()
    path.unlink()
    return {"rate": len(times) / seconds, "p50": median(times)}


def bare_postgres(seconds):
    """The same through libpq's own bench: one client, one row a transaction."""
    script = FOLDER / "bare.sql"
    script.write_text("INSERT INTO bare_load (body) VALUES (repeat('x', 100));\n")
    psql = shutil.which("psql") or "psql"
    subprocess.run([psql, POSTGRES, "-qc", "CREATE TABLE IF NOT EXISTS bare_load (id bigserial PRIMARY KEY, body text)"],
                   check=True)
    bench = next(iter(sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin/pgbench"))), "pgbench")
    out = subprocess.run([bench, "-n", "-c", "1", "-T", str(max(int(seconds), 1)), "-f", str(script), POSTGRES],
                         capture_output=True, text=True, check=True).stdout
    rate = float(next(line for line in out.splitlines() if line.startswith("tps")).split()[2])
    return {"rate": rate, "p50": 1000 / rate}


def turns(title, database, bare):
    """Durable turns with 1, 16 and 256 clients, alternating with bare commits."""
    server = Server(database)
    found = {"bare": [], "floor": [], 1: [], 16: [], 256: []}
    cpu = 0.0
    count = 0
    load(server, "turns", 16, 1)  # warm
    for _ in range(ROUNDS):
        found["bare"].append(bare())
        found["floor"].append(load(server, "floor", min(SECONDS, 1)))
        for clients in (1, 16, 256):
            before = server.cpu()
            found[clients].append(load(server, "turns", clients, SECONDS))
            if clients == 256:
                cpu += server.cpu() - before
                count += found[clients][-1]["turns"]
    server.stop()
    base_rate = median([run["rate"] for run in found["bare"]])
    base_time = median([run["p50"] for run in found["bare"]])
    floor = median([run["p50"] for run in found["floor"]])
    print(f"\n{title}: bare commits {base_rate:,.0f}/s, median {base_time:.2f} ms; a request that does nothing takes "
          f"{floor:.2f} ms")
    for clients in (1, 16, 256):
        rate = median([run["rate"] for run in found[clients]])
        p50 = median([run["p50"] for run in found[clients]])
        p99 = median([run["p99"] for run in found[clients]])
        print(f"  {clients:3} clients: {rate:8,.0f} turns/s = {rate / base_rate:5.2f} x bare; "
              f"median {p50:.2f} ms = {p50 / base_time:.2f} x bare, p99 {p99:.1f} ms")
    print(f"  CPU of the server a turn at 256 clients: {1e6 * cpu / max(count, 1):.0f} us")


def length(folder):
    server = Server(folder / "length.sqlite")
    result = load(server, "length", 1000, 300)
    server.stop()
    print(f"\nA turn of a match with 1,000 turns against one of 1-10: {result['long']:.2f} against "
          f"{result['short']:.2f} ms = {result['long'] / result['short']:.2f} x")


def streams(folder):
    server = Server(folder / "streams.sqlite")
    without = load(server, "turns", 1, SECONDS)
    before = server.memory()
    made = curl(server, "POST", "/v1/matches", '{"game":"reversi","clock":"none"}')
    match, cookie = made["match"], made["cookie"]
    watcher = subprocess.Popen([LOAD, "streams", str(server.port), match, str(STREAMS)],
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    opened = json.loads(watcher.stdout.readline())["open"]
    time.sleep(3)  # They are idle now; what their arrival needed is given back a second or two later.
    each = (server.memory() - before) / max(opened, 1)
    cpu = server.cpu()
    time.sleep(15)
    heartbeat = (server.cpu() - cpu) / max(opened, 1)
    with_streams = load(server, "turns", 1, SECONDS)
    runs = []
    version = made["version"]
    for move in ("d3",):
        watcher.stdin.write(f"event {time.monotonic_ns()}\n")
        watcher.stdin.flush()
        curl(server, "POST", f"/v1/matches/{match}/moves", json.dumps({"move": move, "version": version}), cookie)
        runs.append(json.loads(watcher.stdout.readline()))
    watcher.stdin.close()
    watcher.wait()
    server.stop()
    print(f"\n{opened} idle streams: {each / 1024:.1f} kB each; {1e6 * heartbeat:.1f} us of CPU each in 15 s")
    for run in runs:
        print(f"  one event reached {run['reached']} in {run['p50']:.0f} ms (median), {run['p99']:.0f} ms (p99)")
    print(f"  turns beside them: p99 {with_streams['p99']:.1f} ms, without them {without['p99']:.1f} ms "
          f"= {with_streams['p99'] / without['p99']:.2f} x")


def curl(server, method, path, body, cookie=None):
    import http.client
    connection = http.client.HTTPConnection("127.0.0.1", server.port)
    headers = {"Idempotency-Key": secrets.token_hex(8), "Content-Type": "application/json"}
    if cookie:
        headers["Cookie"] = cookie
    connection.request(method, path, body=body, headers=headers)
    answer = connection.getresponse()
    result = json.loads(answer.read())
    if answer.status >= 300:
        sys.exit(f"{method} {path}: {answer.status} {result}")
    if answer.getheader("Set-Cookie"):
        result["cookie"] = answer.getheader("Set-Cookie").split(";")[0]
    return result


def many(folder):
    """The same turns in an empty database and in one with very many matches."""
    paths = [folder / "few.sqlite", folder / "many.sqlite"]
    for path in paths:
        server = Server(path)
        load(server, "turns", 1, 0.5)
        server.stop()
    fill(paths[1], MATCHES)
    servers = []
    for path in paths:
        start = time.monotonic()
        servers.append(Server(path))
        servers[-1].ready = time.monotonic() - start
    found = [[], []]
    for _ in range(ROUNDS):
        for index, server in enumerate(servers):
            found[index].append(load(server, "turns", 16, SECONDS))
    for server in servers:
        server.stop()
    few, much = (median([run["p50"] for run in runs]) for runs in found)
    print(f"\n{MATCHES:,} matches in the store: ready after {servers[1].ready:.2f} s (empty: {servers[0].ready:.2f} s); "
          f"a turn takes {much:.2f} against {few:.2f} ms = {much / few:.2f} x")


def fill(path, count):
    """Copies the rows of one match under new names; nobody opens the copies."""
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA synchronous = OFF")
    columns = [row[1] for row in connection.execute("PRAGMA table_info(matches)")]
    row = list(connection.execute("SELECT * FROM matches LIMIT 1").fetchone())
    place = columns.index("id")
    events = connection.execute("SELECT number, body, checksum, received_at FROM events WHERE match = ? LIMIT 20",
                                (row[place],)).fetchall()
    marks = ",".join("?" * len(columns))
    wake = columns.index("wake_at") if "wake_at" in columns else None
    for number in range(count):
        row[place] = secrets.token_bytes(16)
        if wake is not None:
            # Deadlines far ahead, all different.
            row[wake] = int(time.time() * 1000) + 86_400_000 + number
        connection.execute(f"INSERT INTO matches VALUES ({marks})", row)
        connection.executemany("INSERT INTO events (match, number, body, checksum, received_at) VALUES (?,?,?,?,?)",
                               [(row[place], *event) for event in events])
        connection.execute("INSERT INTO lists (player, rank, updated_at, match) VALUES (?, 1, ?, ?)",
                           (secrets.token_bytes(16), number, row[place]))
    connection.commit()
    connection.close()


def slow(folder):
    """Turns again, on a disk whose flush takes as long as that of a disk without a battery (3 ms)."""
    compiler = shutil.which("cc") or shutil.which("clang")
    if compiler is None:
        print("\nSQLite with a flush of 3 ms: left out, there is no C compiler")
        return
    library = folder / "slowflush.so"
    subprocess.run([compiler, "-O2", "-shared", "-fPIC", "-o", library, FILES / "slowflush.c", "-ldl"], check=True)
    microseconds = os.environ.get("BATON_LOAD_FLUSH", "3000")
    sys.stdout.flush()
    subprocess.run(
        [sys.executable, __file__, "turns"], check=True,
        env=dict(os.environ, LD_PRELOAD=str(library), FLUSH_MICROSECONDS=microseconds,
                 BATON_LOAD_TITLE=f"SQLite, each flush {int(microseconds) / 1000:g} ms longer"))


def main():
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 65_536), hard))
    wanted = sys.argv[1:] or ["turns", "slow", "postgres", "length", "streams", "many"]
    folder = pathlib.Path(tempfile.mkdtemp(prefix="load-", dir=FOLDER))
    try:
        if "turns" in wanted:
            turns(os.environ.get("BATON_LOAD_TITLE", "SQLite"), folder / "turns.sqlite", lambda: bare_sqlite(folder, SECONDS))
        if "slow" in wanted:
            slow(folder)
        if "postgres" in wanted and POSTGRES:
            turns("PostgreSQL", POSTGRES, lambda: bare_postgres(SECONDS))
        elif "postgres" in wanted:
            print("\nPostgreSQL: left out, BATON_TEST_POSTGRES names no server")
        if "length" in wanted:
            length(folder)
        if "streams" in wanted:
            streams(folder)
        if "many" in wanted:
            many(folder)
    finally:
        shutil.rmtree(folder)


main()
