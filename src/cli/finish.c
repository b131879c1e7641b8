#include "cli/finish.h"

#include "base/sha.h"
#include "finding/seeds.h"

#include "base/clock.h"
#include "base/mem.h"
#include "base/prices.h"
#include "cli/explain.h"
#include "cli/noted.h"
#include "cli/scope.h"
#include "explore/cost.h"
#include "explore/covered.h"
#include "expr/sweep.h"
#include "files/suite.h"
#include "finding/alarm.h"
#include "finding/evidence.h"
#include "finding/invariants.h"
#include "finding/recheck.h"
#include "finding/witness.h"
#include "formats/cobertura.h"
#include "formats/fingerprint.h"
#include "formats/history_file.h"
#include "jobs/job_ledger.h"
#include "jobs/jobs.h"
#include "jobs/queue_url.h"
#include "replay/fence.h"
#include "replay/harness.h"
#include "replay/run_info.h"
#include "tier/tier.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool is_socket_option(const char *word) {
  return word[0] == '-' && !strcmp(word + (word[1] == '-' ? 2 : 1), "sym-socket");
}

static bool asks_for_sockets(const options *o) {
  for (uint32_t k = 0; k < o->world.count; k++)
    if (is_socket_option(o->world.items[k])) return true;
  for (uint32_t k = 0; k < o->arguments.count; k++)
    if (is_socket_option(o->arguments.items[k])) return true;
  return false;
}

void native_init(native *n, const options *o, const property *p,
                        bool is_fuzz, bool uninit_is_any) {
  *n = (native) {0};
  n->directory = realpath(".", NULL);
  const char *file;
  for (uint32_t k = 0; (file = options_file(o, k)); k++) {
    char *whole = realpath(file, NULL);
    vec_push(&n->sources, whole ? whole : mem_string(file));
  }
  for (uint32_t k = 0; k < o->flags.count; k++)
    vec_push(&n->flags, o->flags.items[k]);
  /* The replay's half of the program then decides what fails. */
  if (o->malloc_may_fail)
    vec_push(&n->flags, "-Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,"
                        "--wrap=memalign,--wrap=posix_memalign");
  if (asks_for_sockets(o))
    vec_push(&n->flags, "-Wl,--wrap=socket,--wrap=bind,--wrap=listen,--wrap=accept,"
                        "--wrap=accept4,--wrap=connect,--wrap=setsockopt,"
                        "--wrap=getsockname,--wrap=getpeername,--wrap=recvfrom,"
                        "--wrap=sendto,--wrap=poll,--wrap=select,"
                        "--wrap=epoll_wait");
  static const char *const targets[] = {"native", "x86_64", "i386"};
  n->program = (replay_program) {
    .directory = n->directory,
    .sources = (const char *const *) n->sources.items,
    .sources_count = n->sources.count,
    .flags = n->flags.items, .flags_count = n->flags.count,
    .entry_kind = o->entry ? REPLAY_HARNESS
                  : is_fuzz ? REPLAY_FUZZ : REPLAY_MAIN,
    .entry = o->entry,
    .target = targets[o->target], .error_function = p->error_function,
    .error_label = p->error_label, .uninit_is_any = uninit_is_any,
    .unconfined = o->replay == REPLAY_UNCONFINED};
}

void native_release(native *n) {
  for (uint32_t k = 0; k < n->sources.count; k++) free(n->sources.items[k]);
  vec_release(&n->sources);
  vec_release(&n->flags);
  free(n->directory);
}

static replay_limits native_limits(const options *o) {
  replay_limits limits = replay_default_limits;
  limits.unconfined = o->replay == REPLAY_UNCONFINED;
  return limits;
}

/* All native runs together: what is left of the run's time (alarm.h); without a budget,
 * as long as the run took, but at least a minute. */
static void set_deadline(const options *o, double began_ms) {
  enum { LEAST_MS = 60000 };
  const double now = clock_ms(), spent = now - began_ms;
  const double left =
      o->max_time_ms ? (double) o->max_time_ms + alarm_native_grace_ms() - spent
                     : spent > LEAST_MS ? spent : LEAST_MS;
  process_deadline_ns =
      clock_ns() + (left > 0 ? (uint64_t) (left * 1e6) : 0);
}

