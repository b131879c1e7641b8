#!/bin/sh
# Four of bench/growth's families, doubled four times: linear, by counted work and memory.
#   test/bench/growth.sh BUILD
set -eu
exec "$(dirname "$0")/../../bench/growth/run" -b "$1" -n 4 switch branches functions copies
