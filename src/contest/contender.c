#include "contest/contender.h"

#include "base/clock.h"
#include "base/mem.h"
#include "base/prices.h"
#include "base/process.h"
#include "base/yield.h"
#include "contest/plan.h"
#include "finding/evidence.h"
#include "finding/hunting.h"
#include "finding/progress.h"
#include "finding/recheck.h"
#include "finding/sizes.h"
#include "jobs/jobs.h"

#include <assert.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

/* There is one a process. */
static struct {
  session *s;
  contender number;
  explore_options o;
  volatile int *stop;
  ledger *ledger;               /* for the one that finishes the run */
  int orders, findings;
  uint64_t until;               /* of the slice */
  bool is_alone;                /* others are done */
  uint64_t now;                 /* cost, in the middle of a question; else 0 */
  uint64_t thought, sat_work;   /* work of a query that is not done, since the
                                 * solver's count was this */
  wire finish;                  /* came while it waited inside of a slice ... */
  bool is_finishing;            /* ... and is to be carried out after it */
  uint8_t *sent;                /* a byte an edge and function: reported */
  uint32_t covered;             /* edges, since the fork */
  uint64_t diagram_cost;        /* before the fork */
  VEC(wire) held;               /* tests that count if it finishes the run */
  VEC(wire) late;               /* bugs found since then: nobody listens any more */
  char *printed[2];             /* likewise, what the program printed */
  size_t printed_size[2];
} me;

static void note_stop(void) {
  volatile uint64_t *when = (volatile uint64_t *) (uintptr_t) me.s->stopped_ns;
  if (!*when) *when = clock_ns();
}

static void on_stop(int number, siginfo_t *info, void *context) {
  (void) number;
  (void) context;
  *me.stop = info->si_value.sival_int;
  note_stop();
  if (*me.stop == OUTCOME_CUT_INTERRUPT) process_stop = 1;
}

/* A terminal's signals come to the whole group: the first process decides. */
static void set_signals(void) {
  static const int left_alone[] = {SIGINT, SIGTERM, SIGHUP, SIGALRM};
  struct sigaction a = {.sa_sigaction = on_stop, .sa_flags = SA_SIGINFO};
  sigaction(SIGUSR1, &a, NULL);
  for (unsigned k = 0; k < sizeof left_alone / sizeof *left_alone; k++)
    signal(left_alone[k], SIG_IGN);
}

/* Findings ----------------------------------------------------------------- */

static uint32_t edges(void) { return me.s->program->edge_count; }

/* Path by path contenders of a program's inputs look for what nobody in the run has covered. */
static bool seeks(void) {
  const contender_row *row = contender_rows + me.number;
  return me.number == CONTENDER_PATHS || row->hunts || row->resizes;
}

/* Adds what was covered and not reported yet. */
static uint32_t put_edges(wire *w) {
  uint32_t count = 0;
  const uint8_t *covered = exec_covered_edges(me.s->exec);
  me.covered = 0;
  for (uint32_t n = 0; n < edges(); n++) {
    me.covered += covered[n] != 0;
    if (covered[n] && !me.sent[n]) {
      me.sent[n] = 1;
      count++;
      wire_put(w, &n, sizeof n);
    }
  }
  const uint8_t *entered = exec_covered_functions(me.s->exec);
  for (uint32_t f = 0; f < me.s->program->functions.count; f++) {
    const uint32_t n = edges() + f;
    if (!entered[f] || me.sent[n]) continue;
    me.sent[n] = 1;
    count++;
    wire_put(w, &n, sizeof n);
  }
  return count;
}

static void send(wire_kind kind, wire *w) {
  if (!wire_send(me.findings, kind, w)) _exit(0);       /* nobody is there */
  wire_release(w);
}

static void send_bug(void *context, const session_bug *b) {
  (void) context;
  wire w = {.read = 0};
  wire_put_bug(&w, b);
  wire_put_attached(&w, me.s);
  session_release_attached(me.s);
  if (me.is_finishing) vec_push(&me.late, w);
  else send(WIRE_BUG, &w);
}

/* A final state's test that takes nothing first is written if this contender
 * finishes the run; if all paths are to have tests, the paths' are at once. */
static bool send_test(void *context, const testcase *t, uint32_t news,
                      bool is_final) {
  (void) context;
  wire all = {.read = 0};
  if (news) hunting_take_test(t);
  if (news) sizes_note_news(me.s);
  wire_put_news(&all, me.s, news, is_final, me.sent);
  wire_put_test(&all, t);
  wire_put_attached(&all, me.s);
  session_release_attached(me.s);
  const bool is_at_once = me.number == CONTENDER_PATHS && me.s->o->test_paths;
  if ((news || is_at_once) && !me.is_finishing) send(WIRE_TEST, &all);
  else vec_push(&me.held, all);
  return true;
}

