// A file with a symbolic name is read to its end: the name is none of a device without an end.
// options: --sym-arg 10 --sym-file A:4
// verdict: proved-under-assumptions
// exit: 5
// assumes: a symbolic path leads through no directory
#include <fcntl.h>
#include <unistd.h>

int main(int argc, char **argv) {
  const int fd = argc > 1 ? open(argv[1], O_RDONLY) : -1;
  char bytes[4];
  long n = 0, r;
  if (fd < 0) return 1;
  while ((r = read(fd, bytes, sizeof bytes)) > 0) n += r;
  return n > 3;
}
