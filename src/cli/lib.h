#ifndef CLI_LIB_H
#define CLI_LIB_H

/* `braid lib NAME...`: libraries of the archive, fetched and built with bitcode
 * (setup/lib), where `braid cc -l` and `braid run -l` find them (base/libs.h).  Does not
 * return if there is something to build. */
int cli_lib(int argc, char **argv);

#endif
