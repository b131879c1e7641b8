#include "cli/contend.h"

#include "base/clock.h"
#include "base/limits.h"
#include "base/mem.h"
#include "base/yield.h"
#include "cli/contender.h"
#include "cli/jobs.h"
#include "cli/progress.h"
#include "explore/cost.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TICK_MS = 200 };

/* What it had executed at some cost; each cost is at least an eighth more than the
 * one before, so that there are few. */
typedef struct mark {
  uint64_t cost, instructions;
} mark;

typedef struct process {
  pid_t id;                     /* 0: not forked, or gone */
  int orders, findings;         /* pipes: to it, from it */
  bool runs;                    /* has a slice, and a core */
  bool is_stopped;              /* has a slice, and waits for a core: see stop */
  uint64_t until_ns;            /* its processor time when the slice is over */
  uint64_t covered_cost;        /* when it last covered something, ... */
  uint64_t moved_cost;          /* ... executed something, ... */
  uint64_t states_cost;         /* ... had more states than before */
  bool is_gone;                 /* lost, or never there */
  bool has_ended;               /* with something cut: see contend.h */
  wire_slice last;              /* what it last said */
  VEC(mark) marks;
  VEC(wire) held;               /* tests, read up to their inputs: see take_test */
} process;

typedef struct contest {
  session *s;
  const contend_options *o;
  process of[CONTENDERS];
  uint64_t first_cost;          /* of the paths before the fork */
  uint64_t first_instructions;
  uint64_t first_ns;            /* ... and in processor time */
  unsigned times;               /* see may_cost */
  uint64_t base_bytes;          /* resident, then */
  uint8_t *covered;             /* edges, then, if that was in a question: see part */
  unsigned running;
} contest;

/* Contenders --------------------------------------------------------------- */

static uint64_t own_cost(const contest *c, contender k) {
  const uint64_t cost = c->of[k].last.cost;
  if (k == CONTENDER_PATHS) return cost ? cost : c->first_cost;
  return cost > c->first_cost ? cost - c->first_cost : 0;
}

/* Its processor time since the fork. */
static uint64_t used_ns(const contest *c, contender k) {
  const process *p = c->of + k;
  clockid_t id;
  struct timespec t;
  if (!p->id || clock_getcpuclockid(p->id, &id) || clock_gettime(id, &t))
    return p->last.used_ns;
  return (uint64_t) t.tv_sec * 1000000000u + (uint64_t) t.tv_nsec;
}

/* What the policy goes by.  With one job that is the counted cost, so that a run is
 * repeatable; with more it is not anyway, and processor time is what the count only
 * stands for. */
static bool goes_by_time(const contest *c) { return c->o->jobs > 1; }

enum { UNIT_NS = 1000000 / COST_MS };

static uint64_t spent(const contest *c, contender k) {
  if (!goes_by_time(c)) return own_cost(c, k);
  return (used_ns(c, k) + (k == CONTENDER_PATHS ? c->first_ns : 0)) / UNIT_NS;
}

/* It may decide though something is open: paths that were cut, or bugs that are
 * possible only, since joins as the program asks for them forget. */
static bool may_leave_open(contender k) {
  return k == CONTENDER_PATHS || contender_rows[k].is_annotated;
}

/*
 * A contender may have cost so much, counted: a multiple of what each one has that may
 * leave something open.  With that the verdict does not depend on who was faster.  Let
 * P be what that one cost in all, if it ends with something open: contender k decides
 * if it ends within times * P, and gives its bugs up to there, in whatever order they
 * had their slices.
 */
static uint64_t may_cost(const contest *c, contender k) {
  uint64_t most = UINT64_MAX;
  for (unsigned j = 0; j < CONTENDERS; j++) {
    if (j == k || !may_leave_open(j) || c->of[j].is_gone) continue;
    uint64_t cost = own_cost(c, j);
    if (j != CONTENDER_PATHS && cost < limits.cli_first)
      cost = limits.cli_first;  /* so that others can begin */
    if (c->times * cost < most) most = c->times * cost;
  }
  return most;
}

