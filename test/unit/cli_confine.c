#include "cli/confine.h"

#include "base/mem.h"
#include "base/process.h"
#include "test/check.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static bool opens(const char *directory, const char *name, int flags) {
  char *path = mem_format("%s/%s", directory, name);
  const int fd = open(path, flags | O_CLOEXEC, 0600);
  if (fd >= 0) close(fd);
  free(path);
  return fd >= 0;
}

/* 0: confined; 1: something is possible that must not be, or not that must; 2: no Landlock. */
static int try(const char *own, const char *other) {
  char *url = mem_format("postgresql://host/db/name?sslmode=require&sslrootcert=%s%%2fnamed",
                         other);
  CHECK(opens(own, "before", O_WRONLY | O_CREAT));
  char *message = confine(own, url);
  free(url);
  if (message) {
    free(message);
    return 2;
  }
  execl("/bin/true", "true", NULL);
  return !opens(own, "before", O_RDONLY) || !opens(own, "new", O_WRONLY | O_CREAT) ||
         !opens("/etc", "passwd", O_RDONLY) || !opens(other, "named", O_RDONLY) ||
         opens(other, "secret", O_RDONLY) || opens(other, "secret", O_WRONLY) ||
         opens(other, "new", O_WRONLY | O_CREAT) || opens("/etc", "new", O_WRONLY | O_CREAT);
}

int main(void) {
  char *error = NULL, *own = scratch_make(&error), *other = scratch_make(&error);
  int how;
  CHECK(own && other);
  CHECK(opens(other, "secret", O_WRONLY | O_CREAT) && opens(other, "named", O_WRONLY | O_CREAT));
  const pid_t id = fork();
  if (!id) _exit(try(own, other));
  CHECK(waitpid(id, &how, 0) == id && WIFEXITED(how));
  /* A program that was started would end with 0, too: its files tell. */
  CHECK(WEXITSTATUS(how) == 2 || (!WEXITSTATUS(how) && opens(own, "new", O_RDONLY)));
  CHECK(!opens(other, "new", O_RDONLY));
  scratch_remove(own);
  scratch_remove(other);
  free(own);
  free(other);
  return 0;
}
