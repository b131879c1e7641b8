#include "cli/run.h"

#include "base/clock.h"
#include "base/fatal.h"
#include "base/limits.h"
#include "base/mem.h"
#include "base/process.h"
#include "base/source_names.h"
#include "cli/finish.h"
#include "cli/relevancy.h"
#include "cli/scope.h"
#include "cli/supervise.h"
#include "contest/contend.h"
#include "contest/plan.h"
#include "expr/sweep.h"
#include "files/corpus.h"
#include "finding/alarm.h"
#include "finding/compile.h"
#include "finding/entry.h"
#include "finding/follow.h"
#include "finding/gate.h"
#include "finding/inputs.h"
#include "finding/load.h"
#include "finding/progress.h"
#include "finding/seeds.h"
#include "finding/session.h"
#include "finding/world.h"
#include "formats/fingerprint.h"
#include "ir/annotate.h"
#include "ir/embedded.h"
#include "jobs/backlog.h"
#include "jobs/jobs.h"
#include "jobs/queue_url.h"
#include "jobs/resume.h"
#include "lazy/lazy.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* The relevancy analysis begins after so many instructions for each of the program, of
 * --native-after parts: by default 4,000, what it costs.  Iterations without a fork after which a
 * region is taken not to fork: as many as it is watched for before it is compiled (tier_watched). */
enum { ANALYSIS = 20, FORK_FREE = 256 };
enum { EXIT_USAGE = 1, EXIT_INPUT = 2, EXIT_INTERNAL = 6 };

/* 0, or the outcome for what is cut: a signal or the clock came. */
static volatile int stop;
static volatile uint64_t stopped_ns;    /* when it came; 0: not yet */

static void on_signal(int number) {
  (void) number;
  stop = OUTCOME_CUT_INTERRUPT;
  if (!stopped_ns) stopped_ns = clock_ns();
  process_stop = 1;
}

static void on_alarm(int number) {
  (void) number;
  if (!stop) stop = OUTCOME_CUT_TIME;
  if (!stopped_ns) stopped_ns = clock_ns();
}

static void on_memory(int number) {
  (void) number;
  if (!stop) stop = OUTCOME_CUT_MEMORY;
  if (!stopped_ns) stopped_ns = clock_ns();
}

static void catch_signals(const options *o, double began_ms, ledger *found) {
  struct sigaction a = {.sa_handler = on_memory};
  sigaction(SUPERVISE_MEMORY, &a, NULL);
  if (found) found->hears = true;
  a.sa_handler = on_signal;
  sigaction(SIGINT, &a, NULL);
  sigaction(SIGTERM, &a, NULL);
  /* A terminal was closed; where nohup said that this is nothing, it stays so. */
  struct sigaction before;
  if (!sigaction(SIGHUP, NULL, &before) && before.sa_handler != SIG_IGN)
    sigaction(SIGHUP, &a, NULL);
  if (!o->max_time_ms) return;
  a.sa_handler = on_alarm;
  sigaction(SIGALRM, &a, NULL);
  alarm_set(began_ms, o->max_time_ms);
  if (o->coverage) alarm_leave_time();
}

static int fail(int status, char *message) {
  fprintf(stderr, "braid: %s\n", message);
  free(message);
  return status;
}

/* The program ------------------------------------------------------------ */

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

static bool has_label(const ir_program *p, const char *label) {
  for (uint32_t f = 0; f < p->functions.count; f++)
    for (uint32_t b = 0; b < p->functions.items[f]->block_count; b++)
      if (!strcmp(p->functions.items[f]->blocks[b].label, label)) return true;
  return false;
}

/* That a misspelt name is never reached is true, and proves nothing. */
static void tell_nowhere(const options *o, const ir_program *p) {
  if (o->quiet) return;
  if (o->error_function && !ir_find_symbol(p, o->error_function))
    fprintf(stderr, "braid: nothing in the program calls \"%s\", which is to "
                    "be an error\n", o->error_function);
  if (o->error_label && !has_label(p, o->error_label))
    fprintf(stderr, "braid: the program has no label \"%s\", which is to be an "
                    "error\n", o->error_label);
}

