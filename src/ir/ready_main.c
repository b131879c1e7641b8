#include "base/fatal.h"
#include "ir/ready_make.h"

#include <stdio.h>

/* ready ARCHIVE...: writes ARCHIVE.ready, when braid is built. */
int main(int argc, char **argv) {
  for (int k = 1; k < argc; k++) {
    char *message = NULL;
    if (!ready_make(argv[k], &message)) fatal("%s", message);
  }
  return 0;
}