/* A bug with a harness has a program of its own. */
static replay_answer confirm(session *s, const native *n, replay_session *r,
                             const session_bug *b) {
  const replay_prediction predicted = {.kind = b->kind, .stack = b->stack.items,
                                       .stack_count = b->stack.count};
  if (b->precondition && !b->has_harness)
    return (replay_answer) {
      REPLAY_BRAID, mem_string("no C file can make up what it needs")};
  if (!b->has_harness) return replay_confirm(r, &predicted, &b->input);
  harness_sources sources;
  char *file = mem_format("%s/test%06u.c", outdir_path(s->out), b->test);
  char *whole = realpath(file, NULL);
  const replay_program with = harness_program(&n->program,
                                              whole ? whole : file, &sources);
  const replay_limits limits = native_limits(s->o);
  replay_session *own = replay_session_new(&with, &limits);
  const replay_answer a = replay_confirm(own, &predicted, &b->input);
  replay_session_free(own);
  vec_release(&sources);
  free(whole);
  free(file);
  return a;
}

/* To be freed. */
static report_more *more_of(const session_bug *b) {
  report_more *all = mem_zeroed(b->more.count, sizeof *all);
  for (uint32_t k = 0; k < b->more.count; k++) {
    const session_more *m = b->more.items + k;
    all[k] = (report_more) {m->message, m->stack.items, m->stack.count, m->test,
                            m->precondition};
  }
  return all;
}

/* Bugs as the report has them; each confirmed natively unless switched off.
 * Whether that was tried of any. */
static bool confirm_bugs(session *s, const native *n, report_bug *bugs) {
  const replay_limits limits = native_limits(s->o);
  replay_session *r = s->o->replay != REPLAY_OFF && s->bugs.count
                          ? replay_session_new(&n->program, &limits) : NULL;
  bool is_tried = false;
  for (uint32_t k = 0; k < s->bugs.count; k++) {
    const session_bug *b = s->bugs.items + k;
    bugs[k] = (report_bug) {
      .kind = b->kind, .message = b->message, .stack = b->stack.items,
      .stack_count = b->stack.count, .steps = b->steps.items,
      .steps_count = b->steps.count, .input = &b->input, .test = b->test,
      .confirmed = REPLAY_BRAID, .beside = b->is_beside,
      .possible = b->blame != NULL, .blame = b->blame,
      .made_up = b->is_made_up,
      .precondition = b->precondition, .has_harness = b->has_harness,
      .calls = b->calls,
      .more = more_of(b), .more_count = b->more.count,
      .more_beyond = b->more_beyond};
    if (b->blame) bugs[k].input = NULL;
    if (b->blame) continue;
    /* No sanitizer sees what is still pointed to as a leak. */
    if (b->kind == OUTCOME_LEAK && s->property->must_free_all) continue;
    if (!r || process_stop) continue;
    const replay_answer a = confirm(s, n, r, b);
    bugs[k].confirmed = a.tier;
    bugs[k].detail = a.detail;
    is_tried |= a.tier != REPLAY_BRAID && a.tier != REPLAY_NO_TIME;
  }
  replay_session_free(r);
  return is_tried;
}

static void write_run_info(session *s, const native *n, const run_report *r) {
  VEC(run_info_bug) bugs = {0};
  for (uint32_t k = 0; k < s->bugs.count; k++) {
    const session_bug *b = s->bugs.items + k;
    if (b->blame) continue;     /* has no input to be run again */
    vec_push(&bugs, ((run_info_bug) {b->test, b->kind, b->stack.items,
                                     b->stack.count}));
    for (uint32_t j = 0; j < b->more.count; j++) {
      const session_more *m = b->more.items + j;
      vec_push(&bugs, ((run_info_bug) {m->test, b->kind, m->stack.items,
                                       m->stack.count}));
    }
  }
  VEC(outcome) checked = {0};
  const bool is_proof = report_is_proof(run_report_verdict(r));
  for (outcome k = OUTCOME_NONE; is_proof && k < OUTCOME_COUNT; k++)
    if (outcome_is_bug(k) && options_has_check(s->o, k) && property_counts(s->property, k))
      vec_push(&checked, k);
  noted command;
  run_info info = {
    .program = n->program, .tests = s->tests, .bugs = bugs.items,
    .bugs_count = bugs.count,
    .verdict = is_proof ? report_verdict_text(run_report_verdict(r)) : NULL,
    .checked = checked.items, .checked_count = checked.count};
  noted_fill(&command, s->o, &info);
  run_info_write(&info, s->out);
  noted_release(&command);
  vec_release(&bugs);
  vec_release(&checked);
}

