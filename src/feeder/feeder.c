/*
 * What AFL++ loads to take up inputs at once (a custom mutator of its): those that come
 * into the directory BRAID_FUZZ_FEED are given to it as they are, each once, between two
 * of its own inputs.  It keeps those that show it something new.  Without this AFL++ would
 * look there when it begins a cycle, or every half minute.
 */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LOOK_MS = 200, MOST = 256 };

typedef struct feeder {
  const char *directory;
  uint64_t *seen;               /* hashes of names, a power of two of places; 0: free */
  size_t count, capacity;
  char *waiting[MOST];          /* paths */
  unsigned waiting_count;
  uint64_t looked_ms;
  uint8_t *bytes;
  size_t room;
} feeder;

void *afl_custom_init(void *, unsigned);
void afl_custom_deinit(void *);
uint32_t afl_custom_fuzz_count(void *, const uint8_t *, size_t);
size_t afl_custom_fuzz(void *, uint8_t *, size_t, uint8_t **, uint8_t *, size_t, size_t);

static uint64_t now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t) t.tv_sec * 1000 + (uint64_t) t.tv_nsec / 1000000;
}

static uint64_t hash_of(const char *name) {
  uint64_t hash = 14695981039346656037u;
  for (; *name; name++) hash = (hash ^ (uint8_t) *name) * 1099511628211u;
  return hash ? hash : 1;
}

/* Whether it was not there before.  Two names of one hash are taken for one. */
static int insert(feeder *f, uint64_t hash) {
  size_t at = hash & (f->capacity - 1);
  while (f->seen[at] && f->seen[at] != hash) at = (at + 1) & (f->capacity - 1);
  if (f->seen[at]) return 0;
  f->seen[at] = hash;
  f->count++;
  return 1;
}

/* Not more than half full; 0: there is no room. */
static int grow(feeder *f) {
  if (2 * (f->count + 1) <= f->capacity) return 1;
  uint64_t *old = f->seen;
  const size_t capacity = f->capacity;
  uint64_t *wider = calloc(capacity ? 2 * capacity : 1024, sizeof *wider);
  if (!wider) return 0;
  f->seen = wider;
  f->capacity = capacity ? 2 * capacity : 1024;
  f->count = 0;
  for (size_t k = 0; k < capacity; k++)
    if (old[k]) insert(f, old[k]);
  free(old);
  return 1;
}

static void look(feeder *f) {
  DIR *d = opendir(f->directory);
  if (!d) return;
  for (const struct dirent *e; f->waiting_count < MOST && (e = readdir(d));) {
    if (e->d_name[0] == '.' || !grow(f) || !insert(f, hash_of(e->d_name))) continue;
    const size_t size = strlen(f->directory) + strlen(e->d_name) + 2;
    char *path = malloc(size);
    if (!path) break;
    snprintf(path, size, "%s/%s", f->directory, e->d_name);
    f->waiting[f->waiting_count++] = path;
  }
  closedir(d);
}

void *afl_custom_init(void *afl, unsigned seed) {
  (void) afl;
  (void) seed;
  feeder *f = calloc(1, sizeof *f);
  if (f) f->directory = getenv("BRAID_FUZZ_FEED");
  return f;
}

void afl_custom_deinit(void *data) {
  feeder *f = data;
  while (f->waiting_count) free(f->waiting[--f->waiting_count]);
  free(f->seen);
  free(f->bytes);
  free(f);
}

/* How often AFL++ is to call the next function now. */
uint32_t afl_custom_fuzz_count(void *data, const uint8_t *input, size_t size) {
  (void) input;
  (void) size;
  feeder *f = data;
  const uint64_t now = now_ms();
  if (f->directory && !f->waiting_count && now - f->looked_ms >= LOOK_MS) {
    look(f);
    f->looked_ms = now;
  }
  return f->waiting_count;
}

/* The bytes of the next one; none if it is gone. */
size_t afl_custom_fuzz(void *data, uint8_t *input, size_t size, uint8_t **out,
                       uint8_t *other, size_t other_size, size_t most) {
  (void) size;
  (void) other;
  (void) other_size;
  feeder *f = data;
  *out = input;
  if (!f->waiting_count) return 0;
  char *path = f->waiting[--f->waiting_count];
  FILE *file = fopen(path, "rb");
  free(path);
  if (!file) return 0;
  size_t n = 0, got;
  do {
    if (n == f->room) {
      uint8_t *wider = realloc(f->bytes, f->room ? 2 * f->room : 4096);
      if (!wider) break;
      f->bytes = wider;
      f->room = f->room ? 2 * f->room : 4096;
    }
    n += got = fread(f->bytes + n, 1, f->room - n, file);
  } while (got && n < most);
  fclose(file);
  if (n) *out = f->bytes;
  return n < most ? n : most;
}
