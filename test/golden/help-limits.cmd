# The whole list would only repeat src/base/limits.def.
"$BRAID" help limits | sed -n '1,/expr_sum_sorted/p'
"$BRAID" help limits | tail -n 1
"$BRAID" help limits --plain | head -n 2
