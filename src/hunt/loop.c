/*
 * Looks for inputs of a native target: runs mutations of what was found, in the file that
 * $BRAID_HUNT names (area.h).  It is compiled with braid, without sanitizers.
 *
 * Executions follow each other in one process, which ends when one crashes, exits or does
 * not end; its parent looks at why, and forks the next.
 */
#include "hunt/loop.h"

#include "hunt/mutate.h"
#include "hunt/tries.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define WEAK __attribute__((weak))

WEAK size_t __sanitizer_get_current_allocated_bytes(void);
WEAK pid_t _Fork(void);

enum { LEAKED_BYTES = 1 << 27 };

static hunt_area *area;
static hunt_execution *execute;

/* What the target does -------------------------------------------------------- */

void __sanitizer_cov_trace_pc_guard_init(uint32_t *, uint32_t *);
void __sanitizer_cov_trace_pc_guard_init(uint32_t *first, uint32_t *end) {
  static uint32_t count;
  if (first == end || *first) return;
  for (; first < end; first++) *first = 1 + count++ % (HUNT_EDGES - 1);
}

void __sanitizer_cov_trace_pc_guard(uint32_t *);
void __sanitizer_cov_trace_pc_guard(uint32_t *guard) {
  hunt_area *a = area;
  const uint32_t n = *guard;
  if (!a || a->phase != HUNT_RUNS) return;
  const uint8_t had = a->counts[n];
  if (!had) a->edges[a->taken++] = n;
  if (had < UINT8_MAX) a->counts[n] = (uint8_t) (had + 1);
  a->last = n;
  if (++a->steps <= (a->most_steps ? a->most_steps : HUNT_FIRST)) return;
  a->phase = HUNT_STUCK;
  _exit(0);
}

/* Counts from main, wherever the program lies. */
int main(int, char **);
static uint64_t place_of(const void *place) {
  return (uint64_t) ((uintptr_t) place - (uintptr_t) main);
}

/* Nobody reads the report that would follow, and it takes milliseconds. */
void __asan_on_error(void);
void __asan_on_error(void) {
  kill(getpid(), SIGKILL);
  _exit(1);
}

/* A failed check of UBSan ends the execution as a crash, the first time at its place.  Later
 * executions go on there: else nothing behind a place that most inputs pass would ever run. */
static void fail(const void *place) {
  hunt_area *a = area;
  if (!a || a->phase != HUNT_RUNS) return;
  uint8_t *failed = a->failed + place_of(place) % HUNT_PLACES;
  if (*failed) return;
  *failed = 1;
  a->ended[a->last] = 0;        /* this crash is another */
  kill(getpid(), SIGKILL);
}

/* The linker puts these in place of UBSan's (replay/replay_build.c). */
#define UNDEFINED(NAME) \
  void __wrap___ubsan_handle_##NAME(void); \
  void __wrap___ubsan_handle_##NAME(void) { fail(__builtin_return_address(0)); }
#include "hunt/undefined.def"

/* Pointers are compared, too: they are nothing that an input has. */
static int is_address(uint64_t value) {
  return (value >> 32 && value >> 48 == 0) || (~value >> 32 && ~value >> 48 == 0);
}

/* What is compared at one place with distances of one kind shares a slot. */
static void note_pair(uint64_t left, uint64_t right, uint64_t size, const void *place) {
  hunt_area *a = area;
  if (!a || a->phase != HUNT_RUNS || left == right) return;
  if (size == 8 && (is_address(left) || is_address(right))) return;
  const uint64_t hash = place_of(place) * 37 + (uint64_t) __builtin_popcountll(left ^ right);
  a->pairs[hash % HUNT_PAIRS] = (hunt_pair) {left, right, size};
  a->recent[a->compared++ % HUNT_RECENT] = (uint32_t) (hash % HUNT_PAIRS);
}

