#include "contest/contest.h"

#include "base/clock.h"
#include "base/limits.h"
#include "base/mem.h"
#include "finding/alarm.h"
#include "finding/hunting.h"
#include "finding/sizes.h"
#include "jobs/jobs.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

uint64_t contest_own_cost(const contest *c, contender k) {
  const uint64_t cost = c->of[k].last.cost;
  if (k == CONTENDER_PATHS) return cost ? cost : c->first_cost;
  return cost > c->of[k].base_cost ? cost - c->of[k].base_cost : 0;
}

/* Its processor time since the fork. */
uint64_t contest_used_ns(const contest *c, contender k) {
  const contest_process *p = c->of + k;
  clockid_t id;
  struct timespec t;
  if (!p->id || clock_getcpuclockid(p->id, &id) || clock_gettime(id, &t))
    return p->last.used_ns + p->last.beside_ns;
  return (uint64_t) t.tv_sec * 1000000000u + (uint64_t) t.tv_nsec + p->last.beside_ns;
}

/* What the policy goes by.  With one job that is the counted cost, so that a run is
 * repeatable; with more it is not anyway, and processor time is what the count only
 * stands for. */
bool contest_goes_by_time(const contest *c) { return c->o->jobs > 1; }

uint64_t contest_spent(const contest *c, contender k) {
  if (!contest_goes_by_time(c)) return contest_own_cost(c, k);
  const uint64_t first = k == CONTENDER_PATHS ? c->first_ns : 0;
  return (contest_used_ns(c, k) + first) / CONTEST_UNIT_NS;
}

/* It may decide though something is open: paths that were cut, or bugs that are
 * possible only, since joins as the program asks for them forget. */
bool contest_may_leave_open(contender k) {
  return k == CONTENDER_PATHS || contender_rows[k].strategies & STRATEGY_BLOCK;
}

/*
 * A contender may have cost so much, counted: a multiple of what each one has that may
 * leave something open.  With that the verdict does not depend on who was faster.  Let
 * P be what that one cost in all, if it ends with something open: contender k decides
 * if it ends within times * P, and gives its bugs up to there, in whatever order they
 * had their slices.
 */
uint64_t contest_may_cost(const contest *c, contender k) {
  assert(k < CONTENDERS && c->times);
  uint64_t most = UINT64_MAX;
  for (unsigned j = 0; j < CONTENDERS && !c->is_decided; j++) {
    if (j == k || !contest_may_leave_open(j) || c->of[j].is_gone) continue;
    uint64_t cost = contest_own_cost(c, j);
    if (j != CONTENDER_PATHS && cost < limits.contest_first)
      cost = limits.contest_first;  /* so that others can begin */
    if (c->times * cost < most) most = c->times * cost;
  }
  return most;
}

uint64_t contest_own_bytes(const contest *c, contender k) {
  assert(k < CONTENDERS);
  const uint64_t bytes = c->of[k].last.memory_bytes;
  if (c->of[k].is_gone || bytes <= c->base_bytes) return 0;
  return bytes - c->base_bytes;
}

/* Each core in use is a contender's that is there; who waits for a core has none. */
static bool is_counted(const contest *c) {
  unsigned running = 0;
  for (unsigned k = 0; k < CONTENDERS; k++) {
    const contest_process *p = c->of + k;
    if (p->runs ? !p->id || p->is_stopped : p->is_stopped && !p->id) return false;
    running += p->runs;
  }
  return running == c->running;
}

/* Its place in the ledger; NULL where nobody watches. */
ledger_process *contest_watched(const contest *c, contender k) {
  _Static_assert((int) CONTENDERS <= (int) LEDGER_PROCESSES, "each has a place");
  return c->s->ledger ? c->s->ledger->process + k : NULL;
}

/* One that runs natively ends what it started, and removes its files. */
static void ask_to_end(const contest_process *p) {
  const union sigval why = {.sival_int = OUTCOME_CUT_INTERRUPT};
  const double began = clock_ms();
  siginfo_t ended = {0};
  if (p->is_stopped) kill(p->id, SIGCONT);
  sigqueue(p->id, SIGUSR1, why);
  while (!waitid(P_PID, (id_t) p->id, &ended, WEXITED | WNOHANG | WNOWAIT) &&
         !ended.si_pid && clock_ms() - began < alarm_contender_grace_ms())
    nanosleep(&(struct timespec) {0, 1000000}, NULL);
}

