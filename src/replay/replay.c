#include "replay/replay.h"

#include "replay/fence.h"
#include "replay/replay_world.h"

#include <string.h>

typedef struct tier_row {
  const char *text, *sentence;
  bool confirms;
} tier_row;

static const tier_row tiers[] = {
#define TIER(NAME, TEXT, CONFIRMS, SENTENCE) {TEXT, SENTENCE, CONFIRMS},
#include "replay/tiers.def"
};

const char *replay_tier_text(replay_tier t) { return tiers[t].text; }
const char *replay_tier_sentence(replay_tier t) { return tiers[t].sentence; }
bool replay_tier_confirms(replay_tier t) { return tiers[t].confirms; }

bool replay_tier_find(const char *text, replay_tier *tier) {
  for (size_t t = 0; t < sizeof tiers / sizeof *tiers; t++) {
    if (strcmp(tiers[t].text, text)) continue;
    *tier = (replay_tier) t;
    return true;
  }
  return false;
}

enum { VARIANTS = REPLAY_WITH_COVERAGE + 1 };

struct replay_session {
  replay_program program;
  replay_limits limits;
  char *directory;              /* NULL: could not be made */
  char *binary[VARIANTS];       /* NULL: not asked for so far */
  char *error[VARIANTS];        /* why it could not be built; NULL: it was */
};

replay_session *replay_session_new(const replay_program *p,
                                   const replay_limits *limits) {
  replay_session *s = mem_zeroed(1, sizeof *s);
  s->program = *p;
  s->limits = *limits;
  return s;
}

void replay_session_free(replay_session *s) {
  if (!s) return;
  if (s->directory) scratch_remove(s->directory);
  free(s->directory);
  for (unsigned v = 0; v < VARIANTS; v++) {
    free(s->binary[v]);
    free(s->error[v]);
  }
  free(s);
}

/* NULL, or why there is no such binary. */
static const char *need(replay_session *s, replay_variant v) {
  if (!s->directory && !(s->directory = scratch_make(&s->error[v])))
    return s->error[v];
  if (!s->binary[v]) {
    s->binary[v] = mem_format("%s/variant%d", s->directory, (int) v);
    s->error[v] = replay_build(&s->program, v, s->binary[v]);
  }
  return s->error[v];
}

/* Sanitizers look only where the compiler put their checks, which it does
 * while it makes bitcode from C. */
static bool is_checked(const replay_program *p) {
  for (uint32_t i = 0; i < p->sources_count; i++) {
    const char *dot = strrchr(p->sources[i], '.');
    if (dot && (!strcmp(dot, ".bc") || !strcmp(dot, ".ll"))) return false;
  }
  return true;
}

enum { HANG_MS = 3000 };

/* UBSan reports and goes on, perhaps for ever: the report that confirms the bug is all that
 * is waited for. */
typedef struct sought {
  const replay_program *program;
  const replay_prediction *bug;
  size_t lines;                 /* ... of the output, in bytes, that were looked at */
} sought;

static bool is_shown(void *context, const char *output, size_t size) {
  sought *w = context;
  const char *from = output + w->lines;
  while (size && output[size - 1] != '\n') size--;
  if (size > w->lines) w->lines = size;
  if (!strstr(from, "runtime error: ")) return false;
  const replay_run_result r = {.started = true, .output = (char *) (uintptr_t) output};
  replay_answer a = replay_judge(w->program, w->bug, &r);
  free(a.detail);
  return a.tier == REPLAY_UBSAN;
}

replay_answer replay_confirm(replay_session *s, const replay_prediction *p,
                             const testcase *t) {
  if (!replay_is_native(&s->program))
    return (replay_answer) {REPLAY_BRAID,
                            mem_string("a data model that this machine lacks")};
  const bool has_root = !s->limits.unconfined && fence_has_root(fence_best());
  const char *obstacle = replay_world_obstacle(t, has_root);
  if (obstacle) return (replay_answer) {REPLAY_BRAID, mem_string(obstacle)};
  if (process_is_time_up()) return (replay_answer) {REPLAY_NO_TIME, NULL};
  if (!s->limits.unconfined && fence_best() == FENCE_MISSING)
    return process_is_time_up()
               ? (replay_answer) {REPLAY_NO_TIME, NULL}
               : (replay_answer) {REPLAY_NOT_FENCED, mem_string(fence_obstacle())};
  replay_variant v =
      p->kind == OUTCOME_UNINIT ? REPLAY_WITH_MSAN : REPLAY_WITH_ASAN;
  const char *error = need(s, v);
  if (error && process_is_time_up())
    return (replay_answer) {REPLAY_NO_TIME, NULL};
  if (error) return (replay_answer) {REPLAY_NOT_BUILT, mem_string(error)};
  replay_limits limits = s->limits;
  limits.leaks = p->kind == OUTCOME_LEAK;
  if (p->kind == OUTCOME_HANG && limits.wall_ms > HANG_MS)
    limits.wall_ms = HANG_MS;   /* it is to be seen that it does not end */
  replay_prediction exactly = *p;
  exactly.is_exact = true;
  sought waited_for = {&s->program, &exactly, 0};
  if (outcome_native_of(p->kind) == OUTCOME_BY_UBSAN)
    limits.watch = (process_watch) {is_shown, &waited_for};
  replay_run_result r = replay_run(s->binary[v], t, &limits, NULL);
  replay_answer a = replay_judge(&s->program, p, &r);
  replay_run_release(&r);
  if (a.tier == REPLAY_TIMED_OUT && process_is_time_up())
    a.tier = REPLAY_NO_TIME;    /* not its own time, but that of all */
  if (a.tier != REPLAY_NOT_REPRODUCED) return a;
  const char *why = !is_checked(&s->program)
                        ? "bitcode carries no sanitizer's checks"
                    : s->program.uninit_is_any
                        ? "natively, unwritten memory may hold something else"
                    : replay_world_asks_library(t)
                        ? "the C library would have to answer as the inputs libc.* say"
                        : NULL;
  if (why) {
    free(a.detail);
    a = (replay_answer) {REPLAY_BRAID, mem_string(why)};
  }
  return a;
}