#define COMPARE(NAME, TYPE) \
  void __sanitizer_cov_trace_##NAME(TYPE, TYPE); \
  void __sanitizer_cov_trace_##NAME(TYPE left, TYPE right) { \
    note_pair(left, right, sizeof left, __builtin_return_address(0)); \
  }
COMPARE(cmp1, uint8_t) COMPARE(cmp2, uint16_t)
COMPARE(cmp4, uint32_t) COMPARE(cmp8, uint64_t)
COMPARE(const_cmp1, uint8_t) COMPARE(const_cmp2, uint16_t)
COMPARE(const_cmp4, uint32_t) COMPARE(const_cmp8, uint64_t)

/* cases[0] of them, of cases[1] bits */
void __sanitizer_cov_trace_switch(uint64_t, uint64_t *);
void __sanitizer_cov_trace_switch(uint64_t value, uint64_t *cases) {
  const char *place = __builtin_return_address(0);
  const uint64_t size = cases[1] / 8;
  if (!area || area->phase != HUNT_RUNS || !cases[0] || !size) return;
  const uint64_t which = area->steps % cases[0];        /* another one each time */
  note_pair(value, cases[2 + which], size, place + which);
}

static void note_word(const void *bytes, size_t size, const void *place) {
  hunt_area *a = area;
  if (!a || a->phase != HUNT_RUNS || size < 2) return;
  hunt_word *w = a->words + (place_of(place) * 37 + size) % HUNT_WORDS;
  w->size = (uint32_t) (size < HUNT_WORD ? size : HUNT_WORD);
  memcpy(w->bytes, bytes, w->size);
}

static void note_text(const char *text, size_t most, const void *place) {
  size_t n = 0;
  while (n < most && n < HUNT_WORD && text[n]) n++;
  note_word(text, n, place);
}

/* The sanitizer's functions call these.  Which side is the input's is not known. */
void __sanitizer_weak_hook_memcmp(void *, const void *, const void *, size_t, int);
void __sanitizer_weak_hook_memcmp(void *place, const void *left, const void *right,
                                  size_t n, int result) {
  if (!result) return;
  note_word(left, n, place);
  note_word(right, n, (const char *) place + 1);
}

#define COMPARE_TEXTS(NAME) \
  void __sanitizer_weak_hook_##NAME(void *, const char *, const char *, int); \
  void __sanitizer_weak_hook_##NAME(void *place, const char *left, const char *right, \
                                    int result) { \
    if (!result) return; \
    note_text(left, HUNT_WORD, place); \
    note_text(right, HUNT_WORD, (const char *) place + 1); \
  }
COMPARE_TEXTS(strcmp) COMPARE_TEXTS(strcasecmp)

#define COMPARE_PARTS(NAME) \
  void __sanitizer_weak_hook_##NAME(void *, const char *, const char *, size_t, int); \
  void __sanitizer_weak_hook_##NAME(void *place, const char *left, const char *right, \
                                    size_t n, int result) { \
    if (!result) return; \
    note_text(left, n, place); \
    note_text(right, n, (const char *) place + 1); \
  }
COMPARE_PARTS(strncmp) COMPARE_PARTS(strncasecmp)

void __sanitizer_weak_hook_strstr(void *, const char *, const char *, char *);
void __sanitizer_weak_hook_strstr(void *place, const char *in, const char *text,
                                  char *result) {
  (void) in;
  if (!result) note_text(text, HUNT_WORD, place);
}

/* What is kept ------------------------------------------------------------------ */

/* 1, 2, 3, 4 to 7, 8 to 15, 16 to 31, 32 to 127 and more times. */
static unsigned class_of(uint8_t count) {
  return count < 4     ? count - 1u
         : count < 8   ? 3
         : count < 16  ? 4
         : count < 32  ? 5
         : count < 128 ? 6 : 7;
}

/* What is too much for an input, by what the first one took: a target may begin with much work. */
static void set_most_steps(void) {
  const uint64_t most = (uint64_t) HUNT_TIMES * area->steps;
  if (area->most_steps || !area->executions) return;
  area->most_steps = most < HUNT_STEPS ? HUNT_STEPS : most > HUNT_FIRST ? HUNT_FIRST
                                                                        : (uint32_t) most;
}

