#!/usr/bin/env bash
# Proves that a program which uses all of the core links to no Foundation and no C library of the hosted rooms.
set -euo pipefail
cd "$(dirname "$0")/.."

program=.build/release/CoreLinkage
"$program" >/dev/null
linked=$(ldd "$program")
for library in Foundation sqlite3 sodium microhttpd; do
  if grep -qi "$library" <<<"$linked"; then
    echo "The core links to $library:" >&2
    echo "$linked" >&2
    exit 1
  fi
done
# The check itself must be able to fail: the tool does link to these.
# Not through a pipe: grep ends at the first hit, and ldd would then be said to have failed.
tool=$(ldd .build/release/baton)
if ! grep -q Foundation <<<"$tool"; then
  echo "The tool should link to Foundation; this check would see nothing." >&2
  exit 1
fi
echo "The core links to no Foundation and no C library of the server."
