#!/bin/sh
# Inputs that braid chooses where no option does (--sym=auto): the choice is said, the
# options that are said repeat the run, tests hold them, and what says what the inputs
# are keeps braid from choosing.
#
#   test/env/chosen.sh BUILD
set -eu
. "$(dirname "$0")/../jobs/begin"

# run STATUS NAME OPTIONS: explores all.c into NAME.
run() {
  want=$1 name=$2 status=0
  shift 2
  timeout 120 "$build/braid" run --quiet --output-dir="$name" "$@" \
    >"$name.out" 2>&1 || status=$?
  [ $status = "$want" ] || { fail "exit $status, not $want: $*"; cat "$name.out"; }
}

chooses() {
  said=$(sed -n 's/.*inputs: \(.*\), chosen by what the program reads.*/\1/p' "$1/stats.json")
  [ "$said" = "$2" ] || fail "$1: chosen are \"$said\", not \"$2\""
}

cat >all.c <<'END'
#include <stdio.h>

int main(int argc, char **argv) {
  FILE *f = argc == 2 && argv[1][0] == 'A' && !argv[1][1] ? fopen(argv[1], "r") : NULL;
  if (f) {
    if (getc(f) == 'x') puts("x");
    fclose(f);
  } else if (argc == 1 && getchar() == 'y')
    puts("y");
  return 0;
}
END
cat >none.c <<'END'
#include <braid.h>
#include <stdio.h>
int main(void) { if (braid_int("x") == 7) puts("seven"); return 0; }
END
cat >home.c <<'END'
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  const char *home = getenv("HOME");
  if (!home) puts("nowhere");
  else if (home[0] == '/') puts("somewhere");
  return 0;
}
END
sed 's/int main/static int more(void) { return getenv("A") \&\& getenv("B"); }\n&/; s/return 0/return more()/' home.c >many.c
sed 's/int main/extern char **environ;\n&/; s/if (!home)/if (!*environ || !home)/' home.c >list.c
cat >target.c <<'END'
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  return size && data[0] == 'x' ? fopen("A", "r") != stdin : 0;
}
END

# The options that are said do the same, and are then the user's: no assumption.
plain='--jobs=1 --no-replay'
all='--sym-args 0 2 8 --sym-stdin 16 --sym-file A:16 --sym-open 16 --host-open 1048576'
run 5 auto $plain all.c
chooses auto "$all"
grep -q 'than braid chose' auto/stats.json || fail "the choice is no assumption"
run 5 again $plain all.c
run 0 said $plain $all all.c
chooses said ''
for name in again said; do
  for key in paths_completed forks tests; do
    [ "$(number $key auto)" = "$(number $key $name)" ] ||
      fail "$key: $(number $key auto), and $(number $key $name) for $name"
  done
done
"$build/braid" replay auto >replayed 2>&1 || fail "braid replay fails"
grep -q '^None of .* tests contradicts the verdict' replayed || fail "tests do not replay"
strings=$(tr '\0' '\n' <auto/test000001.ktest | grep -ac -e '--sym-args' -e '--sym-stdin' -e 'A:16')
[ "$strings" -ge 3 ] || fail "a test does not hold the words"

# A variable that is asked for; not where the program asks for many, or looks through all of them.
run 5 home $plain home.c
chooses home '--sym-getenv 8'
run 5 many $plain many.c
chooses many ''
run 5 list $plain list.c
chooses list ''
"$build/braid" replay home >replayed 2>&1 || fail "braid replay fails with variables"
grep -q '^None of .* tests contradicts the verdict' replayed || fail "tests of variables do not replay"

# What keeps braid from choosing.
for options in --sym=none '--sym-stdin 1' '--sym-arg 1' '--sym-env X:1'; do
  run 5 kept $plain $options all.c
  chooses kept ''
  rm -rf kept
done
run 0 kept $plain all.c -- word
chooses kept ''
rm -rf kept
run 0 nothing $plain none.c
chooses nothing ''
run 5 entered $plain --entry=main --max-time=5s all.c
chooses entered ''
run 5 fuzzed $plain target.c
chooses fuzzed ''

# Where a run says it that is not quiet.
"$build/braid" run --no-replay --output-dir=loud all.c 2>loud.err >loud.out || true
grep -qF -- "reads inputs: $all (--sym=none: none)" loud.err || fail "the choice is not said"
grep -qF -- "inputs: $all, chosen" loud/summary.txt || fail "the summary does not say it"
[ $failures = 0 ]
