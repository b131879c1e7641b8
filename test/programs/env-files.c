/* Symbolic files by KLEE's names: A is read, B is not there. */
// options: --sym-files 1 =2
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
  unsigned char two[2];
  struct stat st;
  int *table = calloc(256, sizeof *table);
  int fd = open("A", O_RDONLY);
  if (fd < 0 || !table) return 1;
  if (stat("A", &st) || st.st_size != 2) abort();
  if (open("B", O_RDONLY) >= 0) abort();
  if (read(fd, two, 2) != 2) abort();
  if (read(fd, two, 1) != 0) abort();
  close(fd);
  int x = table[two[0] + (two[1] >> 7)];        // expect: out-of-bounds
  free(table);
  return x;
}
