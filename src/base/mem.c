#include "base/mem.h"

#include "base/exhausted.h"
#include "base/fatal.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The hostile build sets 1, so that every array moves as often as it can. */
#ifndef INITIAL_CAPACITY
#define INITIAL_CAPACITY 8
#endif

void *mem_zeroed(size_t count, size_t size) {
  void *p = calloc(count ? count : 1, size);
  if (!p) fatal(EXHAUSTED ": %zu x %zu bytes", count, size);
  return p;
}

void *mem_resize(void *old, size_t count, size_t size) {
  void *p = count > SIZE_MAX / size ? NULL
                                    : realloc(old, count ? count * size : 1);
  if (!p) fatal(EXHAUSTED ": %zu x %zu bytes", count, size);
  return p;
}

char *mem_string(const char *text) {
  size_t size = strlen(text) + 1;
  return memcpy(mem_resize(NULL, size, 1), text, size);
}

char *mem_format(const char *format, ...) {
  va_list ap;
  va_start(ap, format);
  int length = vsnprintf(NULL, 0, format, ap);
  va_end(ap);
  if (length < 0) fatal("cannot format \"%s\"", format);
  char *text = mem_resize(NULL, (size_t) length + 1, 1);
  va_start(ap, format);
  vsnprintf(text, (size_t) length + 1, format, ap);
  va_end(ap);
  return text;
}

FILE *mem_stream(char **text, size_t *size) {
  FILE *stream = open_memstream(text, size);
  if (!stream) fatal(EXHAUSTED ": a stream");
  return stream;
}

void mem_stream_end(FILE *stream) {
  const bool has_failed = ferror(stream);
  if (fclose(stream) || has_failed) fatal(EXHAUSTED ": a stream");
}

uint32_t mem_grown(uint32_t capacity, uint32_t needed) {
  if (needed > UINT32_MAX / 2) fatal(EXHAUSTED ": an array of more than 2^31 items");
  uint32_t next = capacity ? 2 * capacity : INITIAL_CAPACITY;
  return next < needed ? needed : next;
}
