#!/bin/sh
# The same as resume.sh where questions are put off and paths follow their models: states that
# wait are no jobs, and what is below their job is done again.
#
#   test/jobs/later.sh BUILD [KILLS [SEED]]
MODES='later later-many later-all'
export MODES
exec "$(dirname "$0")/resume.sh" "$1" "${2:-6}" "${3:-1}"
