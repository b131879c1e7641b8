#include "cli/run.h"

#include "base/mem.h"
#include "base/share.h"
#include "cli/compile.h"
#include "cli/entry.h"
#include "cli/progress.h"
#include "cli/session.h"
#include "cli/world.h"
#include "explore/covered.h"
#include "report/harness.h"
#include "ir/embedded.h"
#include "report/process.h"
#include "report/run_info.h"
#include "report/sha.h"
#include "report/testcomp.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum { EXIT_USAGE = 1, EXIT_INPUT = 2 };

/* Beyond it a summary becomes a plain term, and a guard an atom. */
enum { MAX_SUMMARY_NODES = 2048 };

/* 0, or the outcome for what is cut: a signal or the clock came. */
static volatile int stop;

static void on_signal(int number) {
  (void) number;
  stop = OUTCOME_CUT_INTERRUPT;
  process_stop = 1;
}

static void on_alarm(int number) {
  (void) number;
  if (!stop) stop = OUTCOME_CUT_TIME;
}

static void catch_signals(const options *o) {
  struct sigaction a = {.sa_handler = on_signal};
  sigaction(SIGINT, &a, NULL);
  sigaction(SIGTERM, &a, NULL);
  if (!o->max_time_ms) return;
  a.sa_handler = on_alarm;
  sigaction(SIGALRM, &a, NULL);
  const struct timespec span = {
    .tv_sec = (time_t) (o->max_time_ms / 1000),
    .tv_nsec = (long) (o->max_time_ms % 1000) * 1000000};
  timer_t timer;
  struct sigevent event = {.sigev_notify = SIGEV_SIGNAL,
                           .sigev_signo = SIGALRM};
  const struct itimerspec when = {.it_value = span};
  if (!timer_create(CLOCK_MONOTONIC, &event, &timer))
    timer_settime(timer, 0, &when, NULL);
}

static double now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double) t.tv_sec * 1e3 + (double) t.tv_nsec / 1e6;
}

static int fail(int status, char *message) {
  fprintf(stderr, "braid: %s\n", message);
  free(message);
  return status;
}

/* The program ------------------------------------------------------------ */

static const char *target_name(uint64_t target) {
  switch (target) {
  case TARGET_X86_64: return "x86_64";
  case TARGET_I386: return "i386";
  }
#if defined __aarch64__
  return "aarch64";
#else
  return "x86_64";
#endif
}

static const char *program_target(const ir_program *p) {
  switch (p->target) {
  case IR_AARCH64: return "aarch64";
  case IR_X86_64: return "x86_64";
  case IR_I386: return "i386";
  }
  return "";
}

/* The runtime first, then libc: what both define is the runtime's. */
static bool link_libraries(ir_linker *linker, const char *target,
                           char **message) {
  for (unsigned k = 0; k < 2; k++) {
    char name[64];
    snprintf(name, sizeof name, k ? "libc-%s.a" : "braid-rt-%s.a", target);
    char *archive = share_find(name);
    if (!archive && !k) {
      *message = mem_format("the runtime \"%s\" is missing: run \"make\", or "
                            "set BRAID_SHARE", name);
      return false;
    }
    const bool linked = !archive || ir_link_archive(linker, archive, message);
    free(archive);
    if (!linked) return false;
  }
  return true;
}

static bool is_bitcode(const char *file) {
  const char *dot = strrchr(file, '.');
  return dot && !strcmp(dot, ".bc");
}

static ir_program *load(const options *o, const bitcode *files,
                        char **message) {
  ir_linker *linker = ir_linker_new();
  ir_program *p = NULL;
  bool linked = true;
  for (uint32_t k = 0; linked && k < files->files.count; k++) {
    /* Bitcode that is not ours may crash LLVM: a child tries it first. */
    if (k < o->files.count && is_bitcode(o->files.items[k]))
      linked = ir_probe_file(files->files.items[k], message);
    linked = linked && ir_link_file(linker, files->files.items[k], false,
                                    message);
  }
  if (entry_is_incomplete(o)) ir_link_types(linker);
  ir_link_want(linker, "main");
  ir_link_want(linker, "__braid_start");
  if (linked && link_libraries(linker, target_name(o->target), message))
    p = ir_link_finish(linker, message);
  ir_linker_free(linker);
  return p;
}

