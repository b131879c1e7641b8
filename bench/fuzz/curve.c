/*
 * Edges over time: runs the inputs named on stdin ("MILLISECONDS PATH" a line, in order)
 * and says after how many of these milliseconds how many edges of the target were run by
 * then, a line whenever it grows.  Each runs in a process of its own, for which an edge
 * is a counter that is not zero: libFuzzer's count.  One that crashes counts for nothing.
 *
 * Compiled without coverage, and linked with the target that is compiled with
 * -fsanitize=fuzzer-no-link.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *, size_t);

enum { MOST = 1 << 20, SECONDS = 10 };
static uint8_t *counters[MOST];
static size_t count;

void __sanitizer_cov_8bit_counters_init(uint8_t *from, uint8_t *end) {
  for (; from < end && count < MOST; from++) counters[count++] = from;
}

/* What else libFuzzer's instrumentation calls. */
#define UNUSED(NAME) void __sanitizer_cov_##NAME(void) {}
UNUSED(pcs_init) UNUSED(trace_pc_indir) UNUSED(trace_switch)
UNUSED(trace_cmp1) UNUSED(trace_cmp2) UNUSED(trace_cmp4) UNUSED(trace_cmp8)
UNUSED(trace_const_cmp1) UNUSED(trace_const_cmp2)
UNUSED(trace_const_cmp4) UNUSED(trace_const_cmp8)
_Thread_local uintptr_t __sancov_lowest_stack;

static uint8_t *contents(const char *path, size_t *size) {
  FILE *f = fopen(path, "rb");
  if (!f) return NULL;
  fseek(f, 0, SEEK_END);
  *size = (size_t) ftell(f);
  rewind(f);
  uint8_t *bytes = malloc(*size ? *size : 1);
  *size = fread(bytes, 1, *size, f);
  fclose(f);
  return bytes;
}

int main(void) {
  uint8_t *seen = mmap(NULL, MOST, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  size_t edges = 0, room = 0;
  char *line = NULL;
  if (seen == MAP_FAILED) return 1;
  while (getline(&line, &room, stdin) > 0) {
    char *path;
    const long long ms = strtoll(line, &path, 10);
    size_t size = 0, now = 0;
    path += *path == ' ';
    path[strcspn(path, "\n")] = 0;
    uint8_t *bytes = contents(path, &size);
    if (!bytes) continue;
    fflush(stdout);
    const pid_t pid = fork();
    if (!pid) {
      if (!freopen("/dev/null", "w", stdout) || !freopen("/dev/null", "w", stderr)) _exit(1);
      alarm(SECONDS);
      LLVMFuzzerTestOneInput(bytes, size);
      for (size_t k = 0; k < count; k++) seen[k] |= *counters[k];
      _exit(0);
    }
    waitpid(pid, NULL, 0);
    free(bytes);
    for (size_t k = 0; k < count; k++) now += seen[k] != 0;
    if (now > edges) printf("%lld %zu\n", ms, edges = now);
  }
  free(line);
  return 0;
}
