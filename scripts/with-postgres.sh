#!/usr/bin/env bash
# Runs a command beside a PostgreSQL server of its own: `with-postgres.sh COMMAND…`.
#
# The command finds the server's address in BATON_TEST_POSTGRES, and in BATON_TEST_POSTGRES_CONTROL a program
# that stops and starts it (`stop -m immediate`, `start`). The server listens on a socket in a temporary
# directory, flushes as in earnest, and ends with the command, however that ends.
set -euo pipefail

bin=${POSTGRES_BIN:-}
if [ -z "$bin" ]; then
  for folder in /usr/lib/postgresql/*/bin /usr/pgsql-*/bin; do
    [ -x "$folder/initdb" ] && bin=$folder
  done
fi
if [ -z "$bin" ] && command -v initdb >/dev/null 2>&1; then
  bin=$(dirname "$(command -v initdb)")
fi
if [ -z "$bin" ]; then
  echo "PostgreSQL's server is not installed; what needs it is left out (scripts/setup.sh test)." >&2
  exec "$@"
fi

directory=$(mktemp -d /tmp/baton-postgres.XXXXXX)
# The server refuses to run as root.
as_owner=()
if [ "$(id -u)" -eq 0 ]; then
  owner=${POSTGRES_USER:-postgres}
  chown "$owner" "$directory"
  as_owner=(runuser -u "$owner" --)
fi

server_ids() { sed -n 1p "$directory/data/postmaster.pid" 2>/dev/null || true; }
finish() {
  status=$?
  trap - EXIT INT TERM HUP
  id=$(server_ids)
  if [ -n "$id" ] && kill -INT "$id" 2>/dev/null; then
    for _ in $(seq 100); do
      kill -0 "$id" 2>/dev/null || break
      sleep 0.1
    done
    kill -QUIT "$id" 2>/dev/null || true
  fi
  rm -rf "$directory"
  exit "$status"
}
trap finish EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

cd "$directory"
"${as_owner[@]}" "$bin/initdb" -D "$directory/data" -U baton -A trust -E UTF8 --locale=C.UTF-8 --no-sync \
  >"$directory/initdb.log" 2>&1 || {
  cat "$directory/initdb.log" >&2
  exit 1
}
cat >>"$directory/data/postgresql.conf" <<SETTINGS
listen_addresses = ''
unix_socket_directories = '$directory'
max_connections = 60
shared_buffers = 32MB
autovacuum = off
recovery_init_sync_method = syncfs
log_min_messages = fatal
SETTINGS

cat >"$directory/control" <<CONTROL
#!/bin/sh
exec ${as_owner[*]} "$bin/pg_ctl" -s -w -t 300 -D "$directory/data" -l "$directory/server.log" "\$@" </dev/null >/dev/null 2>&1
CONTROL
chmod 755 "$directory" "$directory/control"
"$directory/control" start || {
  cat "$directory/server.log" >&2
  exit 1
}
cd "$OLDPWD"

export BATON_TEST_POSTGRES="postgres:///postgres?host=$directory&user=baton"
export BATON_TEST_POSTGRES_CONTROL="$directory/control"
"$@"
