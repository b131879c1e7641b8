#!/bin/sh
# "proved" is said of a run that was resumed only if its ledger is that of a whole tree
# and nothing in it was cut or assumed.  Each violation is forged.
#
#   test/jobs/proof.sh BUILD
set -eu
. "$(dirname "$0")/begin"
verdict() { sed -n 's/^ *"verdict": "\(.*\)",/\1/p' cut/stats.json | head -n 1; }
sed 's/N = 20/N = 15/' "$here/../../bench/jobs/tree20.c" >tree.c

# A run that is stopped in the middle, with jobs that are open and jobs below the root
# that are done.
is_between() {
  [ -e cut/jobs.sqlite ] && [ "$(sqlite3 -cmd '.timeout 2000' cut/jobs.sqlite \
    'SELECT (SELECT count(*) FROM job WHERE is_done AND number > 1) > 0 AND
            (SELECT count(*) FROM job WHERE NOT is_done) > 0' 2>/dev/null)" = 1 ]
}
tries=0
until is_between; do
  rm -rf cut
  tries=$((tries + 1))
  [ "$tries" -lt 20 ] || { echo "no run was stopped in the middle"; exit 1; }
  "$build/braid" run --quiet --no-replay --merge=off --no-seen --tests=none --jobs=2 \
    --limit explore_ledger_shared=10 --limit explore_ledger_quantum=4 \
    --output-dir=cut tree.c >said 2>errors &
  pid=$!
  until is_between || ! kill -0 $pid 2>/dev/null; do sleep 0.01; done
  kill -INT $pid 2>/dev/null || true
  wait $pid || true
done
cp -r cut kept

# How the ledger is forged, and what is said of it then; nothing: it is proved.
resume() {
  rm -rf cut
  cp -r kept cut
  [ -z "$1" ] || sqlite3 cut/jobs.sqlite "$1"
  "$build/braid" run --resume=cut >said 2>errors || true
}
refused() {
  resume "$1"
  grep -q "$2" cut/stats.json errors || fail "forged: $1: $(cat errors)"
  # Refused at once: the report is still that of the run that was stopped.
  case $(verdict) in
  proved) fail "forged, and proved: $1" ;;
  'proved under assumptions') [ "$3" = assumed ] || fail "forged, and proved: $1" ;;
  esac
}
resume ''
[ "$(verdict)" = proved ] || fail "not forged: $(verdict) $(cat errors)"
whole='not that of a whole run'
any='number = (SELECT max(number) FROM job WHERE is_done = 0)'
ended='number = (SELECT max(number) FROM job WHERE is_done = 1 AND number > 1)'
believed='not to be believed'
refused "DELETE FROM job WHERE $any" "$believed" -
refused "DELETE FROM job WHERE $ended" "$whole" -
refused "UPDATE job SET children = children + 1 WHERE $ended" "$whole" -
refused "UPDATE job SET parent = 1000000000 WHERE $ended" "$whole" -
refused "UPDATE job SET digest = digest + 1 WHERE $ended" "$whole" -
refused "UPDATE job SET owner = 0, is_done = 0, bytes = NULL WHERE $ended" \
  "$believed" -
refused "INSERT INTO job (id, parent, depth, digest, owner, is_done)
  SELECT id, parent, depth, digest, 0, 1 FROM job WHERE $ended" "$whole" -
refused "UPDATE job SET owner = 0, is_done = 1, bytes = NULL WHERE $any" "$believed" -
refused "UPDATE job SET depth = depth + 1 WHERE $any" "$believed" -
refused "UPDATE job SET bytes = x'00' WHERE $any" "$believed" -
refused "DELETE FROM fact WHERE name = 'receipt 0'" "$believed" -
refused "INSERT INTO found (kind, key, owner, bytes)
  VALUES (3, x'00', 7, CAST('1forged' AS BLOB))" "$believed" -
refused "UPDATE fact SET value = x'0102030405060708' WHERE name = 'digest'" \
  "$believed" -
# Every fact, and the receipt, by one bit of one byte: its first, its last, one of its seal.
for fact in command directory build digest 'receipt 0'; do
  for at in 1 'length(value)' 'length(value) - 16'; do
    refused "UPDATE fact SET value = substr(value, 1, $at - 1) ||
      CASE substr(value, $at, 1) WHEN x'00' THEN x'01' ELSE x'00' END ||
      substr(value, $at + 1) WHERE name = '$fact'" "$believed" -
  done
done
[ "$failures" -eq 0 ]
