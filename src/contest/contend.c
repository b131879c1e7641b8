#include "contest/contest.h"

#include "base/clock.h"
#include "base/limits.h"
#include "base/mem.h"
#include "base/prices.h"
#include "base/yield.h"
#include "finding/alarm.h"
#include "finding/inputs.h"
#include "finding/progress.h"
#include "jobs/jobs.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TICK_MS = 200 };

/* Until the first slice is over by processor time. */
static int wait_ms(const contest *c) {
  uint64_t least = TICK_MS;
  if (!contest_goes_by_time(c)) return TICK_MS;
  for (unsigned k = 0; k < CONTENDERS; k++) {
    const contest_process *p = c->of + k;
    const uint64_t used = p->runs ? contest_used_ns(c, k) : 0;
    if (!p->runs) continue;
    const uint64_t left = used < p->until_ns ? (p->until_ns - used) / 1000000 + 1 : 1;
    if (left < least) least = left;
  }
  return (int) least;
}

/* Takes what was said; waits until a contender says something, or a while.  Who
 * decides, or CONTENDERS. */
static contender listen(contest *c, bool waits) {
  struct pollfd all[CONTENDERS];
  contender of[CONTENDERS];
  nfds_t count = 0;
  for (unsigned k = 0; k < CONTENDERS; k++)
    if (c->of[k].runs) {
      of[count] = k;
      all[count++] = (struct pollfd) {c->of[k].findings, POLLIN, 0};
    }
  if (poll(all, count, waits ? wait_ms(c) : 0) > 0)
    for (nfds_t i = 0; i < count; i++)
      if (all[i].revents && c->of[of[i]].runs && contest_take_message(c, of[i]))
        return of[i];
  if (waits && contest_goes_by_time(c))
    for (unsigned k = 0; k < CONTENDERS; k++)
      if (c->of[k].runs) contest_stop_late(c, k);
  return CONTENDERS;
}

/* One ended, but something is open. */
static void lose_late(contest *c) {
  for (unsigned k = 0; k < CONTENDERS; k++)
    if (contest_is_there(c, k) && !c->of[k].runs &&
        contest_own_cost(c, k) >= contest_may_cost(c, k))
      contest_lose(c, k, NULL);
}

/* The end ------------------------------------------------------------------ */

static void show(contest *c) {
  session_view *v = &c->s->view;
  *v = (session_view) {.is_set = true};
  for (unsigned k = 0; k < CONTENDERS; k++) {
    const contest_process *p = c->of + k;
    v->memory_bytes += k == CONTENDER_PATHS ? p->last.memory_bytes
                                            : contest_own_bytes(c, k);
    v->solver_ns += p->last.solver_ns;
    v->used_ns += p->last.used_ns;
    if (!p->runs) continue;
    v->states += p->last.states;
    v->what = contender_rows[k].text;
    if (k == CONTENDER_PATHS) v->order = p->last.order;
  }
  const wire_slice *paths = &c->of[CONTENDER_PATHS].last;
  v->paths = paths->paths;
  c->s->jobs_open = paths->jobs_open;
  c->s->jobs_done = paths->jobs_done;
  c->s->jobs_share = paths->jobs_share;
  c->s->workers = (unsigned) paths->workers;
  session_record(c->s);
  progress_tick(c->s->progress);
}

/* With which options its tests are repeated. */
static void tell_sizes(const session *s) {
  char *text = s->hunted.grown ? inputs_grown_text(s->o, s->hunted.grown) : NULL;
  if (text && !s->o->quiet)
    fprintf(stderr, "braid: the inputs grew for paths along native runs: %s\n", text);
  free(text);
}

