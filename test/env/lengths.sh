#!/bin/sh
# Random programs that read standard input, a file and arguments of any length up to a
# few bytes, against all such inputs natively.
#
#   test/env/lengths.sh BUILD [FIRST [COUNT [SECONDS]]]
#
# A program sums up what each call gave and fails for one of 97 sums.  braid must
# find the failure if and only if some input has it; where the program reads its
# arguments and no option gives any, nothing may be proved without saying so.
# Disagreements stay in BUILD/lengths-kept.
set -eu
build=$(cd "$1" && pwd)
first=${2:-1}
count=${3:-4}
seconds=${4:-0}
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
trap 'exit 130' INT TERM
: "${CLANG:=clang-19}"
end=$(($(date +%s) + seconds))

# The program, and on its first line what it is given: from, length, exact, arguments.
generate() {
  awk -v seed="$1" '
    function draw(n) {          # of 0 to n - 1
      state = (state * 1103515245 + 12345) % 2147483648
      return int(state / 65536) % n
    }
    function read_some(k, n) {
      n = draw(3) + 1
      if (k == 0) return "n = read(fileno(f), b, " n "); if (n > 0) add(b, n); h += 3 * n;"
      if (k == 1) return "n = fread(b, 1, " n ", f); add(b, n); h += 5 * n + feof(f);"
      if (k == 2) return "if (fgets(b, " n + 1 ", f)) add(b, strlen(b)); else h += 7;"
      if (k == 3) return "n = getc(f); if (n != EOF) { b[0] = n; add(b, 1); } else h += 11;"
      if (k == 4) return "while ((n = getc(f)) != EOF && n != 10) { b[0] = n; add(b, 1); }"
      return "if (getline(&line, &room, f) > 0) add(line, strlen(line)); else h += 13;"
    }
    BEGIN {
      state = seed * 7919 % 2147483648
      for (k = 0; k < 5; k++) draw(2)
      from = draw(2) ? "stdin" : "A"
      given = draw(3)           # 0: main has none, 1: read, not given, 2: given
      most = given == 2 ? 2 : 3
      exact = draw(4) == 0
      print "// " from, most, exact, given
      print "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <unistd.h>"
      print "static unsigned h;"
      print "static void add(const char *b, long n) {"
      print "  for (long k = 0; k < n; k++)"
      print "    h = 2 * h + (b[k] == 97 ? 1 : b[k] == 98 ? 2 : b[k] == 10 ? 5 : 0);"
      print "}"
      print given ? "int main(int argc, char **argv) {" : "int main(void) {"
      print "  char b[8], *line = NULL; size_t room = 0; long n = 0; (void) n; (void) b;"
      print "  FILE *f = " (from == "A" ? "fopen(\"A\", \"r\")" : "stdin") ";"
      print "  if (!f) return 1;"
      calls = draw(3) + 1
      stdio = draw(3)           # one way of reading: stdio reads ahead
      for (k = 0; k < calls; k++) print "  " read_some(stdio ? 1 + draw(5) : 0)
      if (given) {
        print "  h += argc; if (argc > 1)"
        print "    h += *argv[1] == 97 ? 21 : *argv[1] == 98 ? 34 : *argv[1] ? 55 : 89;"
      }
      print "  free(line);"
      if (from == "A") print "  fclose(f);"
      print "  if (h % 97 == " draw(97) ") abort();\n  return 0;\n}"
    }'
}

# Every string of that many of the letters, one a line, as printf takes it.
strings() {
  if [ "$1" = 0 ]; then echo; return; fi
  strings $(($1 - 1)) | while IFS= read -r rest; do
    for letter in a b '\n' z '\000'; do printf '%s\n' "$letter$rest"; done
  done
}

# Whether some input makes the native program abort.
fails_natively() {
  length=0
  [ "$exact" = 0 ] || length=$most
  while [ "$length" -le "$most" ]; do
    strings "$length"
    length=$((length + 1))
  done >"$out/inputs"
  case $given in
  2) printf '%s\n' - '' a b z >"$out/words" ;;
  *) echo - >"$out/words" ;;
  esac
  while IFS= read -r input; do
    printf "$input" >"$out/A"
    while IFS= read -r word; do
      status=0
      # A shell of its own: it says nothing of the signal.
      if [ "$word" = - ]; then sh -c 'cd "$1" && ./p <A' - "$out" || status=$?
      else sh -c 'cd "$1" && ./p "$2" <A' - "$out" "$word" || status=$?; fi 2>/dev/null
      [ $status -lt 128 ] || { echo "$input|$word"; return 0; }
    done <"$out/words"
  done <"$out/inputs"
  return 1
}

seed=$first tried=0 wrong=0 failing=0
while [ $tried -lt "$count" ] && { [ "$seconds" = 0 ] || [ "$(date +%s)" -lt "$end" ]; }; do
  generate "$seed" >"$out/p.c"
  read -r _ from most exact given <"$out/p.c"
  "$CLANG" -w -O1 "$out/p.c" -o "$out/p"
  length=$most
  [ "$exact" = 0 ] || length="=$most"
  case $from in
  A) set -- --sym-file "A:$length" ;;
  *) set -- --sym-stdin "$length" ;;
  esac
  [ "$given" != 2 ] || set -- "$@" --sym-args 0 1 1
  want=0
  [ "$given" != 1 ] || want=5   # that there are no arguments is assumed
  found=$(fails_natively) && want=10
  [ $want != 10 ] || failing=$((failing + 1))
  status=0
  timeout 60 "$build/braid" run --quiet --no-replay --output-dir="$out/run" "$@" \
    -Wno-everything "$out/p.c" >"$out/said" 2>&1 || status=$?
  rm -rf "$out/run"
  if [ $status != $want ]; then
    wrong=$((wrong + 1))
    mkdir -p "$build/lengths-kept"
    cp "$out/p.c" "$build/lengths-kept/$seed.c"
    echo "seed $seed: exit $status, not $want ($* ; natively: ${found:-no input fails})"
    echo "  program: $build/lengths-kept/$seed.c"
  fi
  seed=$((seed + 1))
  tried=$((tried + 1))
done
echo "lengths: $tried programs, $failing fail for some input; $wrong wrong"
[ $wrong = 0 ]
