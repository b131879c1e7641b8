/* Whether a file is there is decided once, and what lies in a directory of the program's
 * own is known. */
// options: --sym-open 2
#include <assert.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
  char bytes[4];
  const int there = !access("conf", F_OK);
  const int f = open("/conf", O_RDONLY);
  assert(there == (f >= 0));
  if (there) {
    const long n = read(f, bytes, sizeof bytes);
    assert(n >= 0 && n <= 2);
    assert(access("conf/x", F_OK));
  }
  const int made = open("new", O_RDWR | O_CREAT | O_TRUNC, 0600);
  assert(made >= 0 && read(made, bytes, 1) == 0);
  assert(!access("new", F_OK));
  if (!mkdir("own", 0700)) assert(access("own/x", F_OK));
  return 0;
}