static void note_costs(contest *c) {
  session *s = c->s;
  s->explored_cost = s->explored_solver_ns = 0;
  s->explored_ns = clock_used_ns() - c->begun_ns;
  for (unsigned k = 0; k < CONTENDERS; k++) {
    s->explored_cost += contest_own_cost(c, k) + c->of[k].last.confirm_cost;
    s->explored_ns += c->of[k].last.used_ns + c->of[k].last.beside_ns;
    s->explored_solver_ns += c->of[k].last.solver_ns;
  }
  s->hunted = c->of[CONTENDER_HUNT].last.native;
  tell_sizes(s);
  for (unsigned k = 0; k < CONTENDERS; k++)
    if (contest_own_cost(c, k))
      vec_push(&c->s->contenders,
               ((report_count) {contender_rows[k].text,
                                contest_spent(c, k) / (COST_MS / 1000)}));
}

/* It is sent all that was found, and goes on in our place. */
static bool hand_over(contest *c, contender k) {
  session *s = c->s;
  contest_write_held(c, k);
  outdir_flush(s->out);         /* it appends to what is there */
  wire w = {.read = 0};
  const wire_finish head = {
    .stop = *c->o->stop, .tests = s->tests, .bugs = s->bugs.count,
    .contenders = s->contenders.count, .lost = s->lost.count,
    .open_tests = s->open_tests.count,
    .explored_cost = s->explored_cost, .explored_ns = s->explored_ns,
    .explored_solver_ns = s->explored_solver_ns,
    .native = s->hunted, .outdir_failed = outdir_failed(s->out),
    .lost_tests = outdir_lost_tests(s->out)};
  wire_put(&w, &head, sizeof head);
  wire_put(&w, exec_covered_edges(s->exec), s->program->edge_count);
  wire_put(&w, exec_covered_functions(s->exec), s->program->functions.count);
  wire_put(&w, s->tested, s->program->edge_count);
  for (uint32_t j = 0; j < s->bugs.count; j++)
    wire_put_bug(&w, s->bugs.items + j);
  wire_put(&w, s->contenders.items, s->contenders.count * sizeof *s->contenders.items);
  for (uint32_t j = 0; j < s->lost.count; j++)
    wire_put_bytes(&w, s->lost.items[j], strlen(s->lost.items[j]));
  for (uint32_t j = 0; j < s->open_tests.count; j++) {
    wire_put(&w, &s->open_tests.items[j].number, sizeof s->open_tests.items[j].number);
    wire_put_test(&w, &s->open_tests.items[j].test);
  }
  wire_put_bytes(&w, s->evidence, s->evidence ? strlen(s->evidence) : 0);
  if (contest_watched(c, k)) contest_watched(c, k)->is_needed = true;
  const bool sent = wire_send(c->of[k].orders, WIRE_FINISH, &w);
  wire_release(&w);
  return sent;
}

static void signal_stop(const contest *c, contender k) {
  const union sigval why = {.sival_int = *c->o->stop};
  sigqueue(c->of[k].id, SIGUSR1, why);
}

/* The exit status of the contender that finishes the run. */
static int wait_for(contest *c, contender k) {
  int how;
  bool is_sent = *c->o->stop == OUTCOME_CUT_INTERRUPT;
  while (waitpid(c->of[k].id, &how, 0) < 0 && errno == EINTR) {
    if (*c->o->stop != OUTCOME_CUT_INTERRUPT || is_sent) continue;
    is_sent = true;
    signal_stop(c, k);
  }
  c->of[k].id = 0;
  return WIFEXITED(how) ? WEXITSTATUS(how) : 6;
}

/* The run was stopped: what the contender is at is cut short.  False: it did not
 * answer. */
static bool await_stop(contest *c, contender k) {
  contest_process *p = c->of + k;
  if (!p->id) return false;
  if (p->is_stopped) {
    const policy_history h = contest_history_of(c);
    contest_begin_slice(c, &h, k);
    kill(p->id, SIGCONT);
  }
  if (p->runs) signal_stop(c, k);
  const uint64_t stopped_ns = *c->s->stopped_ns;
  const double began = stopped_ns ? (double) stopped_ns / 1e6 : clock_ms();
  while (p->runs) {
    struct pollfd one = {p->findings, POLLIN, 0};
    if (poll(&one, 1, TICK_MS) > 0) contest_take_message(c, k);
    if (p->runs && clock_ms() - began > alarm_contender_grace_ms())
      contest_lose(c, k, "it did not stop");
  }
  return p->id != 0;
}