/* Forgets what the execution took. */
static void forget(void) {
  set_most_steps();
  for (uint32_t k = 0; k < area->taken; k++) area->counts[area->edges[k]] = 0;
  area->taken = area->steps = 0;
}

/* What the execution did first; from now on the input `who` did. */
static hunt_kind what_is_new(uint32_t who, uint32_t *firsts) {
  hunt_kind kind = HUNT_IDLE;
  *firsts = 0;
  for (uint32_t k = 0; k < area->taken; k++) {
    const uint32_t n = area->edges[k];
    const unsigned class = class_of(area->counts[n]);
    if (area->seen[n] >> class & 1) continue;
    kind = area->seen[n] && kind != HUNT_COVERS ? HUNT_COUNTED : HUNT_COVERS;
    area->seen[n] |= (uint8_t) (1u << class);
    area->first[n][class] = (uint16_t) who;
    ++*firsts;
  }
  return kind;
}

/* Half of the room is for what takes new edges or ends the process. */
static void keep(hunt_kind kind, uint32_t firsts) {
  hunt_area *a = area;
  const uint32_t most = kind == HUNT_COUNTED ? HUNT_INPUTS / 2 : HUNT_INPUTS;
  if (a->inputs >= most || a->size > HUNT_BYTES - a->bytes) return;
  a->input[a->inputs] = (hunt_input) {a->bytes, a->size, kind, firsts};
  memcpy(a->data + a->bytes, a->bytes_now, a->size);
  a->bytes += a->size;
  a->inputs++;
}

/* A shorter input that does all that the mutated one had done first takes its place. */
static void shorten(void) {
  hunt_input *base = area->input + area->base;
  uint32_t same = 0;
  if (area->size >= base->size || !base->firsts) return;
  for (uint32_t k = 0; k < area->taken; k++) {
    const uint32_t n = area->edges[k];
    same += area->first[n][class_of(area->counts[n])] == area->base;
  }
  if (same < base->firsts) return;
  base->size = area->size;
  memcpy(area->data + base->offset, area->bytes_now, area->size);
}

static uint32_t log_of(uint32_t n) { return n > 1 ? 31 - (uint32_t) __builtin_clz(n) : 1; }

/* Short inputs first: what they do is found with the fewest executions, and what is wrong at
 * the end of an input is rarely at the end of a long one.  As libFuzzer's len_control. */
static void grow(int has_news) {
  hunt_area *a = area;
  a->quiet = has_news ? 0 : a->quiet + 1;
  if (a->quiet < HUNT_QUIET * log_of(a->grown)) return;
  a->quiet = 0;
  if (a->grown < a->longest) a->grown += log_of(a->grown);
}

/* An execution is over.  Given: the input's index plus one; 0: it was a mutation. */
static void account(uint32_t given) {
  uint32_t firsts;
  const hunt_kind kind = what_is_new(given ? given - 1 : area->inputs, &firsts);
  if (kind == HUNT_IDLE && !given) shorten();
  grow(kind != HUNT_IDLE);
  area->executions++;
  area->spent += area->steps * area->of_step + area->of_execution;
  forget();
  if (!given) {
    if (kind != HUNT_IDLE) keep(kind, firsts);
    return;
  }
  area->input[given - 1].kind = kind;
  area->input[given - 1].firsts = firsts;
}

/* ... and so is its process. */
static void account_end(hunt_kind kind) {
  const uint32_t last = area->last;
  area->executions++;
  area->spent += area->steps * area->of_step + area->of_execution;
  forget();
  *(kind == HUNT_HANGS ? &area->hangs : &area->crashes) += 1;
  if (area->ended[last]) return;
  area->ended[last] = 1;
  keep(kind, 0);
}

/* Executions -------------------------------------------------------------------- */

