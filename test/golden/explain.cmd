# What became of the paths: by default, without joins, and classic until it is cut.
# How much of fill() runs natively, and what contenders cost, is a matter of tuning.
explain() {
  rm -rf "$out"
  echo "== $*"
  "$BRAID" run --jobs=1 --explain --no-replay --tests=none \
    --output-dir="$out" "$@" explain.c 2>/dev/null |
    sed -n 's/^ *[0-9]*  in fill$/                     N  in fill/
            s/[0-9.]* ms of counted work/N ms of counted work/
            /^What became/,$p'
}
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
explain
cmp -s "$out/explain.txt" /dev/null && echo "explain.txt is empty"
explain --merge=off --zeq=on --native-after=100 --max-instructions=100000
explain --classic --max-instructions=50000
