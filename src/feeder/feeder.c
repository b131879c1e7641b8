/*
 * What AFL++ loads to take up inputs at once (a custom mutator of its): those that come
 * into the directories BRAID_FUZZ_FEED and BRAID_FUZZ_FEED_ALSO are given to it as they are,
 * each name once, between two of its own inputs.  It keeps those that show it something new.
 * Without this AFL++ would look there when it begins a cycle, or every half minute.
 *
 * The file BRAID_FUZZ_COUNTS gets two numbers: edges so far, and how many of them came with
 * inputs of BRAID_FUZZ_FEED that are newer than BRAID_FUZZ_SINCE, or than AFL++'s start.  AFL++'s
 * map of edges, which has those of the last run, is found as its target does, by an identifier.
 */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <time.h>

enum { LOOK_MS = 200, MOST = 256, FEED = 0, ALSO, DIRECTORIES };

typedef struct feeder {
  const char *directories[DIRECTORIES];
  uint64_t *seen;               /* hashes of names, a power of two of places; 0: free */
  size_t count, capacity;
  char *waiting[MOST];          /* paths, the next one last, ... */
  uint8_t from[MOST];           /* ... and of which directory */
  unsigned waiting_count;
  uint64_t looked_ms;
  uint8_t *bytes;
  size_t room;
  struct timespec began;
  const uint8_t *map;           /* of the last run; NULL: not found yet */
  uint8_t *covered;             /* of all runs that were kept or fed */
  size_t map_size;
  int is_fed, is_late;          /* the last run: was fed; by a new input of FEED */
  const char *counts;
  uint64_t edges, taken, written_edges;
} feeder;

void *afl_custom_init(void *, unsigned);
void afl_custom_deinit(void *);
uint32_t afl_custom_fuzz_count(void *, const uint8_t *, size_t);
uint8_t afl_custom_queue_new_entry(void *, const uint8_t *, const uint8_t *);
size_t afl_custom_fuzz(void *, uint8_t *, size_t, uint8_t **, uint8_t *, size_t, size_t);

static uint64_t now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t) t.tv_sec * 1000 + (uint64_t) t.tv_nsec / 1000000;
}

