#!/bin/sh
# Programs for this machine are compiled with the host's headers, those for a
# foreign target with the ones that are installed with braid; all run on the
# runtime's C library, and must mean the same by everything.  Compares every struct,
# type and constant of every public header that the two have in common.
#
#   test/abi/compare.sh BUILD [TARGET...]     default: all
#
# No list of names is kept here: records come from the compiler's own dump of
# layouts, constants from the macros and enumerators of both sides.  What differs
# must be a line of test/abi/allowed, which says why no program can tell.
set -eu
build=$(cd "$1" && pwd)
shift
here=$(cd "$(dirname "$0")" && pwd)
: "${CLANG:=clang-19}" "${MUSL:=$here/../../build-musl}"
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
trap 'exit 130' INT TERM
[ $# -gt 0 ] || set -- "$(uname -m)" $(echo x86_64 i386 | sed "s/$(uname -m) *//")
failures=0

# headers DIR...: public ones, one a line
headers() {
  for dir; do (cd "$dir" && find . -name '*.h'); done | sed 's|^\./||' |
    grep -Ev '^(bits|asm|linux)/|alltypes' | sort -u
}

# Takes headers out of all.c until it compiles with these flags.
make_compile() {
  # shellcheck disable=SC2086
  while ! "$CLANG" $1 -w -fsyntax-only "$out/all.c" 2>"$out/errors"; do
    line=$(sed -n "s|.*$out/all.c:\([0-9]*\):.*|\1|p" "$out/errors" | head -n 1)
    [ -n "$line" ] || { cat "$out/errors"; exit 1; }
    sed -i "${line}s|.*|/* & */|" "$out/all.c"
  done
}

# layouts FLAGS: "record member offset" and "record sizeof n", of names that a
# program may use
layouts() {
  # shellcheck disable=SC2086
  "$CLANG" $1 -w -Xclang -fdump-record-layouts-complete -fsyntax-only \
    "$out/all.c" | awk '
    /^\*\*\* Dumping/ { record = ""; next }
    match($0, /\[sizeof=[0-9]+/) {
      if (record != "") print record, "sizeof", substr($0, RSTART + 8, RLENGTH - 8)
      record = ""; next
    }
    index($0, " | ") {
      split($0, part, " [|] ")
      at = part[1]; sub(/^ +/, "", at)
      text = part[2]
      match(text, /^ */); depth = RLENGTH / 2; sub(/^ +/, "", text)
      if (depth == 0) {
        record = text
        gsub(/\(.*/, "", record)
        if (text ~ /unnamed|anonymous/ || record ~ /(^| )_/) record = ""
        delete inside
        next
      }
      if (record == "") next
      n = split(text, word, " ")
      if (n == 1) next                          # padding: a bit-field without a name
      name = word[n]; sub(/.*[*]/, "", name)
      # a member of a member has both names, of an unnamed one only its own
      if (text ~ /\(unnamed|\(anonymous/ && name ~ /\)$/) name = ""
      sub(/\[.*/, "", name)
      inside[depth] = name
      whole = ""
      for (k = 1; k <= depth; k++)
        if (inside[k] != "") whole = whole (whole == "" ? "" : ".") inside[k]
      if (name != "" && whole !~ /(^|[.])_/) print record, whole, at
    }' | sed 's/^struct //; s/^union //' | sort -u
}

# Names that may be constants: macros without parameters, enumerators; and the
# sizes of types.
names() {
  # shellcheck disable=SC2086
  "$CLANG" $1 -w -E -dM "$out/all.c" |
    sed -n 's/^#define \([A-Za-z][A-Za-z0-9_]*\) ..*/\1/p'
  # shellcheck disable=SC2086
  "$CLANG" $1 -w -E -P "$out/all.c" | tr '\n' ' ' >"$out/text"
  grep -o 'enum[^;{]*{[^}]*}' "$out/text" | sed 's/.*{//; s/}//' |
    tr ',' '\n' | sed -n 's/^ *\([A-Za-z][A-Za-z0-9_]*\).*/\1/p'
  tr ';' '\n' <"$out/text" |
    sed -n 's/.*typedef .*[ *}]\([a-zA-Z][a-zA-Z0-9_]*\)\(\[[0-9]*\]\)* *$/sizeof(\1)/p'
}

# values FLAGS: "name value" of those names that are integer constants
values() {
  cp "$out/names" "$out/left"
  while :; do
    awk '{ t = $0; gsub(/[()]/, "_", t)
           printf "const long long braid_value_%s = (long long) (%s);\n", t, $0
         }' "$out/left" >"$out/probe"
    { cat "$out/all.c"; echo '#line 1 "probe"'; cat "$out/probe"; } \
      >"$out/values.c"
    # shellcheck disable=SC2086
    "$CLANG" $1 -w -ferror-limit=0 -fsyntax-only "$out/values.c" 2>&1 |
      sed -n 's/^probe:\([0-9]*\):.*error:.*/\1/p' | sort -un >"$out/bad"
    [ -s "$out/bad" ] || break
    awk 'NR == FNR { bad[$1]; next } !(FNR in bad)' "$out/bad" "$out/left" \
      >"$out/good"
    mv "$out/good" "$out/left"
  done
  # shellcheck disable=SC2086
  "$CLANG" $1 -w -S -emit-llvm -o - "$out/values.c" |
    sed -n 's/^@braid_value_\([^ ]*\) = .*constant i64 \(-*[0-9]*\),.*/\1 \2/p' |
    sort -u
}

compare() {     # compare TARGET
  target=$1
  triple=$target-linux-gnu
  [ "$target" != i386 ] || triple=i686-linux-gnu
  musl=$(tr '\n' ' ' <"$MUSL/libc-$target.d/includes")
  host="-target $triple"
  list=$here/allowed
  # As src/finding/compile.c does for a target that is not the machine's own; there
  # nothing may differ.
  if [ "$target" != "$(uname -m)" ]; then
    host="$host -nostdlibinc -isystem $build/share/braid/include-$target"
    list=/dev/null
  fi
  own="-target $triple -nostdinc $musl"
  echo '#define _GNU_SOURCE' >"$out/all.c"
  # shellcheck disable=SC2086
  headers $(echo "$musl" | sed 's/-isystem//g') |
    sed 's|.*|#include <&>|' >>"$out/all.c"
  make_compile "$host"
  make_compile "$own"
  make_compile "$host"
  count=$(grep -c '^#include' "$out/all.c")
  [ "$count" -gt 100 ] || { echo "$target: only $count headers"; failures=1; }
  layouts "$host" >"$out/host"
  layouts "$own" >"$out/own"
  { names "$host"; names "$own"; } | sort -u >"$out/names"
  values "$host" >>"$out/host"
  values "$own" >>"$out/own"
  # "name host's own's": what both have and give otherwise
  awk '{ n = $NF; $NF = "" }
    NR == FNR { host[$0] = n; next }
    ($0 in host) { both++; if (host[$0] != n) print $0 host[$0], n }
    END { print both > "/dev/stderr" }' "$out/host" "$out/own" \
    >"$out/differ" 2>"$out/both"
  # A line of the list is a name, or a record and a member, and a reason.
  awk -v list="$list" '
    BEGIN {
      while ((getline text < list) > 0) {
        if (text ~ /^#/ || !index(text, ": ")) continue
        sub(/: .*/, "", text)
        allowed[text]
      }
    }
    { key = $1; if (NF == 4) key = $1 " " $2 }
    !(key in allowed) && !($1 in allowed)' "$out/differ" >"$out/wrong"
  echo "$target: $count headers, $(cat "$out/both") members, sizes and constants;" \
    "$(wc -l <"$out/differ") differ, $(wc -l <"$out/wrong") of them unexplained"
  [ ! -s "$out/wrong" ] || { failures=1; cat "$out/wrong"; }
}

for target; do compare "$target"; done
exit "$failures"
