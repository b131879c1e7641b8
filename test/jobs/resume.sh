#!/bin/sh
# A run that is killed and resumed ends like one that never was: the same verdict,
# the same distinct bugs and the same set of paths.
#
#   test/jobs/resume.sh BUILD [KILLS [SEED]]
#
# Each KILL is a kill -9 of all of the run at a random moment; then it is resumed,
# and killed again, up to four times.  One process, three on the same tree, and the
# default with its contenders take turns.  MODES names others (later.sh).
set -eu
kills=${2:-6}
seed=${3:-1}
. "$(dirname "$0")/begin"

# What a run found.  The digest is a sum over all paths of the hash of a path's
# decisions and how it ended.
found() {
  sed -n 's/^ *"verdict": /verdict /p' "$1/stats.json" | head -n 1
  # Who of the contenders decides depends on the clock, and so do the decisions on a path
  # that follows a model.
  case $mode in
  *all) ;;
  later*) echo "completed $(number paths_completed "$1") cut $(number paths_cut "$1")" ;;
  *) echo "completed $(number paths_completed "$1") cut $(number paths_cut "$1")" \
          "digest $(number paths_digest "$1")" ;;
  esac
  sed -n '/"bugs": \[/,/^  \]/p' "$1/stats.json" |
    grep -E '^      "(kind|line)":' | paste - - | sort -u
}

# $picked: a number from 0 to $1 - 1.
pick() {
  seed=$(((seed * 1103515245 + 12345) % 2147483648))
  picked=$((seed / 65536 % $1))
}

options='--quiet --no-replay --limit explore_ledger_after=10 --limit explore_ledger_quantum=4'
modes=${MODES:-one many all}
later='-DPLAIN --limit exec_patience=1 --no-domain --no-walk'
options_of() {
  case $1 in
  one) echo "--merge=off --no-seen --jobs=1 --tests=none" ;;
  many) echo "--merge=off --no-seen --jobs=3 --tests=paths" ;;
  all) echo "--jobs=2 --tests=new" ;;
  later) echo "--merge=off --no-seen --tests=none $later --limit explore_guess_after=20" ;;
  later-many) echo "--merge=off --no-seen --jobs=3 --tests=none $later" \
                   "--limit explore_guess_after=0 --limit jobs_stock=1" ;;
  later-all) echo "--tests=new $later --limit explore_guess_after=0" ;;
  esac
}

# Runs in a process group of its own, to be killed as a whole: 0 if it ended.
run() {     # MS COMMAND...; 0 ms: it is not killed
  ms=$1
  shift
  if [ "$ms" -eq 0 ]; then
    timeout 900 "$@" >"$out/said" 2>"$out/errors" || true
    return 0
  fi
  setsid "$@" >"$out/said" 2>"$out/errors" &
  pid=$!
  sleep "$(printf '%d.%03d' $((ms / 1000)) $((ms % 1000)))"
  kill -9 "-$pid" 2>/dev/null || true
  status=0
  wait "$pid" 2>/dev/null || status=$?
  while kill -0 "-$pid" 2>/dev/null; do sleep 0.01; done
  [ "$status" -ne 137 ]
}

now() { date +%s%N | cut -c 1-13; }

for mode in $modes; do
  began=$(now)
  "$build/braid" run $options $(options_of $mode) --output-dir="whole-$mode" \
    "$here/resume.c" >/dev/null 2>&1 || true
  echo $(($(now) - began)) >"whole-$mode.ms"
  found "whole-$mode" >"whole-$mode.txt"
done

killed=0
resumed=0
rounds=0
# How long a run takes on this machine may change meanwhile: moments follow it.
while [ "$killed" -lt "$kills" ] || [ "$resumed" -eq 0 ]; do
  for mode in $modes; do
    rounds=$((rounds + 1))
    [ "$rounds" -lt $((20 * kills + 20)) ] || { fail "too few kills hit"; break 2; }
    rm -rf cut
    begin="$build/braid run $options $(options_of $mode) --output-dir=cut $here/resume.c"
    set -- $begin
    chain=0
    kept=no
    is_killed=no
    ms=$(cat "whole-$mode.ms")
    until after=0
          pick "$ms"
          [ "$chain" -ge 4 ] || after=$((ms / 6 + picked))
          run "$after" "$@"; do
      killed=$((killed + 1))
      chain=$((chain + 1))
      if [ -e cut/jobs.sqlite ] &&
         "$build/braid" status cut >"$out/status" 2>&1; then
        resumed=$((resumed + 1))
        kept=yes
        set -- "$build/braid" run --resume=cut
      elif [ -e cut/stats.json ]; then
        is_killed=yes           # it had just ended; the ledger goes after the report
        break
      else
        [ $kept = no ] || fail "$mode: a ledger was lost: $(cat "$out/status")"
        rm -rf cut
        set -- $begin
        kept=no
        ms=$((ms + ms / 2))
        echo $ms >"whole-$mode.ms"
      fi
    done
    [ "$chain" -gt 0 ] || [ "$ms" -lt 100 ] || echo $((ms * 3 / 4)) >"whole-$mode.ms"
    [ -e cut/stats.json ] || {
      fail "$mode: no report"
      cat "$out/errors"
      continue
    }
    found cut >cut.txt
    cmp -s cut.txt "whole-$mode.txt" || {
      fail "$mode: not the same after kills"
      diff "whole-$mode.txt" cut.txt | head -n 10
    }
    [ ! -e cut/jobs.sqlite ] || [ $is_killed = yes ] ||
      fail "$mode: the ledger of a run that ended is there: $(cat "$out/errors")"
  done
done
echo "$killed kills, $resumed times resumed"
[ "$failures" -eq 0 ] && [ "$resumed" -gt 0 ]
