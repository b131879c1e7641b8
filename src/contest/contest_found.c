#include "contest/contest.h"

#include "base/limits.h"
#include "base/mem.h"
#include "jobs/jobs.h"

static void take_edges(contest *c, wire *w) {
  uint8_t *edges = exec_covered_edges(c->s->exec);
  uint8_t *functions = exec_covered_functions(c->s->exec);
  const uint32_t most = c->s->program->edge_count;
  while (w->read < w->bytes.count && !w->is_bad) {
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
  for (uint32_t j = 0; j < count && !w->is_bad; j++) {
    uint32_t n;
    wire_get(w, &n, sizeof n);
    if (n >= s->program->edge_count) continue;
    if (!s->tested[n]) vec_push(&c->tested, n);
    is_new |= !s->tested[n];
    s->tested[n] = edges[n] = 1;
  }
  c->of[k].has_news |= is_new;
  if (is_new || !count) {
    if (s->jobs && k != CONTENDER_PATHS)
      jobs_note(s->jobs, JOBS_TEST, w, w->read, size - w->read);
    wire_write_test(w, s, is_final);
  } else if (is_final) {
    vec_push(&c->of[k].held, *w);
    *w = (wire) {.read = 0};
  }
}

/* Of the contender that finishes the run. */
void contest_write_held(contest *c, contender k) {
  for (uint32_t j = 0; j < c->of[k].held.count; j++)
    wire_write_test(c->of[k].held.items + j, c->s, true);
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
        (most == CONTENDERS || contest_own_bytes(c, k) > contest_own_bytes(c, most)))
      most = k;
  return most;
}

/* The contender said how its slice ended.  True: it decides. */
static bool take_slice(contest *c, contender k, wire *w) {
  contest_process *p = c->of + k;
  const wire_slice before = p->last;
  wire_get(w, &p->last, sizeof p->last);
  const uint64_t now = contest_spent(c, k);
  if (p->has_news) p->news_cost = now;
  p->has_news = false;
  if (p->last.covered > before.covered) p->covered_cost = now;
  if (p->last.instructions > before.instructions) p->moved_cost = now;
  if (p->last.states_peak > before.states_peak) p->states_cost = now;
  contest_note_mark(c, k);
  p->runs = false;
  c->running--;
  switch (p->last.pause) {
  case EXPLORE_PAUSED:
    if (contest_may_end_as_useless(c, k) && contest_own_cost(c, k) >= limits.contest_useless)
      contest_lose(c, k, NULL);
    return false;
  case EXPLORE_FULL:
    if (k != CONTENDER_PATHS) contest_lose(c, k, contest_out_of_memory);
    else if (largest(c) != CONTENDERS) contest_lose(c, largest(c), contest_out_of_memory);
    return false;
  case EXPLORE_STOPPED:
    if (k == CONTENDER_PATHS) {
      if (!*c->o->stop) *c->o->stop = p->last.stop;
    } else {
      contest_lose(c, k, NULL);
    }
    return false;
  case EXPLORE_ENDED: break;
  }
  if (contender_rows[k].resizes) {   /* all sizes but those that were chosen */
    contest_lose(c, k, NULL);
    return false;
  }
  if (p->last.is_complete || (k == CONTENDER_PATHS && p->last.is_behind)) return true;
  if (!contest_may_leave_open(k)) {
    char *cut = wire_get_bytes(w, NULL);
    char *why = mem_format("it ended, but something was cut%s%s",
                           cut && *cut ? ": " : "", cut ? cut : "");
    contest_lose(c, k, why);
    free(why);
    free(cut);
    return false;
  }
  p->has_ended = true;
  return false;
}

/* One message.  True: its contender decides. */
bool contest_take_message(contest *c, contender k) {
  wire w = {.read = 0};
  wire_kind kind;
  bool decides = false;
  if (!wire_receive(c->of[k].findings, &kind, &w)) {
    contest_lose(c, k, contest_why_gone(c, k));
  } else {
    switch (kind) {
    case WIRE_SLICE: decides = take_slice(c, k, &w); break;
    case WIRE_EDGES: take_edges(c, &w); break;
    case WIRE_BUG: take_bug(c, k, &w); break;
    case WIRE_TEST: take_test(c, k, &w); break;
    case WIRE_CONFIRMS: wire_get(&w, &c->of[k].confirms, sizeof c->of[k].confirms); break;
    case WIRE_GO: case WIRE_FINISH: break;
    }
  }
  wire_release(&w);
  return decides;
}