static void send_confirms(void *context, bool confirms) {
  (void) context;
  wire w = {.read = 0};
  wire_put(&w, &confirms, sizeof confirms);
  if (me.is_finishing) wire_release(&w);
  else send(WIRE_CONFIRMS, &w);
}

static void forward(void *context, int kind, const wire *w) {
  (void) context;
  if (me.is_finishing && kind == WIRE_BUG) {
    wire own = {.read = 0};
    wire_put(&own, w->bytes.items, w->bytes.count);
    vec_push(&me.late, own);
  } else if (!wire_send(me.findings, (wire_kind) kind, w)) _exit(0);
}

static const session_remote remote = {send_bug, send_test, send_confirms, forward, NULL};

/* Orders ------------------------------------------------------------------- */

static void on_yield(uint64_t work);

static uint64_t diagram_cost(void) {
  const summaries *d = exec_get_strategy(me.s->exec).summaries;
  return d ? PRICE_STEP * summaries_get_stats(d)->steps : 0;
}

static uint64_t forgotten(void) {
  if (!me.s->merger) return 0;
  const merger_stats m = merger_get_stats(me.s->merger);
  return m.abstracted + m.folded;
}

static bool cut_behind_only(const session *s) {
  return s->cut.count == 1 && !strncmp(s->cut.items[0].name, outcome_text(OUTCOME_CUT_BEHIND),
                                       strlen(outcome_text(OUTCOME_CUT_BEHIND)));
}

/* Whether all of it is done, and nothing is open. */
static void look_at_end(void) {
  session_may_hang(me.s);
  yield_hook = NULL;            /* the check is one piece of work */
  recheck_proof(me.s);
  yield_hook = on_yield;
}

static void tell_slice(explore_pause pause) {
  session *s = me.s;
  wire news = {.read = 0}, last = {.read = 0};
  /* An abstract state may take edges that no input takes. */
  if (!s->folds && put_edges(&news)) send(WIRE_EDGES, &news);
  if (pause == EXPLORE_ENDED) look_at_end();
  const explore_progress p = explore_get_progress(s->explore);
  const uint64_t *taken = p.fates[ROW_TEMPLATE];
  const wire_slice said = {
    .pause = pause, .stop = *me.stop,
    .cost = (me.now > p.cost ? me.now : p.cost) + hunting_spent(),
    .is_complete = !s->cut.count && !p.diverged && !session_has_possible(s) &&
                   !exec_get_stats(s->exec)->concretised,
    .memory_bytes = p.memory_bytes, .states = p.states,
    .paths = s->paths_completed, .templates = taken[FATE_MOVED] + taken[FATE_ENDED],
    .drops = p.fates[ROW_RETURN][FATE_DROPPED],
    .returned = s->folds ? merger_get_stats(s->merger).returned : 0,
    .solver_ns = solver_get_stats(exec_solver(s->exec))->solver_ns,
    .confirm_cost = s->confirm_cost,
    .used_ns = clock_used_ns(), .beside_ns = clock_beside_ns(),
    .instructions = exec_get_stats(s->exec)->instructions,
    .states_peak = p.states_peak, .covered = me.covered,
    .jobs_open = s->jobs_open, .jobs_done = s->jobs_done, .workers = s->workers,
    .jobs_share = s->jobs_share, .is_behind = cut_behind_only(s), .native = hunting_get_counts(),
    .diagram_cost = diagram_cost() - me.diagram_cost, .estimate = p.estimate,
    .is_reliable = p.is_reliable, .order = p.order, .forgotten = forgotten()};
  fflush(NULL);                 /* it may be killed before it writes on */
  wire_put(&last, &said, sizeof said);
  const char *cut = s->cut.count ? s->cut.items[0].name : "";
  wire_put_bytes(&last, cut, strlen(cut));
  send(WIRE_SLICE, &last);
}

/* What others have tests of is not new. */
static void take_tested(wire *w) {
  uint8_t *covered = exec_covered_edges(me.s->exec);
  while (w->read < w->bytes.count && !w->is_bad) {
    uint32_t n;
    wire_get(w, &n, sizeof n);
    if (n < edges()) covered[n] = me.sent[n] = me.s->tested[n] = 1;
  }
}

static void take_order(wire *w) {
  wire_order order;
  wire_get(w, &order, sizeof order);
  if (seeks()) take_tested(w);
  if (me.s->jobs && me.number == CONTENDER_PATHS)
    jobs_set_processes(me.s->jobs, order.processes);
  explore_set_memory(me.s->explore, order.memory_bytes / order.processes,
                     order.gives_way);
  me.until = order.until;
  me.is_alone = order.is_alone;
}

