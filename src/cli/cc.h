#ifndef CLI_CC_H
#define CLI_CC_H

/* `braid cc`: a C compiler that leaves bitcode in its output.  The native compiler does the
 * work of the command line; each C file is compiled a second time, to the bitcode for
 * `braid run`, into a section of the object (ir/embedded.h).  The exit status is the native
 * compiler's. */
int cli_cc(int argc, char **argv);

#endif
