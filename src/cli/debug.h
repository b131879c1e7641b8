#ifndef CLI_DEBUG_H
#define CLI_DEBUG_H

/* `braid debug DIR`: gdb on the native reproduction of a bug of the run in DIR. */
int cli_debug(int argc, char **argv);

#endif
