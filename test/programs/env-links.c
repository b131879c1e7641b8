/* Hard links share a file; symbolic ones lead to a path. */
// exit: 5
// options: --sym=none
// verdict: proved-under-assumptions
// assumes: inode numbers
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
  struct stat s, t;
  char to[8];
  int f = open("a", O_RDWR | O_CREAT | O_TRUNC, 0644);
  assert(f >= 0 && write(f, "abc", 3) == 3);
  assert(!link("a", "b") && !stat("b", &s) && s.st_nlink == 2);
  assert(!unlink("a") && !fstat(f, &s) && s.st_nlink == 1 && s.st_size == 3);
  assert(!mkdir("d", 0700) && !symlink("d", "l") && !rename("b", "l/c"));
  assert(!stat("d/c", &s) && !lstat("l", &t) && S_ISLNK(t.st_mode));
  assert(t.st_size == 1 && readlink("l", to, sizeof to) == 1 && to[0] == 'd');
  assert(rmdir("d") == -1 && errno == ENOTEMPTY);
  assert(link("d", "e") == -1 && errno == EPERM);
  assert(!symlink("n", "m") && !symlink("m", "n"));
  assert(open("m", O_RDONLY) == -1 && errno == ELOOP);
  assert(open("l", O_RDONLY | O_NOFOLLOW) == -1 && errno == ELOOP);
  assert(open("l", O_RDWR | O_CREAT | O_EXCL, 0600) == -1 && errno == EEXIST);
  assert(open("none/x", O_WRONLY | O_CREAT, 0600) == -1 && errno == ENOENT);
  assert(open("d/c/x", O_WRONLY | O_CREAT, 0600) == -1 && errno == ENOTDIR);
  struct timespec times[2] = {{5, 0}, {7, 0}};
  assert(!futimens(f, times) && !fstat(f, &s) && s.st_mtime == 7);
  assert(!rename("d", "x") && !stat("x/c", &s));
  assert(stat("l/c", &s) == -1 && errno == ENOENT);
  return 0;
}