static uint64_t own_bytes(const contest *c, contender k) {
  const uint64_t bytes = c->of[k].last.memory_bytes;
  if (c->of[k].is_gone || bytes <= c->base_bytes) return 0;
  return bytes - c->base_bytes;
}

/* Its place in the ledger; NULL where nobody watches. */
static ledger_process *watched(const contest *c, contender k) {
  _Static_assert((int) CONTENDERS <= (int) LEDGER_PROCESSES, "each has a place");
  return c->s->ledger ? c->s->ledger->process + k : NULL;
}

static void end_process(contest *c, contender k) {
  process *p = c->of + k;
  if (!p->id) return;
  if (watched(c, k)) watched(c, k)->id = 0;
  kill(p->id, SIGKILL);
  while (waitpid(p->id, NULL, 0) < 0 && errno == EINTR) continue;
  close(p->orders);
  close(p->findings);
  c->running -= p->runs;
  p->runs = p->is_stopped = false;
  p->id = 0;
}

/* One contender less.  Why: NULL if that is nothing to report. */
static void lose(contest *c, contender k, const char *why) {
  end_process(c, k);
  c->of[k].is_gone = true;
  if (!why) return;
  vec_push(&c->s->texts, mem_format("%s: %s", contender_rows[k].text, why));
  vec_push(&c->s->lost, vec_last(&c->s->texts));
}

static const char out_of_memory[] = "it was out of memory";

static const char *why_gone(const contest *c, contender k) {
  const ledger_process *w = watched(c, k);
  return w && w->was_ended ? out_of_memory : "it died";
}

static bool is_there(const contest *c, contender k) {
  return !c->of[k].is_gone && !c->of[k].has_ended;
}

static unsigned count_there(const contest *c) {
  unsigned count = 0;
  for (unsigned k = 0; k < CONTENDERS; k++) count += is_there(c, k);
  return count;
}

static bool is_of_use(const contest *c, contender k) {
  const wire_slice *l = &c->of[k].last;
  const contender_row *row = contender_rows + k;
  return row->has_templates  ? l->templates > 0
         : row->is_annotated ? l->forgotten > 0
         : row->folds        ? l->returned > 0
                             : l->drops > 0;
}

/* It is given up at that cost, not somewhat later: see may_cost. */
static bool may_end_as_useless(const contest *c, contender k) {
  const contender_row *row = contender_rows + k;
  return (row->compares || row->has_templates || row->folds) && !is_of_use(c, k);
}

/* What it had executed when it had that cost. */
static uint64_t executed(const process *p, uint64_t cost) {
  mark before = {0, 0};
  for (uint32_t j = 0; j < p->marks.count; j++) {
    const mark next = p->marks.items[j];
    if (next.cost > cost) {
      const double part = (double) (cost - before.cost) /
                          (double) (next.cost - before.cost);
      return before.instructions +
             (uint64_t) (part * (double) (next.instructions - before.instructions));
    }
    before = next;
  }
  return before.instructions;
}

static void note_mark(contest *c, contender k) {
  process *p = c->of + k;
  const mark now = {spent(c, k), p->last.instructions > c->first_instructions
                                     ? p->last.instructions - c->first_instructions : 0};
  if (p->marks.count && now.cost < vec_last(&p->marks).cost / 8 * 9) return;
  vec_push(&p->marks, now);
}

/* The least cost of those who join without templates. */
static uint64_t least_of_joins(const contest *c) {
  uint64_t least = UINT64_MAX;
  for (unsigned k = 0; k < CONTENDERS; k++)
    if (contender_rows[k].joins && !contender_rows[k].has_templates &&
        is_there(c, k) && spent(c, k) < least)
      least = spent(c, k);
  return least;
}

