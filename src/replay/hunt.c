#include "replay/hunt.h"

#include "base/mem.h"
#include "base/prices.h"
#include "base/process.h"
#include "hunt/parts.h"
#include "replay/fence.h"
#include "replay/hunt_world.h"
#include "replay/replay_world.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct hunt {
  fence_kind fence;
  char *directory, *binary, *file;
  hunt_area *area;              /* the file */
  const testcase *words;        /* NULL: a fuzz target */
  hunt_world world;             /* ... else what is symbolic */
  uint32_t longest;
  uint32_t taken;               /* inputs before it were looked at; of crashes: */
  uint32_t taken_crashes;
  uint32_t counted, found;      /* inputs before it were counted: so many were found */
  unsigned failures;            /* runs in a row that did not end by themselves */
  bool is_lost;                 /* the target cut the file: what is mapped is not all there */
};

static void set_parts(hunt *h) {
  h->area->longest = h->longest;
  h->area->parts = h->world.count;
  memcpy(h->area->part, h->world.part, sizeof h->world.part);
}

static void set_texts(hunt_area *a, const hunt_options *o) {
  for (uint32_t k = 0; k < o->texts_count && a->texts < HUNT_TEXTS; k++) {
    const size_t size = strlen(o->texts[k]);
    if (size > HUNT_WORD) continue;
    hunt_word *w = a->text + a->texts++;
    w->size = (uint32_t) size;
    memcpy(w->bytes, o->texts[k], size);
  }
}

/* The whole file is there before the target writes it: a full disk is seen here. */
static char *make_area(hunt *h, const hunt_options *o) {
  const int file = open(h->file, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file < 0) return mem_format("cannot make %s: %s", h->file, strerror(errno));
  const int error = posix_fallocate(file, 0, sizeof *h->area);
  void *area = error ? MAP_FAILED : mmap(NULL, sizeof *h->area, PROT_READ | PROT_WRITE,
                                         MAP_SHARED, file, 0);
  close(file);
  if (area == MAP_FAILED)
    return mem_format("no room for %s: %s", h->file, strerror(error ? error : errno));
  h->area = area;
  h->area->random = o->seed;
  /* Sizes of a program are limited by what is symbolic of it, and grow with that. */
  h->area->grown = h->words ? h->longest : HUNT_SHORT;
  h->area->of_step = PRICE_HUNT_STEP;
  /* A program's execution is a process. */
  h->area->of_execution = h->words ? PRICE_HUNT_PROCESS : PRICE_HUNT_EXECUTION;
  h->area->of_process = PRICE_HUNT_PROCESS;
  set_parts(h);
  if (h->words) set_texts(h->area, o);
  return NULL;
}

/* Why it cannot be run, to be freed; NULL: it can. */
static char *find_obstacle(hunt *h) {
  if (h->fence == FENCE_MISSING) return mem_string("there is no fence to run behind");
  if (!h->words) return NULL;
  const char *why = replay_world_obstacle(h->words, fence_has_root(h->fence));
  if (why) return mem_string(why);
  return hunt_world_init(&h->world, h->words) ? NULL : mem_string("nothing is symbolic");
}

hunt *hunt_new(const replay_program *p, const hunt_options *o, char **message) {
  assert(p->entry_kind == (o->world ? REPLAY_MAIN : REPLAY_FUZZ));
  hunt *h = mem_zeroed(1, sizeof *h);
  h->fence = o->unconfined ? FENCE_UNCONFINED : fence_best();
  h->words = o->world;
  *message = find_obstacle(h);
  h->longest = h->words ? h->world.longest
               : o->longest < HUNT_LONGEST ? (uint32_t) o->longest : HUNT_LONGEST;
  if (!*message && (h->directory = scratch_make(message))) {
    h->binary = mem_format("%s/program", h->directory);
    h->file = mem_format("%s/area", h->directory);
    *message = replay_build(p, o->has_undefined ? REPLAY_TO_HUNT : REPLAY_TO_HUNT_MEMORY,
                            h->binary);
    if (!*message) *message = make_area(h, o);
  }
  if (!*message) return h;
  hunt_free(h);
  return NULL;
}

