/* A file may be shorter than the option says, by each way to look at it. */
// options: --sym-file data:5
#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
  char text[6];
  struct stat st;
  FILE *f = fopen("data", "r");
  assert(f && !stat("data", &st) && st.st_size <= 5);
  const size_t n = fread(text, 1, sizeof text, f);
  assert(n == (size_t) st.st_size && feof(f));
  assert(!fseek(f, 0, SEEK_END) && ftell(f) == (long) n);
  fclose(f);
  const int fd = open("data", O_RDWR | O_APPEND);
  assert(write(fd, "!", 1) == 1 && lseek(fd, 0, SEEK_CUR) == (off_t) n + 1);
  assert(!stat("data", &st) && st.st_size == (off_t) n + 1);
  assert(!ftruncate(fd, 1) && pread(fd, text, 6, 0) == 1);
  close(fd);
  assert(n < 1 || n > 4 || text[0] != 'q');     // expect: assert
  return 0;
}