static void write_metadata(session *s, const property *p) {
  if (!(s->o->tests & OPTIONS_XML)) return;
  char *error = NULL;
  size_t size = 0;
  char *text = file_read_whole(s->o->files.items[0], &size, &error);
  const sha256_text digest = sha256(text ? text : "", size);
  const testcomp_metadata m = {
    .producer = "braid", .specification = p->text ? p->text : "",
    .program_file = s->o->files.items[0], .program_sha256 = digest.hex,
    .entry_function = s->o->entry ? s->o->entry : "main", .pointer_bits = s->program->pointer_bits};
  suite_write_metadata(s->out, &m);
  free(text);
  free(error);
}

/* Lines and branches that the tests cover natively, as the report has them. */
static void measure_coverage(session *s, const native *n, run_report *r) {
  testcase *tests = mem_zeroed(s->tests, sizeof *tests);
  uint32_t count = 0;
  char *message = NULL, *lcov = NULL;
  for (uint32_t k = 1; k <= s->tests && !message; k++) {
    char *file = mem_format("%s/test%06u.ktest", outdir_path(s->out), k);
    message = ktest_read(tests + count, file);
    if (!message) count++;
    free(file);
  }
  coverage measured;
  r->ran_natively |= !process_is_time_up();
  const replay_limits limits = native_limits(s->o);
  if (!message)
    message = coverage_measure(&n->program, tests, count, &limits, &measured,
                               &lcov);
  if (message) {
    fprintf(stderr, "braid: the coverage was not measured: %s\n", message);
    free(message);
  } else {
    if (measured.tests_run < count)
      fprintf(stderr, "braid: coverage is that of %u of %u tests: the time was "
              "up\n", measured.tests_run, count);
    r->covered = measured;
    r->covered_natively = true;
    outdir_write(s->out, "coverage.lcov", lcov, strlen(lcov));
  }
  free(lcov);
  for (uint32_t k = 0; k < count; k++) testcase_release(tests + k);
  free(tests);
}

void finish_tolerate(const options *o, report_bug *bugs, uint32_t count) {
  fingerprint_bugs(bugs, count);
  char *message = o->baseline ? baseline_apply(o->baseline, bugs, count) : NULL;
  if (message) fprintf(stderr, "braid: %s\n", message);
  free(message);
  for (uint32_t k = 0; k < count; k++)
    bugs[k].is_excused = o->fail_on ? !(o->fail_on & OPTIONS_BIT(bugs[k].kind))
                                    : bugs[k].calls >= REPORT_SOME_CALLS && !o->witness;
}

/* The results in the place that --sarif names. */
static bool write_sarif(const run_report *r, const char *file) {
  file_text text;
  report_write_sarif(r, file_text_begin(&text));
  char *message = file_text_end(&text, file);
  if (message) fprintf(stderr, "braid: %s\n", message);
  const bool written = !message;
  free(message);
  return written;
}

