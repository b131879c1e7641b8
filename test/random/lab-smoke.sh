#!/bin/sh
# The beginning of the laboratory: as far as it gets in 20 seconds.  `make lab`
# runs it for an hour.
#
#   test/random/lab-smoke.sh BUILD
set -eu
exec "$1/random" --configurations=lab --seed=100 --count=25 --time=20 \
  --patience=10 --native=0
