#!/usr/bin/env bash
# Prints the level of this machine's CPU for which the engine is built, as clang names it, or nothing where the
# usual level of the architecture is all that can be said.
set -euo pipefail

[ "$(uname -m)" = x86_64 ] || exit 0
if [ -r /proc/cpuinfo ]; then
  flags=$(grep -m1 '^flags' /proc/cpuinfo || true)
else
  flags=$(sysctl -n machdep.cpu.features machdep.cpu.leaf7_features 2>/dev/null | tr 'A-Z\n' 'a-z ' || true)
fi
has() {
  local flag
  for flag in "$@"; do
    case " ${flags#*:} " in *" $flag "*) ;; *) return 1 ;; esac
  done
}
if has avx2 bmi1 bmi2 fma f16c movbe abm; then
  echo x86-64-v3
elif has sse4_2 popcnt ssse3; then
  echo x86-64-v2
fi
