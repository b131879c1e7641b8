#!/bin/sh
# `braid fuzz`: libFuzzer, and AFL++ if it is there, beside braid on one corpus, for a few
# seconds each: what one finds the other takes up; a fuzzer that dies, Ctrl-C, and what
# is missing.
#
#   test/fuzz/fuzz.sh BUILD
set -eu
. "$(dirname "$0")/../jobs/begin"
braid=$build/braid

# fuzz STATUS WORDS...
fuzz() {
  want=$1
  shift
  status=0
  timeout 200 "$braid" fuzz "$@" >log 2>&1 || status=$?
  [ "$status" = "$want" ] || fail "exit $status, not $want: $*: $(cat log)"
  names_files
}
# Each input of a crash that the report names is there.
names_files() {
  sed -n 's/.* ([0-9]* inputs\{0,1\}; \(.*\))$/\1/p' log >named
  while read -r input; do [ -e "$input" ] || fail "not there: $input: $(cat log)"; done <named
}
says() { grep -q "$1" log || fail "does not say \"$1\": $(cat log)"; }

# The fuzzer finds the overflow at once; the multiplication is braid's.
cat >both.c <<'END'
#include <stddef.h>
#include <stdint.h>
#include <string.h>
int LLVMFuzzerTestOneInput(const uint8_t *d, size_t n) {
  uint32_t x, y;
  volatile uint8_t small[4] = {0};
  if (n < 9) return 0;
  memcpy(&x, d, 4);
  memcpy(&y, d + 4, 4);
  if (x * 2654435761u == 0x12345679 && (y ^ x) == 0x0badcafe) {
    if (d[8] == 7) return 1 / (d[8] - 7);
    return 0;
  }
  if (d[8] > 250) small[d[8] - 247] = 1;
  return 0;
}
END
# fuzz_until STATUS CONDITION WORDS...: as fuzz, but Ctrl-C as soon as the condition holds;
# the time is for what does not come.
fuzz_until() {
  want=$1 condition=$2
  shift 2
  "$braid" fuzz "$@" --max-time=150s >log 2>&1 &
  whole=$!
  until eval "$condition" || ! kill -0 $whole 2>/dev/null; do sleep 0.2; done
  kill -INT $whole 2>/dev/null || true
  status=0
  wait $whole || status=$?
  [ "$status" = "$want" ] || fail "exit $status, not $want: $*: $(cat log)"
  names_files
}
# long_enough CORPUS "TEXT..." OPTIONS...: for longer, from one seed again, where that is not found
# in the usual time, since a machine that does other things may need it
long_enough() {
  corpus=$1 wanted=$2
  shift 2
  for time in 5s 12s 90s; do
    rm -rf found "$corpus"
    mkdir "$corpus"
    printf 123456789 >"$corpus/seed"
    status=0
    timeout 200 "$braid" fuzz "$@" --corpus="$corpus" --max-time=$time --output-dir=found \
      >log 2>&1 || status=$?
    missing=
    for text in $wanted; do grep -q -- "$text" log || missing=yes; done
    [ -n "$missing" ] || break
  done
  [ "$status" = 10 ] || fail "exit $status, not 10: $*: $(cat log)"
  names_files
}
long_enough c 'both.c:11 both.c:14 div-by-zero which.[1-9]' both.c --with=libfuzzer
says 'both.c:11'
says 'div-by-zero'
says 'confirmed natively'
says 'fuzzer .*libfuzzer: [1-9][0-9]* edges, of which [1-9]'
says 'both.c:14'
[ "$(find c -type f | wc -l)" -ge 3 ] || fail "corpus: $(ls c)"
# What crashes is not in the corpus, or the fuzzer would end at once.
clang-19 -w -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined both.c -o t
./t -runs=0 c >log 2>&1 || fail "a crash in the corpus: $(tail -n 5 log)"

# Killed, it is started again, and Ctrl-C ends both with a report and nothing behind.
cat >calm.c <<'END'
#include <stddef.h>
#include <stdint.h>
int LLVMFuzzerTestOneInput(const uint8_t *d, size_t n) {
  uint64_t h = 0;
  for (size_t k = 0; k < n; k++) h = (h ^ d[k]) * 1099511628211u;
  /* A prime is no product: hard to see, so both have enough to do. */
  if (n > 8 && (h >> 32) * (uint32_t) h == (1ull << 61) - 1) __builtin_trap();
  return 0;
}
END
mkdir e
"$braid" fuzz calm.c --corpus=e --output-dir=calm >log 2>&1 &
whole=$!
fuzzer_of() {
  for p in $(cat "/proc/$whole/task/$whole/children" 2>/dev/null); do
    case $(readlink "/proc/$p/exe") in */target) echo "$p" ;; esac
  done
}
for k in $(seq 500); do
  first=$(fuzzer_of)
  [ -z "$first" ] || break
  sleep 0.2