/* In the middle of a slice. */
static void await_order(void) {
  wire_kind kind;
  wire w = {.read = 0};
  if (!wire_receive(me.orders, &kind, &w)) _exit(0);
  if (kind == WIRE_FINISH) {    /* the run was stopped */
    wire_finish head;
    memcpy(&head, w.bytes.items, sizeof head);
    *me.stop = head.stop;
    note_stop();
    me.finish = w;
    me.is_finishing = true;
    return;
  }
  take_order(&w);
  explore_extend(me.s->explore, me.until - hunting_spent());
  wire_release(&w);
}

/* A slice may end in the middle of a question: it waits there. */
static void on_yield(uint64_t work) {
  const uint32_t terms = expr_count(exec_table(me.s->exec));
  const uint64_t done = solver_get_stats(exec_solver(me.s->exec))->sat_work;
  if (me.sat_work != done) me.thought = 0;
  me.sat_work = done;
  me.thought += solver_weigh(exec_solver(me.s->exec), work);
  const uint64_t now = explore_cost(me.s->explore) +
                       PRICE_CONFLICT * me.thought;
  if (contender_rows[me.number].hunts) hunting_yield(now, me.until);
  while (now + hunting_spent() >= me.until && !*me.stop && !me.is_finishing) {
    solver_note_open(exec_solver(me.s->exec), me.thought);
    me.now = now;
    tell_slice(EXPLORE_PAUSED);
    me.now = 0;
    await_order();
  }
  assert(expr_count(exec_table(me.s->exec)) == terms);  /* base/yield.h */
}

void contender_take_up(uint64_t work) {
  me.sat_work = solver_get_stats(exec_solver(me.s->exec))->sat_work;
  me.thought = work;
  await_order();
  on_yield(0);
}

void contender_end_slice(explore_pause pause) {
  if (!me.is_finishing) tell_slice(pause);
}

static void run_slice(wire *w) {
  take_order(w);
  wire_release(w);
  const contender_row *row = contender_rows + me.number;
  contender_end_slice(row->hunts     ? hunting_go(me.until)
                      : row->resizes ? sizes_go(me.s, me.until, me.is_alone)
                                     : explore_go(me.s->explore, me.until));
}

static void write_held(void) {
  for (uint32_t k = 0; k < me.held.count; k++) {
    wire *w = me.held.items + k;
    bool is_final;
    uint32_t count;
    wire_get(w, &is_final, sizeof is_final);
    wire_get(w, &count, sizeof count);
    for (uint32_t edge; count && !w->is_bad; count--) wire_get(w, &edge, sizeof edge);
    wire_write_test(w, me.s, is_final);
    wire_release(w);
  }
  vec_release(&me.held);
}

/* Bugs that were found between the order to finish, which came in the middle of a question,
 * and the end of that slice. */
static void take_late(void) {
  for (uint32_t k = 0; k < me.late.count; k++) {
    wire *w = me.late.items + k;
    session_bug b;
    wire_get_bug(w, me.s, &b);
    wire_get_attached(w, me.s);
    session_adopt_bug(me.s, &b);
    wire_release(w);
  }
  vec_release(&me.late);
}

static void print_held(void) {
  session *s = me.s;
  if (!me.printed[0]) return;
  mem_stream_end(s->out_text);
  mem_stream_end(s->error_text);
  s->out_text = s->shown_text;
  s->error_text = s->shown_error;
  fwrite(me.printed[0], 1, me.printed_size[0], s->shown_text);
  fwrite(me.printed[1], 1, me.printed_size[1], s->shown_error);
  free(me.printed[0]);
  free(me.printed[1]);
}

