#ifndef CLI_CC_H
#define CLI_CC_H

/* `braid cc`: a C compiler that leaves bitcode in what it makes.  The native
 * compiler does what the command line says; each C file is compiled a second
 * time, to bitcode as `braid run` wants it, which goes into a section of the
 * object (ir/embedded.h).  The exit status is the native compiler's. */
int cli_cc(int argc, char **argv);

#endif