done
[ -n "$first" ] || fail "no fuzzer: $(cat log)"
sleep 2
kill -9 $first
for k in $(seq 500); do
  second=$(fuzzer_of)
  [ -z "$second" ] || [ "$second" = "$first" ] || break
  sleep 0.2
done
[ -n "$second" ] && [ "$second" != "$first" ] || fail "not started again: $(cat log)"
kill -INT $whole
status=0
wait $whole || status=$?
case $status in 5|10) ;; *) fail "Ctrl-C: exit $status: $(cat log)" ;; esac
says 'started 2 times$'
says 'calm.c: '
[ ! -e "/proc/$second" ] || fail 'the fuzzer is left behind'

# A seed that crashes the target is moved out of the fuzzer's way, whatever its name, and
# what braid makes of it is made smaller.
cat >crash.c <<'END'
#include <stddef.h>
#include <stdint.h>
int LLVMFuzzerTestOneInput(const uint8_t *d, size_t n) {
  uint32_t hash = 2166136261;
  for (size_t k = 0; n > 5 && k < 4; k++) hash = (hash ^ d[n - 4 + k]) * 16777619;
  if (hash == 3106929996u) __builtin_trap();        /* no fuzzer comes by it: ": UB" */
  return 0;
}
END
mkdir s
printf 'all of this is long and ends so: UB' >s/mine
printf hello >s/fine
fuzz 10 crash.c --corpus=s --max-time=6s --output-dir=crash
says 's/mine crashes the target: moved to s/.crashes/mine'
says '^smaller .*crash/crash-[0-9a-f]*.small: 6 of [0-9]* bytes, [1-9][0-9]* runs: .*crash.c:6'
[ -f s/.crashes/mine ] && [ -f s/fine ] || fail "the seeds are lost: $(ls -a s)"
[ "$(sed -n 's/.*started \([0-9]*\) time.*/\1/p' log | tail -n 1)" -lt 20 ] ||
  fail "the fuzzer was given up: $(cat log)"

# What the fuzzer's build does not look for braid does not report.
cat >null.c <<'END'
#include <stddef.h>
#include <stdint.h>
int LLVMFuzzerTestOneInput(const uint8_t *d, size_t n) {
  char *p = NULL;
  volatile char *q = p + (n ? d[0] : 0);
  return q == p && n > 300;
}
END
mkdir u
printf a >u/seed
fuzz 10 null.c --corpus=u --max-time=4s --output-dir=null
says 'pointer-overflow'
fuzz 0 null.c -fno-sanitize=alignment,pointer-overflow --corpus=u --max-time=4s --output-dir=quiet

# What is missing, or no good.
status=0
BRAID_FUZZ_CC=no-such-compiler "$braid" fuzz both.c --corpus=c --output-dir=x >log 2>&1 ||
  status=$?
[ $status = 2 ] || fail "without a compiler: exit $status"
says 'no-such-compiler is not installed'
fuzz 1 both.c
says 'corpus=DIR is missing'
fuzz 1 both.c --corpus=c --with=radamsa
says 'takes afl or libfuzzer'
fuzz 2 both.c --corpus=both.c
says 'is no directory'
echo 'int LLVMFuzzerTestOneInput(' >broken.c
fuzz 2 broken.c --corpus=c --output-dir=x
says 'cannot build the target'

