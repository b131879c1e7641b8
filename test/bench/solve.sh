#!/bin/sh
# bench/solve on small files: what it counts, and that it fails where answers contradict.
# braid-solve says what `braid solve` does.
#
#   test/bench/solve.sh BUILD
set -eu
build=$(realpath "$1")
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/files"
failed=0

# file NAME LOGIC STATUS SORT ASSERTION: about x
file() {
  cat >"$work/files/$1.smt2" <<END
(set-info :status $3)
(set-logic $2)
(declare-const x $4)
(assert $5)
(check-sat)
END
}

word='(_ BitVec 16)'
file odd QF_BV unsat "$word" '(= (bvmul x #x0002) #x0003)'
file root QF_BV sat "$word" '(= (bvmul x x) #x0031)'
file half QF_FP sat Float32 '(fp.eq (fp.add RNE x x) ((_ to_fp 8 24) RNE 0.2))'
file other QF_LIA sat Bool true
bench/solve/run "$build" "$work/files" >"$work/table" || failed=1
grep -Eq '^QF_BV +2 +2 +2 +2 ' "$work/table" || failed=1
grep -Eq '^together +3 +3 +3 +3 ' "$work/table" || failed=1
grep -q '^contradictions: 0$' "$work/table" || failed=1
"$build/braid" solve "$work/files/root.smt2" >"$work/one"
"$build/braid-solve" "$work/files/root.smt2" >"$work/two"
cmp "$work/one" "$work/two" || failed=1

file wrong QF_BV unsat "$word" '(= (bvmul x x) #x0031)'
if bench/solve/run "$build" "$work/files" >"$work/table"; then failed=1; fi
grep -q '^contradiction: .*wrong.smt2' "$work/table" || failed=1
[ $failed = 0 ] || cat "$work/table"
exit $failed
