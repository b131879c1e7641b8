#ifndef CLI_REPLAY_H
#define CLI_REPLAY_H

/* `braid replay DIR`: argv[0] is "replay".  Exit status: 0 every bug was confirmed, 5 not
 * every bug, 1 usage, 2 not a run's directory, sources gone, no compiler. */
int cli_replay(int argc, char **argv);

#endif