/* Of the first bug that counts, or of the proof. */
static void write_witness(session *s, const run_report *r, const invariant_list *rests_on) {
  char *text = NULL, *message = NULL;
  size_t size = 0;
  if (s->o->witness) return;
  if (run_report_verdict(r) == REPORT_PROVED) {
    witness w;
    FILE *out = mem_stream(&text, &size);
    witness_of_proof(s, rests_on, &w);
    witness_write(&w, out);
    witness_release(&w);
    mem_stream_end(out);
    outdir_write(s->out, "correctness" SESSION_WITNESS, text, size);
  }
  if (!s->o->write_witness) {
    free(text);
    return;
  }
  for (uint32_t k = 0; !text && !message && k < r->bugs_count; k++) {
    const report_bug *b = r->bugs + k;
    if (b->beside || b->possible || !b->test) continue;
    char *name = mem_format("%s/test%06u" SESSION_WITNESS, outdir_path(s->out),
                            b->test);
    text = file_read_whole(name, &size, &message);
    free(name);
  }
  if (!text && !message)
    message = mem_string("there is neither a bug with a test nor a proof to "
                         "write a witness of");
  if (!message) message = file_write_whole(s->o->write_witness, text, size);
  if (message) fprintf(stderr, "braid: %s\n", message);
  free(message);
  free(text);
}

int finish_write(const options *o, const run_report *r, outdir *out) {
  run_report_write(r, out);
  int status = run_report_status(r);
  if (o->sarif && !write_sarif(r, o->sarif)) status = 2;
  if (outdir_failed(out)) status = 2;   /* bad input: no room to write */
  return status;
}

/* What the explored paths covered, as lcov and as Cobertura. */
static void write_explored(session *s) {
  char *lcov;
  size_t size;
  FILE *text = mem_stream(&lcov, &size);
  covered_write(s->exec, text);
  mem_stream_end(text);
  outdir_write(s->out, "explored.lcov", lcov, size);
  cobertura_write(lcov, BRAID_VERSION, outdir_begin(s->out, "cobertura.xml"));
  outdir_end(s->out);
  free(lcov);
}

/* The program's own, to be freed. */
static report_function *list_functions(const session *s, run_report *r) {
  const ir_program *p = s->program;
  const uint8_t *entered = exec_covered_functions(s->exec);
  report_function *all = mem_zeroed(p->functions.count, sizeof *all);
  for (uint32_t n = 0; n < p->functions.count; n++) {
    const ir_function *f = p->functions.items[n];
    if (!f || f->is_library) continue;
    const uint32_t file = p->places.items[f->place].file;
    all[r->functions_count++] = (report_function) {
      f->name, f->place ? p->files.items[file] : NULL, entered[n]};
  }
  return all;
}

/* To be freed. */
static report_invariant *list_invariants(const session *s, const invariant_list *list,
                                         run_report *r) {
  const ir_program *p = s->program;
  report_invariant *all = mem_zeroed(list->count, sizeof *all);
  for (uint32_t k = 0; k < list->count; k++) {
    const invariant_text *i = list->items + k;
    const ir_place *at = p->places.items + i->place;
    all[k] = (report_invariant) {i->place ? p->files.items[at->file] : "?",
                                 i->function->name, at->line, at->column, i->text,
                                 i->is_c};
  }
  r->invariants = all;
  r->invariants_count = list->count;
  return all;
}

enum { OWN = 26, JOINING = JOIN_REFUSALS + OWN };

/* What joining did, and why it was refused; how many counts are not 0. */
static uint32_t count_joining(exec *x, const merger *m,
                              const explore_progress *p, report_count *out) {
  const join_stats *stats = &p->joins;
  const merger_stats lossy = m ? merger_get_stats(m) : (merger_stats) {0};
  const summaries *diagrams = exec_get_strategy(x).summaries;
  const summary_stats none = {0};
  const summary_stats *d = diagrams ? summaries_get_stats(diagrams) : &none;
  report_count all[JOINING] = {
    {"values joined", stats->values},
    {"auxiliary variables avoided", stats->addresses},
    {"joins of other stacks", stats->crossed},
    {"objects compared at joins", stats->objects},
    {"stores in common", p->commons.begun},
    {"commits to a store", p->commons.commits},
    {"objects compared at commits", p->commons.words.objects},
    {"words committed", p->commons.words.values},
    {"diagram steps of commits", p->commons.steps},
    {"diagram steps of reads", exec_get_stats(x)->own_steps},
    {"states that left a store", p->commons.left},
    {"objects made or copied", p->commons.begun ? object_get_counts().objects : 0},
    {"bytes of objects copied", p->commons.begun ? object_get_counts().bytes : 0},
    {"average size of summaries, in hundredths",
     stats->values ? 100 * stats->leaves / stats->values : 0},
    {"average sharing, in hundredths",
     stats->counted ? (uint64_t) (100 * stats->sharing / (double) stats->counted) : 0},
    {"operators on summaries", d->applications},
    {"operations on their leaves", d->leaf_operations},
    {"diagram steps", d->steps}, {"diagram nodes", d->nodes},
    {"summaries that grew too large", d->refused}, {"atoms", d->atoms},
    {"values made abstract", lossy.abstracted},
    {"values found to be equal", lossy.same},
    {"iterations folded into earlier ones", lossy.folded},
    {"iterations widened", lossy.widened},
    {"annotations that could not be evaluated", lossy.unknown}};
  for (uint32_t k = 0; k < JOIN_REFUSALS; k++)
    all[OWN + k] = (report_count) {join_refusal_text((join_refusal) k),
                                 stats->refused[k]};
  uint32_t count = 0;
  for (uint32_t k = 0; k < JOINING; k++)
    if (all[k].count) out[count++] = all[k];
  return count;
}

