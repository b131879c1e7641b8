#!/bin/sh
# bench/svcomp on tasks whose results are known: every form of task, each rule of
# the scores, and tasks that claim what is not so.
#
#   test/svcomp/run.sh BUILD
set -eu
build=$(cd "$1" && pwd)
cd "$(dirname "$0")/../.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM
failures=0

# expect STATUS WHERE, and on standard input lines of score, class, answer, task
# and property
expect() {
  want=$1
  status=0
  bench/svcomp --build="$build" --time=20 --table="$scratch/table" "$2" \
    >"$scratch/text" || status=$?
  sort >"$scratch/wanted"
  awk -F'\t' '{ sub(/.*\//, "", $6); print $1, $2, $4, $6, $7 }' \
    "$scratch/table" | sort >"$scratch/got"
  if [ "$status" != "$want" ] || ! diff "$scratch/wanted" "$scratch/got"; then
    echo "$2: exit $status, not $want, or another table"
    cat "$scratch/text"
    failures=1
  fi
}

# The long of old/wide is 64 bits by the file old.cfg beside it.
expect 0 test/svcomp/tasks <<'END'
2 correct true sum.yml unreach-call
2 correct true sum.yml no-overflow
2 correct true sum.yml termination
0 unknown unknown beside.yml unreach-call
1 correct false found.yml unreach-call
1 correct covered found.yml coverage-error-call
1.000 correct 1.000 found.yml coverage-branches
2 correct true model-ILP32.yml unreach-call
1 correct false model-LP64.yml unreach-call
1 correct false(valid-deref) memory.yml valid-memsafety
2 correct true two.yml unreach-call
0 unknown unknown external.yml unreach-call
2 correct true loop_true-unreach-call_true-termination.c unreach-call
2 correct true loop_true-unreach-call_true-termination.c termination
1 correct false label_false-unreach-call.c unreach-call
1 correct false(valid-deref) freed_false-valid-deref.c valid-memsafety
2 correct true wide_true-unreach-call.c unreach-call
END
grep -q '^all  *17  *15  *0  *23$' "$scratch/text" || {
  echo "the sum is not 23"
  failures=1
}

expect 1 test/svcomp/wrong <<'END'
-16 wrong false claimed.yml unreach-call
-32 wrong true claimed-bug.yml unreach-call
-16 wrong false(valid-deref) other-part.yml valid-memsafety
END
[ "$(head -n 1 "$scratch/text")" = 'WRONG ANSWERS' ] || {
  echo "wrong answers are not listed first"
  failures=1
}

status=0
bench/svcomp --build="$build" "$scratch" 2>"$scratch/text" || status=$?
if [ "$status" != 2 ] || ! grep -q 'no tasks in' "$scratch/text"; then
  echo "a directory without tasks: exit $status"
  failures=1
fi
exit $failures
