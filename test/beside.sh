# For scripts that run random programs path by path and otherwise, and compare.
# Sourced with $build, $first and $count set; what is common to all of them:
#
#   number NAME FIELD    of the run's statistics
#   run NAME OPTION...   one run of $out/program.c, with $always
#   differ TEXT          the program's $seed and the run's $name are said
#   compare NAME         with the run "classic": exit status, bugs, coverage;
#                        false if they differ, which was said
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
trap 'exit 130' INT TERM
failed=0
compared=0

number() {
  sed -n "s/.*\"$2\": *\([0-9.e+]*\).*/\1/p" "$out/$1/stats.json" |
    head -n 1
}

covered() { sed -n '/"branches"/,/}/p' "$out/$1/stats.json"; }

bugs() {
  for err in "$out/$1"/*.err; do
    [ -e "$err" ] || continue
    kind=${err##*/test}
    awk -v kind="${kind#*.}" '$1 == "Line:" { print $2, kind }' "$err"
  done | sort -u
}

run() {
  name=$1
  shift
  status=0
  rm -rf "${out:?}/$name"
  # shellcheck disable=SC2086
  timeout -k 5 60 "$build/braid" run --quiet --no-replay \
    --output-dir="$out/$name" --externals=unknown --tests=ktest,new \
    --max-memory=512MiB $always "$@" "$out/program.c" >/dev/null \
    2>"$out/$name.errors" || status=$?
  echo "$status" >"$out/$name.status"
  bugs "$name" >"$out/$name.bugs"
}

differ() {
  failed=$((failed + 1))
  echo "seed $seed: $name: $*"
  echo "  again: $0 $build $seed 1"
}

compare() {
  if ! cmp -s "$out/classic.status" "$out/$1.status"; then
    differ "exit $(cat "$out/$1.status")"
    tail -n 3 "$out/$1.errors"
  elif ! diff "$out/classic.bugs" "$out/$1.bugs"; then
    differ "bugs"
  elif [ "$(covered classic)" != "$(covered "$1")" ]; then
    differ "coverage"
  else
    return 0
  fi
  return 1
}