static double bounded(long double v) {
  return v > (long double) DBL_MAX ? DBL_MAX : (double) v;
}

/* Of the states that returned, by function; to be freed. */
static report_returns *count_returns(zeq *z, run_report *r) {
  if (!z) return NULL;
  const zeq_stats s = zeq_get_stats(z);
  zeq_function *all = zeq_get_functions(z, &r->returns_count);
  report_returns *out = mem_zeroed(r->returns_count, sizeof *out);
  for (uint32_t k = 0; k < r->returns_count; k++)
    out[k] = (report_returns) {all[k].function->name, all[k].returned,
                               all[k].kept, bounded(all[k].denoted),
                               (double) all[k].spent_ns / 1e6};
  free(all);
  r->returns = out;
  r->returned = s.returned;
  r->kept = s.kept;
  r->paths_denoted = bounded(s.paths);
  r->zeq_ms = (double) s.spent_ns / 1e6;
  return out;
}

/* Of states at the heads of loops. */
enum { SEEN = 6 };
static uint32_t count_seen(const seen *n, report_count *out) {
  if (!n) return 0;
  const seen_stats s = seen_get_stats(n);
  const report_count all[SEEN] = {
    {"states compared", s.looked}, {"states seen before", s.dropped},
    {"states taken apart", s.split}, {"parts", s.parts},
    {"states not compared", s.refused + s.skipped},
    {"comparison_work", s.work}};
  for (uint32_t k = 0; k < SEEN; k++) out[k] = all[k];
  return SEEN;
}

typedef struct name_counts {
  session *session;
  VEC(report_count) counts;
} name_counts;

static void count_fates(const explore_progress *p, name_counts *c) {
  static const char *const became[FATES] = {"went on", "dropped", "replaced", "joined", "moved",
                                            "waited", "ended"};
  for (unsigned k = 0; k < STRATEGIES; k++)
    for (unsigned what = 0; what < FATES; what++) {
      if (!p->fates[k][what]) continue;
      vec_push(&c->session->texts, mem_format("%s: %s", strategies[k].name, became[what]));
      vec_push(&c->counts, ((report_count) {vec_last(&c->session->texts), p->fates[k][what]}));
    }
}

static void count_native(void *context, const char *what,
                         const char *function, uint64_t count) {
  name_counts *c = context;
  if (function) {
    vec_push(&c->session->texts, mem_format("%s in %s()", what, function));
    what = vec_last(&c->session->texts);
  }
  vec_push(&c->counts, ((report_count) {what, count}));
}

static double diagram_ms(const exec *x) {
  const summaries *d = exec_get_strategy(x).summaries;
  return d ? (double) summaries_get_stats(d)->ns / 1e6 : 0;
}

enum { LOOPS = 7, EXIT_INTERNAL = 6 };

