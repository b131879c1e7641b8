#!/bin/sh
# Random programs over arrays of unknown length: their bugs are those that are found when
# every length is a path of its own.
#
#   test/sized/random.sh [BUILD [COUNT [SEED]]]
set -eu
cd "$(dirname "$0")/../.."
BUILD=$(realpath "${1:-build}")
count=${2:-6} seed=${3:-5001}
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

# found NAME OPTION...: the exit status and the bugs, into NAME.found
found() {
  name=$1
  shift
  status=0
  # With too few rounds about an unwritten byte a bug behind it is left for later.
  "$BUILD/braid" run --quiet --no-replay --tests=none --jobs=1 --limit=exec_uninit_rounds=1024 \
    --output-dir="$out/$name" "$@" "$out/p.c" >"$out/log" 2>&1 || status=$?
  {
    echo "exit $status"
    for err in "$out/$name"/*.err; do
      [ -e "$err" ] || continue
      kind=${err##*/}
      kind=${kind#*.}
      echo "$(sed -n 's/^Line: //p' "$err" | head -n 1) ${kind%.err}"
    done | sort -u
  } >"$out/$name.found"
  # Such a path is cut, and what is behind it not found: the rest must be right.  So is one
  # for which the memory is too small: terms over bytes that were never written, joined.
  is_cut=no
  ! grep -qE 'realloc to perhaps less|"cut-memory' "$out/$name/stats.json" || is_cut=yes
  rm -rf "${out:?}/$name"
}

failed=0 with_bugs=0
for n in $(seq "$seed" $((seed + count - 1))); do
  awk -v seed="$n" -f test/sized/program.awk >"$out/p.c"
  found wanted --classic -DCONCRETE
  [ "$(head -n 1 "$out/wanted.found")" != "exit 10" ] || with_bugs=$((with_bugs + 1))
  # Each unknown place as if there were very many, too.
  few="--limit=exec_table=1 --limit=exec_guarded=2 --limit=exec_short_fill=1
    --limit=exec_moved=1 --limit=exec_string_few=0"
  for options in "--classic" "" "--join=always" "--join=always --merge=ite" \
                 "--merge=off --zeq=on" "--classic $few" "$few" "--join=always $few" \
                 "--merge=off --zeq=on $few"; do
    # shellcheck disable=SC2086
    found had $options
    cmp -s "$out/wanted.found" "$out/had.found" && continue
    if [ $is_cut = yes ] && ! grep -vE '^exit (5|10)$' "$out/had.found" |
         grep -qvxF -f "$out/wanted.found"; then continue; fi
    echo "seed $n with \"$options\" (<: by paths):"
    diff "$out/wanted.found" "$out/had.found" || true
    failed=1
  done
done
echo "$count programs, $with_bugs with bugs"
[ $with_bugs -gt 0 ] || { echo "no program has a bug"; exit 1; }
exit $failed
