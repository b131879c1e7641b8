#include "test/unit/ir_harness.h"
#include "test/no_hooks.h"

#include "finding/evidence.h"
#include "jobs/jobs_parts.h"
#include "base/process.h"

#include <stdio.h>

/*
 * Of two findings of one mistake the surer one stays, in whichever order they come: in
 * memory, and by a ledger, which is a file or, with arguments, a queue on a server for
 * each URL.  test/jobs/surer.sh starts the servers.
 */

/* A queue gives an owner of 0 a number. */
enum { FIRST = 1, OTHER = 0, READER = 99 };

static session_bug finding(session_surety sure) {
  session_bug b = {.kind = OUTCOME_ASSERT, .is_made_up = sure == SESSION_MADE_UP};
  if (sure < SESSION_CONFIRMED) b.blame = mem_string("a reason");
  vec_push(&b.key, (uint32_t) OUTCOME_ASSERT);
  vec_push(&b.key, 17u);
  CHECK(session_how_sure(&b) == sure);
  return b;
}

static void release(session_bug *b) {
  free(b->blame);
  vec_release(&b->key);
}

static void is_all_there_is(session *s, session_surety sure) {
  CHECK(s->bugs.count == 1);
  CHECK(session_how_sure(s->bugs.items) == sure);
  CHECK(s->counted == (sure == SESSION_CONFIRMED));
  session_drop_possible(s);     /* another contender decided */
  CHECK(s->bugs.count == (sure > SESSION_OF_JOIN));
  session_forget_bugs(s);
}

static void in_memory(session *s, session_surety first, session_surety second) {
  session_bug a = finding(first), b = finding(second);
  CHECK(session_adopt_bug(s, &a));
  CHECK(session_adopt_bug(s, &b) == (second > first));
  is_all_there_is(s, first > second ? first : second);
}

static void find(const char *where, uint32_t owner, session *s, session_surety sure) {
  jobs j = {.s = s, .owner = owner};
  char *error = NULL;
  session_bug b = finding(sure);
  j.file = job_ledger_open(where, false, &error);
  CHECK(j.file && job_ledger_join(j.file, &j.owner, false));
  jobs_journal.bug(&j, &b);
  if (!job_ledger_begin(j.file) || !job_ledger_end(j.file, jobs_put_journal(&j)))
    fatal("%s: %s", where, job_ledger_error(j.file));
  jobs_forget(&j);
  vec_release(&j.journal);
  jobs_close_ledger(&j);
  release(&b);
}

static void count_errors(void *context, const char *name, uint64_t n) {
  if (!strcmp(name, JOBS_SUM_ERRORS)) *(uint64_t *) context += n;
}

/* What speaks against a proof is kept apart from the list, and counted in the ledger. */
static void is_evident(session *s, job_ledger_file *l, bool is_confirmed) {
  uint64_t errors = 0;
  CHECK(job_ledger_each_count(l, count_errors, &errors));
  CHECK(errors == is_confirmed);
  char *text = s->evidence ? evidence_against(s) : NULL;
  CHECK((text != NULL) == is_confirmed && (!text || strstr(text, "ends in assert")));
  free(text);
  evidence_release(s);
}

static void by_ledger(session *s, const char *where, session_surety first,
                      session_surety second) {
  char *error = NULL;
  jobs j = {.s = s, .owner = FIRST};
  uint64_t number;
  j.file = job_ledger_create(where, &error);
  if (!j.file) fatal("%s", error);
  CHECK(job_ledger_add(j.file, &(job_ledger_new) {.id = 1, .digest = 7, .owner = FIRST},
                       &number));
  CHECK(job_ledger_end(j.file, true));
  find(where, FIRST, s, first);
  find(where, OTHER, s, second);
  CHECK(jobs_take_findings(&j, READER));
  is_evident(s, j.file, first == SESSION_CONFIRMED || second == SESSION_CONFIRMED);
  jobs_close_ledger(&j);
  job_ledger_remove(where);
  is_all_there_is(s, first > second ? first : second);
}

static void in_both_orders(session *s, const char *where) {
  for (session_surety a = SESSION_OF_JOIN; a <= SESSION_CONFIRMED; a++)
    for (session_surety b = SESSION_OF_JOIN; b <= SESSION_CONFIRMED; b++)
      if (a != b && where) by_ledger(s, where, a, b);
      else if (a != b) in_memory(s, a, b);
}

int main(int argc, char **argv) {
  harness_begin();
  ir_program *program = harness_load("", "int main(void) { return 0; }");
  expr_table *table = expr_table_new();
  solver *chain = solver_new(table, &solver_defaults);
  const options o = {.replay = REPLAY_OFF};
  session s = {.o = &o, .program = program};
  s.exec = exec_new(program, table, chain, &exec_defaults, &no_hooks);
  in_both_orders(&s, NULL);
  in_both_orders(&s, harness_dir);
  for (int k = 1; k < argc; k++) in_both_orders(&s, argv[k]);
  evidence_release(&s);
  vec_release(&s.bugs);
  vec_release(&s.attached);
  for (uint32_t k = 0; k < s.texts.count; k++) free(s.texts.items[k]);
  vec_release(&s.texts);
  exec_free(s.exec);
  solver_free(chain);
  expr_table_free(table);
  ir_program_free(program);
  return 0;
}