/* The first process's findings are all there are, with its numbers of tests. */
static void take_over(wire *w) {
  session *s = me.s;
  wire_finish head;
  wire_get(w, &head, sizeof head);
  s->explored_cost = head.explored_cost;
  s->explored_ns = head.explored_ns;
  s->explored_solver_ns = head.explored_solver_ns;
  s->hunted = head.native;
  wire_get(w, exec_covered_edges(s->exec), edges());
  wire_get(w, exec_covered_functions(s->exec), s->program->functions.count);
  wire_get(w, s->tested, edges());
  session_forget_bugs(s);
  for (uint32_t k = 0; k < head.bugs; k++) {
    session_bug b;
    wire_get_bug(w, s, &b);
    vec_push(&s->bugs, b);
    s->counted += !b.is_beside && !b.blame;
  }
  for (uint32_t k = 0; k < head.contenders; k++) {
    report_count c;
    wire_get(w, &c, sizeof c);
    vec_push(&s->contenders, c);
  }
  for (uint32_t k = 0; k < head.lost; k++) {
    vec_push(&s->texts, wire_get_bytes(w, NULL));
    vec_push(&s->lost, vec_last(&s->texts));
  }
  evidence_forget_tests(s);
  for (uint32_t k = 0; k < head.open_tests; k++) {
    session_open_test t = {.number = 0};
    wire_get(w, &t.number, sizeof t.number);
    wire_get_test(w, &t.test);
    vec_push(&s->open_tests, t);
  }
  evidence_take(s, wire_get_bytes(w, NULL));
  s->remote = NULL;
  s->is_silent = false;
  s->tests = head.tests;
  outdir_note_failures(s->out, head.outdir_failed, head.lost_tests);
  if (head.stop) {
    *me.stop = head.stop;
    note_stop();
  }
  s->ledger = me.ledger;        /* bugs are in there, by the first process */
  ledger_clear_cuts(s->ledger);
  for (uint32_t k = 0; k < s->cut.count; k++)
    ledger_set_cut(s->ledger, k, s->cut.items + k);
  session_record(s);
  take_late();
  write_held();
  print_held();
  explore_end(s->explore);      /* of states, only a stopped run has some left */
}

void contender_begin(session *s, contender number, const explore_options *o,
                     volatile int *stop, pid_t parent, int orders,
                     int findings) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(0);
  me.s = s;
  me.number = number;
  me.o = *o;
  me.stop = stop;
  me.orders = orders;
  me.findings = findings;
  set_signals();
  session_drop_possible(s);     /* another's: they are not open here */
  s->remote = &remote;
  me.ledger = s->ledger;
  s->ledger = NULL;
  yield_hook = on_yield;
  solver_after_fork(exec_solver(s->exec));
  s->contender = contender_rows[number].text;
  s->progress->is_quiet = true;
  const size_t functions = s->program->functions.count;
  me.sent = mem_zeroed(edges() + functions + 1, 1);
  memcpy(me.sent, exec_covered_edges(s->exec), edges());
  memcpy(me.sent + edges(), exec_covered_functions(s->exec), functions);
  if (number == CONTENDER_PATHS) {
    if (!s->jobs) return;
    explore_keep_ledger(s->explore, jobs_queue_url(s->o) != NULL);
    if (!s->o->resume) return;
    explore_resume(s->explore);
    jobs_take_totals(s->jobs);
    return;
  }
  s->jobs = NULL;
  s->journal = (session_remote) {.bug = NULL};
  const contender_row *row = contender_rows + number;
  /* What the paths covered may have no test yet: it covers for itself. */
  uint8_t *covered = exec_covered_edges(s->exec);
  if (seeks()) memcpy(covered, s->tested, edges());
  else memset(covered, 0, edges());
  memcpy(me.sent, covered, edges());
  s->is_silent = true;
  vec_clear(&s->cut);
  s->paths_completed = s->paths_cut = s->paths_silent = s->paths_digest = 0;
  s->out_text = mem_stream(me.printed, me.printed_size);
  s->error_text = mem_stream(me.printed + 1, me.printed_size + 1);
  exec_strategy strategy = exec_get_strategy(s->exec);
  if (!row->has_diagrams && strategy.summaries) {
    summaries_lift(strategy.summaries, false);
    strategy.summaries = NULL;
  }
  exec_set_strategy(s->exec, strategy);
  me.diagram_cost = diagram_cost();
  s->confirm_cost = 0;
  explore_change(s->explore, o);
  s->zeq = NULL;
  if (row->strategies & STRATEGY_RETURN) {
    s->zeq = zeq_new(s->exec);
    explore_set_zeq(s->explore, s->zeq);
  }
  if (row->strategies & STRATEGY_BLOCK) {
    const lattice_sizes exact = lattice_for_all(LATTICE_ITE);
    s->merger = merger_new(s->exec, &exact);
    explore_set_merger(s->explore, s->merger);
  }
  if (row->strategies & STRATEGY_FOLD) session_fold(s);
  /* What went on before does so in another process. */
  if (s->looks_back) session_look_back(s);
}

bool contender_run(void) {
  while (!me.is_finishing) {
    wire w = {.read = 0};
    wire_kind kind;
    if (!wire_receive(me.orders, &kind, &w)) {
      hunting_end();
      return false;
    }
    if (kind != WIRE_FINISH) {
      run_slice(&w);
      continue;
    }
    me.finish = w;
    me.is_finishing = true;
  }
  yield_hook = NULL;
  hunting_end();
  take_over(&me.finish);
  wire_release(&me.finish);
  return true;
}