void contest_end_process(contest *c, contender k) {
  contest_process *p = c->of + k;
  if (!p->id) return;
  if (contest_watched(c, k)) contest_watched(c, k)->id = 0;
  if (contender_rows[k].hunts) {
    close(p->orders);           /* it waits for one, or will */
    p->orders = -1;
    ask_to_end(p);
  }
  kill(p->id, SIGKILL);
  while (waitpid(p->id, NULL, 0) < 0 && errno == EINTR) continue;
  if (p->orders >= 0) close(p->orders);
  close(p->findings);
  assert(c->running >= p->runs);
  c->running -= p->runs;
  p->runs = p->is_stopped = false;
  p->id = 0;
  assert(is_counted(c));
}

/* One contender less.  Why: NULL if that is nothing to report. */
void contest_lose(contest *c, contender k, const char *why) {
  contest_end_process(c, k);
  c->of[k].is_gone = true;
  if (!why) return;
  vec_push(&c->s->texts, mem_format("%s: %s", contender_rows[k].text, why));
  vec_push(&c->s->lost, vec_last(&c->s->texts));
}

const char contest_out_of_memory[] = "it was out of memory";

const char *contest_why_gone(const contest *c, contender k) {
  const ledger_process *w = contest_watched(c, k);
  return w && w->was_ended ? contest_out_of_memory : "it died";
}

bool contest_is_there(const contest *c, contender k) {
  return !c->of[k].is_gone && !c->of[k].has_ended;
}

static unsigned count_there(const contest *c) {
  unsigned count = 0;
  for (unsigned k = 0; k < CONTENDERS; k++) count += contest_is_there(c, k);
  return count;
}

bool contest_has_news(const contest *c, contender k) {
  return 2 * c->of[k].news_cost > contest_spent(c, k);
}

static bool is_of_use(const contest *c, contender k) {
  const wire_slice *l = &c->of[k].last;
  const contender_row *row = contender_rows + k;
  return row->strategies & STRATEGY_TEMPLATE ? l->templates > 0
         : row->strategies & STRATEGY_BLOCK  ? l->forgotten > 0
         : row->strategies & STRATEGY_FOLD   ? l->returned > 0
         : row->hunts ? contest_has_news(c, k) : l->drops > 0;
}

/* It is given up at that cost, not somewhat later: see may_cost. */
bool contest_may_end_as_useless(const contest *c, contender k) {
  return contender_rows[k].strategies &
             (STRATEGY_RETURN | STRATEGY_TEMPLATE | STRATEGY_FOLD) && !is_of_use(c, k);
}

/* What it had executed when it had that cost.  An exploration that starts anew may have executed
 * less later. */
static uint64_t executed(const contest_process *p, uint64_t cost) {
  contest_mark before = {0, 0};
  for (uint32_t j = 0; j < p->marks.count; j++) {
    const contest_mark next = p->marks.items[j];
    if (next.cost > cost) {
      assert(before.cost <= cost);
      const double part = (double) (cost - before.cost) /
                          (double) (next.cost - before.cost);
      return (uint64_t) ((1 - part) * (double) before.instructions +
                         part * (double) next.instructions);
    }
    before = next;
  }
  return before.instructions;
}

void contest_note_mark(contest *c, contender k) {
  contest_process *p = c->of + k;
  const contest_mark now = {
    contest_spent(c, k), p->last.instructions > c->first_instructions
                             ? p->last.instructions - c->first_instructions : 0};
  if (p->marks.count && now.cost < vec_last(&p->marks).cost / 8 * 9) return;
  assert(!p->marks.count || now.cost >= vec_last(&p->marks).cost);
  vec_push(&p->marks, now);
}

