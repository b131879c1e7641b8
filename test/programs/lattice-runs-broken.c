// The same as published.  Below the predicates the bug is only possible; the join
// is refined, and an input of five runs is found and run again.
// matrix: no
// reports: any
// exit: 10
// bugs: 1
// options: --merge=annotated --refine -DABSTRACT -DBROKEN -DN=5
#include "../../bench/lattice/stack.c"