/* Says which functions of an executable were compiled without braid cc. */
static void tell_missing(const options *o, const ir_program *p) {
  for (uint32_t k = 0; k < o->files.count && !o->quiet; k++) {
    const char *file = o->files.items[k];
    char *some = embedded_is_candidate(file) ? embedded_missing(file, p)
                                             : NULL;
    if (some)
      fprintf(stderr, "braid: %s has functions that were compiled without "
                      "braid cc and so have no body here: %s\n", file, some);
    free(some);
  }
}

static bool defines(const ir_program *p, const char *name) {
  const uint32_t symbol = ir_find_symbol(p, name);
  const ir_function *f = symbol ? ir_function_of(p, symbol) : NULL;
  return f && !f->is_library;
}

/* Options ---------------------------------------------------------------- */

static solver_options solver_from(const options *o) {
  solver_options s = solver_defaults;
  s.range = o->range;
  s.domain = o->domain;
  s.models = o->models;
  s.slices = o->slices;
  s.cores = o->cores;
  s.check = o->solver_check;
  s.max_conflicts = o->max_conflicts;
  if (o->max_solver_ms) s.max_query_ms = o->max_solver_ms;
  s.stop = &stop;
  if (o->solver != SOLVER_CHAIN)
    s.range = s.domain = s.models = s.slices = s.cores = false;
  s.sat = o->solver != SOLVER_Z3;
  s.z3 = o->solver != SOLVER_SAT;
  return s;
}

/* A bug that neither counts nor ends its path natively is not looked for. */
static bool looks_for(const options *o, const property *p, outcome kind) {
  if (!options_has_check(o, kind)) return false;
  if (kind == OUTCOME_OVERFLOW || kind == OUTCOME_SHIFT ||
      kind == OUTCOME_LEAK || kind == OUTCOME_POINTER_ORDER)
    return property_counts(p, kind);
  return true;
}

static exec_options exec_from(const options *o, const property *p,
                              const world *w) {
  exec_options e = exec_defaults;
  for (int k = 0; k < OUTCOME_COUNT; k++)
    e.checks[k] = outcome_is_bug((outcome) k) &&
                  looks_for(o, p, (outcome) k);
  e.must_free_all = p->must_free_all;
  e.uninit_is_nondet = o->uninit == UNINIT_NONDET ||
                       !property_counts(p, OUTCOME_UNINIT);
  e.max_loop = (uint32_t) o->max_loop;
  e.max_depth = (uint32_t) o->max_depth;
  e.max_forks = o->max_forks;
  e.error_function = p->error_function;
  e.error_label = p->error_label;
  e.max_heap = o->max_memory_bytes;
  e.max_alloc = o->max_alloc;
  e.host = w->host;
  e.environment = w->environment.items;
  entry_set_options(o, &e);
  e.stop = &stop;
  return e;
}

/* --classic switches every strategy off; made-up arguments are not joined. */
static uint64_t merge_of(const options *o) {
  return o->classic || o->entry ? MERGE_OFF : o->merge;
}

static explore_options explore_from(const options *o) {
  static const char *const searches[] = {"dfs", "bfs", "random-path",
                                         "coverage"};
  return (explore_options) {
    .search = merge_of(o) != MERGE_OFF ? "join" : searches[o->search],
    .joins = merge_of(o) != MERGE_OFF, .seed = o->seed,
    .max_time_ms = o->max_time_ms, .max_memory_bytes = o->max_memory_bytes,
    .max_instructions = o->max_instructions,
    .max_states = (uint32_t) o->max_states, .stop = &stop};
}

/* After the run ---------------------------------------------------------- */

static char *command_line(int argc, char **argv) {
  char *text = mem_string("braid");
  for (int k = 0; k < argc; k++) {
    char *longer = mem_format("%s %s", text, argv[k]);
    free(text);
    text = longer;
  }
  return text;
}

