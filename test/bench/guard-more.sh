#!/bin/sh
# The rows of bench/guard that cost more, as far as -q goes.
#   test/bench/guard-more.sh BUILD
set -eu
ABOVE_MS=400 exec "$(dirname "$0")/../../bench/guard/run" -b "$1" -q
