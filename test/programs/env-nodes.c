// Names of pipes, devices and programs; room in files; what can be read, and where data are.
// exit: 5
// replay: no
// verdict: proved-under-assumptions
// assumes: files have no holes
// assumes: there are no files but those
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

int main(void) {
  struct stat s;
  assert(!mkfifo("/tmp/p", 0666) && !stat("/tmp/p", &s));
  assert(S_ISFIFO(s.st_mode) && (s.st_mode & 0777) == 0644 && !s.st_size);
  assert(mkfifo("/tmp/p", 0666) == -1 && errno == EEXIST);
  assert(!mknod("/tmp/f", S_IFREG | 0600, 0) && !stat("/tmp/f", &s) && S_ISREG(s.st_mode));
  assert(mknod("/tmp/d", S_IFCHR | 0600, makedev(1, 3)) == -1 && errno == EPERM);
  assert(mknod("/tmp/d", S_IFDIR | 0600, 0) == -1 && errno == EPERM);
  assert(!unlink("/tmp/p") && access("/tmp/p", F_OK) == -1);

  char *const words[] = {"program", NULL};
  assert(execv("/tmp/none", words) == -1 && errno == ENOENT);
  assert(execvp("none", words) == -1 && errno == ENOENT);
  assert(execv("/tmp/f", words) == -1 && errno == EACCES);
  assert(execv("/tmp", words) == -1 && errno == EACCES);

  const int f = open("/tmp/f", O_RDWR);
  int count = -1;
  assert(f >= 0 && !posix_fallocate(f, 2, 8) && !fstat(f, &s) && s.st_size == 10);
  assert(fallocate(f, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, 5) == -1 &&
         errno == EOPNOTSUPP);
  assert(lseek(f, 3, SEEK_DATA) == 3 && lseek(f, 3, SEEK_HOLE) == 10);
  assert(lseek(f, 10, SEEK_DATA) == -1 && errno == ENXIO);
  assert(lseek(f, 4, SEEK_SET) == 4 && !ioctl(f, FIONREAD, &count) && count == 6);
  assert(ioctl(f, TIOCGWINSZ, &count) == -1 && errno == ENOTTY);
  assert(ioctl(f, 0x40049409, 0) == -1 && errno == ENOTTY);
  assert(!syncfs(f) && syncfs(63) == -1 && errno == EBADF);

  int ends[2];
  assert(!pipe(ends) && write(ends[1], "abc", 3) == 3);
  assert(!ioctl(ends[0], FIONREAD, &count) && count == 3);
  assert(inotify_init() == -1 && errno == ENOSYS);
  return 0;
}
