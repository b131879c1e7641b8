#!/bin/sh
# Concrete semantics: random programs by csmith print under braid what they
# print natively.
#
#   test/csmith.sh BUILD COUNT FIRST-SEED
#
# The programs are kept small, and free of what the C standard leaves to the
# machine, so that one native run is the truth.  They look at an argument, so they get one.  But for one thing, as UBSan says,
# too: csmith takes addresses of members of packed structures.
set -eu
build=$1
count=$2
seed=$3
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM
include=/usr/include/csmith

shape='--max-funcs 4 --max-block-depth 3 --max-expr-complexity 6
--max-array-dim 2 --max-array-len-per-dim 5 --max-struct-fields 5
--max-union-fields 4 --no-float --no-volatiles --no-volatile-pointers'

agreed=0
slow=0
failed=0
end=$((seed + count))
while [ "$seed" -lt "$end" ]; do
  program=$scratch/csmith$seed.c
  # csmith leaves a file where it runs.
  # shellcheck disable=SC2086
  (cd "$scratch" && csmith --seed "$seed" $shape -o "$program")
  clang-19 -w -O0 -I "$include" "$program" -o "$scratch/native"
  # Some random programs never end; they say nothing.
  if timeout 5 "$scratch/native" 0 >"$scratch/want" 2>/dev/null; then
    differs=
    for how in off "on --native-after=1000"; do
      status=0
      # shellcheck disable=SC2086
      timeout 120 "$build/braid" run --quiet --output=show --tests=none --no-replay \
        --no-check=alignment \
        -Wno-everything -I "$include" --native=$how \
        --output-dir="$scratch/out" "$program" -- 0 \
        >"$scratch/got" 2>"$scratch/errors" || status=$?
      rm -rf "$scratch/out"
      if [ "$status" = 0 ] && cmp -s "$scratch/want" "$scratch/got"; then
        continue
      fi
      differs=yes
      echo "seed $seed, --native=$how: exit $status, printed" \
        "'$(head -n 1 "$scratch/got")', not" \
        "'$(head -n 1 "$scratch/want")'"
      head -n 3 "$scratch/errors"
      echo "  again: test/csmith.sh $build 1 $seed"
    done
    if [ -z "$differs" ]; then agreed=$((agreed + 1))
    else failed=$((failed + 1))
    fi
  else
    slow=$((slow + 1))
  fi
  seed=$((seed + 1))
done
echo "csmith: $agreed agree, $failed differ, $slow endless natively"
[ "$failed" -eq 0 ]
