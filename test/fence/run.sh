#!/bin/sh
# Native runs stay behind their fence from the command line on: `braid run`,
# `braid replay` and coverage, with each fence, without one, and without time.
#
#   test/fence/run.sh BUILD
set -eu
here=$(cd "$(dirname "$0")" && pwd)
braid=$(cd "$1" && pwd)/braid
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM
chmod 755 "$scratch"
cd "$scratch"                  # who is not confined leaves files where we are
failed=0
. "$here/../waited"

fail() {
  echo "$*"
  failed=1
}

has() {       # has FILE TEXT
  grep -qF -- "$2" "$1" || { fail "$name: $1 lacks: $2"; tail -n 12 "$1"; }
}

fresh() {     # fresh NAME: a new world outside
  name=$1
  outside=$scratch/outside-$name
  mkdir "$outside"
  chmod 777 "$outside"
  : >"$outside/file"
}

untouched() {
  sleep "${1:-0}"
  [ "$(ls "$outside")" = file ] ||
    fail "$name: outside there is: $(ls "$outside" | tr '\n' ' ')"
}

# run STATUS OPTIONS...: braid run on the hostile program
run() {
  want=$1
  shift
  status=0
  timeout 120 "$braid" run --output-dir="$scratch/$name" "$@" \
    -DOUTSIDE="\"$outside\"" "$here/hostile.c" >"$scratch/$name.out" 2>&1 ||
    status=$?
  [ "$status" = "$want" ] || {
    fail "$name: exit $status, not $want"
    tail -n 12 "$scratch/$name.out"
  }
}

again() {     # again STATUS OPTIONS...: braid replay of that run
  want=$1
  shift
  status=0
  timeout 120 "$braid" replay "$@" "$scratch/$name" >"$scratch/$name.again" \
    2>&1 || status=$?
  [ "$status" = "$want" ] || {
    fail "$name: replay: exit $status, not $want"
    tail -n 12 "$scratch/$name.again"
  }
}

best=$(fresh probe; run 10; sed -n 's/.*"fence": "\(.*\)",/\1/p' \
  "$scratch/probe/stats.json")
[ "$best" = namespaces ] || echo "here the best fence is: $best"

for fence in $(printf "%s\n" "$best" landlock | sort -u); do
  export BRAID_FENCE=$fence
  fresh "fence-$fence"
  run 10 --coverage -DKILL
  has "$scratch/$name/stats.json" '"confirmed": "ubsan"'
  has "$scratch/$name/stats.json" "\"fence\": \"$fence\""
  has "$scratch/$name/summary.txt" 'native runs   confined: '
  has "$scratch/$name/summary.txt" 'natively by the tests'
  again 0
  has "$scratch/$name.again" '1 of 1 confirmed'
  has "$scratch/$name.again" '2 tests cover'
  again 0 --test="$(sed -n 's/.*"test": "test0*\([1-9]*\)".*/\1/p' \
    "$scratch/$name/stats.json")"
  has "$scratch/$name.again" 'division by zero'
  untouched 2.5
done
unset BRAID_FENCE

# The user's explicit word: the same program does all it wants.
fresh unconfined
run 10 --replay=unconfined
has "$scratch/$name/stats.json" '"fence": "unconfined"'
has "$scratch/$name/summary.txt" 'native runs   not confined, as asked for'
[ -e "$outside/made" ] && [ -e "$outside/shell" ] && [ ! -e "$outside/file" ] ||
  fail "unconfined: the program did nothing"
rm -f "$outside"/*
again 0 --replay=unconfined --no-coverage
[ -e "$outside/made" ] || fail "unconfined: the replay did nothing"
for _ in $(seq 60); do [ -e "$outside/late" ] || sleep 1; done
[ -e "$outside/late" ] || fail "unconfined: nothing was left behind"

# No fence, no native run, and that is said.
fresh none
(export BRAID_FENCE=none
run 10 --coverage
has "$scratch/$name/stats.json" '"confirmed": "not-fenced"'
has "$scratch/$name/stats.json" '"fence": "none"'
has "$scratch/$name/summary.txt" 'not run natively: no fence available'
has "$scratch/$name.out" 'the coverage was not measured: no fence'
again 2
has "$scratch/$name.again" 'nothing is run natively: no fence is available'
untouched
exit $failed) || failed=1

# Without bubblewrap there is the other one.
fresh no-bwrap
mkdir "$scratch/bin"
for tool in clang-19 llvm-profdata-19 llvm-cov-19 ld sh timeout tail; do
  ln -s "$(command -v $tool)" "$scratch/bin/$tool"
done
(PATH=$scratch/bin
export PATH
run 10) || failed=1
has "$scratch/$name/stats.json" '"fence": "landlock"'
has "$scratch/$name/summary.txt" '(bwrap: No such file or directory)'
untouched 2.5

# Nor where no namespace is to be had, as in most containers.
fresh no-namespaces
cat >"$scratch/inner" <<EOF
echo 0 >/proc/sys/user/max_user_namespaces
exec setpriv --bounding-set -all --inh-caps -all "$braid" run \
  --output-dir="$scratch/$name" -DOUTSIDE='"$outside"' "$here/hostile.c"
EOF
chmod 777 "$scratch"
if unshare -Ur true 2>/dev/null && command -v setpriv >/dev/null; then
  plain=
  [ "$(id -u)" != 0 ] || plain="setpriv --reuid=65534 --regid=65534 --clear-groups"
  # shellcheck disable=SC2086
  $plain unshare -Ur sh "$scratch/inner" >"$scratch/$name.out" 2>&1 || true
  if [ -e "$scratch/$name/stats.json" ]; then
    has "$scratch/$name/stats.json" '"fence": "landlock"'
    has "$scratch/$name/stats.json" '"confirmed": "ubsan"'
    untouched 2.5
  elif ! $plain test -r "$braid"; then
    echo "skipped: a plain user cannot come to $braid"
  else
    fail "$name: no report"
    tail -n 12 "$scratch/$name.out"
  fi
fi

# All native runs together have the run's time: six that hang take no minute.
# Other things that the machine does count for that.
timed() {     # timed WHAT
  took=$(($(date +%s) - before))
  waited=$((($(waited_ms) - waited) / 1000))
  [ $took -le $((20 + 4 * waited)) ] ||
    fail "hang: $took s for $1; $waited s of them somebody waited"
}
name=hang
before=$(date +%s)
waited=$(waited_ms)
timeout 120 "$braid" run --max-time=6s --output-dir="$scratch/hang" \
  "$here/hang.c" >"$scratch/hang.out" 2>&1 || true
timed --max-time=6s
# On a machine that did other things for long there may have been no time to come to that.
[ "$waited" -gt $((took / 4)) ] || has "$scratch/hang/stats.json" '"confirmed": "no-time"'
before=$(date +%s)
waited=$(waited_ms)
again 5 --max-time=8 --timeout=2
timed 'braid replay --max-time=8'
has "$scratch/$name.again" 'not run: the 8 s for all of it (--max-time) were up'
exit $failed
