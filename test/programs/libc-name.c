/* The names by which a program knows itself. */
// exit: 5
// verdict: proved-under-assumptions
// assumes: argv[0] is the program's name
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <string.h>

extern char *__progname;

int main(int argc, char **argv) {
  (void) argc;
  assert(program_invocation_name == argv[0]);
  assert(__progname == program_invocation_short_name);
  assert(strlen(__progname) && !strchr(__progname, '/'));
  const char *slash = strrchr(argv[0], '/');
  assert(__progname == (slash ? slash + 1 : argv[0]));
  return 0;
}
