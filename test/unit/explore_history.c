#include "base/random.h"
#include "explore/fields.h"
#include "explore/history.h"
#include "test/check.h"

/* The record of splits and joins, driven by states that never run. */

typedef VEC(state *) flock;

static state *first_of(history *r) {
  state *s = state_new();
  history_start(r, s);
  return s;
}

static state *split(history *r, state *parent) {
  state *child = state_copy(parent);
  history_split(r, child, parent);
  return child;
}

static state *join(history *r, state *a, state *b) {
  state *joined = state_copy(a);
  history_join(r, joined, a, b);
  state_free(a);
  state_free(b);
  return joined;
}

static void end(history *r, state *s, outcome kind) {
  const ending e = {.kind = kind};
  history_end(r, s, &e);
  state_free(s);
}

static uint32_t count(const history *r, history_kind kind) {
  uint32_t n = 0;
  for (uint32_t k = 0; k < r->nodes.count; k++)
    n += r->nodes.items[k].kind == kind;
  return n;
}

static void every_kind_is_found_by_its_text(void) {
  for (unsigned k = 0; k < HISTORY_KINDS; k++) {
    history_kind found;
    CHECK(history_find(history_text((history_kind) k), &found) && found == k);
  }
  history_kind any;
  CHECK(!history_find("splits", &any));
}

static void the_cases_of_a_switch_split_at_one_node(void) {
  history r = {0};
  state *s = first_of(&r), *a = split(&r, s), *b = split(&r, s);
  CHECK(count(&r, HISTORY_SPLIT) == 1 && r.totals[HISTORY_SPLIT] == 2);
  CHECK(explore_of(a)->node == explore_of(s)->node);
  CHECK(explore_of(b)->node == explore_of(s)->node);
  s->instructions++;            /* it went on, and splits again */
  state *c = split(&r, s);
  CHECK(count(&r, HISTORY_SPLIT) == 2);
  CHECK(explore_of(c)->node != explore_of(a)->node);
  end(&r, a, OUTCOME_EXIT);
  end(&r, b, OUTCOME_EXIT);
  end(&r, c, OUTCOME_ASSERT);
  end(&r, s, OUTCOME_EXIT);
  CHECK(r.totals[HISTORY_END] == 4);
  history_release(&r);
}

static void states_that_meet_one_by_one_are_one_join(void) {
  history r = {0};
  state *s = first_of(&r), *a = split(&r, s), *b = split(&r, s);
  state *two = join(&r, s, a), *three = join(&r, two, b);
  CHECK(count(&r, HISTORY_JOIN) == 1 && r.totals[HISTORY_JOIN] == 2);
  const history_node *n = r.nodes.items + explore_of(three)->node;
  CHECK(n->kind == HISTORY_JOIN);
  uint32_t into = 0;
  for (uint32_t k = 0; k < r.edges.count; k++)
    into += r.edges.items[k].to == explore_of(three)->node;
  CHECK(into == 3);
  end(&r, three, OUTCOME_EXIT);
  history_release(&r);
}

static void a_new_start_forgets_the_old_record(void) {
  history r = {0};
  state *s = first_of(&r);
  end(&r, split(&r, s), OUTCOME_EXIT);
  history_start(&r, s);
  CHECK(r.nodes.count == 1 && !r.edges.count && !explore_of(s)->node);
  CHECK(r.totals[HISTORY_START] == 1 && !r.totals[HISTORY_END]);
  end(&r, s, OUTCOME_EXIT);
  CHECK(r.nodes.count == 2);
  history_release(&r);
}

/* What must hold whatever happened. */
static void check(const history *r, uint64_t bugs) {
  uint64_t seen[HISTORY_KINDS] = {0}, hidden_bugs = 0;
  uint32_t *children = mem_zeroed(r->nodes.count, sizeof *children);
  uint32_t *into = mem_zeroed(r->nodes.count, sizeof *into);
  for (uint32_t k = 0; k < r->edges.count; k++) {
    const history_edge e = r->edges.items[k];
    CHECK(e.from < r->nodes.count && e.to < r->nodes.count);
    CHECK(r->nodes.items[e.from].depth < r->nodes.items[e.to].depth);
    children[e.from]++;
    into[e.to]++;
  }
  for (uint32_t k = 0; k < r->nodes.count; k++) {
    const history_node *n = r->nodes.items + k;
    CHECK(n->children == children[k] && !k == !into[k]);
    seen[n->kind]++;
    hidden_bugs += n->hidden_bugs + (n->kind == HISTORY_END &&
        outcome_class_of(n->end) == OUTCOME_CLASS_BUG);
    for (unsigned h = 0; h < HISTORY_KINDS; h++) seen[h] += n->hidden[h];
  }
  for (unsigned k = 0; k < HISTORY_KINDS; k++) {
    const bool may_be_one_node = k == HISTORY_SPLIT || k == HISTORY_JOIN;
    CHECK(may_be_one_node ? seen[k] <= r->totals[k] : seen[k] == r->totals[k]);
  }
  CHECK(hidden_bugs == bugs);
  CHECK(r->nodes.count <= 32 * 64 + 2048 + 128);
  free(children);
  free(into);
}

static void take_out(flock *all, uint32_t at) {
  all->items[at] = vec_last(all);
  all->count--;
}

static void nothing_is_lost_when_there_is_no_room(void) {
  for (uint64_t seed = 0; seed < 20; seed++) {
    random_source random = {seed};
    history r = {0};
    flock all = {0};
    uint64_t bugs = 0;
    vec_push(&all, first_of(&r));
    const uint64_t joins = random_below(&random, 40);
    for (unsigned step = 0; step < 20000 && all.count; step++) {
      const uint32_t at = (uint32_t) random_below(&random, all.count);
      state *s = all.items[at];
      const uint64_t what = random_below(&random, 100);
      s->instructions += random_below(&random, 3);
      if (what < 50 || all.count < 2) vec_push(&all, split(&r, s));
      else if (what < 50 + joins) {
        take_out(&all, at);
        const uint32_t other = (uint32_t) random_below(&random, all.count);
        all.items[other] = join(&r, s, all.items[other]);
      } else if (what < 93) {
        const bool is_bug = what == 92;
        bugs += is_bug;
        take_out(&all, at);
        end(&r, s, is_bug ? OUTCOME_NULL_POINTER : OUTCOME_EXIT);
      } else if (what < 96) {
        history_note(&r, HISTORY_TEMPLATE, s);
      } else {
        take_out(&all, at);
        history_drop(&r, HISTORY_DROP, s);
        state_free(s);
      }
    }
    while (all.count) end(&r, vec_pop(&all), OUTCOME_CUT_TIME);
    check(&r, bugs);
    vec_release(&all);
    history_release(&r);
  }
}

int main(void) {
  every_kind_is_found_by_its_text();
  the_cases_of_a_switch_split_at_one_node();
  states_that_meet_one_by_one_are_one_join();
  a_new_start_forgets_the_old_record();
  nothing_is_lost_when_there_is_no_room();
  return 0;
}