/* The run ---------------------------------------------------------------- */

/* Without passwords: it is written into reports. */
static char *command_line(int argc, char **argv) {
  char *text = mem_string("braid");
  for (int k = 0; k < argc; k++) {
    char *word = queue_url_is(argv[k]) ? queue_url_shown(argv[k]) : mem_string(argv[k]);
    char *longer = mem_format("%s %s", text, word);
    free(word);
    free(text);
    text = longer;
  }
  return text;
}

static void tick(void *context) {
  session *s = context;
  session_record(s);
  if (s->o->seed_files) seed_files_look(s->o->seed_files);
  progress_tick(s->progress);
}

/* What --check-relevancy found; a violation is a bug of ours. */
static int report_marks(const session *s, int status) {
  const exec_marks m = exec_get_marks(s->exec);
  if (s->o->check_relevancy)
    fprintf(stderr, "braid: relevancy: of %" PRIu64 " instructions that ran "
            "%" PRIu64 " are marked, %" PRIu64 " saw symbolic values; "
            "%" PRIu64 " violations\n", m.ran, m.marked, m.seen,
            m.violations);
  return m.violations ? EXIT_INTERNAL : status;
}

/* What --check-drops found; likewise. */
static int report_drops(const session *s, int status) {
  if (!s->o->check_drops) return status;
  const drops_result r = explore_check_drops(s->explore);
  fprintf(stderr, "braid: drops: of %" PRIu64 " states %" PRIu64 " ran on for %" PRIu64
          " instructions; %" PRIu64 " violations\n", r.dropped, r.ran, r.instructions,
          r.violations);
  return r.violations ? EXIT_INTERNAL : status;
}

/* Models are re-executed from the first state. */
static void mark_start(void *start, expr_table *t) {
  state *s = start;
  states_mark(t, &s, 1);
}

/* What the run in the directory found so far, unless it was another one. */
static char *resume_run(session *s) {
  if (s->o->seeds)
    return mem_format("a run with --seeds cannot be resumed: what they left behind is "
                      "not kept.  Start it anew%s%s", s->o->corpus
                          ? ", with what it found: --seeds=DIR:" : "",
                      s->o->corpus ? s->o->corpus : "");
  if (!s->jobs)
    return mem_string("with these options no ledger is kept: nothing to resume");
  char *message = jobs_resume(s->jobs, outdir_path(s->out));
  if (message) return message;
  outdir_remove_tests(s->out);
  return jobs_restore(s->jobs);
}

/* Which ledger there is, before anything is explored: NULL, or a message. */
static char *begin_ledger(session *s, const jobs_files *files) {
  const options *o = s->o;
  if (jobs_queue_url(o) && !s->jobs)
    return mem_string("with these options no ledger is kept: a queue would have nothing "
                      "to share");
  if (o->is_work) return jobs_become_remote(s->jobs);
  if (o->resume) return resume_run(s);
  return o->queue ? jobs_open_queue(s->jobs, files) : NULL;
}

/* For all that the program prints. */
static FILE *open_printed(const outdir *out) {
  char *name = mem_format("%s/output.txt", outdir_path(out));
  FILE *printed = fopen(name, "ae");
  free(name);
  return printed;
}