static void forget_held(contest *c) {
  for (unsigned k = 0; k < CONTENDERS; k++) {
    for (uint32_t j = 0; j < c->of[k].held.count; j++)
      wire_release(c->of[k].held.items + j);
    vec_release(&c->of[k].held);
    vec_release(&c->of[k].marks);
  }
  vec_release(&c->tested);
}

static bool has_open_end(const contest *c) {
  for (unsigned k = 0; k < CONTENDERS; k++)
    if (c->of[k].has_ended && !c->of[k].is_gone) return true;
  return false;
}

/* Of the user's code. */
static bool is_all_covered(const contest *c) {
  const ir_program *p = c->s->program;
  const uint8_t *covered = exec_covered_edges(c->s->exec);
  for (uint32_t n = 0; n < p->functions.count; n++) {
    const ir_function *f = p->functions.items[n];
    if (f && !f->is_library && memchr(covered + f->first_edge, 0, f->edge_count)) return false;
  }
  return true;
}

/* Without news: a thirty-second part of the time that was given; else as much as all before, a
 * tenth of a second at least. */
static uint64_t least_for_other_sizes(const contest *c) {
  const uint64_t least = 4 * limits.contest_first;
  uint64_t all = 0;
  if (c->s->o->max_time_ms) return c->s->o->max_time_ms * COST_MS / 32;
  for (unsigned k = 0; k < CONTENDERS; k++) all += contest_spent(c, k);
  return all > least ? all : least;
}

static bool may_cover_more(const contest *c, uint64_t first) {
  const contender k = CONTENDER_SIZES;
  const uint64_t quarter_ns = c->s->o->max_time_ms * 1000000u / 4,
                 until_ns = c->o->of[CONTENDER_PATHS].deadline_ns;
  return (contest_spent(c, k) < first || contest_has_news(c, k)) && !is_all_covered(c) &&
         (!until_ns || clock_ns() + quarter_ns < until_ns);
}

/* All inputs of the sizes that were chosen are explored, so what the verdict is about.  Inputs of
 * other sizes are, too, as long as they cover more, but for the last quarter of the time. */
static void explore_other_sizes(contest *c) {
  const contender k = CONTENDER_SIZES;
  const uint64_t first = least_for_other_sizes(c);
  c->is_decided = true;
  while (contest_is_there(c, k) && !*c->o->stop && (c->of[k].runs || may_cover_more(c, first))) {
    const policy_history h = contest_history_of(c);
    if (!c->of[k].runs && !contest_give_slice(c, &h, k)) return;
    listen(c, true);
    show(c);
  }
}

/* The contender that is to finish the run; CONTENDERS: none is left. */
static contender conduct(contest *c) {
  contender decides = CONTENDERS;
  while (!*c->o->stop && decides == CONTENDERS) {
    if (has_open_end(c)) lose_late(c);
    if (!contest_hand_out(c)) return CONTENDERS;        /* a contender: see contend_run */
    if (!c->running) break;
    decides = listen(c, true);
    if (c->s->jobs) jobs_flush(c->s->jobs);
    show(c);
  }
  for (unsigned k = 0; k < CONTENDERS && decides == CONTENDERS; k++)
    if (!*c->o->stop ? c->of[k].has_ended && !c->of[k].is_gone : await_stop(c, k))
      decides = k;
  if (decides != CONTENDERS && !*c->o->stop && !c->of[decides].last.is_behind)
    explore_other_sizes(c);
  return decides;
}

/* A budget of the command line may cut paths where others come to an end. */
static bool is_bounded(const contest *c) {
  const explore_options *bounds = c->o->of + CONTENDER_PATHS;
  const options *o = c->s->o;
  return bounds->max_instructions || bounds->max_states || o->max_depth ||
         o->max_forks || o->max_loop;
}

/* The first work ------------------------------------------------------------ */

/* Of the process that the user started, while it is alone. */
static struct {
  contest *c;
  uint64_t question;            /* its number, ... */
  uint64_t work, begun_ns;      /* ... what it took, and since when */
} alone;

