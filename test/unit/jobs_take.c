#include "test/unit/ir_harness.h"
#include "test/no_hooks.h"

#include "jobs/jobs_parts.h"

/*
 * Taking jobs from a ledger that another process works on as well: what there is to be had, and
 * who is hungry.  A process is hungry from when it had nothing left and found all jobs with
 * others, until it has a job or none is left.  The others commit early for it.
 */
enum { MOST = 4, OTHER = 2 };

typedef struct step {
  enum { KEEP, FREE, DONE } before;     /* what the other process does with the root */
  bool is_last;                 /* nothing is held here */
  job_taken taken;
  uint32_t hungry;
} step;

static void take_all(jobs *j, exec *x, const step *steps, unsigned count) {
  const job_ledger *table = jobs_table(j);
  taken_job some[MOST];
  unsigned got;
  for (unsigned k = 0; k < count; k++) {
    const step *s = steps + k;
    if (s->before == FREE) CHECK(job_ledger_release(j->file, JOB_ROOT, OTHER));
    if (s->before == DONE) CHECK(job_ledger_done(j->file, JOB_ROOT, JOB_ROOT, OTHER, 0));
    const job_taken taken = table->take(table->context, x, s->is_last, some, MOST, &got);
    if (taken != s->taken || *table->hungry != s->hungry)
      fatal("step %u: taken %d, not %d; %u hungry, not %u", k, (int) taken, (int) s->taken,
            *table->hungry, s->hungry);
    if (taken == JOB_TAKEN) {
      CHECK(got == 1 && some[0].id == JOB_ROOT && !some[0].is_suspect);
      job_release(&some[0].job);
    }
  }
}

static void with_steps(session *s, const step *steps, unsigned count) {
  char *error = NULL, *words[] = {(char[]) {"prog.c"}};
  uint64_t number;
  jobs j;
  jobs_init(&j, s, 1, words);
  jobs_set_processes(&j, 2);
  j.file = job_ledger_create(outdir_path(s->out), &error);
  if (!j.file) fatal("%s", error);
  CHECK(job_ledger_add(j.file, &(job_ledger_new) {.id = JOB_ROOT, .digest = 7, .owner = OTHER},
                       &number));
  CHECK(job_ledger_end(j.file, true) && number == JOB_ROOT);
  take_all(&j, s->exec, steps, count);
  jobs_release(&j);
  job_ledger_remove(outdir_path(s->out));
}

#define TRY(...) \
  with_steps(&s, (const step[]) {__VA_ARGS__}, sizeof (step[]) {__VA_ARGS__} / sizeof(step))

int main(void) {
  harness_begin();
  ir_program *program = harness_load("", "int main(void) { return 0; }");
  expr_table *table = expr_table_new();
  solver *chain = solver_new(table, &solver_defaults);
  const options o = {.replay = REPLAY_OFF};
  session s = {.o = &o, .program = program};
  s.exec = exec_new(program, table, chain, &exec_defaults, &no_hooks);
  char *message = NULL, *argv[] = {(char[]) {"prog"}};
  state *start = exec_start(s.exec, "main", 1, argv, &message);
  CHECK(start);
  s.start = start;
  char *out_path = harness_path("out");
  s.out = outdir_open(out_path, &message);
  CHECK(s.out);
  TRY({KEEP, false, JOB_NONE_YET, 0}, {KEEP, true, JOB_NONE_YET, 1},
      {KEEP, false, JOB_NONE_YET, 1}, {FREE, false, JOB_TAKEN, 0});
  TRY({KEEP, true, JOB_NONE_YET, 1}, {KEEP, true, JOB_NONE_YET, 1}, {FREE, true, JOB_TAKEN, 0});
  TRY({KEEP, true, JOB_NONE_YET, 1}, {DONE, true, JOB_ALL_DONE, 0});
  TRY({FREE, false, JOB_TAKEN, 0}, {KEEP, true, JOB_ALL_DONE, 0});
  TRY({DONE, false, JOB_ALL_DONE, 0});
  outdir_close(s.out);
  free(out_path);
  state_free(start);
  exec_free(s.exec);
  solver_free(chain);
  expr_table_free(table);
  ir_program_free(program);
  return 0;
}
