// TimSort's stack of runs: its invariants, kept as predicates, prove themselves.
// matrix: no
// options: --merge=annotated -DABSTRACT -DN=4
#include "../../bench/lattice/stack.c"
