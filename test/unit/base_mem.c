#include "base/exhausted.h"
#include "base/mem.h"
#include "test/check.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void a_stream_has_what_was_written(void) {
  enum { LINES = 10000 };
  char *text;
  size_t size;
  FILE *f = mem_stream(&text, &size);
  for (int k = 0; k < LINES; k++) fprintf(f, "%04d\n", k);
  mem_stream_end(f);
  CHECK(size == 5 * LINES && !memcmp(text, "0000\n0001\n", 10));
  CHECK(!strcmp(text + size - 5, "9999\n"));
  free(text);
}

/* Where nothing more can be written, no shorter text passes for the whole one. */
static void what_does_not_fit_is_no_text(void) {
  int said[2], status;
  char text[64] = "";
  CHECK(!pipe(said));
  const pid_t child = fork();
  CHECK(child >= 0);
  if (!child) {
    FILE *full = fopen("/dev/full", "w");
    dup2(said[1], STDERR_FILENO);
    if (!full || fputs("lost", full) < 0) _exit(1);
    mem_stream_end(full);
    _exit(0);
  }
  close(said[1]);
  CHECK(waitpid(child, &status, 0) == child);
  CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
  CHECK(read(said[0], text, sizeof text - 1) > 0);
  CHECK(!strncmp(text, "fatal: " EXHAUSTED, strlen("fatal: " EXHAUSTED)));
  close(said[0]);
}

int main(void) {
  a_stream_has_what_was_written();
  what_does_not_fit_is_no_text();
  return 0;
}
