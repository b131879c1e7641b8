#!/bin/sh
# Random functions entered with any arguments, and unknown functions: joins,
# templates, comparing returns and all of them together change neither the
# verdict nor the bugs nor what is covered; every model re-executes.
#
#   test/entry/random.sh BUILD [FIRST [COUNT]]
set -eu
build=$1
first=${2:-1}
count=${3:-25}
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
trap 'exit 130' INT TERM
failed=0
compared=0
joins=0
shorter=0
tangled=0

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
  timeout -k 5 60 "$build/braid" run --quiet --no-replay --entry=start \
    --output-dir="$out/$name" --externals=unknown --tests=ktest,new \
    --lazy-depth=2 --max-memory=512MiB $kind "$@" "$out/program.c" \
    >/dev/null 2>"$out/$name.errors" || status=$?
  echo "$status" >"$out/$name.status"
  bugs "$name" >"$out/$name.bugs"
}

# Where conditions on joined pointers were too tangled, paths are cut, and less is
# found than path by path; never more.
is_tangled() { grep -q 'joined conditions' "$out/$1/stats.json"; }

differ() {
  failed=$((failed + 1))
  echo "seed $seed: $name: $*"
  echo "  again: test/entry/random.sh $build $seed 1"
}

seed=$first
while [ "$seed" -lt $((first + count)) ]; do
  "$build/entry_generate" "$seed" >"$out/program.c"
  kind=
  case $((seed % 4)) in
  1) kind=--no-lazy-alias ;;
  2) kind=--lazy-bounds=error ;;
  3) kind=--havoc-globals ;;
  esac
  run classic --classic --max-forks=1500
  if ! grep -q 'cut-forks' "$out/classic/stats.json"; then
    compared=$((compared + 1))
    for name in joined ite template zeq all default; do
      case $name in
      joined) run joined --join=always --loops=unroll --zeq=off ;;
      ite) run ite --join=always --merge=ite --loops=unroll --zeq=off ;;
      template) run template --merge=off --loops=template --zeq=off ;;
      zeq) run zeq --merge=off --loops=unroll --zeq=on ;;
      all) run all --join=always --loops=template --zeq=on \
             --native-after=1 ;;
      default) run default ;;
      esac
      if grep 'did not confirm' "$out/$name/stats.json"; then
        differ "re-execution"
      elif is_tangled "$name"; then
        tangled=$((tangled + 1))
        [ -z "$(comm -13 "$out/classic.bugs" "$out/$name.bugs")" ] ||
          differ "more bugs"
      elif ! cmp -s "$out/classic.status" "$out/$name.status"; then
        differ "exit $(cat "$out/$name.status")"
        tail -n 3 "$out/$name.errors"
      elif ! diff "$out/classic.bugs" "$out/$name.bugs"; then
        differ "bugs"
      elif [ "$(covered classic)" != "$(covered "$name")" ]; then
        differ "coverage"
      fi
    done
    joins=$((joins + $(number joined joins)))
    if [ "$(number joined paths_completed)" -lt \
      "$(number classic paths_completed)" ]; then shorter=$((shorter + 1)); fi
  fi
  for name in classic joined ite template zeq all default; do
    rm -rf "${out:?}/$name"
  done
  seed=$((seed + 1))
done
echo "$compared programs compared, $joins joins, $shorter with fewer paths," \
  "$tangled runs tangled, $failed differ"
[ "$failed" -eq 0 ] && [ "$joins" -gt 0 ]
