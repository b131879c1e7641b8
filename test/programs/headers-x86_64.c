// target: x86_64
// options: --sym-files 1 4
// Compiled with the headers of the C library that it runs on: uses-headers.h.
#include "uses-headers.h"

int main(void) {
  use_them();
  assert(files == 9);
  char sign = 0;
  const int fd = open("A", O_RDONLY);
  struct stat about;
  assert(fd >= 0 && !fstat(fd, &about) && about.st_size == 4);
  assert(read(fd, &sign, 1) == 1);
  if (sign == 'q') abort();  // expect: abort
}
