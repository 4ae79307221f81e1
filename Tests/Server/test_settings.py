"""Settings by flag, environment and file, on a server that really starts."""

import os

from harness import WEB, until
from load import get, run


def test_each_source_reaches_the_server(serve, tmp_path):
    conf = tmp_path / "baton.conf"
    conf.write_text("# Ours\nlog-format = json\nlog-level = error\ndrain-time = 0\n")
    server = serve("--config", str(conf), environment={"BATON_LOG_LEVEL": "debug"})
    get(server.port, "/healthz")
    # The format is the file's, the level the environment's.
    until(lambda: '"event":"request"' in server.log(), "the log has the request")
    assert all(line.startswith("{") for line in server.log().splitlines())


def test_a_wrong_file_starts_nothing(tmp_path):
    conf = tmp_path / "baton.conf"
    conf.write_text("port = 0\nprot = 1\n")
    done = run("serve", "--config", conf, "--database", tmp_path / "x.sqlite")
    assert done.returncode == 64
    assert f"{conf} line 2: unknown key 'prot'; did you mean 'port'?" in done.stderr
    assert not (tmp_path / "x.sqlite").exists()


def test_the_check_tells_values_and_sources_and_no_secret(tmp_path):
    secret = tmp_path / "secret"
    secret.write_text("postgres://baton:hunter2@db.example.org/baton\n")
    done = run("serve", "--check", "--database-file", secret,
               env={**os.environ, "BATON_PORT": "9", "BATON_BASE_URL": "https://play.example.org"})
    assert done.returncode == 0, done.stderr
    rows = {line.split()[0]: " ".join(line.split()[2:]) for line in done.stdout.splitlines()}
    assert rows["port"] == "9 # BATON_PORT"
    assert rows["base-url"] == "https://play.example.org # BATON_BASE_URL"
    assert rows["database-file"] == f"{secret} # --database-file"
    assert rows["address"].endswith("# default")
    assert "hunter2" not in done.stdout + done.stderr


def test_a_password_that_cannot_be_used_is_not_printed(tmp_path):
    done = run("serve", "--port", "0", "--database", "postgres://baton:hunter2@127.0.0.1:1/baton",
               "--web", os.environ.get("BATON_WEB", "."))
    assert done.returncode in (69, 75)
    assert "hunter2" not in done.stdout + done.stderr


def test_an_empty_folder_is_served_from_within_a_second_and_for_its_user_alone(serve):
    server = serve()
    assert server.folder.stat().st_mode & 0o777 == 0o700
    for file in server.folder.glob("baton.sqlite*"):
        assert file.stat().st_mode & 0o777 == 0o600, file
    second = run("serve", "--port", "0", "--database", server.database,
                 "--web", WEB)
    assert (second.returncode, str(server.process.pid) in second.stderr) == (75, True), second.stderr
