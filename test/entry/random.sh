#!/bin/sh
# Random functions entered with any arguments, and unknown functions: joins,
# templates, comparing returns and all of them together change neither the
# verdict nor the bugs nor what is covered; every model re-executes.
#
#   test/entry/random.sh BUILD [FIRST [COUNT]]
set -eu
build=$1
first=${2:-1}
count=${3:-24}
. "$(dirname "$0")/../beside.sh"
joins=0
shorter=0
tangled=0

# Where conditions on joined pointers were too tangled, paths are cut, and less is
# found than path by path; never more.
is_tangled() { grep -q 'joined conditions' "$out/$1/stats.json"; }

seed=$first
while [ "$seed" -lt $((first + count)) ]; do
  "$build/entry_generate" "$seed" >"$out/program.c"
  always='--entry=start --lazy-depth=2'
  case $((seed % 4)) in
  1) always="$always --no-lazy-alias" ;;
  2) always="$always --lazy-bounds=error" ;;
  3) always="$always --havoc-globals" ;;
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
      else
        compare "$name" || true
      fi
    done
    joins=$((joins + $(number joined joins)))
    if [ "$(number joined paths_completed)" -lt \
      "$(number classic paths_completed)" ]; then shorter=$((shorter + 1)); fi
  fi
  seed=$((seed + 1))
done
echo "$compared programs compared, $joins joins, $shorter with fewer paths," \
  "$tangled runs tangled, $failed differ"
[ "$failed" -eq 0 ] && [ "$joins" -gt 0 ]