static int is_before(struct timespec a, struct timespec b) {
  return a.tv_sec < b.tv_sec || (a.tv_sec == b.tv_sec && a.tv_nsec < b.tv_nsec);
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

static void look_into(feeder *f, unsigned from, int only_old) {
  const char *directory = f->directories[from];
  DIR *d = directory ? opendir(directory) : NULL;
  if (!d) return;
  for (const struct dirent *e; f->waiting_count < MOST && (e = readdir(d));) {
    struct stat about;
    if (e->d_name[0] == '.') continue;
    const size_t size = strlen(directory) + strlen(e->d_name) + 2;
    char *path = malloc(size);
    if (!path) break;
    snprintf(path, size, "%s/%s", directory, e->d_name);
    if ((only_old && (stat(path, &about) || is_before(f->began, about.st_mtim))) ||
        !grow(f) || !insert(f, hash_of(e->d_name))) {
      free(path);
      continue;
    }
    f->from[f->waiting_count] = (uint8_t) from;
    f->waiting[f->waiting_count++] = path;
  }
  closedir(d);
}

static void look(feeder *f) {
  for (unsigned from = 0; from < DIRECTORIES; from++) look_into(f, from, 0);
}

/* Edges ----------------------------------------------------------------------- */

static void find_map(feeder *f) {
  const char *id = getenv("__AFL_SHM_ID");
  struct shmid_ds about;
  if (f->map || !id || shmctl(atoi(id), IPC_STAT, &about)) return;
  const void *map = shmat(atoi(id), NULL, SHM_RDONLY);
  if (map == (const void *) -1) return;
  f->map_size = about.shm_segsz;
  f->covered = calloc(f->map_size, 1);
  if (f->covered) f->map = map;
}

/* Counts what the last run covered first.  Of a crash AFL++ leaves a map without zeros, of
 * so many bytes as the target has edges, rounded up to a LINE. */
static void note_run(feeder *f) {
  enum { LINE = 64 };
  uint64_t news = 0;
  find_map(f);
  if (!f->map || f->map_size < LINE || !memchr(f->map, 0, LINE)) return;
  for (size_t k = 0; k < f->map_size; k++) {
    news += f->map[k] && !f->covered[k];
    f->covered[k] |= f->map[k];
  }
  f->edges += news;
  if (f->is_fed && f->is_late) f->taken += news;
}

/* There with both numbers, or as it was. */
static void write_counts(feeder *f) {
  char path[4096];
  if (!f->counts || f->edges == f->written_edges) return;
  f->written_edges = f->edges;
  snprintf(path, sizeof path, "%s.new", f->counts);
  FILE *file = fopen(path, "w");
  if (!file) return;
  fprintf(file, "edges: %llu\ntaken: %llu\n", (unsigned long long) f->edges,
          (unsigned long long) f->taken);
  fclose(file);
  rename(path, f->counts);
}

/* AFL++ keeps the input that it ran last. */
uint8_t afl_custom_queue_new_entry(void *data, const uint8_t *name, const uint8_t *of) {
  (void) name;
  (void) of;
  note_run(data);
  return 0;                     /* the file is as it was */
}

/* What AFL++ calls ------------------------------------------------------------- */

void *afl_custom_init(void *afl, unsigned seed) {
  (void) afl;
  (void) seed;
  feeder *f = calloc(1, sizeof *f);
  if (!f) return NULL;
  f->directories[FEED] = getenv("BRAID_FUZZ_FEED");
  f->directories[ALSO] = getenv("BRAID_FUZZ_FEED_ALSO");
  f->counts = getenv("BRAID_FUZZ_COUNTS");
  const char *since = getenv("BRAID_FUZZ_SINCE");
  struct stat about;
  if (since && !stat(since, &about)) f->began = about.st_mtim;
  else clock_gettime(CLOCK_REALTIME, &f->began);
  look_into(f, FEED, 1);        /* what AFL++ knows is fed first, to be counted */
  return f;
}

void afl_custom_deinit(void *data) {
  feeder *f = data;
  while (f->waiting_count) free(f->waiting[--f->waiting_count]);
  free(f->seen);
  free(f->bytes);
  if (f->map) shmdt(f->map);
  free(f->covered);
  free(f);
}

/* How often AFL++ is to call the next function now: once for each input, and once more,
 * when the last one has run. */
uint32_t afl_custom_fuzz_count(void *data, const uint8_t *input, size_t size) {
  (void) input;
  (void) size;
  feeder *f = data;
  const uint64_t now = now_ms();
  if (!f->waiting_count && now - f->looked_ms >= LOOK_MS) {
    look(f);
    f->looked_ms = now;
    write_counts(f);
  }
  return f->waiting_count ? f->waiting_count + 1 : 0;
}

/* The bytes of the next one; none if it is gone. */
size_t afl_custom_fuzz(void *data, uint8_t *input, size_t size, uint8_t **out,
                       uint8_t *other, size_t other_size, size_t most) {
  (void) size;
  (void) other;
  (void) other_size;
  feeder *f = data;
  *out = input;
  if (f->is_fed && !f->is_late) note_run(f);    /* AFL++ knew it */
  f->is_fed = 0;
  if (!f->waiting_count) return 0;
  char *path = f->waiting[--f->waiting_count];
  const unsigned from = f->from[f->waiting_count];
  FILE *file = fopen(path, "rb");
  free(path);
  if (!file) return 0;
  struct stat about;
  f->is_late = from == FEED && !fstat(fileno(file), &about) &&
              is_before(f->began, about.st_mtim);
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
  f->is_fed = n > 0;
  if (n) *out = f->bytes;
  return n < most ? n : most;
}