static policy_history history_of(const contest *c) {
  const uint64_t least = least_of_joins(c);
  const wire_slice *paths = &c->of[CONTENDER_PATHS].last;
  const double rate = (double) spent(c, CONTENDER_PATHS) /
                      (double) (own_cost(c, CONTENDER_PATHS) + 1);
  policy_history h = {.estimate = paths->estimate * rate,
                      .is_reliable = paths->is_reliable,
                      .cores = (unsigned) c->o->jobs};
  for (unsigned k = 0; k < CONTENDERS; k++) {
    const process *p = c->of + k;
    h.of[k] = (struct policy_entry) {
      .cost = spent(c, k), .is_there = is_there(c, k),
      .is_running = p->runs || own_cost(c, k) >= may_cost(c, k),
      .is_promising = is_of_use(c, k),
      .instructions = executed(p, least),
      .is_mostly_diagrams = 2 * p->last.diagram_cost > own_cost(c, k),
      .moved_cost = p->moved_cost,
      .states = p->last.states_peak,
      .states_cost = p->states_cost, .covered = p->last.covered,
      .covered_cost = p->covered_cost};
  }
  return h;
}

/* False: this is the contender. */
static bool start_process(contest *c, contender k) {
  int orders[2], findings[2];
  if (pipe(orders)) {
    lose(c, k, "no pipe could be had");
    return true;
  }
  if (pipe(findings)) {
    close(orders[0]);
    close(orders[1]);
    lose(c, k, "no pipe could be had");
    return true;
  }
  fflush(NULL);
  const pid_t parent = getpid(), id = fork();
  if (!id) {
    close(orders[1]);
    close(findings[0]);
    for (unsigned j = 0; j < CONTENDERS; j++)
      if (c->of[j].id) {
        close(c->of[j].orders);
        close(c->of[j].findings);
      }
    contender_begin(c->s, k, c->o->of + k, c->o->stop, parent, orders[0],
                    findings[1]);
    return false;
  }
  close(orders[0]);
  close(findings[1]);
  if (id < 0) {
    close(orders[1]);
    close(findings[0]);
    lose(c, k, "no process could be had");
    return true;
  }
  if (watched(c, k)) {
    watched(c, k)->is_needed = k == CONTENDER_PATHS;
    watched(c, k)->id = id;
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
  for (unsigned j = 0; j < CONTENDERS; j++) others += j == k ? 0 : own_bytes(c, j);
  return others < all - all / 8 ? all - others : all / 8;
}

/* How far it goes in its next slice, counted. */
static uint64_t slice_end(const contest *c, const policy_history *h, contender k) {
  const uint64_t cost = own_cost(c, k), had = spent(c, k);
  uint64_t slice = policy_slice(h, k);
  if (had > COST_MS && cost)
    slice = (uint64_t) ((double) slice * (double) cost / (double) had) + 1;
  uint64_t end = cost + slice;
  if (may_end_as_useless(c, k) && end > limits.cli_useless)
    end = limits.cli_useless;
  if (end > may_cost(c, k)) end = may_cost(c, k);
  return end;
}

/* It has a core from now on. */
static void begin_slice(contest *c, const policy_history *h, contender k) {
  process *p = c->of + k;
  p->runs = true;
  p->is_stopped = false;
  p->until_ns = used_ns(c, k) + UNIT_NS * policy_slice(h, k);
  c->running++;
}

/* A slice is counted, and may take longer than was foreseen: a question to Z3 is not
 * interrupted.  Then its process is stopped wherever it is, so that others have the
 * core; nothing depends on when, since processor time is not repeatable anyway.  One
 * that has begun to say something goes on, or nobody would read to the end of it. */
static void stop_late(contest *c, contender k) {
  process *p = c->of + k;
  if (used_ns(c, k) < p->until_ns) return;
  p->runs = false;
  const policy_history h = history_of(c);
  p->runs = true;
  const contender next = policy_next(&h);
  if (next == k || next == CONTENDERS) {
    p->until_ns += UNIT_NS * policy_slice(&h, k);
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
}

/* Cores that no contender has work for are the paths', if that was asked for. */
static unsigned processes_for(const contest *c, contender k) {
  const unsigned there = count_there(c);
  return k == CONTENDER_PATHS && c->s->o->jobs && c->o->jobs > there
             ? (unsigned) c->o->jobs - there + 1 : 1;
}

/* Hands out slices as long as there are jobs.  False: this is a contender. */
static bool hand_out(contest *c) {
  while (c->running < c->o->jobs) {
    const policy_history h = history_of(c);
    const contender k = policy_next(&h);
    if (k == CONTENDERS) return true;
    process *p = c->of + k;
    if (!p->id && !start_process(c, k)) return false;
    if (!p->id) continue;
    if (p->is_stopped) {
      begin_slice(c, &h, k);
      kill(p->id, SIGCONT);
      continue;
    }
    const uint64_t base = k == CONTENDER_PATHS ? 0 : c->first_cost;
    const wire_order order = {
      .until = base + slice_end(c, &h, k),
      .memory_bytes = memory_for(c, k),
      .gives_way = k != CONTENDER_PATHS || count_there(c) > 1,
      .processes = processes_for(c, k)};
    wire w = {.read = 0};
    wire_put(&w, &order, sizeof order);
    if (wire_send(p->orders, WIRE_GO, &w)) begin_slice(c, &h, k);
    else lose(c, k, why_gone(c, k));
    wire_release(&w);
  }
  return true;
}

/* Findings ----------------------------------------------------------------- */

static void take_edges(contest *c, wire *w) {
  uint8_t *edges = exec_covered_edges(c->s->exec);
  uint8_t *functions = exec_covered_functions(c->s->exec);
  const uint32_t most = c->s->program->edge_count;
  while (w->read < w->bytes.count && !w->is_short) {
    uint32_t n;
    wire_get(w, &n, sizeof n);
    if (n < most) edges[n] = 1;
    else if (n - most < c->s->program->functions.count) functions[n - most] = 1;
  }
}

/* One that takes nothing first, since others' tests do, is of no use; but a final
 * state is to have a test if its contender decides. */
static void take_test(contest *c, contender k, wire *w) {
  session *s = c->s;
  bool is_final, is_new = false;
  uint32_t count;
  uint8_t *edges = exec_covered_edges(s->exec);
  const uint32_t size = w->bytes.count;
  wire_get(w, &is_final, sizeof is_final);
  wire_get(w, &count, sizeof count);
  for (uint32_t j = 0; j < count && !w->is_short; j++) {
    uint32_t n;
    wire_get(w, &n, sizeof n);
    if (n >= s->program->edge_count) continue;
    is_new |= !s->tested[n];
    s->tested[n] = edges[n] = 1;
  }
  if (is_new || !count) {
    if (s->jobs && k != CONTENDER_PATHS)
      jobs_note(s->jobs, JOBS_TEST, w, w->read, size - w->read);
    wire_write_test(w, s);
  } else if (is_final) {
    vec_push(&c->of[k].held, *w);
    *w = (wire) {.read = 0};
  }
}

/* Of the contender that finishes the run. */
static void write_held(contest *c, contender k) {
  for (uint32_t j = 0; j < c->of[k].held.count; j++)
    wire_write_test(c->of[k].held.items + j, c->s);
}

static void take_bug(contest *c, contender k, wire *w) {
  session_bug b;
  wire_get_bug(w, c->s, &b);
  wire_get_attached(w, c->s);
  if (c->s->jobs && k != CONTENDER_PATHS)
    c->s->journal.bug(c->s->journal.context, &b);
  session_adopt_bug(c->s, &b);
  if (c->s->o->max_bugs && c->s->counted >= c->s->o->max_bugs && !*c->o->stop)
    *c->o->stop = OUTCOME_CUT_BUGS;
}

/* The one with the most memory, the paths left out. */
static contender largest(const contest *c) {
  contender most = CONTENDERS;
  for (unsigned k = CONTENDER_PATHS + 1; k < CONTENDERS; k++)
    if (c->of[k].id &&
        (most == CONTENDERS || own_bytes(c, k) > own_bytes(c, most)))
      most = k;
  return most;
}

/* The contender said how its slice ended.  True: it decides. */
static bool take_slice(contest *c, contender k, wire *w) {
  process *p = c->of + k;
  const wire_slice before = p->last;
  wire_get(w, &p->last, sizeof p->last);
  const uint64_t now = spent(c, k);
  if (p->last.covered > before.covered) p->covered_cost = now;
  if (p->last.instructions > before.instructions) p->moved_cost = now;
  if (p->last.states_peak > before.states_peak) p->states_cost = now;
  note_mark(c, k);
  p->runs = false;
  c->running--;
  switch (p->last.pause) {
  case EXPLORE_PAUSED:
    if (may_end_as_useless(c, k) && own_cost(c, k) >= limits.cli_useless)
      lose(c, k, NULL);
    return false;
  case EXPLORE_FULL:
    if (k != CONTENDER_PATHS) lose(c, k, out_of_memory);
    else if (largest(c) != CONTENDERS) lose(c, largest(c), out_of_memory);
    return false;
  case EXPLORE_STOPPED:
    if (k == CONTENDER_PATHS) {
      if (!*c->o->stop) *c->o->stop = p->last.stop;
    } else {
      lose(c, k, NULL);
    }
    return false;
  case EXPLORE_ENDED: break;
  }
  if (p->last.is_complete) return true;
  if (!may_leave_open(k)) {
    char *cut = wire_get_bytes(w, NULL);
    char *why = mem_format("it ended, but something was cut%s%s",
                           cut && *cut ? ": " : "", cut ? cut : "");
    lose(c, k, why);
    free(why);
    free(cut);
    return false;
  }
  p->has_ended = true;
  return false;
}

/* One message.  True: its contender decides. */
static bool take_message(contest *c, contender k) {
  wire w = {.read = 0};
  wire_kind kind;
  bool decides = false;
  if (!wire_receive(c->of[k].findings, &kind, &w)) {
    lose(c, k, why_gone(c, k));
  } else {
    switch (kind) {
    case WIRE_SLICE: decides = take_slice(c, k, &w); break;
    case WIRE_EDGES: take_edges(c, &w); break;
    case WIRE_BUG: take_bug(c, k, &w); break;
    case WIRE_TEST: take_test(c, k, &w); break;
    case WIRE_GO: case WIRE_FINISH: break;
    }
  }
  wire_release(&w);
  return decides;
}

/* Until the first slice is over by processor time. */
static int wait_ms(const contest *c) {
  uint64_t least = TICK_MS;
  if (!goes_by_time(c)) return TICK_MS;
  for (unsigned k = 0; k < CONTENDERS; k++) {
    const process *p = c->of + k;
    const uint64_t used = p->runs ? used_ns(c, k) : 0;
    if (!p->runs) continue;
    const uint64_t left = used < p->until_ns ? (p->until_ns - used) / 1000000 + 1 : 1;
    if (left < least) least = left;
  }
  return (int) least;
}

/* Waits until a contender says something, or a while; takes what was said.  Who
 * decides, or CONTENDERS. */
static contender listen(contest *c) {
  struct pollfd all[CONTENDERS];
  contender of[CONTENDERS];
  nfds_t count = 0;
  for (unsigned k = 0; k < CONTENDERS; k++)
    if (c->of[k].runs) {
      of[count] = k;
      all[count++] = (struct pollfd) {c->of[k].findings, POLLIN, 0};
    }
  if (poll(all, count, wait_ms(c)) > 0)
    for (nfds_t i = 0; i < count; i++)
      if (all[i].revents && c->of[of[i]].runs && take_message(c, of[i]))
        return of[i];
  if (goes_by_time(c))
    for (unsigned k = 0; k < CONTENDERS; k++)
      if (c->of[k].runs) stop_late(c, k);
  return CONTENDERS;
}

/* One ended, but something is open. */
static void lose_late(contest *c) {
  for (unsigned k = 0; k < CONTENDERS; k++)
    if (is_there(c, k) && !c->of[k].runs && own_cost(c, k) >= may_cost(c, k))
      lose(c, k, NULL);
}

/* The end ------------------------------------------------------------------ */

static void show(contest *c) {
  session_view *v = &c->s->view;
  *v = (session_view) {.is_set = true};
  for (unsigned k = 0; k < CONTENDERS; k++) {
    const process *p = c->of + k;
    v->memory_bytes += k == CONTENDER_PATHS ? p->last.memory_bytes
                                            : own_bytes(c, k);
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

static void note_costs(contest *c) {
  for (unsigned k = 0; k < CONTENDERS; k++)
    if (own_cost(c, k))
      vec_push(&c->s->contenders,
               ((report_count) {contender_rows[k].text,
                                spent(c, k) / (COST_MS / 1000)}));
}

/* It is sent all that was found, and goes on in our place. */
static bool hand_over(contest *c, contender k) {
  session *s = c->s;
  write_held(c, k);
  outdir_flush(s->out);         /* it appends to what is there */
  wire w = {.read = 0};
  const wire_finish head = {
    .stop = *c->o->stop, .tests = s->tests, .bugs = s->bugs.count,
    .contenders = s->contenders.count, .lost = s->lost.count,
    .outdir_failed = outdir_failed(s->out)};
  wire_put(&w, &head, sizeof head);
  wire_put(&w, exec_covered_edges(s->exec), s->program->edge_count);
  wire_put(&w, exec_covered_functions(s->exec), s->program->functions.count);
  wire_put(&w, s->tested, s->program->edge_count);
  for (uint32_t j = 0; j < s->bugs.count; j++)
    wire_put_bug(&w, s->bugs.items + j);
  wire_put(&w, s->contenders.items, s->contenders.count * sizeof *s->contenders.items);
  for (uint32_t j = 0; j < s->lost.count; j++)
    wire_put_bytes(&w, s->lost.items[j], strlen(s->lost.items[j]));
  if (watched(c, k)) watched(c, k)->is_needed = true;
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
  process *p = c->of + k;
  if (!p->id) return false;
  if (p->is_stopped) {
    const policy_history h = history_of(c);
    begin_slice(c, &h, k);
    kill(p->id, SIGCONT);
  }
  if (p->runs) signal_stop(c, k);
  const double began = clock_ms();
  while (p->runs) {
    struct pollfd one = {p->findings, POLLIN, 0};
    if (poll(&one, 1, TICK_MS) > 0) take_message(c, k);
    if (p->runs && clock_ms() - began > limits.cli_contender_grace_ms)
      lose(c, k, "it did not stop");
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
}

static bool has_open_end(const contest *c) {
  for (unsigned k = 0; k < CONTENDERS; k++)
    if (c->of[k].has_ended && !c->of[k].is_gone) return true;
  return false;
}

/* The contender that is to finish the run; CONTENDERS: none is left. */
static contender conduct(contest *c) {
  contender decides = CONTENDERS;
  while (!*c->o->stop && decides == CONTENDERS) {
    if (has_open_end(c)) lose_late(c);
    if (!hand_out(c)) return CONTENDERS;        /* a contender: see contend_run */
    if (!c->running) break;
    decides = listen(c);
    if (c->s->jobs) jobs_flush(c->s->jobs);
    show(c);
  }
  if (decides != CONTENDERS) return decides;
  for (unsigned k = 0; k < CONTENDERS; k++)
    if (!*c->o->stop ? c->of[k].has_ended && !c->of[k].is_gone : await_stop(c, k))
      return k;
  return CONTENDERS;
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
  uint64_t conflicts, begun_ns; /* ... what it took, and since when */
} alone;

/* A question may take longer than all the rest.  Then this process forks in the middle
 * of it: the paths go on there, where they are, and this process gives the question up,
 * so that others can begin. */
static void part(uint64_t conflicts) {
  contest *c = alone.c;
  session *s = c->s;
  const uint64_t question = solver_get_stats(exec_solver(s->exec))->queries;
  if (alone.question != question) {
    alone.question = question;
    alone.conflicts = 0;
    alone.begun_ns = clock_used_ns();
  }
  alone.conflicts += conflicts;
  const bool is_long =
      goes_by_time(c)
          ? clock_used_ns() - alone.begun_ns >= UNIT_NS * limits.cli_first
          : alone.conflicts * limits.explore_cost_conflict >= limits.cli_first;
  if (!is_long || *c->o->stop || s->o->resume || explore_is_busy(s->explore)) return;
  yield_hook = NULL;
  if (!start_process(c, CONTENDER_PATHS)) {
    contender_take_up();
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

/* By the paths alone; longer if nothing has split. */
static explore_pause begin_alone(contest *c, uint64_t begun_ns) {
  explore *e = c->s->explore;
  const uint64_t once = goes_by_time(c) ? COST_MS : limits.cli_first;
  explore_progress p = explore_get_progress(e);
  alone.c = c;
  for (;;) {
    yield_hook = part;
    const explore_pause pause = explore_go(e, p.cost + once);
    if (c->s->remote) return pause;
    yield_hook = NULL;
    p = explore_get_progress(e);
    if (pause != EXPLORE_PAUSED || c->covered) return pause;
    if (goes_by_time(c) &&
        clock_used_ns() - begun_ns < UNIT_NS * limits.cli_first_of_many)
      continue;
    if (p.has_split || p.cost >= (uint64_t) limits.cli_first * limits.cli_late)
      return pause;
  }
}

/* The contender's exploration is over.  Whether the run is its to finish. */
static contend_end go_on(session *s) {
  if (contender_run()) return CONTEND_WON;
  solver_flush(exec_solver(s->exec));
  _exit(0);
}

contend_end contend_run(session *s, const contend_options *o, state *first,
                        int *status) {
  contend_options all = *o;
  contest c = {.s = s, .o = &all};
  const uint64_t used = clock_used_ns();
  explore_begin(s->explore, s->exec, first);
  const explore_pause pause = begin_alone(&c, used);
  if (s->remote) {
    contender_end_slice(pause);
    return go_on(s);
  }
  if (c.covered) forget_rest(&c);
  else if (pause != EXPLORE_PAUSED) {
    explore_end(s->explore);
    return CONTEND_ALONE;
  }
  if (!c.covered) explore_keep_roots(s->explore);
  else if (!explore_get_progress(s->explore).has_split)
    for (unsigned k = 0; k < CONTENDERS; k++) all.of[k].from = s->start;
  const explore_progress began = explore_get_progress(s->explore);
  c.first_cost = began.cost;
  c.first_ns = clock_used_ns() - used;
  c.first_instructions = exec_get_stats(s->exec)->instructions;
  c.times = is_bounded(&c) ? limits.cli_times_bounded : limits.cli_times;
  c.base_bytes = began.memory_bytes;
  if (s->ledger) s->ledger->shared_bytes = began.memory_bytes;
  for (unsigned k = 0; k < CONTENDERS; k++) c.of[k].is_gone = !o->has[k];
  const summaries *diagrams = exec_get_strategy(s->exec).summaries;
  if (diagrams && summaries_get_stats(diagrams)->atoms)         /* values are, too */
    for (unsigned k = 0; k < CONTENDERS; k++)
      c.of[k].is_gone |= !contender_rows[k].has_diagrams;
  c.of[CONTENDER_PATHS].last.estimate = began.estimate;
  const contender decides = conduct(&c);
  if (s->remote) return go_on(s);
  note_costs(&c);
  progress_end(s->progress);
  /* What joins made possible is not, if one has ended with nothing open. */
  if (decides != CONTENDERS && c.of[decides].last.is_complete &&
      c.of[decides].last.pause == EXPLORE_ENDED)
    session_drop_possible(s);
  const bool is_handed_over = decides != CONTENDERS && hand_over(&c, decides);
  forget_held(&c);
  const bool is_parted = c.covered;
  free(c.covered);
  if (is_handed_over) {
    for (unsigned k = 0; k < CONTENDERS; k++)
      if (k != decides) end_process(&c, k);
    *status = wait_for(&c, decides);
    if (!*o->stop) job_ledger_remove(jobs_where(s));
    return CONTEND_FINISHED;
  }
  /* Nobody is left: what is not explored any further was cut. */
  for (unsigned k = 0; k < CONTENDERS; k++) end_process(&c, k);
  if (*o->stop) explore_end(s->explore);
  if (!*o->stop || is_parted)
    session_count_cut(s, "runs whose contenders were all given up");
  return CONTEND_ALONE;
}