/* The least cost of those who join without templates. */
static uint64_t least_of_joins(const contest *c) {
  uint64_t least = UINT64_MAX;
  for (unsigned k = 0; k < CONTENDERS; k++)
    if (contender_rows[k].strategies & STRATEGY_JOIN &&
        !(contender_rows[k].strategies & STRATEGY_TEMPLATE) && contest_is_there(c, k) &&
        contest_spent(c, k) < least)
      least = contest_spent(c, k);
  return least;
}

policy_history contest_history_of(const contest *c) {
  assert(c->running <= c->o->jobs);
  const uint64_t least = least_of_joins(c);
  const wire_slice *paths = &c->of[CONTENDER_PATHS].last;
  const double rate = (double) contest_spent(c, CONTENDER_PATHS) /
                      (double) (contest_own_cost(c, CONTENDER_PATHS) + 1);
  policy_history h = {.estimate = paths->estimate * rate,
                      .is_reliable = paths->is_reliable,
                      .cores = (unsigned) c->o->jobs,
                      .has_unknown = c->o->has_unknown, .is_chosen = c->s->o->chosen > 0,
                      .is_fuzz = c->s->is_fuzz,
                      .build = c->o->build};
  for (unsigned k = 0; k < CONTENDERS; k++) {
    const contest_process *p = c->of + k;
    /* All other sizes are explored: others have this floor, as if it had never been. */
    if (contender_rows[k].resizes && p->is_gone) continue;
    h.of[k] = (struct policy_entry) {
      .cost = contest_spent(c, k), .is_there = contest_is_there(c, k),
      .is_running = p->runs || contest_own_cost(c, k) >= contest_may_cost(c, k),
      .is_promising = is_of_use(c, k), .has_news = contest_has_news(c, k), .confirms = p->confirms,
      .instructions = executed(p, least),
      .is_mostly_diagrams = 2 * p->last.diagram_cost > contest_own_cost(c, k),
      .moved_cost = p->moved_cost,
      .states = p->last.states_peak,
      .states_cost = p->states_cost, .covered = p->last.covered,
      .covered_cost = p->covered_cost};
  }
  return h;
}

/* False: this is the contender. */
bool contest_start_process(contest *c, contender k) {
  assert(!c->of[k].id && !c->of[k].runs);
  int orders[2], findings[2];
  if (pipe(orders)) {
    contest_lose(c, k, "no pipe could be had");
    return true;
  }
  if (pipe(findings)) {
    close(orders[0]);
    close(orders[1]);
    contest_lose(c, k, "no pipe could be had");
    return true;
  }
  if (k != CONTENDER_PATHS) c->of[k].base_cost = c->first_cost;
  fflush(NULL);
  solver_before_fork(exec_solver(c->s->exec));
  const pid_t parent = getpid(), id = fork();
  if (!id) {
    close(orders[1]);
    close(findings[0]);
    for (unsigned j = 0; j < CONTENDERS; j++)
      if (c->of[j].id) {
        close(c->of[j].orders);
        close(c->of[j].findings);
      }
    explore_options own = c->o->of[k];
    if (contender_rows[k].resizes) own.from = sizes_shrink(c->s);
    contender_begin(c->s, k, &own, c->o->stop, parent, orders[0], findings[1]);
    if (contender_rows[k].hunts) hunting_begin(c->s, c->o->program);
    return false;
  }
  close(orders[0]);
  close(findings[1]);
  if (id < 0) {
    close(orders[1]);
    close(findings[0]);
    contest_lose(c, k, "no process could be had");
    return true;
  }
  if (contest_watched(c, k)) {
    contest_watched(c, k)->is_needed = k == CONTENDER_PATHS;
    contest_watched(c, k)->id = id;
  }
  if (k == CONTENDER_PATHS && c->s->jobs) jobs_forget(c->s->jobs);  /* it has it */
  c->of[k].id = id;
  c->of[k].orders = orders[1];
  c->of[k].findings = findings[0];
  return true;
}

/* What is left of the memory budget for it; 0: there is none. */
static uint64_t memory_for(const contest *c, contender k) {
  const uint64_t all = c->o->of[k].max_memory_bytes;
  uint64_t others = 0;
  for (unsigned j = 0; j < CONTENDERS; j++)
    others += j == k ? 0 : contest_own_bytes(c, j);
  return others < all - all / 8 ? all - others : all / 8;
}

