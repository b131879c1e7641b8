// TimSort's gallopLeft, all contents of up to four elements: the binary search is
// folded, its invariant are the predicates.
// matrix: no
// options: --merge=annotated -DABSTRACT -DN=4
#include "../../bench/lattice/gallop.c"
