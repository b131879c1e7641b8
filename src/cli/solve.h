#ifndef CLI_SOLVE_H
#define CLI_SOLVE_H

/* `braid solve [options] FILE.smt2`: argv[0] is the command's name.  The exit
 * status: 0, 1 for usage, 2 for bad input. */
int cli_solve(int argc, char **argv);

#endif