/* How far it goes in its next slice, counted. */
static uint64_t slice_end(const contest *c, const policy_history *h, contender k) {
  const uint64_t cost = contest_own_cost(c, k), had = contest_spent(c, k);
  uint64_t slice = policy_slice(h, k);
  if (had > COST_MS && cost)
    slice = (uint64_t) ((double) slice * (double) cost / (double) had) + 1;
  uint64_t end = cost + slice;
  if (contest_may_end_as_useless(c, k) && end > limits.contest_useless)
    end = limits.contest_useless;
  if (end > contest_may_cost(c, k)) end = contest_may_cost(c, k);
  return end;
}

/* It has a core from now on. */
void contest_begin_slice(contest *c, const policy_history *h, contender k) {
  assert(!c->of[k].runs && c->of[k].id);
  contest_process *p = c->of + k;
  p->runs = true;
  p->is_stopped = false;
  p->until_ns = contest_used_ns(c, k) + CONTEST_UNIT_NS * policy_slice(h, k);
  c->running++;
  assert(is_counted(c));
}

/* A slice is counted, and may take longer than was foreseen: a question to Z3 is not
 * interrupted.  Then its process is stopped wherever it is, so that others have the
 * core; nothing depends on when, since processor time is not repeatable anyway.  One
 * that has begun to say something goes on, or nobody would read to the end of it. */
void contest_stop_late(contest *c, contender k) {
  assert(c->of[k].runs && !c->of[k].is_stopped && c->running);
  contest_process *p = c->of + k;
  if (contest_used_ns(c, k) < p->until_ns) return;
  p->runs = false;
  const policy_history h = contest_history_of(c);
  p->runs = true;
  const contender next = policy_next(&h);
  if (next == k || next == CONTENDERS) {
    p->until_ns += CONTEST_UNIT_NS * policy_slice(&h, k);
    return;
  }
  kill(p->id, SIGSTOP);
  struct pollfd said = {p->findings, POLLIN, 0};
  if (poll(&said, 1, 0) > 0) {
    kill(p->id, SIGCONT);
    return;
  }
  p->runs = false;
  p->is_stopped = true;
  c->running--;
  assert(is_counted(c));
}

/* Cores that no contender has work for are the paths', if that was asked for. */
static unsigned processes_for(const contest *c, contender k) {
  const unsigned there = count_there(c);
  return k == CONTENDER_PATHS && c->s->o->jobs && c->o->jobs > there
             ? (unsigned) c->o->jobs - there + 1 : 1;
}

/* What tests took since its last slice. */
static void put_tested(const contest *c, contest_process *p, wire *w) {
  assert(p->heard <= c->tested.count);
  for (; p->heard < c->tested.count; p->heard++)
    wire_put(w, c->tested.items + p->heard, sizeof *c->tested.items);
}

bool contest_give_slice(contest *c, const policy_history *h, contender k) {
  contest_process *p = c->of + k;
  assert(!p->runs);
  if (!p->id && !contest_start_process(c, k)) return false;
  if (!p->id) return true;
  if (p->is_stopped) {
    contest_begin_slice(c, h, k);
    kill(p->id, SIGCONT);
    return true;
  }
  const wire_order order = {
    .until = p->base_cost + slice_end(c, h, k),
    .memory_bytes = memory_for(c, k),
    .gives_way = k != CONTENDER_PATHS || count_there(c) > 1, .is_alone = c->is_decided,
    .processes = processes_for(c, k)};
  wire w = {.read = 0};
  wire_put(&w, &order, sizeof order);
  put_tested(c, p, &w);
  if (wire_send(p->orders, WIRE_GO, &w)) contest_begin_slice(c, h, k);
  else contest_lose(c, k, contest_why_gone(c, k));
  wire_release(&w);
  return true;
}

bool contest_hand_out(contest *c) {
  while (c->running < c->o->jobs) {
    assert(is_counted(c));
    const policy_history h = contest_history_of(c);
    const contender k = policy_next(&h);
    if (k == CONTENDERS) return true;
    if (!contest_give_slice(c, &h, k)) return false;
  }
  return true;
}