typedef struct native {
  replay_program program;
  VEC(char *) sources;
  VEC(const char *) flags;      /* borrowed */
  char *directory;
} native;

static void native_init(native *n, const options *o, const property *p,
                        bool is_fuzz, bool uninit_is_any) {
  *n = (native) {0};
  n->directory = realpath(".", NULL);
  for (uint32_t k = 0; k < o->files.count; k++) {
    char *whole = realpath(o->files.items[k], NULL);
    vec_push(&n->sources, whole ? whole : mem_string(o->files.items[k]));
  }
  for (uint32_t k = 0; k < o->flags.count; k++)
    vec_push(&n->flags, o->flags.items[k]);
  /* The replay's half of the program then decides what fails. */
  if (o->malloc_may_fail)
    vec_push(&n->flags, "-Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,"
                        "--wrap=memalign,--wrap=posix_memalign");
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
    .error_label = p->error_label, .uninit_is_any = uninit_is_any};
}

static void native_release(native *n) {
  for (uint32_t k = 0; k < n->sources.count; k++) free(n->sources.items[k]);
  vec_release(&n->sources);
  vec_release(&n->flags);
  free(n->directory);
}

/* A bug with a harness has a program of its own. */
static replay_answer confirm(session *s, const native *n, replay_session *r,
                             const session_bug *b) {
  const replay_prediction predicted = {b->kind, b->stack.items,
                                       b->stack.count};
  if (b->precondition && !b->has_harness)
    return (replay_answer) {
      REPLAY_BRAID, mem_string("no C file can make up what it needs")};
  if (!b->has_harness) return replay_confirm(r, &predicted, &b->input);
  harness_sources sources;
  char *file = mem_format("%s/test%06u.c", outdir_path(s->out), b->test);
  char *whole = realpath(file, NULL);
  const replay_program with = harness_program(&n->program,
                                              whole ? whole : file, &sources);
  replay_limits limits = replay_default_limits;
  replay_session *own = replay_session_new(&with, &limits);
  const replay_answer a = replay_confirm(own, &predicted, &b->input);
  replay_session_free(own);
  vec_release(&sources);
  free(whole);
  free(file);
  return a;
}

/* Bugs as the report has them; each confirmed natively unless told not to. */
static void confirm_bugs(session *s, const native *n, report_bug *bugs,
                         bool natively) {
  replay_limits limits = replay_default_limits;
  replay_session *r = natively && s->bugs.count
                          ? replay_session_new(&n->program, &limits) : NULL;
  for (uint32_t k = 0; k < s->bugs.count; k++) {
    const session_bug *b = s->bugs.items + k;
    bugs[k] = (report_bug) {
      .kind = b->kind, .message = b->message, .stack = b->stack.items,
      .stack_count = b->stack.count, .input = &b->input, .test = b->test,
      .confirmed = REPLAY_BRAID, .beside = b->is_beside,
      .precondition = b->precondition, .has_harness = b->has_harness};
    /* No sanitizer sees what is still pointed to as a leak. */
    if (b->kind == OUTCOME_LEAK && s->property->must_free_all) continue;
    if (!r || (stop && process_stop)) continue;
    const replay_answer a = confirm(s, n, r, b);
    bugs[k].confirmed = a.tier;
    bugs[k].detail = a.detail;
  }
  replay_session_free(r);
}

static void write_run_info(session *s, const native *n) {
  run_info_bug *bugs = mem_zeroed(s->bugs.count, sizeof *bugs);
  for (uint32_t k = 0; k < s->bugs.count; k++) {
    const session_bug *b = s->bugs.items + k;
    bugs[k] = (run_info_bug) {b->test, b->kind, b->stack.items,
                              b->stack.count};
  }
  const run_info info = {.program = n->program, .tests = s->tests,
                         .bugs = bugs, .bugs_count = s->bugs.count};
  run_info_write(&info, s->out);
  free(bugs);
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
  FILE *f = outdir_begin(s->out, "test-suite/metadata.xml");
  if (f) {
    testcomp_write_metadata(&m, f);
    outdir_end(s->out);
  }
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
  if (!message)
    message = coverage_measure(&n->program, tests, count,
                               &replay_default_limits, &measured, &lcov);
  if (message) {
    fprintf(stderr, "braid: the coverage was not measured: %s\n", message);
    free(message);
  } else {
    r->covered = measured;
    r->covered_natively = true;
    outdir_write(s->out, "coverage.lcov", lcov, strlen(lcov));
  }
  free(lcov);
  for (uint32_t k = 0; k < count; k++) testcase_release(tests + k);
  free(tests);
}