/* A question may take longer than all the rest.  Then this process forks in the middle
 * of it: the paths go on there, where they are, and this process gives the question up,
 * so that others can begin. */
static void part(uint64_t work) {
  contest *c = alone.c;
  session *s = c->s;
  const uint64_t question = solver_get_stats(exec_solver(s->exec))->queries;
  if (alone.question != question) {
    alone.question = question;
    alone.work = 0;
    alone.begun_ns = clock_used_ns();
  }
  alone.work += solver_weigh(exec_solver(s->exec), work);
  const bool is_long =
      alone.work * PRICE_CONFLICT >= limits.contest_question ||
      (contest_goes_by_time(c) &&
       clock_used_ns() - alone.begun_ns >= CONTEST_UNIT_NS * limits.contest_question);
  if (!is_long || *c->o->stop || s->o->resume || explore_is_busy(s->explore)) return;
  yield_hook = NULL;
  solver_note_open(exec_solver(s->exec), alone.work);
  if (!contest_start_process(c, CONTENDER_PATHS)) {
    contender_take_up(alone.work);
    return;
  }
  if (!c->of[CONTENDER_PATHS].id) return;
  const uint32_t edges = s->program->edge_count;
  c->covered = mem_zeroed(edges + 1, 1);
  memcpy(c->covered, exec_covered_edges(s->exec), edges);
  solver_give_up(exec_solver(s->exec), true);
  explore_abandon(s->explore);
}

/* What was found in the question that was given up is another's. */
static void forget_rest(contest *c) {
  session *s = c->s;
  solver_give_up(exec_solver(s->exec), false);
  memcpy(exec_covered_edges(s->exec), c->covered, s->program->edge_count);
}

/* As long as nothing has split all contenders but the invariants would do the same as the
 * one path: these alone have slices beside it, a tenth of what it has had, or a core that is
 * free.  Who decides, or CONTENDERS. */
static contender look_beside(contest *c) {
  const contender k = CONTENDER_INVARIANTS;
  contest_process *p = c->of + k;
  contender decides = CONTENDERS;
  if (!contest_is_there(c, k)) return CONTENDERS;
  policy_history h = contest_history_of(c);
  h.of[CONTENDER_PATHS].is_running = contest_goes_by_time(c);
  const bool is_due = contest_goes_by_time(c) ||
                      10 * contest_spent(c, k) < contest_spent(c, CONTENDER_PATHS);
  if (!p->runs && is_due && policy_next(&h) == k && !contest_give_slice(c, &h, k))
    return CONTENDERS;
  const bool waits = !contest_goes_by_time(c);
  while (p->runs && decides == CONTENDERS && !*c->o->stop) {
    decides = listen(c, waits);
    if (!waits) break;
  }
  return decides;
}

/* By the paths alone; longer if nothing has split. */
static explore_pause begin_alone(contest *c, contender *decides) {
  explore *e = c->s->explore;
  const uint64_t begun_ns = clock_used_ns();
  const uint64_t once = contest_goes_by_time(c) ? COST_MS : limits.contest_first;
  explore_progress p = explore_get_progress(e);
  alone.c = c;
  for (;;) {
    yield_hook = part;
    const explore_pause pause = explore_go(e, p.cost + once);
    if (c->s->remote) {         /* see part */
      contender_end_slice(pause);
      return pause;
    }
    yield_hook = NULL;
    p = explore_get_progress(e);
    c->first_cost = p.cost;
    c->first_ns = clock_used_ns() - begun_ns;
    if (pause != EXPLORE_PAUSED || c->covered) return pause;
    if (contest_goes_by_time(c) &&
        c->first_ns < CONTEST_UNIT_NS * limits.contest_first_of_many)
      continue;
    if (p.has_split || p.is_held_up ||
        p.cost >= (uint64_t) limits.contest_first * limits.contest_late)
      return pause;
    *decides = look_beside(c);
    if (*decides != CONTENDERS || c->s->remote) return pause;
  }
}

