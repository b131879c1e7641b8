/* Nothing outside --root is read, by whatever way. */
// exit: 5
// verdict: proved-under-assumptions
// assumes: files of --root are as they are now
// options: --root test/programs/more/root
// replay: no
#include <assert.h>
#include <errno.h>
#include <fcntl.h>

int main(void) {
  assert(open("inside", O_RDONLY) >= 0);
  assert(open("outside", O_RDONLY) < 0);
  assert(open("/etc/passwd", O_RDONLY) < 0);
  assert(open("../../../../README.md", O_RDONLY) < 0);
  assert(open("etc/../../root.c", O_RDONLY) < 0);
  assert(open("inside", O_RDWR) < 0 && errno == EACCES);
  assert(open("new", O_RDWR | O_CREAT, 0600) >= 0);
  return 0;
}
