#!/bin/sh
# Programs are compiled with the host's headers and run on the runtime's C
# library: both must mean the same.  Compares every struct, typedef and constant
# of every public header that the two have in common.
#
#   test/abi/compare.sh BUILD [TARGET...]
#
# No list of names is kept here: records come from the compiler's own layout
# dump, constants from the macros and enumerators of both sides.  What differs must be a
# line of test/abi/allowed, with the reason why no program can tell.
set -eu
build=$(cd "$1" && pwd)
shift
here=$(cd "$(dirname "$0")" && pwd)
: "${CLANG:=clang-19}"
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
trap 'exit 130' INT TERM
[ $# -gt 0 ] || set -- "$(uname -m)"
failures=0

# headers DIR...: the names below, one a line
headers() {
  for dir; do (cd "$dir" && find . -name '*.h'); done | sed 's|^\./||' |
    grep -Ev '^(bits|asm|linux)/|alltypes|^sys/(errno|fcntl|poll|signal|termios|ucontext)\.h|^wait.h' | sort -u
}

compiles() { "$CLANG" "$@" -w -fsyntax-only 2>/dev/null; }

# layouts FLAGS: "record member offset" and "record sizeof n"; only names that a
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
      name = word[n]; sub(/.*[*]/, "", name)
      # members of members by their whole name, of unnamed ones by their own
      if (text ~ /\(unnamed|\(anonymous/ && name ~ /\)$/) name = ""
      sub(/\[.*/, "", name)
      inside[depth] = name
      whole = ""
      for (k = 1; k <= depth; k++)
        if (inside[k] != "") whole = whole (whole == "" ? "" : ".") inside[k]
      if (name != "" && whole !~ /(^|[.])_/) print record, whole, at
    }' | sed 's/^struct //; s/^union //' | sort -u
}

# Names that may be constants: macros without parameters, enumerators.
names() {
  # shellcheck disable=SC2086
  { "$CLANG" $1 -w -E -dM "$out/all.c" |
      sed -n 's/^#define \([A-Za-z][A-Za-z0-9_]*\) ..*/\1/p'
    "$CLANG" $1 -w -E -P "$out/all.c" | tr '\n' ' ' |
      grep -o 'enum[^;{]*{[^}]*}' | sed 's/.*{//; s/}//' | tr ',' '\n' |
      sed -n 's/^ *\([A-Za-z][A-Za-z0-9_]*\).*/\1/p'
    "$CLANG" $1 -w -E -P "$out/all.c" | tr '\n' ' ' | tr ';' '\n' |
      sed -n 's/^ *typedef .*[ *]\([a-z][a-z0-9_]*_t\) *$/sizeof(\1)/p'
  } | sort -u
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
  case $target in
  i386) triple=i686-linux-gnu ;;
  *) triple=$target-linux-gnu ;;
  esac
  musl=$(cd "$here/../.." && setup/musl --headers "$build/../build-musl" "$target")
  host=$("$build/braid" cc --print-flags "$target" 2>/dev/null || true)
  host="-target $triple $host"
  own="-target $triple -nostdinc $musl"
  # shellcheck disable=SC2086
  headers $(echo "$musl" | sed 's/-isystem//g') >"$out/headers"
  : >"$out/all.c"
  echo '#define _GNU_SOURCE' >"$out/all.c"
  while read -r header; do
    cp "$out/all.c" "$out/more.c"
    echo "#include <$header>" >>"$out/more.c"
    # shellcheck disable=SC2086
    if compiles $host "$out/more.c" && compiles $own "$out/more.c"; then
      mv "$out/more.c" "$out/all.c"
    fi
  done <"$out/headers"
  count=$(grep -c include "$out/all.c")
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
  sed -n "s/^[^#]*\$/&/p" "$here/allowed" | awk 'NF' | sort >"$out/allowed"
  awk 'NR == FNR { allowed[$1 " " $2]; allowed[$1]; next }
    !($1 in allowed) && !($1 " " $2 in allowed)' \
    "$out/allowed" "$out/differ" >"$out/wrong"
  echo "$target: $count headers, $(cat "$out/both") members and constants," \
    "$(wc -l <"$out/differ") differ, $(wc -l <"$out/wrong") not allowed"
  [ ! -s "$out/wrong" ] || { failures=1; cat "$out/wrong"; }
}

for target; do compare "$target"; done
exit "$failures"