static void run(uint32_t given) {
  area->last = area->compared = 0;
  const hunt_kind end = execute(area);
  if (end == HUNT_IDLE) account(given);
  else account_end(end);
}

static void take(const hunt_input *i) {
  area->size = i->size;
  memcpy(area->bytes_now, area->data + i->offset, i->size);
}

/* The target calls exit(). */
static void leave(void) {
  if (!area) return;
  if (area->phase == HUNT_RUNS) area->phase = HUNT_LEFT;
  _exit(0);
}

/* Later ones, which cover more, more often. */
static uint32_t choose(void) {
  for (uint32_t k = 0; k < 64; k++) {
    const uint32_t one = hunt_below(area, area->inputs), two = hunt_below(area, area->inputs);
    const uint32_t n = one > two ? one : two, kind = area->input[n].kind;
    if (kind == HUNT_COVERS || kind == HUNT_COUNTED) return n;
  }
  return 0;
}

/* The input itself first, so that the pairs are its own. */
static void begin_round(void) {
  memset(area->pairs, 0, sizeof area->pairs);
  area->base = choose();
  area->left = HUNT_ROUND;
  take(area->input + area->base);
  run(0);
}

static int is_too_large(void) {
  return __sanitizer_get_current_allocated_bytes &&
         __sanitizer_get_current_allocated_bytes() > LEAKED_BYTES;
}

/* The first input that braid gave and nobody ran; area->inputs: there is none. */
static uint32_t first_given(void) {
  uint32_t k = 0;
  while (k < area->inputs && area->input[k].kind != HUNT_GIVEN) k++;
  return k;
}

static _Noreturn void work(void) {
  atexit(leave);
  for (uint32_t k; (k = first_given()) < area->inputs;) {
    take(area->input + k);
    area->input[k].kind = HUNT_IDLE;    /* should it end this process */
    run(k + 1);
    if (is_too_large()) _exit(0);
  }
  while (area->spent < area->until) {
    if (is_too_large()) _exit(0);
    if (hunt_try(area)) {
      run(0);
      continue;
    }
    if (!area->left) {
      begin_round();
      continue;
    }
    area->left--;
    if (hunt_below(area, 4) || !hunt_mend(area)) {
      take(area->input + area->base);
      hunt_mutate(area);
    }
    run(0);
  }
  area->is_done = 1;
  _exit(0);
}

static void be_silent(void) {
  int to[2] = {open("/dev/null", O_WRONLY), -1};
  if (to[0] < 0 && !pipe(to)) {
    signal(SIGPIPE, SIG_IGN);
    close(to[0]);
    to[0] = to[1];
  }
  dup2(to[0], 1);
  dup2(to[0], 2);
}

hunt_area *hunt_open(void) {
  const char *path = getenv("BRAID_HUNT");
  const int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
  void *shared = mmap(NULL, sizeof(hunt_area), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (file < 0 || shared == MAP_FAILED) return NULL;
  close(file);
  be_silent();
  return shared;
}

int hunt_fork(void) {
  return _Fork ? _Fork() : (int) syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, NULL);
}

void hunt_detach(void) { area = NULL; }

int hunt_loop(hunt_area *shared, hunt_execution *how) {
  area = shared;
  execute = how;
  area->phase = HUNT_BETWEEN;
  forget();
  while (!area->is_done && (area->spent < area->until || first_given() < area->inputs)) {
    const pid_t child = hunt_fork();
    if (child < 0) return HUNT_FAILED;
    if (!child) work();
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR) continue;
    area->spent += area->of_process;
    switch ((hunt_phase) area->phase) {
    case HUNT_BETWEEN: break;
    case HUNT_RUNS: account_end(HUNT_CRASHES); break;
    case HUNT_STUCK: account_end(HUNT_HANGS); break;
    case HUNT_LEFT: account(0); break;
    case HUNT_WAITS: return HUNT_FAILED;
    }
    area->phase = HUNT_BETWEEN;
  }
  area->is_done = 1;
  return 0;
}
