#ifndef CLI_FUZZ_H
#define CLI_FUZZ_H

/* `braid fuzz`: becomes the program braid-fuzz beside this program. */
int cli_fuzz(int argc, char **argv);

#endif
