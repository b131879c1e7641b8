#ifndef CLI_WORK_H
#define CLI_WORK_H

/* `braid work URL`: takes jobs of a run led by another process, perhaps on another
 * machine. */
int cli_work(int argc, char **argv);

#endif