void hunt_free(hunt *h) {
  if (!h) return;
  if (h->area) munmap(h->area, sizeof *h->area);
  if (h->directory) scratch_remove(h->directory);
  free(h->directory);
  free(h->binary);
  free(h->file);
  free(h);
}

/* What the target says of itself may be anything. */
static uint32_t inputs_of(const hunt *h) {
  const uint32_t n = h->area->inputs;
  return n < HUNT_INPUTS ? n : HUNT_INPUTS;
}

static void give(hunt *h, const void *bytes, size_t size) {
  if (h->is_lost) return;
  hunt_area *a = h->area;
  const uint32_t at = a->bytes, n = inputs_of(h);
  if (size > h->longest || n == HUNT_INPUTS || at > HUNT_BYTES || size > HUNT_BYTES - at)
    return;
  a->input[n] = (hunt_input) {at, (uint32_t) size, HUNT_GIVEN, 0};
  if (size) memcpy(a->data + at, bytes, size);
  a->bytes = at + (uint32_t) size;
  a->inputs = n + 1;
}

void hunt_give(hunt *h, const testcase *t) {
  uint8_t input[HUNT_LONGEST];
  size_t size;
  const uint8_t *bytes = input;
  if (h->words) size = hunt_world_input(&h->world, t, input);
  else bytes = testcase_fuzz_data(t, &size);
  if (bytes) give(h, bytes, size);
}

/* Of a program, digits, too: zeros would end its arguments. */
void hunt_give_first(hunt *h) {
  enum { DIGITS = 64 };         /* of each part, at most */
  uint8_t input[HUNT_LONGEST], bytes[DIGITS];
  uint32_t size = 0;
  memset(bytes, '0', sizeof bytes);
  for (uint32_t k = 0; k < h->world.count; k++) {
    const hunt_part *p = h->world.part + k;
    const uint8_t all = hunt_number_byte(p, p->most);
    const uint32_t room = hunt_room(p);
    size = hunt_append(p, input, size, p->kind == HUNT_COUNT ? &all : bytes,
                       room < DIGITS ? room : DIGITS);
  }
  give(h, "", 0);
  if (h->words) give(h, input, size);
}

/* Crashes are seen by the process that ends, and by nobody's eyes: no reports. */
static process_result run_target(const hunt *h, const char *work, const char *files) {
  char *inside = fence_view(h->fence, h->file);
  replay_words environment = h->words ? replay_world_environment(h->words)
                                      : (replay_words) {0};
  bool has_locale = false;
  for (uint32_t k = 0; k < environment.count; k++)
    has_locale |= !strncmp(environment.items[k], "LC_ALL=", 7);
  if (!has_locale) vec_push(&environment, mem_string("LC_ALL=C"));
  vec_push(&environment, mem_format("BRAID_HUNT=%s", inside));
  vec_push(&environment, mem_string(
    "ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1:max_allocation_size_mb=256:"
    "symbolize=0:handle_abort=0:handle_segv=0:handle_sigbus=0:handle_sigfpe=0:"
    "handle_sigill=0:quarantine_size_mb=16:detect_stack_use_after_return=1"));
  vec_push(&environment, NULL);
  const process_result p = fence_run(h->fence, &(fence_request) {
    .argv = (const char *const[]) {h->binary, NULL}, .environment = environment.items,
    .directory = work, .files = files,
    .written = (const char *const[]) {h->file, NULL},
    .wall_ms = REPLAY_TOOL_MS, .cpu_s = replay_default_limits.cpu_s,
    .output_bytes = 1 << 12,
    .memory_bytes = UINT64_C(512) << 20});
  free(inside);
  replay_words_release(&environment);
  return p;
}

/* In a directory of its own, which is empty each time. */
static bool run_once(hunt *h) {
  struct stat info;
  char *work = mem_format("%s/work", h->directory);
  char *files = mem_format("%s/files", h->directory);
  bool is_good = !mkdir(work, 0777) && !mkdir(files, 0777);
  if (is_good && h->words) {
    char *error = replay_world_place_files(h->words, files, fence_has_root(h->fence));
    is_good = !error;
    free(error);
  }
  if (is_good) {
    const process_result p = run_target(h, work, files);
    is_good = !p.start_error && !p.timed_out && !p.signal && !p.exit_status;
    free(p.output);
  }
  h->is_lost = stat(h->file, &info) || info.st_size < (off_t) sizeof *h->area;
  scratch_remove(work);
  scratch_remove(files);
  free(work);
  free(files);
  return is_good && !h->is_lost;
}

