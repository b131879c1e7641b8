#!/bin/sh
# A room includes itself and the rooms above it in src/README.md's table, and each directory
# of src/ is a room of that table.  A room's internal.h is its own; the executor's is of its
# parts, lazy/ and tier/, too.
#
#   test/words/rooms.sh [BUILD]
set -eu
cd "$(dirname "$0")/../.."
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
trap 'exit 130' INT TERM

sed -n 's,^| `\([a-z0-9]*\)/` .*,\1,p' src/README.md >"$out/rooms"
ls -d src/*/ | sed 's,src/\(.*\)/,\1,' >"$out/directories"
# Programs and libraries of their own: rooms include an interface of them at most, and they
# include no room, but hunt/ random numbers.
own='fence hunt feeder'
grep -noE '^#include "[a-z0-9]+/' src/*/*.[ch] |
  sed 's,^src/\([a-z0-9]*\)/\([^:]*\):\([0-9]*\):#include "\(.*\)/$,\1 \4 src/\1/\2:\3,' >"$out/includes"
[ "$(wc -l <"$out/includes")" -ge 1000 ] || { echo "few includes found"; exit 1; }

awk -v own="$own" '
  BEGIN { n = split(own, word, " "); for (i = 1; i <= n; i++) apart[word[i]] = 1 }
  FILENAME ~ /rooms$/ { at[$1] = ++rooms; next }
  FILENAME ~ /directories$/ {
    if (!($1 in at)) { print "src/" $1 " is not in the table of src/README.md"; bad = 1 }
    next
  }
  $2 == "runtime" || $1 == $2 { next }
  $1 in apart {
    if ($1 != "hunt" || $2 != "base") { print $3 ": " $1 " includes " $2; bad = 1 }
    next
  }
  $2 in apart { next }
  !($2 in at) { print $3 ": no room " $2; bad = 1; next }
  # The program of fuzzers sees no further than native runs.
  at[$2] > at[$1] || $1 == "fuzz" && at[$2] > at["replay"] {
    print $3 ": " $1 " includes " $2; bad = 1
  }
  END { exit bad }' "$out/rooms" "$out/directories" "$out/includes"
if grep -nE '^#include "[a-z0-9]+/([a-z_]*_)?internal\.h"' src/*/*.[ch] |
  grep -vE '^src/([a-z0-9]+)/[^"]*"\1/|^src/(lazy|tier)/[^"]*"exec/'; then
  echo "these include another room's internal.h"
  exit 1
fi
