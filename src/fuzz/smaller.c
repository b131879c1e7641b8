#include "fuzz/smaller.h"

#include "base/limits.h"
#include "base/mem.h"
#include "base/process.h"
#include "files/outdir.h"

#include <stdlib.h>
#include <string.h>

char *smaller_summary(smaller *m, const uint8_t *bytes, size_t size) {
  m->runs++;
  char *message = file_write_whole(m->file, bytes, size);
  if (message) {
    free(message);
    return NULL;
  }
  const char *const argv[] = {m->target, m->file, NULL};
  /* To look for leaks at the end takes longer than all the rest. */
  static const char *const environment[] = {
    "ASAN_OPTIONS=handle_sigtrap=1:handle_sigill=1:detect_leaks=0", NULL};
  const process_request r = {.argv = argv, .environment = environment,
                             .output_bytes = 1 << 16,
                             .wall_ms = SMALLER_RUN_MS};
  process_result result = process_run(&r);
  const char *at = result.output ? strstr(result.output, "SUMMARY: ") : NULL;
  char *summary = NULL;
  if (at && !result.timed_out)
    summary = mem_format("%.*s", (int) strcspn(at + 9, "\n"), at + 9);
  free(result.output);
  return summary;
}

static bool is_same(smaller *m, const uint8_t *bytes, size_t size) {
  char *now = smaller_summary(m, bytes, size);
  const bool same = now && !strcmp(now, m->summary);
  free(now);
  return same;
}

static bool may_run(const smaller *m) {
  return m->runs < m->most_runs && !process_stop;
}

static void remove_bytes(smaller *m, uint8_t *bytes, size_t *size, uint8_t *tried) {
  for (size_t part = (*size + 1) / 2; part; part /= 2)
    for (size_t at = 0; at + part <= *size && may_run(m);) {
      memcpy(tried, bytes, at);
      memcpy(tried + at, bytes + at + part, *size - at - part);
      if (is_same(m, tried, *size - part)) {
        *size -= part;
        memcpy(bytes, tried, *size);
      } else {
        at += part;
      }
    }
}

static bool is_zero(const uint8_t *bytes, size_t size) {
  for (size_t k = 0; k < size; k++)
    if (bytes[k]) return false;
  return true;
}

static void clear_bytes(smaller *m, uint8_t *bytes, size_t size, uint8_t *tried) {
  for (size_t part = (size + 1) / 2; part; part /= 2)
    for (size_t at = 0; at < size && may_run(m); at += part) {
      const size_t count = part < size - at ? part : size - at;
      if (is_zero(bytes + at, count)) continue;
      memcpy(tried, bytes, size);
      memset(tried + at, 0, count);
      if (is_same(m, tried, size)) memcpy(bytes, tried, size);
    }
}

bool smaller_make(smaller *m, uint8_t *bytes, size_t *size) {
  m->summary = smaller_summary(m, bytes, *size);
  if (!m->summary) return false;
  uint8_t *tried = mem_zeroed((uint32_t) *size + 1, 1);
  remove_bytes(m, bytes, size, tried);
  clear_bytes(m, bytes, *size, tried);
  free(tried);
  return true;
}

void smaller_release(smaller *m) {
  free(m->summary);
  m->summary = NULL;
}
