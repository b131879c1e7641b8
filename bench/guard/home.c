/* The bug needs a variable that is asked for: set, and longer than the buffer has room. */
#include <stdlib.h>
#include <string.h>

int main(void) {
  char file[10];
  const char *home = getenv("HOME");
  if (!home || home[0] != '/') return 1;
  strcpy(file, home);
  strcat(file, "/rc");
  return file[1] == 'r';
}
