#!/bin/sh
# Counted work is near processor time where calls, terms, objects, native code, confirmed bugs, or
# diagrams have most of it: within a factor of four, of which a loaded machine takes half.
#   test/bench/ratio.sh BUILD
set -eu
! grep -q '^SANITIZE:BOOL=ON' "$1/CMakeCache.txt" || exit 0
TIMES=4 exec "$(dirname "$0")/../../bench/ratio/run" -b "$1" guard/odd guard/overflow \
  multise/arithmetic/10 multise/findmax/20 test/struct-by-value-names relevancy/webstore
