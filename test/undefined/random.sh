#!/bin/sh
# Random programs full of what UBSan reports: braid finds, in every mode, what the
# sanitizer says when the program runs natively on all its inputs, by kind and
# line, and proves the program if and only if the sanitizer is silent.
#
#   test/undefined/random.sh BUILD [FIRST [COUNT [SECONDS]]]
#
# With SECONDS it ends after so long, if COUNT programs take longer.  The last line
# counts; programs on which there is a difference are printed with their seed.
set -eu
build=$1
first=${2:-1}
count=${3:-20}
until=$(($(date +%s) + ${4:-100000}))
. "$(dirname "$0")/../beside.sh"
include=$(dirname "$0")/../../include
always="-I$include"
reports=0
silent=0

# UBSan's words for what braid names.
kinds() {
  sed -n 's/^[^:]*program\.c:\([0-9]*\):[0-9]*: runtime error: /\1 /p' "$1" | sed '
    s/^\([0-9]*\) division by zero.*/\1 div-by-zero/
    s/^\([0-9]*\) .*left shift of.*/\1 shift-base/
    s/^\([0-9]*\) shift exponent.*/\1 shift/
    s/^\([0-9]*\) .*signed integer overflow.*/\1 overflow/
    s/^\([0-9]*\) negation of.*/\1 overflow/
    s/^\([0-9]*\) division of.*/\1 overflow/
    s/^\([0-9]*\) .*outside the range of representable.*/\1 float-cast-overflow/
    s/^\([0-9]*\) index.*out of bounds.*/\1 array-bounds/
    s/^\([0-9]*\) .*misaligned address.*/\1 alignment/
    s/^\([0-9]*\) .*not a valid value for type.*/\1 bool/
    s/^\([0-9]*\) variable length array.*/\1 vla-bound/
    s/^\([0-9]*\) passing zero to.*/\1 builtin/
    s/^\([0-9]*\) .*offset.* null pointer.*/\1 pointer-overflow/
    s/^\([0-9]*\) null pointer passed.*/\1 nonnull/
    s/^\([0-9]*\) null pointer returned.*/\1 returns-nonnull/
    s/^\([0-9]*\) member access within null.*/\1 null-member/' | sort -u
}

# Without the lines that braid need not decide.
decided() {
  awk 'NR == FNR { if (/\/\/ rounding/) skip[FNR] = 1; next }
       !($1 in skip)' "$out/program.c" "$1"
}

seed=$first
while [ "$seed" -lt $((first + count)) ] && [ "$(date +%s)" -lt "$until" ]; do
  "$build/undefined_generate" "$seed" >"$out/program.c"
  name=native
  if ! clang-19 -w -O0 -g -I"$include" \
    -fsanitize=undefined,float-cast-overflow -fno-sanitize-recover=all \
    -fsanitize-recover=signed-integer-overflow,shift-base,alignment,pointer-overflow \
    -fsanitize-recover=null,nonnull-attribute,returns-nonnull-attribute \
    -o "$out/executable" "$out/program.c" ||
    ! (cd "$out" && timeout 60 ./executable >signals 2>said) ||
    [ -s "$out/signals" ]; then
    differ "does not run"
    seed=$((seed + 1))
    continue
  fi
  kinds "$out/said" >"$out/all"
  decided "$out/all" >"$out/want"
  want=0
  [ ! -s "$out/want" ] || want=10
  rounds=$(comm -23 "$out/all" "$out/want")
  for name in classic default joined template native x86_64; do
    case $name in
    classic) run classic --classic ;;
    default) run default ;;
    joined) run joined --join=always --loops=unroll ;;
    template) run template --merge=off --loops=template ;;
    native) run native --native-after=1 ;;
    x86_64)
      if grep -q '// host' "$out/program.c"; then continue; fi
      run x86_64 --target=x86_64 --classic ;;
    esac
    status=$(cat "$out/$name.status")
    sed "s/\\.err\$//" "$out/$name.bugs" | sort -u >"$out/named"
    decided "$out/named" >"$out/found"
    if grep -q 'fesetround(FE_UP' "$out/program.c" && [ "$status" = 5 ] &&
      [ "$want" = 0 ]; then status=0
    elif [ -n "$rounds" ] && [ "$status" = 0 ]; then
      differ "proved, though a rounding mode decides"
    fi
    if ! diff "$out/want" "$out/found" >"$out/difference"; then
      differ "bugs (<: UBSan's, >: braid's)"
      cat "$out/difference"
    elif [ "$status" != "$want" ]; then
      differ "exit $status, not $want"
    fi
    compared=$((compared + 1))
  done
  reports=$((reports + $(wc -l <"$out/want")))
  [ -s "$out/want" ] || silent=$((silent + 1))
  seed=$((seed + 1))
done
echo "undefined: $((seed - first)) programs, $compared runs, $reports bugs," \
  "$silent programs without one, $failed differ"
[ "$failed" -eq 0 ] && [ "$reports" -gt 0 ]
