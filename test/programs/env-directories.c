/* Directories of the program's own: names relative to them, and their lists. */
// exit: 5
// options: --sym=none
// verdict: proved-under-assumptions
// assumes: a directory lists names
#include <assert.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int count(const char *path) {
  int n = 0;
  DIR *d = opendir(path);
  assert(d);
  for (struct dirent *e; (e = readdir(d));)
    n += strcmp(e->d_name, ".") && strcmp(e->d_name, "..");
  closedir(d);
  return n;
}

int main(void) {
  struct stat st;
  assert(!mkdir("d", 0755));
  int d = open("d", O_RDONLY | O_DIRECTORY);
  assert(d >= 0);
  int f = openat(d, "x", O_WRONLY | O_CREAT, 0644);
  assert(f >= 0 && write(f, "abc", 3) == 3 && !close(f));
  assert(!stat("d/x", &st) && st.st_size == 3);
  assert(stat("x", &st) < 0);
  assert(!fstatat(d, "x", &st, 0) && st.st_size == 3);
  assert(count("d") == 1);
  assert(!renameat(d, "x", AT_FDCWD, "y"));
  assert(count("d") == 0 && !stat("y", &st));
  assert(unlinkat(d, "y", 0) < 0 && !unlink("y"));
  char name[8];
  assert(fcntl(d, F_GETFD) == 0);
  assert(!fchdir(d) && getcwd(name, sizeof name) && !strcmp(name, "/d"));
  f = open("z", O_WRONLY | O_CREAT, 0644);
  assert(f >= 0 && !close(f) && !stat("/d/z", &st) && !stat("z", &st));
  assert(!chdir("/") && stat("z", &st) < 0 && !stat("d/z", &st));
  return 0;
}
