#!/bin/sh
# A few random programs against the oracle; `make random` runs many.
#
#   test/random/smoke.sh BUILD
set -eu
exec "$1/random" --braid="$1/braid" --seed=1 --count=45 --time=40 --native=22
