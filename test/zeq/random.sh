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
. "$(dirname "$0")/../beside.sh"
dropped=0

seed=$first
while [ "$seed" -lt $((first + count)) ]; do
  "$build/zeq_generate" "$seed" >"$out/program.c"
  always=
  [ $((seed % 2)) -eq 0 ] || always=--no-lazy-alias
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
      if compare "$name" && [ "$name" != joined ] &&
        [ "$(number $name paths_denoted)" != "$paths" ]; then
        differ "$(number $name paths_denoted) paths denoted, not $paths"
      fi
    done
    dropped=$((dropped + $(number on returned) - $(number on kept)))
  fi
  seed=$((seed + 1))
done
echo "$compared programs compared, $dropped returns dropped, $failed differ"
[ "$failed" -eq 0 ] && [ "$dropped" -gt 0 ]
