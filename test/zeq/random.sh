#!/bin/sh
# Random programs with unknown functions: comparing returns changes neither the
# verdict nor the bugs nor what is covered, and the paths that its states stand
# for are as many as the classic engine runs.
#
#   test/zeq/random.sh BUILD [FIRST [COUNT]]
set -eu
build=$1
first=${2:-1}
count=${3:-25}
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
trap 'exit 130' INT TERM
failed=0
compared=0
dropped=0

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

# run NAME OPTIONS...
run() {
  name=$1
  shift
  status=0
  timeout -k 5 60 "$build/braid" run --quiet --no-replay \
    --output-dir="$out/$name" --externals=unknown --tests=ktest,new \
    --max-memory=512MiB $kind "$@" "$out/program.c" >/dev/null \
    2>"$out/$name.errors" || status=$?
  echo "$status" >"$out/$name.status"
  bugs "$name" >"$out/$name.bugs"
}

differ() {
  failed=$((failed + 1))
  echo "seed $seed: $name: $*"
  echo "  again: test/zeq/random.sh $build $seed 1"
}

seed=$first
while [ "$seed" -lt $((first + count)) ]; do
  "$build/zeq_generate" "$seed" >"$out/program.c"
  kind=
  [ $((seed % 2)) -eq 0 ] || kind=--no-lazy-alias
  run classic --classic --max-forks=3000
  if ! grep -q '"what"' "$out/classic/stats.json"; then
    compared=$((compared + 1))
    paths=$(($(number classic paths_completed) + $(number classic paths_cut)))
    for name in on random function joined; do
      case $name in
      on) run on --zeq=on --merge=off ;;
      random) run random --zeq=on --merge=off --search=random-path --seed="$seed" ;;
      function) run function --zeq=on --merge=off --search=function ;;
      joined) run joined --zeq=on --merge=summary --join=always ;;
      esac
      if ! cmp -s "$out/classic.status" "$out/$name.status"; then
        differ "exit $(cat "$out/$name.status")"
        tail -n 3 "$out/$name.errors"
      elif ! diff "$out/classic.bugs" "$out/$name.bugs"; then
        differ "bugs"
      elif [ "$(covered classic)" != "$(covered "$name")" ]; then
        differ "coverage"
      elif [ "$name" != joined ] &&
        [ "$(number $name paths_denoted)" != "$paths" ]; then
        differ "$(number $name paths_denoted) paths denoted, not $paths"
      fi
    done
    dropped=$((dropped + $(number on returned) - $(number on kept)))
  fi
  rm -rf "$out/classic" "$out/on" "$out/random" "$out/function" "$out/joined"
  seed=$((seed + 1))
done
echo "$compared programs compared, $dropped returns dropped, $failed differ"
[ "$failed" -eq 0 ] && [ "$dropped" -gt 0 ]
