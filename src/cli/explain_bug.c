#include "cli/explain_bug.h"

#include "base/build.h"
#include "base/clock.h"
#include "base/source_names.h"
#include "base/stored.h"
#include "cli/which.h"
#include "contest/plan.h"
#include "finding/compile.h"
#include "finding/entry.h"
#include "finding/inputs.h"
#include "finding/load.h"
#include "jobs/jobs.h"
#include "lazy/lazy.h"
#include "trail/trail.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

enum { NOT_THERE = 5 };
enum { LINES = 24, SECONDS = 60, HANG_INSTRUCTIONS = 1 << 20 };

static const char usage[] =
    "usage: braid explain [options] [DIR|TEST]\n"
    "\n"
    "Prints the path that leads to a bug of the run in DIR (braid-last), line by\n"
    "line, as the program runs on the bug's input: values that are assigned, and\n"
    "after <- the inputs that they come from.  Then inputs that would have gone\n"
    "another way.  Library functions belong to the line that calls them; rounds of\n"
    "a loop that go the same way are one, with the values of the last.\n"
    "\n"
    "  --test=N         this test, with or without a bug (the first bug's)\n"
    "  --all            all lines, not only the last\n"
    "  --lines=N        so many of the last (24)\n"
    "  --json           for programs\n"
    "  --max-time=S     seconds that it may take (60)\n"
    "  --flag=WORD      allows a word of the run's command line that is not taken\n"
    "                   from a file\n"
    "  --help           this\n"
    "\n"
    "Exit status: 0 printed, 5 the path does not lead there any more, 1 usage, 2 what\n"
    "is needed is not there.\n";

static volatile int stop;

static void on_alarm(int number) { stop = number; }

typedef struct request {
  which which;
  uint32_t lines, seconds;
  bool all, json, help;
} request;

static char *parse(request *q, int argc, char **argv) {
  for (int k = 1; k < argc; k++) {
    const char *a = argv[k];
    char *error = NULL;
    if (which_takes(&q->which, a, &error)) {
      if (error) return error;
    } else if (!strcmp(a, "--all")) {
      q->all = true;
    } else if (!strcmp(a, "--json")) {
      q->json = true;
    } else if (!strcmp(a, "--help") || !strcmp(a, "-h")) {
      q->help = true;
    } else if (!which_number(a, "--lines=", 1, 1000000, &q->lines) &&
               !which_number(a, "--max-time=", 1, 1000000, &q->seconds)) {
      return mem_format("unknown or malformed option %s", a);
    }
  }
  return NULL;
}

/* The run as it was ---------------------------------------------------------- */

/* The test has the sizes of its inputs, which braid may have chosen. */
static void take_world(options *o, const testcase *t) {
  const uint32_t had = o->world.count, all = t->arguments.count;
  vec_clear(&o->world);
  for (uint32_t k = 1; k + o->arguments.count < all; k++) {
    const char *word = t->arguments.items[k];
    if (!strcmp(word, TESTCASE_ROOT)) k++;
    else vec_push(&o->world, strcmp(word, TESTCASE_ENV) ? word : "--env");
  }
  if (o->world.count > had) o->chosen = o->world.count - had;
}

/* What the run wrote, and how it shared its work, is of no concern. */
static void forget_outputs(options *o) {
  o->output_dir = o->sarif = o->corpus = o->cache = o->seeds = o->baseline = NULL;
  o->write_witness = o->queue = o->queue_key = o->resume = NULL;
  o->replay = REPLAY_OFF;
}

static char *read_options(const request *q, const which_bug *b, options *o) {
  const run_info *info = &b->info;
  char *message = NULL;
  VEC(char *) argv = {0};
  options_init(o);
  vec_push(&argv, (char *) "run");
  for (uint32_t k = 0; k < info->words_count; k++) vec_push(&argv, (char *) info->words[k]);
  const int argc = (int) argv.count;
  vec_push(&argv, NULL);        /* stays as long as the options */
  if (!options_parse(o, argc, argv.items, &message)) return message;
  if (o->witness)
    return mem_string("the run followed a witness, through changed copies of the sources; "
                      "run the sources themselves to have the path explained");
  forget_outputs(o);
  char *word = stored_refuses(o, false, (stored_words) {q->which.flags.items,
                                                        q->which.flags.count});
  if (word) {
    message = mem_format("run.info has %s in the command line, which is not taken from there; "
                         "to allow it: braid explain --flag=%s %s", word, word, b->directory);
    free(word);
    return message;
  }
  if (o->source_root && !source_names_set_root(o->source_root))
    return mem_format("--source-root: %s: %s", o->source_root, strerror(errno));
  take_world(o, &b->test);
  return NULL;
}

static char *find_program(const which_bug *b, const options *o) {
  for (uint32_t k = 0; k < o->files.count; k++)
    if (access(o->files.items[k], R_OK))
      return mem_format("%s, of which the run was, is gone: %s", o->files.items[k],
                        strerror(errno));
  if (b->info.digest && strcmp(jobs_sources(o).hex, b->info.digest))
    return mem_format("the program has changed since the run in %s: run it again", b->directory);
  return NULL;
}

/* Telling -------------------------------------------------------------------- */

