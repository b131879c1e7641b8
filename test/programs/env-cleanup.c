/* What the environment itself keeps is not the program's to free. */
// exit: 5
// verdict: proved-under-assumptions
// assumes: there are no files but those
// options: --property=test/programs/valid-memcleanup.prp --sym-arg 1 --sym-files 1 2
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv) {
  char *p = malloc(2), c;
  int fd = open("A", O_RDONLY), out = open("new", O_WRONLY | O_CREAT, 0600);
  if (p && argc > 1) p[0] = argv[1][0];
  if (fd >= 0 && read(fd, &c, 1) == 1 && out >= 0) write(out, p, 1);
  free(p);
  return 0;
}
