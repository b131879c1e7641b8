#!/bin/sh
# The rows of bench/guard that cost least: no row of the default is worse than its record.
#   test/bench/guard.sh BUILD
set -eu
QUICK_MS=400 exec "$(dirname "$0")/../../bench/guard/run" -b "$1" -q
