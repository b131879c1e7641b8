/*
 * Where a program starts, after its constructors.  main may have been written
 * with fewer parameters than it is given here, as on every system.
 */
#include "libc.h"

#include "arguments.h"
#include "world.h"

int main(int, char **, char **);

/* An empty environment means the plainest one: musl would take UTF-8 for the
 * locale where the host's libc takes "C". */
static const char *const plain[] = {"LC_ALL=C", NULL};

/* libc's, if the program looks at its environment. */
extern char **__environ WEAK;
/* program_invocation_short_name and program_invocation_name, if libc is there. */
extern char *__progname WEAK, *__progname_full WEAK;

/* --sym-env NAME:N, of arguments.c. */
char **__braid_expand_environment(int argc, char **argv, char **environment);

void __braid_start(int argc, char **argv, char **environment) {
  if (!*environment) environment = (char **) plain;
  if (braid_world.expand_arguments)
    environment = __braid_expand_environment(argc, argv, environment);
  if (&__environ) __environ = environment;
  if (&__progname && argc) {
    __progname_full = argv[0];
    __progname = argv[0] + braid_world.short_name;
  }
  if (braid_world.expand_arguments) {
    __braid_expand_arguments(&argc, &argv);
    __braid_construct(argc, argv, environment);
  }
  exit(main(argc, argv, environment));
}
