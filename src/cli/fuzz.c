#include "cli/fuzz.h"

#include "base/share.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { EXIT_INTERNAL = 6 };

int cli_fuzz(int argc, char **argv) {
  (void) argc;
  char *program = share_sibling("braid-fuzz");
  if (program) execv(program, argv);
  fprintf(stderr, "braid fuzz: cannot start %s: %s\n", program ? program : "braid-fuzz",
          strerror(program ? errno : ENOENT));
  free(program);
  return EXIT_INTERNAL;
}
