/* A file is opened that an argument names: without an option there is one. */
// assumes: there are no files but those of the options
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv) {
  char magic[2];
  if (argc != 2 || argv[1][0] != 'A') return 1;
  const int f = open(argv[1], O_RDONLY);
  if (f < 0) return 2;
  const long n = read(f, magic, sizeof magic);
  if (n == 2 && magic[0] == 'P' && magic[1] == '5') abort(); // expect: abort
  close(f);
  return 0;
}