/* The contender's exploration is over.  Whether the run is its to finish. */
static contend_end go_on(session *s) {
  if (contender_run()) return CONTEND_WON;
  solver_flush(exec_solver(s->exec));
  _exit(0);
}

/* Who may take part; while nothing has split only the paths and the invariants. */
static void admit(contest *c, bool has_split) {
  const summaries *diagrams = exec_get_strategy(c->s->exec).summaries;
  const bool are_values = diagrams && summaries_get_stats(diagrams)->atoms;
  for (unsigned k = 0; k < CONTENDERS; k++) {
    const bool is_first = k == CONTENDER_PATHS || k == CONTENDER_INVARIANTS;
    if (has_split && is_first && c->of[k].is_gone) continue;    /* lost */
    c->of[k].is_gone = !c->o->has[k] || (!has_split && !is_first) ||
                       (are_values && !contender_rows[k].has_diagrams);
  }
}

/* The paths ended by themselves, in this process. */
static contend_end end_alone(contest *c, explore_pause how) {
  c->of[CONTENDER_SIZES].is_gone = how != EXPLORE_ENDED || !c->o->has[CONTENDER_SIZES];
  contest_end_process(c, CONTENDER_INVARIANTS);
  explore_other_sizes(c);
  if (c->s->remote) return go_on(c->s);
  if (contest_own_cost(c, CONTENDER_INVARIANTS) || contest_own_cost(c, CONTENDER_SIZES))
    note_costs(c);
  contest_end_process(c, CONTENDER_SIZES);
  forget_held(c);
  explore_end(c->s->explore);
  return CONTEND_ALONE;
}

contend_end contend_run(session *s, const contend_options *o, state *first,
                        int *status) {
  contend_options all = *o;
  contest c = {.s = s, .o = &all, .begun_ns = clock_used_ns()};
  contender decides = CONTENDERS;
  c.times = is_bounded(&c) ? 1 : limits.contest_times;
  admit(&c, false);
  explore_begin(s->explore, s->exec, first);
  c.base_bytes = explore_get_progress(s->explore).memory_bytes;
  const explore_pause pause = begin_alone(&c, &decides);
  if (s->remote) return go_on(s);
  if (c.covered) forget_rest(&c);
  else if (pause != EXPLORE_PAUSED) return end_alone(&c, pause);
  const explore_progress began = explore_get_progress(s->explore);
  if (began.is_held_up || (c.covered && !began.has_split))
    for (unsigned k = 0; k < CONTENDERS; k++) all.of[k].from = s->start;
  else if (!c.covered) explore_keep_roots(s->explore);
  c.first_instructions = exec_get_stats(s->exec)->instructions;
  c.base_bytes = began.memory_bytes;
  if (s->ledger) s->ledger->shared_bytes = began.memory_bytes;
  admit(&c, true);
  c.of[CONTENDER_PATHS].last.estimate = began.estimate;
  if (decides == CONTENDERS) decides = conduct(&c);
  if (s->remote) return go_on(s);
  note_costs(&c);
  progress_end(s->progress);
  /* What joins made possible is not, if one has ended with nothing open. */
  if (decides != CONTENDERS && c.of[decides].last.is_complete &&
      c.of[decides].last.pause == EXPLORE_ENDED)
    session_drop_possible(s);
  const bool is_handed_over = decides != CONTENDERS && hand_over(&c, decides);
  forget_held(&c);
  const bool is_forked = c.covered;
  free(c.covered);
  if (is_handed_over) {
    for (unsigned k = 0; k < CONTENDERS; k++)
      if (k != decides) contest_end_process(&c, k);
    *status = wait_for(&c, decides);
    if (!*o->stop) jobs_remove_ledger(s);
    return CONTEND_FINISHED;
  }
  /* Nobody is left: what is not explored any further was cut. */
  for (unsigned k = 0; k < CONTENDERS; k++) contest_end_process(&c, k);
  if (*o->stop) explore_end(s->explore);
  if (!*o->stop || is_forked)
    session_count_cut(s, "runs whose contenders were all given up");
  return CONTEND_ALONE;
}