static void count_loops(const compact *c, exec *x, report_count out[LOOPS]) {
  const compact_totals t = compact_count(c);
  out[0] = (report_count) {"loops", t.loops};
  out[1] = (report_count) {"cycles", t.cycles};
  out[2] = (report_count) {"templates", t.templates};
  out[3] = (report_count) {"applications", t.applied};
  out[4] = (report_count) {"endless", t.endless};
  out[5] = (report_count) {"failed", t.failed};
  out[6] = (report_count) {"iterations_fixed",
                           exec_get_stats(x)->iterations_fixed};
}

static void explain_loops(const options *o, const compact *loops) {
  if (loops)
    compact_print(loops, stdout);
  else if (o->classic || o->loops == LOOPS_UNROLL)
    puts("loops are unrolled, as asked for");
  else
    puts("loops are unrolled: by default templates are used only where states are "
         "joined\n(--loops=template uses them anyway)");
}

void finish_tell_resume(const char *directory) {
  char *shown = queue_url_shown(directory);
  if (job_ledger_exists(directory))
    fprintf(stderr, "braid: to go on: braid run --resume=%s\n", shown);
  free(shown);
}

/* NULL, or what is wrong if the run would say "proved", to be freed; then it does not. */
static char *doubt_proof(session *s, run_report *r) {
  const report_verdict v = run_report_verdict(r);
  char *against = report_is_proof(v) ? evidence_against(s) : NULL;
  if (!against) return NULL;
  char *text = mem_format("internal error: the verdict would be \"%s\", but %s",
                          report_verdict_text(v), against);
  free(against);
  session_add_cut(s, text, 1);
  r->cut = s->cut.items;
  r->cut_count = s->cut.count;
  return text;
}

/* Where "no bug on any path" is no proof; NULL: a proof was asked for. */
static const char *explored_for(const options *o, const property *p) {
  if (o->goal) return "no path follows the witness to its target";
  return p->covers_branches || p->covers_call
             ? "every path; the property asks for tests, not for a verdict" : NULL;
}

