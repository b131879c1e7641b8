#ifndef CLI_RUN_H
#define CLI_RUN_H

/* `braid run`: from files to a verdict.  Returns the exit status. */
int cli_run(int argc, char **argv);

#endif