static int finish(session *s, const property *p, const native *n,
                  char *command, double began) {
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
  VEC(const char *) assumptions = {0};
  for (uint32_t k = 0; k < exec_note_count(s->exec); k++)
    vec_push(&assumptions, exec_get_note(s->exec, k).text);
  const double before = now_ms();
  report_bug *bugs = mem_zeroed(s->bugs.count, sizeof *bugs);
  confirm_bugs(s, n, bugs, s->o->replay);
  const covered c = covered_by(s->exec);
  const report_time times[] = {{"confirm_ms", s->confirm_ms},
                               {"replay_ms", now_ms() - before},
                               {"sat_ms", (double) q->sat_ns / 1e6},
                               {"z3_ms", (double) q->z3_ns / 1e6}};
  const explore_progress peaks = explore_get_progress(s->explore);
  run_report r = {
    .version = BRAID_VERSION, .command = command,
    .directory = outdir_path(s->out), .program = s->o->files.items[0],
    .property = p->is_narrow ? (p->text ? p->text : "error place") : NULL,
    .assumptions = assumptions.items, .assumptions_count = assumptions.count,
    .cut = s->cut.items, .cut_count = s->cut.count,
    .bugs = bugs, .bugs_count = s->bugs.count,
    .paths_completed = s->paths_completed, .paths_cut = s->paths_cut,
    .instructions = e->instructions, .forks = e->forks,
    .joins = peaks.joins.joined, .states_peak = peaks.states_peak, .tests = s->tests,
    .queries = queries, .queries_count = counts,
    .total_ms = now_ms() - began, .solver_ms = (double) q->solver_ns / 1e6,
    .times = times, .times_count = sizeof times / sizeof *times,
    .memory_peak_bytes = peaks.memory_peak_bytes,
    .covered = {c.lines_hit, c.lines_total, c.branches_hit,
                c.branches_total},
    .interrupted = stop == OUTCOME_CUT_INTERRUPT};
  if (s->o->coverage && s->o->tests & OPTIONS_KTEST)
    measure_coverage(s, n, &r);
  write_run_info(s, n);
  write_metadata(s, p);
  run_report_write(&r, s->out);
  if (!s->o->quiet) report_print(&r, stdout, isatty(STDOUT_FILENO));
  int status = report_exit_status(run_report_verdict(&r));
  if (outdir_failed(s->out)) status = EXIT_INPUT;
  for (uint32_t k = 0; k < s->bugs.count; k++)
    free((char *) (uintptr_t) bugs[k].detail);
  free(bugs);
  vec_release(&assumptions);
  return status;
}

/* The run ---------------------------------------------------------------- */

static void tick(void *context) {
  progress_tick(((session *) context)->progress);
}

