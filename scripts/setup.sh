#!/usr/bin/env bash
# Installs what is missing: `setup.sh run` for building and running, `setup.sh test` for the tests as well.
# On Debian and its relatives it installs packages; elsewhere it names them.
set -euo pipefail

missing=()
need_library() { pkg-config --exists "$1" 2>/dev/null || missing+=("$2"); }
need_command() { command -v "$1" >/dev/null 2>&1 || missing+=("$2"); }

if ! command -v "${SWIFT:-swift}" >/dev/null 2>&1; then
  echo "Baton needs a Swift toolchain, 6.3 or newer: https://www.swift.org/install/" >&2
  exit 69
fi

need_command pkg-config pkg-config
if command -v pkg-config >/dev/null 2>&1; then
  need_library sqlite3 libsqlite3-dev
  need_library libsodium libsodium-dev
  need_library libmicrohttpd libmicrohttpd-dev
  need_library libpq libpq-dev
else
  missing+=(libsqlite3-dev libsodium-dev libmicrohttpd-dev libpq-dev)
fi
need_command gzip gzip
need_command brotli brotli

if [ "${1:-run}" = test ]; then
  need_command chromium chromium
  need_command chromedriver chromium-driver
  need_command ldd libc-bin
  # Not through a pipe: what ends early would count as a failure of what still writes.
  [ -n "$(fc-list 2>/dev/null)" ] || missing+=(fontconfig fonts-dejavu-core)
  need_command runuser util-linux
  need_command strace strace
  # Debian keeps the server's programs out of the path.
  ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || need_command initdb postgresql
  /usr/bin/python3 -c 'import pytest' 2>/dev/null || missing+=(python3-pytest)
  /usr/bin/python3 -c 'import selenium' 2>/dev/null || missing+=(python3-selenium)
  /usr/bin/python3 -m pip --version >/dev/null 2>&1 || missing+=(python3-pip)
fi

# Schemathesis is in no distribution; it and what it needs stay in this folder, apart from the system's Python.
install_python_packages() {
  [ "${1:-run}" = test ] || return 0
  local place
  place="$(dirname "$0")/../.build/python"
  [ -d "$place/schemathesis" ] && return 0
  echo "Installing: schemathesis (into .build/python)"
  /usr/bin/python3 -m pip install -q --no-warn-script-location --root-user-action=ignore \
    --target "$place" 'schemathesis>=4.10,<5' ||
    echo "Schemathesis could not be installed; what needs it is left out." >&2
}

if [ ${#missing[@]} -eq 0 ]; then
  install_python_packages "$@"
  exit 0
fi

if command -v apt-get >/dev/null 2>&1; then
  as_root=()
  [ "$(id -u)" -eq 0 ] || as_root=(sudo)
  echo "Installing: ${missing[*]}"
  export DEBIAN_FRONTEND=noninteractive
  "${as_root[@]}" apt-get update -qq
  "${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
else
  echo "Please install these packages, by the names that Debian gives them: ${missing[*]}" >&2
  exit 69
fi
install_python_packages "$@"
