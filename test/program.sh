#!/bin/sh
# One program test: runs it over a matrix of options and compares with what the
# file itself says.
#
#   test/program.sh BUILD FILE.c
#
# TEST_MATRIX=K/N runs every Nth configuration of the matrix beside the first; which
# ones depends on the file's name, so that many programs try all of them, and K = 1 to
# N together are the whole matrix.  TEST_MATRIX=techniques: those that use a technique
# each, and nothing natively.
#
# On the line concerned:
#   // expect: KIND[, KIND]   the bugs found on this line; no others anywhere
# On lines of their own:
#   // somewhere: KIND  a bug found on any line
#   // exit: N          default: 10 if bugs are expected, else 0
#   // verdict: V       proved, proved-under-assumptions, bug, inconclusive, or
#                       possible (inconclusive only because of errors that no
#                       input confirms); must be said where the exit is 5,
#                       which is the exit status of three of them
#   // options: ...     for every run
#   // target: i386     or x86_64
#   // sources: B.c     further files, in the directory of the first
#   // arguments: ...   of the program
#   // reports: any     which bugs are reported is not compared
#   // replay: no       natively the bug cannot be seen, or the program not run
#   // witness: no      (why) the witnesses of its bugs are not followed
#   // matrix: no       only the first configuration, for runs that budgets cut
#   // matrix: endless  path by path: other configurations may never end
#   // joins: no        joined, it takes minutes
# Pinned under the first configuration only; (*) not at hostile sizes:
#   // paths: N         (*) completed
#   // bugs: N          mistakes: a kind on a line
#   // prints: TEXT     a line of the program's output
#   // cut: KIND        why nothing is proved
#   // assumes: TEXT    part of an assumption that the verdict rests on
#   // stats: KEY OP N  (*) a figure of stats.json; OP is = < > <= >=
#   // returns: TEXT    (*) a line "FUNCTION: KEPT of RETURNED, for N paths"
#   // acted: WHAT ...  (*) techniques that really did something: joins, templates, zeq,
#                       seen, lattice, native, made-up (objects behind unknown pointers)
set -eu
build=$1
file=$2
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
trap 'exit 130' INT TERM
failures=0

header() { sed -n "s|^// $1: *||p" "$file"; }

# A header about what depends on sizes.
figure() { grep -q '^HOSTILE:BOOL=ON' "$build/CMakeCache.txt" || header "$1"; }

fail() {
  failures=$((failures + 1))
  echo "$file: $*"
}

# A word misspelt would expect nothing: only those explained above are taken.
for word in $(sed -n 's|^// \([a-z-]*\):.*|\1|p' "$file" | sort -u); do
  grep -q "^#   // $word:" "$0" || fail "no such expectation: // $word:"
done

# "LINE KIND" of each // expect:
awk 'match($0, /\/\/ expect: */) {
  n = split(substr($0, RSTART + RLENGTH), kind, /[ ,]+/)
  for (i = 1; i <= n; i++) if (kind[i] != "") print FNR, kind[i]
}' "$file" >"$out/unsorted"
somewhere=$(header somewhere)
[ -z "$somewhere" ] || echo "0 $somewhere" >>"$out/unsorted"
sort -u "$out/unsorted" >"$out/want"

if [ -s "$out/want" ]; then default=10; else default=0; fi
want_exit=$(header exit)
want_exit=${want_exit:-$default}
want_verdict=$(header verdict)
case $want_exit:$want_verdict in
0:) want_verdict=proved ;;
10:) want_verdict=bug ;;
0:proved | 10:bug) ;;
5:proved-under-assumptions | 5:inconclusive | 5:possible | 5:bug) ;;
5:) fail "exit 5 says too little: no // verdict:" ;;
*) fail "no such verdict with exit $want_exit: $want_verdict" ;;
esac
options=$(header options)
target=$(header target)
[ -z "$target" ] || options="$options --target=$target"
arguments=$(header arguments)
[ -z "$arguments" ] || arguments=" -- $arguments"
sources=
for more in $(header sources); do
  sources="$sources $(dirname "$file")/$more"
done

# "LINE KIND" of each report; a bug inside the library is its caller's.
reported() {
  for err in "$1"/*.err; do
    [ -e "$err" ] || continue
    kind=${err##*/test}
    kind=${kind#*.}
    awk -v name="${file##*/}" -v kind="${kind%.err}" '
      $1 == "File:" { n = split($2, part, "/"); own = part[n] == name }
      $1 == "Line:" && own { print $2, kind; exit }
      !own && (i = index($0, name ":")) {
        print substr($0, i + length(name) + 1) + 0, kind; exit
      }' "$err"
  done | awk -v any="$somewhere" '$2 == any { $1 = 0 } { print }' | sort -u
}

