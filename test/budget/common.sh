# For the tests of budgets, which set $build: sourced, not run.
#
# A machine that runs other things at the same time cannot keep to the second:
# what braid promises (doc/output.md) is allowed SLACK_S more, and four times as long as
# processes had to wait for a processor meanwhile, wherever the system says that.
here=$(cd "$(dirname "$0")" && pwd)
braid=$build/braid
slack_s=${SLACK_S:-1}
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
trap 'exit 130' INT TERM
mkdir "$out/tmp"
failures=0

fail() {
  failures=$((failures + 1))
  echo "$*"
}

now_ms() { date +%s%3N; }

. "$here/../waited"

# begin NAME OPTIONS...: runs the program in the background; $pid
begin() {
  name=$1
  shift
  [ -e "$out/$name.c" ] || "$here/generate" "$name" >"$out/$name.c"
  rm -rf "$out/dir"
  waited=$(waited_ms)
  TMPDIR=$out/tmp "$braid" run --no-replay --output-dir="$out/dir" "$@" \
    "$out/$name.c" >"$out/printed" 2>"$out/errors" &
  pid=$!
}

finish() {      # $status
  status=0
  wait "$pid" || status=$?
}

# sane WHAT STATUS...: the run ended with one of these, said so, and left its
# report whole and nothing else behind.  Before anything ran a signal just ends
# it: then there is no directory at all.
sane() {
  what=$1
  shift
  case " $* " in
  *" $status "*) ;;
  *) fail "$what: exit $status"; tail -n 5 "$out/errors" ;;
  esac
  case $status in
  130 | 143) [ ! -e "$out/dir" ] || fail "$what: half a run" ;;
  *)
    grep -q '"verdict": "' "$out/dir/stats.json" &&
      [ "$(tail -c 2 "$out/dir/stats.json")" = '}' ] ||
      fail "$what: no stats.json"
    grep -qE 'INCONCLUSIVE|FOUND|PROVED' "$out/dir/summary.txt" ||
      fail "$what: no summary.txt"
    grep -qE 'INCONCLUSIVE|FOUND|PROVED' "$out/printed" ||
      fail "$what: no report printed"
    [ -e "$out/dir/run.info" ] || fail "$what: no run.info"
    [ -z "$(find "$out/dir" -name '*.tmp*')" ] || fail "$what: half a file"
    ;;
  esac
  if [ -n "$(ls -A "$out/tmp")" ]; then
    fail "$what: left $(ls "$out/tmp")"
    rm -rf "$out/tmp"
    mkdir "$out/tmp"
  fi
}

# in_time WHAT BEGUN_MS LIMIT_MS
in_time() {
  took=$(($(now_ms) - $2))
  waited=$(($(waited_ms) - waited))
  [ "$took" -le $(($3 + 1000 * slack_s + 4 * waited)) ] ||
    fail "$1: took $took ms, not $3; $waited ms of them somebody waited"
}

# worker_of PID: the process that runs the program, a child of the one that was started
worker_of() {
  for stat in /proc/[0-9]*/stat; do
    sed -n "s/^\([0-9]*\) (.*) [A-Za-z] $1 .*/\1/p" "$stat" 2>/dev/null || true
  done | head -n 1
}
