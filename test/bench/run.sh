#!/bin/sh
# bench/run on one row of each of two tables: what was measured is kept, drawn and
# listed; a peer on the PATH runs on the same program; what fails is told.
#
#   test/bench/run.sh BUILD
set -eu
build=$(cd "$1" && pwd)
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
  echo "$*" >&2
  cat "$work/log" >&2
  exit 1
}
query() { sqlite3 "$work/out/history.db" "$1"; }

# It says its LLVM's version, wants bitcode and its flags, and takes a while.
mkdir "$work/bin"
cat >"$work/bin/klee" <<'END'
#!/bin/sh
case $1 in --version) echo "LLVM version 19.1"; exit ;; esac
for last; do :; done
case "$*" in *--search=dfs*) ;; *) exit 9 ;; esac
[ "$(head -c 2 "$last")" = BC ] || exit 9
END
chmod +x "$work/bin/klee"
PATH=$work/bin:$PATH
LIMIT=5
export PATH LIMIT

bench/run -b "$build" -o "$work/out" "peer three" >"$work/log" 2>&1 ||
  fail "the peer's table failed"
[ "$(query 'SELECT count(*) FROM results WHERE "table" = "peer"')" = 2 ] ||
  fail "not both times of the peer's table are kept"

LIMIT=1s bench/run -b "$build" -o "$work/out" "multise-growth queue" \
  >"$work/log" 2>&1 || fail "growth failed"
grep -q '^queue  *8 |' "$work/out/multise-growth.txt" ||
  fail "the table was not printed as its runner prints it"
points=$(query 'SELECT count(*) FROM results WHERE "table" = "multise-growth"')
[ "$points" -ge 9 ] || fail "three sizes in three modes were to be kept"
svg=$work/out/multise-growth.svg
[ "$(grep -c '<circle' "$svg")" -eq $((points + 3)) ] ||
  fail "not one circle a point and one a mode in the legend"
grep -q '>queue</text>' "$svg" || fail "no panel has the program's name"
bench/run -b "$build" -o "$work/out" -l multise-growth >"$work/log"
grep -q '  multise-growth  queue/8  *classic ms  ' "$work/log" || fail "not listed"

if bench/run -b "$build" -o "$work/out" nothing >"$work/log" 2>&1; then
  fail "a table that is not there passed"
fi
grep -q '^failed: nothing' "$work/log" || fail "it is not told what failed"
