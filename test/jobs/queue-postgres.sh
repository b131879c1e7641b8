#!/bin/sh
# queue.sh with a PostgreSQL server, small.
#
#   test/jobs/queue-postgres.sh BUILD
set -eu
exec "$(dirname "$0")/queue.sh" "$1" 10 3 1 1 1 postgres
