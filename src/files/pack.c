#include "files/pack.h"

#include "base/mem.h"
#include "base/vec.h"

#include <errno.h>
#include <stdio_ext.h>
#include <string.h>
#include <unistd.h>

static const char magic[8] = "BRAIDPK1", name[] = "tests.pack";

static void put(uint8_t *to, uint32_t n) {
  for (unsigned k = 0; k < 4; k++) to[k] = (uint8_t) (n >> (24 - 8 * k));
}

static uint32_t get(const uint8_t *from) {
  uint32_t n = 0;
  for (unsigned k = 0; k < 4; k++) n = n << 8 | from[k];
  return n;
}

/* There may be a hundred thousand a second: the stream in which a test's length is
 * found is opened once, and no other thread has it or the file. */
static struct {
  FILE *stream;
  char *bytes;
  size_t size;
} one;

static bool write_one(const testcase *t) {
  if (!one.stream) {
    one.stream = open_memstream(&one.bytes, &one.size);
    if (!one.stream) return false;
    __fsetlocking(one.stream, FSETLOCKING_BYCALLER);
  }
  rewind(one.stream);
  ktest_write(t, one.stream);
  return !fflush(one.stream);
}

/* All writers of the directory append: a contender goes on where the first
 * process ended. */
bool pack_add(outdir *d, const testcase *t, uint32_t number) {
  const bool is_first = !outdir_appends(d);
  FILE *f = outdir_append(d, name);
  if (!f || !write_one(t)) return false;
  if (is_first) {
    __fsetlocking(f, FSETLOCKING_BYCALLER);
    if (!ftell(f)) fwrite(magic, 1, sizeof magic, f);
  }
  uint8_t head[8];
  put(head, number);
  put(head + 4, (uint32_t) one.size);
  fwrite(head, 1, sizeof head, f);
  fwrite(one.bytes, 1, one.size, f);
  return !ferror(f);
}

/* Reading ----------------------------------------------------------------- */

struct pack {
  uint8_t *bytes;
  VEC(size_t) records;          /* where their heads are */
};

pack *pack_open(const char *directory, char **error) {
  char *path = mem_format("%s/%s", directory, name);
  size_t size;
  char *bytes = access(path, F_OK) ? NULL : file_read_whole(path, &size, error);
  if (bytes && (size < sizeof magic || memcmp(bytes, magic, sizeof magic))) {
    *error = mem_format("%s is no pack of tests", path);
    free(bytes);
    bytes = NULL;
  }
  free(path);
  if (!bytes) return NULL;
  pack *p = mem_zeroed(1, sizeof *p);
  p->bytes = (uint8_t *) bytes;
  for (size_t at = sizeof magic; size - at >= 8;) {
    const uint32_t length = get(p->bytes + at + 4);
    if (size - at - 8 < length) break;
    vec_push(&p->records, at);
    at += 8 + (size_t) length;
  }
  return p;
}

void pack_close(pack *p) {
  if (!p) return;
  vec_release(&p->records);
  free(p->bytes);
  free(p);
}

uint32_t pack_count(const pack *p) { return p->records.count; }

uint32_t pack_number(const pack *p, uint32_t k) {
  return get(p->bytes + p->records.items[k]);
}

const void *pack_ktest(const pack *p, uint32_t k, size_t *size) {
  const uint8_t *head = p->bytes + p->records.items[k];
  *size = get(head + 4);
  return head + 8;
}

uint32_t pack_find(const pack *p, uint32_t number) {
  uint32_t low = 0, high = p->records.count;
  while (low < high) {          /* numbers only grow */
    const uint32_t middle = low + (high - low) / 2;
    if (pack_number(p, middle) < number) low = middle + 1;
    else high = middle;
  }
  return low < p->records.count && pack_number(p, low) == number
             ? low : p->records.count;
}
