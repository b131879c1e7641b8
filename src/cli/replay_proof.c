#include "cli/replay_proof.h"

#include "base/mem.h"
#include "base/process.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_witnessed(outcome kind) {
  return kind != OUTCOME_STACK_OVERFLOW && kind != OUTCOME_HANG &&
         kind != OUTCOME_UNINIT && kind != OUTCOME_LEAK &&
         outcome_native_of(kind) != OUTCOME_BY_NOBODY;
}

static bool is_native(replay_tier t) {
  return t == REPLAY_ASAN || t == REPLAY_UBSAN || t == REPLAY_EFFECT;
}

/* How it failed, to be freed; NULL: it did not. */
static char *failure(const run_info *info, const replay_run_result *r, outcome *kind) {
  for (uint32_t k = 0; k < info->checked_count; k++) {
    const replay_prediction any = {.kind = info->checked[k]};
    if (!is_witnessed(any.kind)) continue;
    const replay_answer a = replay_judge(&info->program, &any, r);
    *kind = any.kind;
    if (is_native(a.tier)) return a.detail;
    free(a.detail);
  }
  return NULL;
}

char *replay_proof(const run_info *info, const replay_limits *limits,
                   const replay_proof_test *tests, uint32_t count, uint32_t *failed) {
  char *error = NULL;
  *failed = 0;
  char *directory = scratch_make(&error);
  if (!directory) return error;
  char *binary = mem_format("%s/program", directory);
  error = replay_build(&info->program, REPLAY_WITH_ASAN, binary);
  uint32_t ran = 0;
  for (uint32_t k = 0; k < count && !error && !process_stop && !process_is_time_up(); k++) {
    replay_run_result r = replay_run(binary, &tests[k].test, limits, NULL);
    outcome kind;
    char *how = r.started ? failure(info, &r, &kind) : NULL;
    if (how)
      printf("test%06u  %-16s the verdict was \"%s\", but natively: %s\n",
             tests[k].number, outcome_text(kind), info->verdict, how);
    fflush(stdout);
    *failed += how != NULL;
    ran++;
    free(how);
    replay_run_release(&r);
  }
  if (!error && *failed)
    printf("%u of %u tests contradict the verdict \"%s\".  Unless the program was changed "
           "since%s, this is a mistake of braid's: please report it.\n", *failed, ran,
           info->verdict, strcmp(info->verdict, "proved") ? ", or an assumption does not hold"
                                                          : "");
  else if (!error)
    printf("None of %u tests contradicts the verdict \"%s\" natively.\n", ran,
           info->verdict);
  scratch_remove(directory);
  free(directory);
  free(binary);
  return error;
}
