#!/bin/sh
# No limit may change a verdict but into "inconclusive", or from it.
#
#   test/limits/run.sh BUILD       each limit at both ends of its range, ten limits at a
#                                  time, on one program of test/limits/programs under
#                                  one configuration; and all limits together, small
#                                  and large, on each program
#   test/limits/run.sh BUILD each  each limit alone at both ends, on one program
#   test/limits/run.sh BUILD all   each limit at both ends on each of the programs
#                                  under each configuration (make limits)
#   test/limits/run.sh BUILD all PATTERN  ... of the limits whose names contain it
#
# The expected bugs are those of the program's own comments (test/program.sh).  A run
# fails that reports another bug, proves a program with one, has none of the exit
# statuses 0, 5 and 10, or does not end in time.
set -eu
build=$(cd "$1" && pwd)
mode=${2:-sample}
pattern=${3:-}
cd "$(dirname "$0")/../.."
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
trap 'exit 130' INT TERM

configuration() {
  case $1 in
  0) echo ;;
  1) echo "--join=always --loops=template --zeq=on" ;;
  2) echo "--native-after=1 --jobs=1" ;;
  3) echo "--classic" ;;
  esac
}
CONFIGURATIONS=4

header() { sed -n "s|^// $1: *||p" "test/programs/$2.c"; }

# Bitcode of each program, so that no run compiles.  The run itself is of no interest: at the
# tiny sizes of a hostile build it may take half an hour.
prepare() {
  awk 'match($0, /\/\/ (expect|somewhere): */) {
    n = split(substr($0, RSTART + RLENGTH), kind, /[ ,]+/)
    any = /\/\/ somewhere:/
    for (i = 1; i <= n; i++) if (kind[i] != "") print (any ? 0 : FNR), kind[i]
  }' "test/programs/$1.c" >"$out/$1.want"
  # shellcheck disable=SC2046
  "$build/braid" run --quiet --keep --no-replay --tests=none --max-time=10s --output-dir="$out/$1" \
    $(header options "$1") "test/programs/$1.c" >/dev/null 2>&1 || true
  [ -e "$out/$1/program0.bc" ] || { echo "$1: no bitcode"; exit 1; }
}

# "LINE KIND" of the reports in a directory that nobody expects.
unexpected() {
  for err in "$2"/*.err; do
    [ -e "$err" ] || continue
    kind=${err##*/test}
    kind=${kind#*.}
    awk -v name="$1.c" -v kind="${kind%.err}" '
      $1 == "File:" { n = split($2, part, "/"); own = part[n] == name }
      $1 == "Line:" && own { print $2, kind; exit }
      !own && (i = index($0, name ":")) {
        print substr($0, i + length(name) + 1) + 0, kind; exit
      }' "$err"
  done | awk -v want="$out/$1.want" '
    BEGIN { while ((getline line < want) > 0) known[line] = 1 }
    !($0 in known) && !(("0 " $2) in known)'
}

# one PROGRAM CONFIGURATION OPTIONS...: prints what is wrong
one() {
  program=$1
  own=$(configuration "$2")
  shift 2
  dir=$(mktemp -d "$out/run.XXXXXX")
  command="$build/braid run --quiet --no-replay --max-time=${LIMITS_RUN_S:-2}s $own"
  command="$command $(header options "$program")"
  status=0
  # shellcheck disable=SC2086
  timeout $((3 * ${LIMITS_RUN_S:-2} + 30)) $command --output-dir="$dir/o" "$@" \
    "$out/$program/program0.bc" >/dev/null 2>"$dir/errors" || status=$?
  wrong=
  case $status in
  0) [ ! -s "$out/$program.want" ] || wrong="proved, though it has bugs" ;;
  10)
    wrong=$(unexpected "$program" "$dir/o")
    [ -z "$wrong" ] || wrong="reports what is no bug: $wrong"
    ;;
  5) ;;
  *) wrong="exit $status: $(tail -n 2 "$dir/errors")" ;;
  esac
  echo "$status" >>"$out/statuses"
  rm -rf "$dir"
  [ -z "$wrong" ] || echo "$program: $wrong
  command: $command $* test/programs/$program.c" >>"$out/wrong"
}

programs=$(sed '/^#/d; s/ .*//' test/limits/programs)
for p in $programs; do prepare "$p"; done
"$build/braid" help limits --plain | grep -- "$pattern" >"$out/list"
: >"$out/wrong"

if [ "$mode" = all ]; then
  while read -r name value small large; do
    for end in $small $large; do
      [ "$end" != "$value" ] || continue
      for p in $programs; do
        c=0
        while [ $c -lt $CONFIGURATIONS ]; do
          echo "$p $c --limit $name=$end"
          c=$((c + 1))
        done
      done
    done
  done <"$out/list" >"$out/jobs"
elif [ "$mode" = each ]; then
  awk -v programs="$(echo $programs)" -v configurations=$CONFIGURATIONS '
    BEGIN { count = split(programs, program, " ") }
    function put(end) {
      if (end == $2) return
      print program[n % count + 1], int(n / 2) % configurations, "--limit", $1 "=" end
      n++
    }
    { put($3); put($4) }' "$out/list" >"$out/jobs"
else
  # Those of one run are of different rooms; each run has another program.
  awk -v programs="$(echo $programs)" -v configurations=$CONFIGURATIONS '
    BEGIN { count = split(programs, program, " ") }
    { name[NR] = $1; end[NR] = $3; end[-NR] = $4 }
    END {
      runs = int((NR + 9) / 10)
      for (k = 0; k < 2 * runs; k++) {
        printf "%s %d", program[k % count + 1], int(k / 2) % configurations
        for (n = k % runs + 1; n <= NR; n += runs)
          printf " --limit %s=%s", name[n], end[(n + (k < runs)) % 2 ? n : -n]
        print ""
      }
    }' "$out/list" >"$out/jobs"
fi
small=$(awk '{ printf " --limit %s=%s", $1, $3 }' "$out/list")
large=$(awk '{ printf " --limit %s=%s", $1, $4 }' "$out/list")
n=0
for p in $programs; do
  n=$((n + 1))
  # shellcheck disable=SC2086
  one "$p" $((n % CONFIGURATIONS)) $small
  # shellcheck disable=SC2086
  one "$p" $((n % CONFIGURATIONS)) $large
done
while read -r p c settings; do
  # shellcheck disable=SC2086
  one "$p" "$c" $settings
done <"$out/jobs"

cat "$out/wrong"
awk '{ n[$1]++ } END {
  printf "%d runs: %d proved, %d with bugs, %d inconclusive\n", NR, n[0], n[10], n[5]
}' "$out/statuses"
# At both ends something must still be decided, or this test could not fail.
[ "$(grep -cE '^(0|10)$' "$out/statuses")" -gt $(($(wc -l <"$out/statuses") / 2)) ] ||
  { echo "hardly anything was decided"; exit 1; }
[ ! -s "$out/wrong" ]