# The verdict of a run, as stats.json has it.
verdict() {
  awk -F'"' '$2 == "verdict" { verdict = $4 }
    $2 == "what" { cut = 1 }
    $2 == "possible" && /true/ { possible = 1 }
    END {
      if (verdict == "inconclusive" && possible && !cut) verdict = "possible"
      print verdict ? verdict : "none"
    }' "$1/stats.json" 2>/dev/null || echo none
}

# run NAME OPTIONS...: one configuration
run() {
  name=$1
  shift
  dir=$out/$name
  command="$build/braid run --quiet --output=show --output-dir=$dir $options $*"
  command="$command $input$arguments"
  status=0
  # shellcheck disable=SC2086
  begun=$(date +%s%3N)
  timeout "${TEST_RUN_S:-300}" $command >"$out/$name.out" 2>"$out/$name.errors" || status=$?
  [ -z "${TEST_TIMES:-}" ] || echo "$(date +%s%3N) $begun ${file##*/} $name" |
    awk '{ printf "%.1fs program:%s/%s\n", ($1 - $2) / 1000, $3, $4 }' >>"$TEST_TIMES"
  reported "$dir" >"$out/$name.got"
  if [ "$status" != "$want_exit" ]; then
    fail "exit $status, not $want_exit"
  elif [ "$(verdict "$dir")" != "$want_verdict" ]; then
    fail "verdict $(verdict "$dir"), not $want_verdict"
  elif [ "$(header reports)" != any ] &&
    ! diff "$out/want" "$out/$name.got" >"$out/diff"; then
    fail "bugs differ (< wanted, > reported)"
    grep '^[<>]' "$out/diff"
  else
    return 0
  fi
  tail -n 5 "$out/$name.errors"
  echo "  command: $command"
}

# Whether the next configuration of the matrix is one of TEST_MATRIX.
number_of_part=$(echo "${file##*/}" | cksum | sed 's/ .*//')
is_wanted() {
  number_of_part=$((number_of_part + 1))
  case ${TEST_MATRIX:-} in
  techniques) false ;;
  */*) [ $((number_of_part % ${TEST_MATRIX#*/})) = $((${TEST_MATRIX%/*} - 1)) ] ;;
  esac
}

# What is run: the sources; when a run has kept it, their bitcode.
input=$file$sources

number() {    # number KEY [RUN]: of stats.json
  sed -n "s/.*\"$1\": *\([0-9][0-9]*\).*/\1/p" \
    "$out/${2:-base}/stats.json" | head -n 1
}

pinned() {    # pinned WHAT WANT GOT
  if [ -n "$2" ] && [ "$2" != "$3" ]; then fail "$1: $3, not $2"; fi
}

acted() {     # acted WHAT: how often
  case $1 in
  joins) number joins ;;
  templates) number applications ;;
  zeq) echo $(($(number returned) - $(number kept))) ;;
  seen) number 'states seen before' ;;
  lattice) number 'values made abstract' ;;
  native) number entries ;;
  made-up) number objects_made_up ;;
  esac
}

# With TEST_MATRIX=K/N one program in N is run natively.
confirm=--no-replay
if is_wanted && [ "$(header replay)" != no ]; then confirm=; fi
# Which contender ends first, and so how many paths there are and which returns are
# compared, is always the same with one job only.
one_job=
[ -z "$(figure paths)$(figure returns)" ] || one_job=--jobs=1
# shellcheck disable=SC2086
run base $confirm $one_job --keep
pinned paths "$(figure paths)" "$(number paths_completed)"
pinned bugs "$(header bugs)" \
  "$(grep -c '^ *"confirmed":' "$out/base/stats.json")"
header prints | while IFS= read -r line; do
  grep -qxF -- "$line" "$out/base.out" || echo "does not print: $line"
done >"$out/unprinted"
[ ! -s "$out/unprinted" ] || { fail "output:"; cat "$out/unprinted"; }
for kind in $(header cut); do
  grep -q "\"$kind[\":]" "$out/base/stats.json" || fail "no cut of kind $kind"
done
figure returns | while IFS= read -r line; do
  grep -qE -- "^ *$line\$" "$out/base/summary.txt" || echo "no line: $line"
done >"$out/unreturned"
[ ! -s "$out/unreturned" ] || { fail "returns:"; cat "$out/unreturned"; }
header assumes | while IFS= read -r line; do
  sed -n '/"assumptions"/,/\]/p' "$out/base/stats.json" |
    grep -qF -- "$line" || echo "does not assume: $line"
