/* musl's own getopt, for --libc=musl: getopt.c chooses. */
#include <features.h>
#undef weak_alias
#define weak_alias(OLD, NEW)
#define getopt __musl_getopt
#define getopt_long __musl_getopt_long
#define getopt_long_only __musl_getopt_long_only
#include "src/misc/getopt.c"
#include "src/misc/getopt_long.c"

extern int optreset __attribute__((__weak__, __alias__("__optreset")));
