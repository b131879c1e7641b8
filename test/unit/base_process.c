#include "base/process.h"
#include "test/check.h"

#include <stdlib.h>
#include <string.h>

static process_result shell(const char *script, uint64_t output_bytes, uint32_t cpu_s) {
  const char *const argv[] = {"sh", "-c", script, NULL};
  const process_request r = {.argv = argv, .wall_ms = 20000, .cpu_s = cpu_s,
                             .output_bytes = output_bytes};
  return process_run(&r);
}

/* How a program ends is told apart: by itself, by a signal, by its limits, never begun. */
static void ends_are_told_apart(void) {
  process_result r = shell("printf abc; printf d >&2; exit 3", 100, 0);
  CHECK(!r.start_error && r.exit_status == 3 && !r.signal && !r.timed_out);
  CHECK(r.output_size == 4 && !strcmp(r.output, "abcd"));
  free(r.output);
  r = shell("printf abcdef; kill -USR1 $$", 3, 0);
  CHECK(!r.start_error && r.exit_status == -1 && r.signal == SIGUSR1 && !r.timed_out);
  CHECK(r.output_size == 3 && !strcmp(r.output, "abc"));
  free(r.output);
  r = shell("while :; do :; done", 100, 1);
  CHECK(r.exit_status == -1 && r.timed_out && r.signal);
  free(r.output);
  const char *const none[] = {"/nonexistent", NULL};
  r = process_run(&(process_request) {.argv = none, .wall_ms = 20000});
  CHECK(r.start_error);
  free(r.output);
}

int main(void) {
  ends_are_told_apart();
  return 0;
}
