"""Looking after a running server: backups under load, checks, and who may ask."""

import os
import shutil
import stat
import subprocess

import pytest

from harness import TOOL, until
from load import Load, Player, admin, run


def digest_of(done):
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.strip().rsplit(" ", 1)[1]


def test_a_backup_under_load_is_whole_elsewhere(serve, tmp_path):
    server = serve()
    load = Load(server, pairs=6)
    until(lambda: sum(load.acknowledged.values()) > 300, "some moves")
    before = dict(load.acknowledged)
    copy = tmp_path / "copy.sqlite"
    done = admin(server, "backup", copy)
    assert done.returncode == 0, done.stderr
    assert copy.stat().st_mode & 0o777 == 0o600
    until(lambda: sum(load.acknowledged.values()) > sum(before.values()) + 50, "further moves")
    load.stop()
    assert not load.bad
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy.sqlite", "server"]

    place = tmp_path / "elsewhere"
    place.mkdir()
    restored = place / "baton.sqlite"
    done = run("admin", "restore", copy, "--database", restored)
    assert done.returncode == 0, done.stderr
    first = digest_of(run("admin", "check", "--database", restored))
    other = serve(folder="elsewhere")
    # Every match replays to the same positions, by the running server as well.
    assert digest_of(admin(other, "check")) == first
    reader = Player(other.port)
    for match, version in before.items():
        status, view = reader.ask("GET", f"/v1/matches/{match}")
        assert status == 200 and view["version"] >= version
    # Two copies of one state agree, and so does the original.
    again = tmp_path / "again.sqlite"
    assert admin(server, "backup", again).returncode == 0
    digest = digest_of(admin(server, "check"))
    assert run("admin", "restore", again, "--database", tmp_path / "b.sqlite").returncode == 0
    assert digest_of(run("admin", "check", "--database", tmp_path / "b.sqlite")) == digest


def test_a_match_that_was_left_alone_is_released(serve):
    server = serve()
    player = Player(server.port)
    status, made = player.ask("POST", "/v1/matches", {"game": "reversi"}, key="make")
    assert status == 201
    match = made["match"]
    server.stop()
    # As two processes leave it that died in the work on the match.
    jobs = server.database.with_name(server.database.name + ".jobs")
    assert jobs.exists()
    done = run("admin", "release", match, "--database", server.database)
    assert done.returncode == 0, done.stderr
    assert "goes on when the server starts" in done.stdout
    again = serve()
    done = admin(again, "release", match)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "the match goes on"
    assert admin(again, "release", "nonsense").returncode == 64
    assert admin(again, "release", "0" * 26).returncode == 1
    assert admin(again, "release").returncode == 64


def test_a_backup_takes_no_file_that_is_there(serve, tmp_path):
    server = serve()
    (tmp_path / "there").write_text("precious")
    done = admin(server, "backup", tmp_path / "there")
    assert done.returncode == 73
    assert (tmp_path / "there").read_text() == "precious"


def test_a_full_disk_leaves_no_file(serve, tmp_path):
    server = serve()
    load = Load(server, pairs=4)
    until(lambda: sum(load.acknowledged.values()) > 400, "some moves")
    load.stop()
    small = tmp_path / "small"
    small.mkdir()
    words = ["mount", "-t", "tmpfs", "-o", "size=48k", "tmpfs", str(small)]
    if os.geteuid() != 0 or subprocess.run(words, capture_output=True).returncode != 0:
        pytest.skip("no file system may be mounted here")
    try:
        done = admin(server, "backup", small / "copy.sqlite")
        left = list(small.iterdir())
    finally:
        subprocess.run(["umount", str(small)], check=True)
    assert (done.returncode, left) == (74, []), done.stderr
    assert "full" in done.stderr
    # The server itself is none the worse.
    assert "ready        yes" in admin(server, "status").stdout


