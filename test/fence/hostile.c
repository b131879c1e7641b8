// For test/fence/run.sh: a bug whose native run first tries to get out.
#include <braid.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int zero;

static void create(const char *path) {
  FILE *f = fopen(path, "w");
  if (f) fclose(f);
}

static void attack(void) {
  int ends[2];
  char c;
  create(OUTSIDE "/made");
  unlink(OUTSIDE "/file");
  system("echo shell > " OUTSIDE "/shell");
  pipe(ends);
  if (!fork()) {
    setsid();
    write(ends[1], "x", 1);
    sleep(2);
    create(OUTSIDE "/late");
    _exit(0);
  }
  read(ends[0], &c, 1);
#ifdef KILL
  kill(getppid(), SIGKILL);
#endif
}

int main(void) {
  int x = braid_int("x");
  if (x != 42) return 0;
  if (braid_is_replay()) attack();
  return x / zero;
}