done >"$out/unassumed"
[ ! -s "$out/unassumed" ] || { fail "assumptions:"; cat "$out/unassumed"; }
figure stats | while IFS= read -r line; do
  bound=${line##* }
  key=${line% *}
  op=${key##* }
  key=${key% *}
  got=$(number "$key")
  case $op in
  '=') op=-eq ;; '<') op=-lt ;; '>') op=-gt ;; '<=') op=-le ;; '>=') op=-ge ;;
  esac
  [ -n "$got" ] && [ "$got" "$op" "$bound" ] ||
    echo "stats: $line; it is ${got:-not there}"
done >"$out/unlike"
[ ! -s "$out/unlike" ] || { fail "figures:"; cat "$out/unlike"; }
for what in $(figure acted); do
  times=$(acted "$what")
  [ "${times:-0}" -gt 0 ] || fail "$what did nothing"
done
# Every bug was confirmed at some tier.
if [ -e "$out/base/stats.json" ] && grep -E \
  '"confirmed": *"(other|not-reproduced|timed-out|not-built)"' \
  "$out/base/stats.json"; then
  fail "a bug was not confirmed natively"
fi

# Each bug's witness, followed by a new process, leads to the bug again; it says itself
# what it violates, which need not be the property.
if is_wanted && [ "$(header witness)" != no ]; then
  unbound=$(printf '%s' "$options" | sed 's/--property=[^ ]*//')
  for witness in "$out"/base/test*.witness.yml; do
    [ -e "$witness" ] || continue
    command="$build/braid run --quiet --output-dir=$out/follow$(basename "$witness")"
    command="$command --witness=$witness --tests=none $unbound $file$sources$arguments"
    # shellcheck disable=SC2086
    timeout "${TEST_RUN_S:-300}" $command >"$out/follow" 2>&1 || true
    grep -q '^witness confirmed' "$out/follow" || {
      fail "${witness##*/} is not confirmed"
      tail -n 3 "$out/follow"
      echo "  command: $command"
    }
  done
  if [ "$want_verdict" = bug ] && [ -z "$(ls "$out"/base | grep '^test.*witness')" ]
  then fail "no bug has a witness"; fi
fi

[ ! -e "$out/base/program0.bc" ] || input=$(echo "$out"/base/program*.bc)

if [ "$(header matrix)" = endless ]; then
  ! is_wanted || run paths --no-replay --merge=off --loops=unroll
  ! is_wanted || run random --no-replay --merge=off --loops=unroll --search=random-path --seed=7
  ! is_wanted || run native --no-replay --merge=off --loops=unroll --native-after=1
fi

# On a slow build: the techniques alone, each once.
if [ "$(header matrix)" = endless ]; then
  :
elif [ "$(header matrix)" != no ] && [ "${TEST_MATRIX:-}" = techniques ]; then
  run template --no-replay --merge=off --loops=template --check-drops
  run zeq --no-replay --merge=off --loops=unroll --zeq=on --check-drops
  if [ "$(header joins)" != no ]; then
    run both --no-replay --join=always --zeq=on --check-drops
    run multise --no-replay --merge=multise --check-drops
    run store --no-replay --merge=store --limit=multise_slice=1 --check-drops
  fi
elif [ "$(header matrix)" != no ]; then
  # Searches and solver links are tried path by path, a search and a link at a time;
  # techniques one by one.
  paths="--no-replay --merge=off --loops=unroll"
  ! is_wanted || run bfs $paths --search=bfs --solver=z3
  ! is_wanted || run random $paths --search=random-path --seed=7 --no-rewrite
  ! is_wanted || run coverage $paths --search=coverage --no-range --no-domain --no-models \
    --no-slices --no-cores
  ! is_wanted || run classic --no-replay --classic --check-relevancy
  ! is_wanted || run zeq $paths --zeq=on --check-drops
  # When contenders change is not the same natively: only paths are counted.
  if is_wanted; then
    run checked $paths --solver-check
    run compiled $paths --native=on --native-after=1
    pinned "native instructions" "$(number instructions checked)" \
      "$(number instructions compiled)"
  fi
  ! is_wanted || run template --no-replay --merge=off --loops=template --check-drops
  ! is_wanted || run native --no-replay --native=on --native-after=1
  if [ "$(header joins)" != no ]; then
    ! is_wanted || run ite --no-replay --merge=ite --join=always --check-relevancy
    if is_wanted; then
      run summary --no-replay --join=always --native-after=1 --check-relevancy
      run joined --no-replay --join=always --native-after=1
      for key in instructions forks joins paths_completed; do
        pinned "native $key, joined" "$(number $key summary)" \
          "$(number $key joined)"
      done
    fi
    ! is_wanted || run both --no-replay --join=always --zeq=on --check-drops
    ! is_wanted || run multise --no-replay --merge=multise --native-after=1
    ! is_wanted || run store --no-replay --merge=store --native-after=1
    ! is_wanted || run literal --no-replay --merge=store --limit=multise_slice=1
  fi
fi
[ "$failures" -eq 0 ]
