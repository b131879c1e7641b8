#include "base/build.h"
#include "base/mem.h"
#include "test/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The whole digest, and nothing of the notes behind it, as binutils read it. */
static void the_name_ends_with_the_linkers_digest(void) {
  char *command = mem_format("readelf -n /proc/%d/exe | sed -n 's/.*Build ID: *//p'",
                             (int) getpid());
  char digest[256] = "";
  FILE *in = popen(command, "r");
  CHECK(in);
  if (fgets(digest, sizeof digest, in)) digest[strcspn(digest, "\n")] = 0;
  CHECK(!pclose(in));
  char *name = mem_format(BRAID_VERSION " %s", digest);
  CHECK(!strcmp(build_name(), name));
  free(name);
  free(command);
}

int main(void) {
  the_name_ends_with_the_linkers_digest();
  return 0;
}