int finish_run(session *s, const property *p, const native *n,
               const char *command, double began_ms, bool is_interrupted) {
  if (!s->explored_cost) {      /* there were no contenders */
    s->explored_cost = explore_cost(s->explore) + s->confirm_cost;
    s->explored_ns = clock_used_ns() + clock_beside_ns() - s->begun_ns;
    s->explored_solver_ns = solver_get_stats(exec_solver(s->exec))->solver_ns;
  }
  session_count_aside(s);
  session_may_hang(s);
  const bool is_proof = !s->cut.count && !s->counted && !session_has_possible(s);
  const bool is_checked = recheck_proof(s);
  const solver_stats *q = solver_get_stats(exec_solver(s->exec));
  const report_count queries[] = {
#define STAT(NAME, TEXT) {#NAME, q->NAME},
#include "solver/stats.def"
  };
  uint32_t counts = 0;
  while (!strstr(queries[counts].name, "_ns")) counts++;
  const exec_stats *e = exec_get_stats(s->exec);
  if (e->concretised) {
    vec_push(&s->texts, mem_string("values fixed at the program's request"));
    vec_push(&s->cut, ((report_count) {vec_last(&s->texts), e->concretised}));
  }
  char *scope = scope_of_run(s->o, s->program);
  VEC(const char *) assumptions = {0};
  for (uint32_t k = 0; k < exec_note_count(s->exec); k++)
    vec_push(&assumptions, exec_get_note(s->exec, k).text);
  const double before = clock_ms();
  session_rank_bugs(s);
  report_bug *bugs = mem_zeroed(s->bugs.count, sizeof *bugs);
  set_deadline(s->o, began_ms);
  const bool is_tried = confirm_bugs(s, n, bugs);
  finish_tolerate(s->o, bugs, s->bugs.count);
  const covered c = covered_by(s->exec);
  const sweep_stats swept = sweep_get_stats(exec_table(s->exec));
  const explore_progress peaks = explore_get_progress(s->explore);
  const cost_counts done = cost_count(s->exec, peaks.joins.joined), cost = cost_units(&done);
  const report_time times[] = {{"confirm_ms", s->confirm_ms},
                               {"replay_ms", clock_ms() - before},
                               {"diagram_ms", diagram_ms(s->exec)},
                               {"relevancy_ms", exec_relevancy_ms(s->exec)},
                               {"sweep_ms", (double) swept.ns / 1e6},
                               {"sat_ms", (double) q->sat_ns / 1e6},
                               {"z3_ms", (double) q->z3_ns / 1e6},
                               {"hard_ms", (double) q->hard_ns / 1e6},
#define COST(NAME, UNITS) {"counted_" #NAME "_ms", (double) cost.NAME / COST_MS},
#include "explore/cost.def"
  };
  report_count joining[JOINING];
  const uint32_t joined = count_joining(s->exec, s->merger, &peaks, joining);
  name_counts compiled = {.session = s}, fates = {.session = s};
  count_fates(&peaks, &fates);
  tier_report(s->exec, count_native, &compiled);
  const compact *loops = explore_get_loops(s->explore);
  report_count loop_counts[LOOPS];
  const report_count hunted[] = {
    {"executions", s->hunted.executions}, {"inputs", s->hunted.inputs},
    {"crashes", s->hunted.crashes}, {"hangs", s->hunted.hangs},
    {"sizes_grown", s->hunted.grown}};
  if (loops) count_loops(loops, s->exec, loop_counts);
  run_report r = {
    .version = BRAID_VERSION, .command = command,
    .directory = outdir_path(s->out), .program = options_file(s->o, 0),
    .baseline = s->o->baseline,
    .property = property_name(p), .explored = explored_for(s->o, p),
    .input_limit = s->is_fuzz ? &s->o->max_len : NULL,
    .scope = scope,
    .assumptions = assumptions.items, .assumptions_count = assumptions.count,
    .cut = s->cut.items, .cut_count = s->cut.count,
    .bugs = bugs, .bugs_count = s->bugs.count,
    .paths_completed = s->paths_completed, .paths_cut = s->paths_cut,
    .paths_digest = s->paths_digest,
    .instructions = e->instructions, .forks = e->forks,
    .joins = peaks.joins.joined, .states_peak = peaks.states_peak,
    .jobs = peaks.jobs, .ledger_jobs = s->jobs_made, .replayed = e->replayed,
    .moments = s->jobs ? s->jobs->times.all.items : NULL,
    .moments_count = s->jobs ? s->jobs->times.all.count : 0,
    .made_up = exec_get_stats(s->exec)->made_up,
    .tests = s->tests,
    .queries = queries, .queries_count = counts,
    .joining = joining, .joining_count = joined,
    .contender = s->contender, .contenders = s->contenders.items,
    .contenders_count = s->contenders.count,
    .lost = s->lost.items, .lost_count = s->lost.count,
    .native = compiled.counts.items, .native_count = compiled.counts.count,
    .hunted = hunted, .hunted_count = s->hunted.executions ? 5 : 0,
    .strategies = fates.counts.items, .strategies_count = fates.counts.count,
    .loops = loop_counts, .loops_count = loops ? LOOPS : 0,
    .code = s->program, .lost_tests = outdir_lost_tests(s->out),
    .total_ms = clock_ms() - began_ms, .used_ms = (double) clock_used_ns() / 1e6,
    .counted_ms = (double) explore_cost(s->explore) / COST_MS,
    .explored_ms = (double) s->explored_ns / 1e6,
    .explored_solver_ms = (double) s->explored_solver_ns / 1e6,
    .explored_counted_ms = (double) s->explored_cost / COST_MS,
    .solver_ms = (double) q->solver_ns / 1e6,
    .times = times, .times_count = sizeof times / sizeof *times,
    .memory_peak_bytes = peaks.memory_peak_bytes,
    .sweeps = swept.sweeps, .swept_terms = swept.terms,
    .covered = {c.lines_hit, c.lines_total, c.branches_hit,
                c.branches_total},
    .ran_natively = is_tried, .interrupted = is_interrupted};
  char *contradiction = doubt_proof(s, &r);
  r.tests_run_on = s->tests_run_on;
  report_returns *returns = count_returns(s->zeq, &r);
  report_count heads[SEEN];
  r.seen_count = count_seen(s->seen, heads);
  r.seen = s->seen ? heads : NULL;
  report_function *functions = list_functions(s, &r);
  r.functions = functions;
  invariant_list rests_on = {0};
  if (is_proof && !s->cut.count) invariants_collect(s, &rests_on);
  report_invariant *invariants = list_invariants(s, &rests_on, &r);
  r.invariants_checked = is_checked;
  VEC(const char *) rejected = {0};
  for (uint32_t k = 0; s->folds && k < merger_proposal_count(s->merger); k++) {
    uint32_t place;
    if (merger_proposal_is_kept(s->merger, k, &place)) continue;
    const ir_place *at = s->program->places.items + place;
    vec_push(&s->texts, mem_format("%s:%u", s->program->files.items[at->file], at->line));
    vec_push(&rejected, vec_last(&s->texts));
  }
  VEC(const char *) stories = {0};
  const seed_files *given = s->o->seed_files;
  const seeds *followed = explore_get_seeds(s->explore);
  if (!given || (followed && followed->source != &given->source))
    followed = NULL;            /* of the contender that runs natively: no user's */
  for (unsigned known = 0; given && known < 2; known++)
    for (uint32_t k = 0; k < given->all.count; k++) {
      if (seed_is_known(followed, k) != known) continue;
      vec_push(&s->texts, seed_story_text(given, followed, s->program, k));
      vec_push(&stories, vec_last(&s->texts));
    }
  r.seeds = stories.items;
  r.seeds_count = stories.count;
  if (followed) {
    r.seed_instructions = followed->instructions;
    r.seed_ms = (double) followed->followed_ns / 1e6;
  }
  r.unasked = exec_get_stats(s->exec)->unasked;
  r.unasked_taken = exec_get_stats(s->exec)->unasked_taken;
  r.put_off = exec_get_stats(s->exec)->put_off;
  r.corpus = s->o->corpus;
  r.optimistic_asked = s->optimistic_asked;
  r.optimistic_kept = s->optimistic_kept;
  r.corpus_added = s->corpus_added;
  r.proposals = rejected.items;
  r.proposals_count = rejected.count;
  if (s->o->coverage && s->o->tests & (OPTIONS_KTEST | OPTIONS_PACK))
    measure_coverage(s, n, &r);
  if (r.ran_natively) {
    r.fence = s->o->replay == REPLAY_UNCONFINED ? FENCE_UNCONFINED
                                                : fence_best();
    r.fence_obstacle = fence_obstacle();
  }
  write_run_info(s, n, &r);
  write_metadata(s, p);
  write_witness(s, &r, &rests_on);
  write_explored(s);
  history_write(explore_get_history(s->explore), s->program, s->out);
  explain_run(s, outdir_begin(s->out, "explain.txt"));
  outdir_end(s->out);
  const int written = finish_write(s->o, &r, s->out);
  const int status = contradiction ? EXIT_INTERNAL : written;
  if (s->ledger) {
    s->ledger->status = status;
    s->ledger->stage = LEDGER_PRINTS;
  }
  if (!s->o->quiet) report_print(&r, stdout, isatty(STDOUT_FILENO));
  if (s->o->explain && !s->o->quiet) {
    fputs("\nWhat became of the paths:\n", stdout);
    explain_run(s, stdout);
  }
  if (contradiction) fprintf(stderr, "braid: %s\n", contradiction);
  if (!*s->stop && !peaks.diverged) jobs_remove_ledger(s);
  else if (!s->o->quiet && !s->o->seeds) finish_tell_resume(jobs_where(s));
  if (s->o->explain_loops) explain_loops(s->o, loops);
  for (uint32_t k = 0; k < s->bugs.count; k++)
    free((char *) (uintptr_t) bugs[k].detail),
        free((void *) (uintptr_t) bugs[k].more);
  free(contradiction);
  free(bugs);
  free(returns);
  free(functions);
  free(invariants);
  invariants_release(&rests_on);
  vec_release(&rejected);
  vec_release(&stories);
  vec_release(&assumptions);
  free(scope);
  vec_release(&compiled.counts);
  vec_release(&fates.counts);
  return status;
}
