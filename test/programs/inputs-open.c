/* A file is looked for by a known name: without an option there is one, or none. */
// assumes: standard input, files and variables have no more bytes than braid chose
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  FILE *f = fopen("/etc/app/app.conf", "r");
  if (!f) {
    puts("absent");
    return 1;
  }
  if (getc(f) == '#') abort(); // expect: abort
  fclose(f);
  return 0;
}
