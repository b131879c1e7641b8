#include "cli/solve.h"

/* `braid solve` as a program of its own: without LLVM, loading which takes longer than
 * most questions. */
int main(int argc, char **argv) { return cli_solve(argc, argv); }
