"""The files that come along: the unit, the proxy's site and the settings."""

import http.client
import os
import re
import shutil
import socket
import ssl
import subprocess
import time

import pytest

from harness import ROOT, until
from load import Player, run

PACKAGING = ROOT / "packaging"
NGINX = os.environ.get("NGINX") or shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
# The rest of /etc/nginx that the example leaves to the system.
FRAME = """
pid {folder}/nginx.pid;
error_log {folder}/error.log;
daemon off;
master_process off;
events {{ worker_connections 64; }}
http {{
  access_log off;
  client_body_temp_path {folder}/body;
  proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi;
  scgi_temp_path {folder}/scgi;
  {site}
}}
"""


def test_the_settings_are_right(tmp_path):
    done = run("config", "check", "--config", PACKAGING / "baton.conf")
    assert (done.returncode, done.stderr) == (0, "")
    # Also with every line that is only an example.
    text = (PACKAGING / "baton.conf").read_text()
    whole = re.sub(r"^# (?=(?:metrics-address|database-file) = )", "", text, flags=re.M)
    secret = tmp_path / "database"
    secret.write_text("postgres://baton@db/baton\n")
    whole = whole.replace("/run/credentials/baton.service/database", str(secret))
    whole = re.sub(r"^database = .*$", "", whole, flags=re.M)
    (tmp_path / "baton.conf").write_text(whole)
    done = run("config", "check", "--config", tmp_path / "baton.conf")
    assert (done.returncode, done.stderr) == (0, "")


def test_the_unit_is_sound_and_hardened(tmp_path):
    analyze = shutil.which("systemd-analyze")
    if not analyze:
        pytest.skip("systemd-analyze is not installed")
    unit = tmp_path / "baton.service"
    # The tool need not be installed for the unit to be judged.
    unit.write_text((PACKAGING / "baton.service").read_text().replace("/usr/bin/baton", "/bin/true"))
    done = subprocess.run([analyze, "verify", unit], capture_output=True, text=True)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
    done = subprocess.run(
        [analyze, "security", "--offline=true", "--threshold=30", unit], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    print(done.stdout.strip().splitlines()[-1])


@pytest.fixture
def proxied(serve, tmp_path):
    """A server behind the example's site, with another port and a certificate of its own."""
    if not NGINX:
        pytest.skip("nginx is not installed (Debian package nginx-light; NGINX names it)")
    if not shutil.which("openssl"):
        pytest.skip("openssl, for a certificate, is not installed")
    with socket.socket() as one, socket.socket() as two:
        one.bind(("127.0.0.1", 0))
        two.bind(("127.0.0.1", 0))
        plain, secure = one.getsockname()[1], two.getsockname()[1]
    server = serve("--base-url", f"https://play.example.org:{secure}", "--trusted-proxy", "127.0.0.1")
    folder = tmp_path / "nginx"
    folder.mkdir()
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1",
         "-subj", "/CN=play.example.org", "-keyout", folder / "key.pem", "-out", folder / "cert.pem"],
        capture_output=True, check=True)
    site = (PACKAGING / "nginx.conf").read_text()
    for old, new in {
            "/etc/ssl/play.example.org/fullchain.pem": folder / "cert.pem",
            "/etc/ssl/play.example.org/privkey.pem": folder / "key.pem",
            "127.0.0.1:8080": f"127.0.0.1:{server.port}", "listen 80;": f"listen 127.0.0.1:{plain};",
            "listen 443 ssl": f"listen 127.0.0.1:{secure} ssl"}.items():
        assert old in site
        site = site.replace(old, str(new))
    site = re.sub(r"^ *listen \[::\].*\n", "", site, flags=re.M)
    conf = folder / "nginx.conf"
    conf.write_text(FRAME.format(folder=folder, site=site))
    words = [NGINX, "-p", folder, "-e", folder / "error.log", "-c", conf]
    done = subprocess.run([*words, "-t"], capture_output=True, text=True)
    assert done.returncode == 0 and "[warn]" not in done.stderr, done.stderr
    process = subprocess.Popen(words, stderr=subprocess.DEVNULL)

    def listens():
        assert process.poll() is None, (folder / "error.log").read_text()
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", secure)) == 0

    until(listens, "nginx listens")
    yield server, plain, secure
    process.terminate()
    process.wait(10)


def secure_connection(port):
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return http.client.HTTPSConnection("127.0.0.1", port, timeout=10, context=context)


def test_pages_and_streams_pass_the_proxy(proxied):
    server, plain, secure = proxied
    host = {"Host": f"play.example.org:{secure}"}
    page = secure_connection(secure)
    page.request("GET", "/", headers=host)
    answer = page.getresponse()
    assert answer.status == 200 and b"<html" in answer.read()
    assert answer.getheader("Strict-Transport-Security")

    redirect = http.client.HTTPConnection("127.0.0.1", plain, timeout=10)
    redirect.request("GET", "/m/x", headers={"Host": "play.example.org"})
    answer = redirect.getresponse()
    assert (answer.status, answer.getheader("Location")) == (301, "https://play.example.org/m/x")

    # An event reaches the reader at once, though the stream goes on.
    maker = Player(server.port)
    maker.connection = secure_connection(secure)
    status, made = maker.ask("POST", "/v1/matches", {"game": "reversi"}, "make")
    assert status == 201
    stream = secure_connection(secure)
    stream.request("GET", f"/v1/events?match={made['match']}&after={made['version']}", headers=host)
    answer = stream.getresponse()
    assert answer.readline().startswith(b"retry: ")
    begun = time.monotonic()
    other = Player(server.port)
    other.connection = secure_connection(secure)
    assert other.ask("POST", f"/v1/matches/{made['match']}/join", key="join")[0] == 200
    while not answer.readline().startswith(b"event: match"):
        pass
    assert time.monotonic() - begun < 2