def test_only_the_servers_own_user_may_ask(serve):
    server = serve()
    socket = server.folder / "baton.sqlite.admin"
    assert stat.S_ISSOCK(socket.stat().st_mode) and socket.stat().st_mode & 0o777 == 0o600
    if os.geteuid() != 0 or not shutil.which("runuser"):
        pytest.skip("another user is needed, and only root can be one")
    # The folder is opened, so that it is the socket that refuses.
    for folder in (server.folder, *list(server.folder.parents)[:3]):
        folder.chmod(0o755)
    words = ["runuser", "-u", "nobody", "--", TOOL, "admin", "status", "--admin-socket", str(socket)]
    done = subprocess.run(words, capture_output=True, text=True, cwd="/")
    if "cannot execute" in done.stderr or done.returncode in (126, 127):
        pytest.skip("another user may not run the tool from here")
    assert done.returncode == 77, done.stderr
    assert "action=" not in server.log()


def test_every_command_is_in_the_log(serve, tmp_path):
    server = serve("--log-level", "error")
    admin(server, "status")
    admin(server, "check")
    admin(server, "backup", tmp_path / "copy.sqlite")
    lines = [line for line in server.log().splitlines() if " admin " in line]
    assert [line.split("action=")[1].split()[0] for line in lines] == ["status", "check", "backup"]
    assert all("code=0" in line and f"user={os.geteuid()}" in line for line in lines)


def test_restoring_asks_first(serve, tmp_path):
    server = serve("--drain-time", "0")
    copy = tmp_path / "copy.sqlite"
    assert admin(server, "backup", copy).returncode == 0
    Player(server.port).ask("POST", "/v1/matches", {"game": "reversi"}, "make")
    done = admin(server, "restore", copy)
    assert (done.returncode, str(server.process.pid) in done.stderr) == (75, True)
    server.kill()
    assert admin(server, "restore", copy).returncode == 73
    done = admin(server, "restore", copy, "--force")
    assert done.returncode == 0, done.stderr
    assert "0 matches" in admin(server, "check").stdout
    # The other one is beside it, with what the killed server had in its log.
    kept = next(path for path in server.folder.iterdir() if ".before-" in path.name
                and not path.name.endswith("-wal"))
    assert "1 matches" in run("admin", "check", "--database", kept).stdout


def test_damage_is_found(serve, tmp_path):
    server = serve()
    load = Load(server, pairs=2)
    until(lambda: sum(load.acknowledged.values()) > 100, "some moves")
    load.stop()
    copy = tmp_path / "copy.sqlite"
    assert admin(server, "backup", copy).returncode == 0
    sqlite3 = pytest.importorskip("sqlite3")
    database = sqlite3.connect(copy)
    database.execute("UPDATE events SET body = CAST('moved 1 a1' AS BLOB) WHERE number = 5")
    database.execute("UPDATE matches SET status = 'ended' WHERE id = (SELECT min(id) FROM matches)")
    database.commit()
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()
    done = run("admin", "restore", copy, "--database", tmp_path / "new.sqlite")
    assert done.returncode == 65 and "event 5" in done.stderr, done.stderr
    assert not (tmp_path / "new.sqlite").exists()
    done = run("admin", "check", "--database", copy)
    assert done.returncode == 1
    assert "event 5 does not fit its chain" in done.stdout


def test_text_is_no_backup(tmp_path):
    (tmp_path / "text").write_text("This is no database. " * 1000)
    done = run("admin", "restore", tmp_path / "text", "--database", tmp_path / "new.sqlite")
    assert done.returncode == 65, done.stderr
    assert not (tmp_path / "new.sqlite").exists()


def test_a_stopped_server_has_no_status(tmp_path):
    assert run("admin", "status", "--database", tmp_path / "x.sqlite").returncode == 69


def test_postgresql_is_backed_up_by_its_own_tool(tmp_path):
    done = run("admin", "backup", tmp_path / "x", "--database", "postgres://baton@db.example.org/baton")
    assert done.returncode == 64 and "pg_dump" in done.stderr