static int explore_program(const options *o, const property *p,
                           const world *w, const ir_program *program,
                           uint32_t annotations, outdir *out, char *command,
                           double began, ledger *found, const jobs_files *files) {
  const uint64_t merge = plan_merge(o, annotations);
  session s = {.o = o, .property = p, .program = program, .stop = &stop,
               .stopped_ns = &stopped_ns, .out = out, .ledger = found,
               .shown_text = stdout, .shown_error = stderr};
  if (o->output == OUTPUT_FILE && !(s.shown_text = s.shown_error = open_printed(out)))
    return fail(EXIT_INPUT, mem_format("%s/output.txt: %s", outdir_path(out), strerror(errno)));
  s.out_text = s.shown_text;
  s.error_text = s.shown_error;
  s.is_fuzz = !load_defines(program, "main") &&
              load_defines(program, "LLVMFuzzerTestOneInput");
  if (o->seed_files) seed_files_set_form(o->seed_files, o, s.is_fuzz);
  expr_table *table = expr_table_new();
  expr_set_rewriting(table, o->rewrite);
  const solver_options links = plan_solver(o, &stop);
  solver *chain = solver_new(table, &links);
  progress shown;
  s.progress = &shown;
  const exec_options checks = plan_exec(o, p, w, program, &stop);
  const bool compares = plan_compares_returns(o, &checks);
  explore_options budgets = plan_explore(o, p, merge, compares, began, &stop);
  backlog *aside = backlog_new(outdir_path(out));
  if (!budgets.strategies && !compares)
    budgets.store = backlog_store(aside);
  jobs tree;
  jobs_init(&tree, &s, o->argc, o->argv);
  if (plan_keeps_ledger(o, &budgets)) {
    budgets.ledger = jobs_table(&tree);
    s.jobs = &tree;
    s.journal = jobs_journal;
    s.journal.context = &tree;
  }
  s.explore = explore_new(&budgets, session_path_ended, session_covered, tick,
                          &s);
  const exec_hooks hooks = explore_hooks(s.explore, session_message);
  s.exec = exec_new(program, table, chain, &checks, &hooks);
  summaries *diagrams = NULL;
  exec_strategy strategy = exec_get_strategy(s.exec);
  const bool contends = plan_contends(o, merge);
  if (merge != MERGE_OFF && !contends && (annotations || merge == MERGE_LATTICE)) {
    lattice_sizes everywhere = lattice_for_all(LATTICE_ITE);
    if (merge == MERGE_LATTICE)
      free(lattice_read_sizes(o->lattices, &everywhere));
    s.merger = merger_new(s.exec, &everywhere);
    explore_set_merger(s.explore, s.merger);
  }
  if (budgets.strategies & STRATEGY_FOLD) session_fold(&s);
  if (merge == MERGE_SUMMARY || merge == MERGE_MULTISE || merge == MERGE_STORE) {
    diagrams = summaries_new(table, limits.summary_nodes);
    summaries_stop_at(diagrams, &stop);
    summaries_lift(diagrams, true);
    strategy.summaries = diagrams;
    strategy.shares = merge == MERGE_STORE && !s.merger;
  }
  exec_set_strategy(s.exec, strategy);
  if (strategy.shares) explore_share_store(s.explore, s.exec);
  s.zeq = compares ? zeq_new(s.exec) : NULL;
  explore_set_zeq(s.explore, s.zeq);
  exec_options concrete = checks;
  concrete.max_forks = concrete.max_depth = concrete.max_loop = 0;
  concrete.stop = NULL;         /* the session gives it a moment longer */
  const exec_hooks twin = gate_twin_hooks(&s);
  s.twin = exec_twin(s.exec, &concrete, &twin);
  s.tested = mem_zeroed(program->edge_count + 1, 1);
  progress_init(&shown, &s, o->quiet);

  char *message = begin_ledger(&s, files);
  state *start = message ? NULL : o->entry
      ? lazy_enter(s.exec, o->entry, &message)
      : exec_start(s.exec, "__braid_start", (int) w->arguments.count,
                   w->arguments.items, &message);
  int status = EXIT_INPUT;
  if (!start) fail(status, message);
  else {
    relevancy_options from =
        relevancy_from(o, w, merge != MERGE_OFF || budgets.strategies & STRATEGY_TEMPLATE);
    from.templates = budgets.strategies & STRATEGY_TEMPLATE ||
                     (contends && o->loops == LOOPS_AUTO);
    relevancy *marks = o->check_relevancy ? relevancy_new(program, &from)
                                          : NULL;
    if (marks) exec_check_relevancy(s.exec, marks);
    if (plan_uses_relevancy(o) && from.joins)
      exec_use_relevancy(s.exec, &from, o->native_after / ANALYSIS,
                         o->native_after < FORK_FREE ? (uint32_t) o->native_after : FORK_FREE);
    native n;
    world_set(o, p->must_end, s.exec, start);
    native_init(&n, o, p, s.is_fuzz, checks.uninit_is_nondet);
    if (found) {
      found->is_fuzz = s.is_fuzz;
      found->uninit_is_any = checks.uninit_is_nondet;
      char *scope = scope_of_run(o, program);
      ledger_set_scope(found, scope);
      free(scope);
    }
    state *kept = state_copy(start);
    s.start = kept;
    sweep_add_root(table, (sweep_root) {"start", kept, mark_start, NULL});
    s.looks_back = plan_looks_back(o);
    if (s.looks_back) session_look_back(&s);
    contend_end end = CONTEND_ALONE;
    s.begun_ns = clock_used_ns() + clock_beside_ns();
    if (contends && !o->is_work) {
      contend_options all =
          plan_contenders(&s, p, merge, compares, annotations, &budgets, &stop);
      all.program = &n.program;
      end = contend_run(&s, &all, start, &status);
    } else {
      if (o->check_drops) explore_keep_drops(s.explore);
      explore_begin(s.explore, s.exec, start);
      if (s.jobs && o->jobs) jobs_set_processes(s.jobs, plan_processes(o));
      if (s.jobs) explore_keep_ledger(s.explore, o->jobs > 1 || jobs_queue_url(o));
      if (s.jobs && (o->resume || o->is_work)) explore_resume(s.explore);
      explore_go(s.explore, UINT64_MAX);
      explore_end(s.explore);
    }
    progress_end(&shown);
    if (end != CONTEND_FINISHED) {
      status = finish_run(&s, p, &n, command, began,
                          stop == OUTCOME_CUT_INTERRUPT);
      status = report_drops(&s, report_marks(&s, status));
    }
    if (end == CONTEND_WON) {   /* all else is the first process's */
      solver_flush(chain);
      fflush(NULL);
      _exit(status);
    }
    sweep_remove_root(table, kept);
    state_free(kept);
    native_release(&n);
    relevancy_free(marks);
  }
  session_release(&s);
  explore_free(s.explore);
  seen_free(s.seen);
  zeq_free(s.zeq);
  merger_free(s.merger);
  gate_forget(&s);
  exec_free(s.twin);
  exec_free(s.exec);
  summaries_free(diagrams);
  solver_free(chain);
  expr_table_free(table);
  backlog_free(aside);
  jobs_release(&tree);
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

/* ... or for who works on a queue and has no other way to it. */
static char *read_bitcode(const bitcode *files, jobs_files *to) {
  char *message = NULL;
  for (uint32_t k = 0; k < files->files.count && !message; k++) {
    jobs_file f;
    f.bytes = file_read_whole(files->files.items[k], &f.size, &message);
    if (f.bytes) vec_push(to, f);
  }
  return message;
}

/* Of a run that is resumed from a queue: that of the process that began it, if it is on
 * this machine. */
static outdir *open_output(const options *o, char **message) {
  if (!o->resume) return outdir_open(o->output_dir, message);
  if (!queue_url_is(o->resume)) return outdir_reopen(o->resume);
  job_ledger_file *l = job_ledger_open(o->resume, true, message);
  if (!l) return NULL;
  char *directory = jobs_find_output(l);
  const char *else_where = job_ledger_is_sealed(l) ? o->output_dir : NULL;
  outdir *out = directory ? outdir_reopen(directory) : outdir_open(else_where, message);
  free(directory);
  job_ledger_close(l);
  return out;
}

/* Names a few functions that could be started instead. */
static char *no_start(const ir_program *p) {
  char *text = mem_string("the program has neither a function main() nor "
                          "LLVMFuzzerTestOneInput(): --entry=NAME starts at any other");
  for (uint32_t f = 0, n = 0; f < p->functions.count && n < 3; f++) {
    const ir_function *at = p->functions.items[f];
    if (at->is_library || !at->block_count) continue;
    char *longer = mem_format("%s%s%s", text, n++ ? ", " : ", as ", at->name);
    free(text);
    text = longer;
  }
  return text;
}

/* What can still be wrong with a program that is loaded. */
static char *complaint(const options *o, ir_program *program,
                       uint32_t *annotations) {
  char *message = NULL;
  if (!ir_check_annotations(program, merger_check_annotation, annotations,
                            &message) ||
      (message = entry_check(o, program)))
    return message;
  if (!o->entry && !load_defines(program, "main") &&
      !load_defines(program, "LLVMFuzzerTestOneInput"))
    return no_start(program);
  if (o->seeds && !plan_follows_seeds(o, plan_merge(o, *annotations)))
    return mem_string("--seeds are followed path by path, by the order of "
                      "--search=auto: not with other orders, --classic, --entry, "
                      "--join=always, --merge=annotated|lattice or "
                      "--loops=template|invariant");
  if (o->baseline && (message = baseline_apply(o->baseline, NULL, 0)))
    return message;             /* before the run, not after it */
  return NULL;
}

/* Chooses inputs, and says so. */
static void choose_inputs(options *o, world *w, const ir_program *program) {
  char *message = NULL;
  if (!inputs_choose(o, program)) return;
  world_release(w);
  if (!world_init(w, o, &message)) fatal("the inputs that were chosen: %s", message);
  char *text = o->quiet ? NULL : inputs_text(o);
  if (text)
    fprintf(stderr, "braid: the program reads inputs: %s (--sym=none: none)\n", text);
  free(text);
}

/* Without files nothing of them is kept. */
static int run_loaded(options *o, const property *p, world *w,
                      ir_program *program, bitcode *files, char *command,
                      double began, ledger *found) {
  uint32_t annotations;
  char *message = complaint(o, program, &annotations);
  if (message) return fail(EXIT_INPUT, message);
  if (o->dump_ir) {
    ir_print(program, stdout);
    return 0;
  }
  choose_inputs(o, w, program);
  jobs_files kept = {0};
  if (files && o->queue && !o->is_work && (message = read_bitcode(files, &kept)))
    return fail(EXIT_INPUT, message);
  if (files && !o->keep) compile_release(files);
  if (o->resume && !jobs_queue_url(o)) {
    if (!job_ledger_lock(o->resume))
      return fail(EXIT_INPUT, mem_format("another run is at work in %s", o->resume));
    if (!job_ledger_exists(o->resume))          /* that run ended meanwhile */
      return fail(EXIT_INPUT, resume_nothing_there(o->resume));
  }
  outdir *out = open_output(o, &message);
  if (!out) return fail(EXIT_INPUT, message);
  ledger_set_directory(found, outdir_path(out));
  if (files && o->keep) {
    keep_bitcode(files, out);
    compile_release(files);
  }
  catch_signals(o, began, found);
  const int status = explore_program(o, p, w, program, annotations, out,
                                     command, began, found, &kept);
  for (uint32_t k = 0; k < kept.count; k++) free(kept.items[k].bytes);
  vec_release(&kept);
  outdir_close(out);
  return status;
}

static int run_files(options *o, const property *p, world *w,
                     char *command, double began, ledger *found) {
  char *message = NULL;
  bitcode files;
  if (!compile_to_bitcode(o, &files, &message))
    return fail(EXIT_INPUT, message);
  ir_program *program = load_program(o, &files, &message);
  int status = EXIT_INPUT;
  if (!program) fail(status, message);
  else {
    tell_missing(o, program);
    tell_nowhere(o, program);
    status = run_loaded(o, p, w, program, &files, command, began, found);
    ir_program_free(program);
  }
  compile_release(&files);
  return status;
}

static bool read_options(options *o, int argc, char **argv, char **message) {
  lattice_sizes sizes;
  queue_url url;
  options_init(o);
  if (!options_parse(o, argc, argv, message)) return false;
  if (o->queue && (*message = queue_url_read(&url, o->queue))) return false;
  if (o->queue_key && !jobs_queue_url(o)) {
    *message = mem_string("--queue-key is for a --queue");
    return false;
  }
  if (o->queue) queue_url_release(&url);
  if (o->source_root && !source_names_set_root(o->source_root)) {
    *message = mem_format("--source-root: %s: %s", o->source_root, strerror(errno));
    return false;
  }
  return (!o->lattices || !(*message = lattice_read_sizes(o->lattices,
                                                          &sizes)));
}

/* A program from files is run under supervision; *found is then the worker's
 * ledger. */
static int run_supervised(options *o, const property *p, world *w,
                          char *command, double began) {
  int status;
  ledger *found;
  if (o->is_work) return run_files(o, p, w, command, began, NULL);
  if (supervise(o, p, command, began, &found, &status))
    return status;
  status = run_files(o, p, w, command, began, found);
  if (found) {
    fflush(NULL);               /* it may be ended for its memory at any time */
    found->status = status;
    found->stage = LEDGER_DONE;
  }
  return status;
}

/* Before a compiler is started: whether there is a server, and room in it. */
static char *probe_queue(const options *o) {
  char *message = NULL;
  if (!o->queue || o->is_work) return NULL;
  if (o->queue_key && (message = resume_use_key(o->queue_key))) return message;
  if (!o->queue_key && !o->quiet)
    fputs("braid: the queue is not sealed: a user who can write it decides the verdict; "
          "--queue-key=FILE seals it\n", stderr);
  if (o->root)
    return mem_string("--root and --queue: the files below a directory are not those of "
                      "other machines");
  if (!job_ledger_is_there(o->queue, &message)) return message;
  job_ledger_state s = {.jobs = 0};
  job_ledger_file *l = job_ledger_open_blind(o->queue, &message);
  if (!l) return message;
  char *shown = queue_url_shown(o->queue);
  job_ledger_look(l, &s);
  message = s.is_at_work
      ? mem_format("%s: another run is at work in this queue", shown)
      : mem_format("%s: a run that was ended is in this queue: braid run --resume=%s "
                   "goes on with it, braid status --remove %s removes it", shown, shown,
                   shown);
  free(shown);
  job_ledger_close(l);
  return message;
}

/* With a program: it is loaded already.  With a witness: its copies of the sources
 * are run, but the program's name is the original's. */
static int run_options(options *o, ir_program *program, char *command,
                       double began, const witness *said, const follow *f) {
  property p;
  world w;
  char *message = NULL;
  int status;
  process_set_compiler_bytes(o->max_memory_bytes);
  if ((message = probe_queue(o))) return fail(EXIT_INPUT, message);
  seed_files given;
  if (o->seeds && !seed_files_init(&given, o, &message))
    return fail(EXIT_INPUT, message);
  if (o->seeds) o->seed_files = &given;
  if (o->corpus && (message = corpus_open(o->corpus))) {
    if (o->seeds) seed_files_release(&given);
    return fail(EXIT_INPUT, message);
  }
  if (!world_init(&w, o, &message)) {
    if (o->seeds) seed_files_release(&given);
    return fail(EXIT_USAGE, message);
  }
  if (f) follow_apply(f, said, o);
  if (!property_init(&p, o, &message)) status = fail(EXIT_INPUT, message);
  else {
    if (f && said->is_correctness) p.counted |= OPTIONS_BIT(OUTCOME_USER);
    status = program ? run_loaded(o, &p, &w, program, NULL, command, began,
                                  NULL)
                     : run_supervised(o, &p, &w, command, began);
    property_release(&p);
  }
  world_release(&w);
  if (o->seeds) seed_files_release(&given);
  return status;
}

/* Following a witness ----------------------------------------------------- */

/* The worker's return from a pass is not the run's end: *is_worker. */
static int run_pass(int argc, char **argv, const witness *said, bool is_strict,
                    char *command, double began, bool *is_worker) {
  options o;
  follow f;
  char *message = NULL;
  sigset_t before;
  const pid_t self = getpid();
  if (!read_options(&o, argc, argv, &message)) {
    options_release(&o);
    return fail(EXIT_USAGE, message);
  }
  message = follow_begin(&f, said, &o, is_strict);
  int status = EXIT_INPUT;
  if (message) fail(status, message);
  else {
    sigprocmask(SIG_BLOCK, NULL, &before);
    status = run_options(&o, NULL, command, began, said, &f);
    *is_worker = getpid() != self;
    if (!*is_worker) sigprocmask(SIG_SETMASK, &before, NULL);
    else {                      /* the supervisor removes the copies */
      free(f.scratch);
      f.scratch = NULL;
    }
    follow_end(&f);
  }
  options_release(&o);
  return status;
}

/* The strict pass found nothing, and nobody wants the run to end: its directory is
 * given up to the other one. */
static bool give_up_output(const options *o) {
  char link[4096];
  const ssize_t n = o->output_dir ? 0 : readlink("braid-last", link,
                                                 sizeof link - 1);
  if (n < 0) return false;
  link[n] = 0;
  const char *directory = o->output_dir ? o->output_dir : link;
  char *file = mem_format("%s/stats.json", directory), *error = NULL;
  size_t size;
  char *text = file_read_whole(file, &size, &error);
  const bool goes_on = text && !strstr(text, "\"cut-interrupt") &&
                       !strstr(text, "\"cut-time");
  if (goes_on) scratch_remove(directory);
  free(text);
  free(error);
  free(file);
  return goes_on;
}

static void tell_witness(const options *o, const witness *said, int status) {
  const bool is_bug = status == report_exit_status(REPORT_BUG);
  const char *text =
      is_bug ? said->is_correctness ? "rejected" : "confirmed"
      : status == report_exit_status(REPORT_PROVED)
          ? said->is_correctness ? "confirmed" : "rejected"
      : status == report_exit_status(REPORT_INCONCLUSIVE) ? "not decided"
                                                          : NULL;
  if (text)
    printf("witness %s: %s (%s)\n", text, o->witness,
           said->is_correctness ? "correctness" : "violation");
}

static int follow_witness(const options *o, int argc, char **argv,
                          char *command, double began) {
  witness said;
  bool is_worker = false;
  char *message = witness_read(&said, o->witness);
  if (message) return fail(EXIT_INPUT, message);
  const bool is_strict = !said.is_correctness && said.segments > 1;
  int status = run_pass(argc, argv, &said, is_strict, command, began,
                        &is_worker);
  const bool is_open = status == report_exit_status(REPORT_PROVED) ||
                       status == report_exit_status(REPORT_INCONCLUSIVE);
  if (!is_worker && is_strict && is_open) {
    if (give_up_output(o))
      status = run_pass(argc, argv, &said, false, command, began, &is_worker);
    else status = report_exit_status(REPORT_INCONCLUSIVE);
  }
  if (!is_worker) tell_witness(o, &said, status);
  witness_release(&said);
  return status;
}

int cli_run_loaded(int argc, char **argv, ir_program *program) {
  const double began = clock_ms();
  options o;
  resume again = {.argc = 0};
  char *message = NULL;
  if (resume_is_asked(argc, argv)) {
    if ((message = resume_init(&again, argc, argv)))
      return fail(EXIT_INPUT, message);
    argc = again.argc;
    argv = again.argv;
  }
  if (!read_options(&o, argc, argv, &message)) {
    options_release(&o);
    const bool is_stored = again.argc;
    resume_release(&again);
    return fail(is_stored ? EXIT_INPUT : EXIT_USAGE, message);
  }
  if (again.argc && (message = resume_refuses(&again, &o))) {
    options_release(&o);
    resume_release(&again);
    return fail(EXIT_INPUT, message);
  }
  char *command = command_line(argc, argv);
  const int status =
      o.witness && !program
          ? follow_witness(&o, argc, argv, command, began)
          : run_options(&o, program, command, began, NULL, NULL);
  free(command);
  options_release(&o);
  resume_release(&again);
  return status;
}

int cli_run_work(options *o) {
  o->is_work = true;
  return run_options(o, NULL, "", clock_ms(), NULL, NULL);
}

int cli_run(int argc, char **argv) { return cli_run_loaded(argc, argv, NULL); }
