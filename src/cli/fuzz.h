#ifndef CLI_FUZZ_H
#define CLI_FUZZ_H

/* `braid fuzz`: a fuzzer and braid on one corpus. */
int cli_fuzz(int argc, char **argv);

#endif