bool hunt_run(hunt *h, uint64_t units, uint64_t *spent) {
  enum { PATIENCE = 3 };
  hunt_area *a = h->area;
  if (h->is_lost) return false;
  const uint64_t before = a->spent, executions = a->executions;
  a->until = before + units;
  a->is_done = 0;
  const bool is_good = run_once(h) && a->is_done;
  if (h->is_lost) {
    *spent += units;
    return false;
  }
  /* What a run costs that was ended is not known. */
  const uint64_t had = a->spent - before;
  *spent += (is_good && had < 2 * units ? had : units) + PRICE_HUNT_START;
  h->failures = is_good ? 0 : h->failures + 1;
  return h->failures < PATIENCE && !process_stop &&
         (is_good || a->executions > executions);
}

hunt_counts hunt_get_counts(const hunt *h) {
  const hunt_area *a = h->area;
  if (h->is_lost) return (hunt_counts) {.executions = 0};
  return (hunt_counts) {a->executions, inputs_of(h), a->crashes, a->hangs, 0};
}

/* The input, if it is one. */
static bool take(hunt *h, uint32_t k, testcase *t) {
  uint8_t bytes[HUNT_LONGEST];
  const hunt_input i = h->area->input[k];
  if (i.offset > HUNT_BYTES || i.size > HUNT_BYTES - i.offset || i.size > h->longest)
    return false;
  memcpy(bytes, h->area->data + i.offset, i.size);
  if (h->words) {
    hunt_world_test(&h->world, bytes, i.size, t);
    return true;
  }
  testcase_add_input(t, TESTCASE_OBJECT, TESTCASE_FUZZ_SIZE, &i.size, sizeof i.size);
  testcase_add_input(t, TESTCASE_OBJECT, TESTCASE_FUZZ_DATA, bytes, i.size);
  return true;
}

/* The inputs as tests of the old words are written again as inputs of the new ones; what has no
 * room any more becomes an empty one. */
void hunt_enlarge(hunt *h, const testcase *words) {
  assert(h->words && words);
  hunt_world larger;
  if (h->is_lost || !hunt_world_init(&larger, words)) return;
  hunt_area *a = h->area;
  const uint32_t count = inputs_of(h);
  uint8_t *data = mem_zeroed(HUNT_BYTES, 1), input[HUNT_LONGEST];
  uint32_t at = 0;
  for (uint32_t k = 0; k < count; k++) {
    testcase t = {0};
    uint32_t size = take(h, k, &t) ? hunt_world_input(&larger, &t, input) : 0;
    testcase_release(&t);
    if (size > HUNT_BYTES - at) size = 0;
    memcpy(data + at, input, size);
    a->input[k].offset = at;
    a->input[k].size = size;
    at += size;
  }
  memcpy(a->data, data, at);
  free(data);
  a->bytes = at;
  h->words = words;
  h->world = larger;
  h->longest = larger.longest;
  set_parts(h);
  a->tried = 0;
  h->taken = h->taken_crashes = 0;
}

static bool is_found(const hunt_input *i) {
  return i->kind == HUNT_COVERS || i->kind == HUNT_HANGS || i->kind == HUNT_CRASHES;
}

uint32_t hunt_found(hunt *h) {
  const uint32_t count = h->is_lost ? 0 : inputs_of(h);
  while (h->counted < count) h->found += is_found(h->area->input + h->counted++);
  return h->found;
}

bool hunt_take(hunt *h, testcase *t) {
  if (h->is_lost) return false;
  const uint32_t count = inputs_of(h);
  while (h->taken_crashes < count) {
    const uint32_t k = h->taken_crashes++;
    if (h->area->input[k].kind == HUNT_CRASHES && take(h, k, t)) return true;
  }
  while (h->taken < count) {
    const uint32_t k = h->taken++;
    const hunt_input *i = h->area->input + k;
    if (is_found(i) && i->kind != HUNT_CRASHES && take(h, k, t)) return true;
  }
  return false;
}
