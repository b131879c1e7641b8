#!/bin/sh
# Workers on several machines by GNU parallel: HOSTS as it takes them, "4/host1,8/host2"
# (":" is this one), each with as many workers as the number says.
#
#   BRAID_QUEUE=redis://HOST/NAME doc/launch/parallel.sh HOSTS WORKERS
set -eu
: "${BRAID_QUEUE:?redis://HOST/NAME}"
seq "$2" | parallel --will-cite --env BRAID_QUEUE_PASSWORD -S "$1" -n0 --halt never \
  "braid work --quiet $BRAID_QUEUE"