static int explore_program(const options *o, const property *p,
                           const world *w, const ir_program *program,
                           outdir *out, char *command, double began) {
  session s = {.o = o, .property = p, .program = program, .stop = &stop,
               .out = out};
  s.is_fuzz = !defines(program, "main") &&
              defines(program, "LLVMFuzzerTestOneInput");
  expr_table *table = expr_table_new();
  expr_set_rewriting(table, o->rewrite);
  const solver_options links = solver_from(o);
  solver *chain = solver_new(table, &links);
  progress shown;
  s.progress = &shown;
  const explore_options limits = explore_from(o);
  s.explore = explore_new(&limits, session_path_ended, session_covered, tick,
                          &s);
  const exec_options checks = exec_from(o, p, w);
  const exec_hooks hooks = explore_hooks(s.explore, session_message);
  s.exec = exec_new(program, table, chain, &checks, &hooks);
  summaries *diagrams = NULL;
  if (merge_of(o) == MERGE_SUMMARY) {
    diagrams = summaries_new(table, MAX_SUMMARY_NODES);
    summaries_lift(diagrams, true);
    exec_set_summaries(s.exec, diagrams);
  }
  exec_options concrete = checks;
  concrete.max_forks = concrete.max_depth = concrete.max_loop = 0;
  concrete.stop = NULL;         /* the session gives it a moment longer */
  const exec_hooks twin = session_twin_hooks(&s);
  s.twin = exec_twin(s.exec, &concrete, &twin);
  progress_init(&shown, &s, o->quiet);

  char *message = NULL;
  state *start = o->entry
      ? exec_enter(s.exec, o->entry, &message)
      : exec_start(s.exec, "__braid_start", (int) w->arguments.count,
                   w->arguments.items, &message);
  int status = EXIT_INPUT;
  if (!start) fail(status, message);
  else {
    native n;
    world_set(o, s.exec, start);
    native_init(&n, o, p, s.is_fuzz, checks.uninit_is_nondet);
    state *kept = state_copy(start);
    s.start = kept;
    explore_run(s.explore, s.exec, start);
    progress_end(&shown);
    status = finish(&s, p, &n, command, began);
    state_free(kept);
    native_release(&n);
  }
  session_release(&s);
  exec_free(s.twin);
  exec_free(s.exec);
  explore_free(s.explore);
  summaries_free(diagrams);
  solver_free(chain);
  expr_table_free(table);
  return status;
}

/* The program's bitcode, beside its tests. */
static void keep_bitcode(const bitcode *files, outdir *out) {
  for (uint32_t k = 0; k < files->files.count; k++) {
    char *message = NULL, name[32];
    size_t size;
    char *bytes = file_read_whole(files->files.items[k], &size, &message);
    snprintf(name, sizeof name, "program%u.bc", k);
    if (bytes) outdir_write(out, name, bytes, size);
    else fail(EXIT_INPUT, message);
    free(bytes);
  }
}

static int run_files(const options *o, const property *p, const world *w,
                     int argc, char **argv) {
  char *message = NULL;
  bitcode files;
  const double began = now_ms();
  if (!compile_to_bitcode(o, &files, &message))
    return fail(EXIT_INPUT, message);
  ir_program *program = load(o, &files, &message);
  if (!program) {
    compile_release(&files);
    return fail(EXIT_INPUT, message);
  }
  tell_missing(o, program);
  int status = EXIT_INPUT;
  if ((message = entry_check(o, program))) fail(status, message);
  else if (!o->entry && !defines(program, "main") &&
           !defines(program, "LLVMFuzzerTestOneInput"))
    fail(status, mem_string("the program has neither a function main() nor "
                            "LLVMFuzzerTestOneInput()"));
  else if (strcmp(program_target(program), target_name(o->target)))
    fail(status, mem_format("the bitcode is for %s: run with --target=%s",
                            program_target(program),
                            program_target(program)));
  else if (o->dump_ir) {
    ir_print(program, stdout);
    status = 0;
  } else {
    outdir *out = outdir_open(o->output_dir, &message);
    if (!out) status = fail(EXIT_INPUT, message);
    else {
      catch_signals(o);
      if (o->keep) keep_bitcode(&files, out);
      compile_release(&files);
      char *command = command_line(argc, argv);
      status = explore_program(o, p, w, program, out, command, began);
      free(command);
      outdir_close(out);
    }
  }
  compile_release(&files);
  ir_program_free(program);
  return status;
}

int cli_run(int argc, char **argv) {
  options o;
  property p;
  char *message = NULL;
  options_init(&o);
  if (!options_parse(&o, argc, argv, &message)) {
    options_release(&o);
    return fail(EXIT_USAGE, message);
  }
  int status;
  world w;
  if (!world_init(&w, &o, &message)) status = fail(EXIT_USAGE, message);
  else {
    if (!property_init(&p, &o, &message)) status = fail(EXIT_INPUT, message);
    else {
      status = run_files(&o, &p, &w, argc, argv);
      property_release(&p);
    }
    world_release(&w);
  }
  options_release(&o);
  return status;
}