# What AFL++ is fed: each input once, also one that comes later; one that is gone is none.
# A call more than inputs: when the last one has run.
cat >feed.c <<'END'
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
typedef void *begin(void *, unsigned);
typedef uint32_t counter(void *, const uint8_t *, size_t);
typedef size_t fuzzer(void *, uint8_t *, size_t, uint8_t **, uint8_t *, size_t, size_t);
int main(int argc, char **argv) {
  void *library = dlopen(argv[1], RTLD_NOW), *feeder;
  if (!library) return 1;
  uint8_t input[1], *out;
  feeder = ((begin *) dlsym(library, "afl_custom_init"))(NULL, 0);
  counter *count = (counter *) dlsym(library, "afl_custom_fuzz_count");
  fuzzer *next = (fuzzer *) dlsym(library, "afl_custom_fuzz");
  for (int round = 0; round < 4; round++) {
    unsigned n = count(feeder, input, 1);
    if (round == 2) system("rm feed/gone");
    size_t total = 0;
    printf("%u calls, ", n);
    for (; n; n--) {
      const size_t size = next(feeder, input, 1, &out, NULL, 0, 5000);
      total += size ? size + (out[size - 1] == 'x') : 0;
    }
    printf("%zu; ", total);
    if (round == 1) system("echo late >feed/late; echo gone >feed/gone; sleep 0.3");
    else if (round == 2) usleep(300000);
  }
  ((void (*)(void *)) dlsym(library, "afl_custom_deinit"))(feeder);
  return argc - 2;
}
END
mkdir feed feed/.crashes
printf ab >feed/short
head -c 9000 /dev/zero | tr '\0' x >feed/long
clang-19 -w feed.c -ldl -o feeding
BRAID_FUZZ_FEED=feed ./feeding "$build/share/braid/feeder.so" >fed || fail "the feeder"
[ "$(cat fed)" = '3 calls, 5003; 0 calls, 0; 3 calls, 5; 0 calls, 0; ' ] ||
  fail "AFL++ is fed $(cat fed)"

if command -v afl-clang-fast >/dev/null 2>&1; then
  export TMPDIR="$out"
  long_enough a 'both.c:11 both.c:14 which.[1-9]' both.c --with=afl
  says 'fuzzer .*afl: [1-9][0-9]* edges, of which [1-9]'
  says 'both.c:11'
  says 'both.c:14'

  # braid brings nothing for a while: libFuzzer, without sanitizers, has its
  # core, and gives it back.
  mkdir turn
  printf 123456789 >turn/seed
  turns() { sed -n 's/^fuzz: braid: \((the fuzzer\)*.*/\1/p' log | uniq | wc -l; }
  fuzz_until 5 '[ "$(turns)" -ge 3 ]' calm.c --corpus=turn --with=afl --output-dir=turns \
    --limit fuzz_idle_ms=1500 --limit finding_progress_ms=200
  says "the fuzzer has its core"
  [ "$(turns)" -ge 3 ] || fail "the core is not given back: $(cat log)"
  # braid does not wait until the target is built; nothing is left where that fails.
  cat >slow <<END
#!/bin/sh
for k in \$(seq 60); do
  [ "\$(find $PWD/early -type f | wc -l)" -lt 3 ] || touch $PWD/came
  [ ! -e $PWD/came ] || break
  sleep 1
done
exec "\$SLOW_CC" "\$@"
END
  chmod +x slow
  mkdir early
  printf 123456789 >early/seed
  export BRAID_FUZZ_CC="$PWD/slow" SLOW_CC=afl-clang-fast
  fuzz_until 10 '[ -e came ] && [ -e soon/stats.json ]' both.c --corpus=early --with=afl \
    --output-dir=soon
  [ -e came ] || fail "braid waits for the compiler: $(cat log)"
  SLOW_CC=false
  fuzz 2 both.c --corpus=early --with=afl --output-dir=none
  unset BRAID_FUZZ_CC
  [ ! -e none ] || fail "left by a target that cannot be built: $(ls none)"

  # The fuzzers alone.
  mkdir without
  printf 123456789 >without/seed
  export BRAID_FUZZ_WITHOUT=1
  fuzz 10 both.c --corpus=without --with=afl --max-time=5s --output-dir=fuzzers
  # What takes long is no crash.
  cat >hang.c <<'END'
#include <stddef.h>
#include <stdint.h>
#include <string.h>
int LLVMFuzzerTestOneInput(const uint8_t *d, size_t n) {
  volatile int x = 0;
  if (n > 3 && !memcmp(d, "hang", 4)) for (uint64_t k = 0; k < 20000000000; k++) x++;
  return 0;
}
END
  mkdir slowly
  printf hanx >slowly/seed
  cp log log.without
  fuzz 0 hang.c --corpus=slowly --with=afl --max-time=10s --output-dir=hung
  cp log.without log
  unset BRAID_FUZZ_WITHOUT
  says 'both.c:14'
  ! grep -q 'braid: [0-9]* paths' log || fail "not without braid: $(cat log)"

  # Nothing that was started goes on, or stands still.
  ! grep -las "^$out/braid-" /proc/[0-9]*/cmdline >left || fail "left: $(cat left)"
fi
exit $((failures > 0))