static void put_title(const request *q, const which_bug *b) {
  const replay_frame *at = b->bug && b->bug->stack_count ? b->bug->stack : NULL;
  if (!b->bug) printf("The path of test %u\n\n", b->number);
  else if (at && at->file)
    printf("The path to %s at %s:%u, with test %u\n\n", outcome_text(b->bug->kind), at->file,
           at->line, b->number);
  else printf("The path to %s, with test %u\n\n", outcome_text(b->bug->kind), b->number);
  (void) q;
}

static bool has_lines(const ir_program *p) {
  for (uint32_t k = 0; k < p->functions.count; k++)
    if (!p->functions.items[k]->is_library && p->functions.items[k]->place) return true;
  return false;
}

/* Whether the path ended as the run says. */
static bool is_as_said(const trail *t, const which_bug *b) {
  if (!b->bug) return !t->inputs.differ;
  if (b->bug->kind == OUTCOME_HANG) return !t->has_ended || t->end.kind == OUTCOME_HANG;
  if (!t->has_ended || (b->bug->stack_count && t->line != b->bug->stack[0].line)) return false;
  /* Far behind an object whose size is known now: finding/gate.c. */
  return t->end.kind == b->bug->kind ||
         (t->end.kind == OUTCOME_BAD_POINTER && b->bug->kind == OUTCOME_OUT_OF_BOUNDS);
}

static int tell(const request *q, const which_bug *b, trail *t) {
  const outcome kind = b->bug ? b->bug->kind : OUTCOME_NONE;
  const uint32_t line = b->bug && b->bug->stack_count ? b->bug->stack[0].line : 0;
  const uint64_t fuel = kind == OUTCOME_HANG ? HANG_INSTRUCTIONS : UINT64_MAX;
  trail_follow(t, kind, line, fuel, &stop);
  trail_detours detours = {0};
  if (t->has_ended && !stop) trail_find_detours(t, &stop, &detours);
  if (q->json) trail_write_json(t, &detours, stdout);
  else {
    put_title(q, b);
    trail_print(t, &detours, q->all ? 0 : q->lines, stdout);
  }
  trail_detours_release(&detours);
  if (stop)
    fprintf(stderr, "braid explain: the %u s for the path (--max-time) were up\n", q->seconds);
  if (is_as_said(t, b)) return 0;
  if (!stop)
    fputs("braid explain: the path does not end as the run says: a file that it reads or a "
          "header has changed, or it depends on what braid made up\n", stderr);
  return NOT_THERE;
}

static int follow(const request *q, const which_bug *b, options *o, const property *p, world *w,
                  ir_program *program) {
  static volatile int never;
  char *message = NULL;
  trail t;
  expr_table *table = expr_table_new();
  solver_options links = plan_solver(o, &stop);
  links.max_query_ms = 1000;
  solver *chain = solver_new(table, &links);
  exec_options checks = plan_exec(o, p, w, program, &never);
  checks.max_loop = checks.max_depth = 0;
  checks.max_forks = checks.native_after = 0;
  const exec_hooks hooks = trail_hooks(&t);
  exec *x = exec_new(program, table, chain, &checks, &hooks);
  state *start = o->entry ? lazy_enter(x, o->entry, &message)
                          : exec_start(x, "__braid_start", (int) w->arguments.count,
                                       w->arguments.items, &message);
  int status;
  if (!start) {
    status = which_failed("explain", message);
  } else {
    world_set(o, p->must_end, x, start);
    trail_init(&t, x, start, (testcase *) (uintptr_t) &b->test, &b->unset, q->all);
    status = tell(q, b, &t);
    trail_release(&t);
    state_free(start);
  }
  exec_free(x);
  solver_free(chain);
  expr_table_free(table);
  return status;
}

static int explain(const request *q, which_bug *b) {
  options o;
  bitcode files;
  property p;
  world w;
  char *message = read_options(q, b, &o);
  if (!message) message = find_program(b, &o);
  if (message || !compile_to_bitcode(&o, &files, &message))
    return which_failed("explain", message);
  ir_program *program = load_with_variables(&o, &files, &message);
  compile_release(&files);
  if (program && !has_lines(program))
    message = mem_string("the program has no debug information: compile it with -g");
  if (!message && !world_init(&w, &o, &message)) ;
  else if (!message && property_init(&p, &o, &message)) {
    const int status = follow(q, b, &o, &p, &w, program);
    property_release(&p);
    world_release(&w);
    ir_program_free(program);
    options_release(&o);
    return status;
  }
  return which_failed("explain", message);
}

int cli_explain(int argc, char **argv) {
  request q = {.lines = LINES, .seconds = SECONDS};
  which_bug b;
  char *message = parse(&q, argc, argv);
  if (message) return which_misused("explain", message);
  if (q.help) {
    fputs(usage, stdout);
    return 0;
  }
  if ((message = which_find(&q.which, &b))) return which_failed("explain", message);
  if (!b.info.words_count) message = mem_format("the run in %s was by an older braid, which did "
                                                "not note what is needed here: run it again",
                                                b.directory);
  else if (b.info.where && chdir(b.info.where))
    message = mem_format("the run was started in %s: %s", b.info.where, strerror(errno));
  signal(SIGALRM, on_alarm);
  signal(SIGINT, on_alarm);
  setitimer(ITIMER_REAL, &(struct itimerval) {.it_value.tv_sec = q.seconds}, NULL);
  const int status = message ? which_failed("explain", message) : explain(&q, &b);
  which_release(&b);
  vec_release(&q.which.flags);
  return status;
}
