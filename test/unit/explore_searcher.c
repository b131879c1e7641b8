#include "explore/searcher.h"
#include "base/mem.h"
#include "explore/fields.h"
#include "test/check.h"

#include <string.h>

/* Searchers see states only from outside: these have nothing in them. */

static const char *const all[] = {"dfs", "bfs", "random-path", "coverage",
                                  "interleaved"};
enum { ALL = sizeof all / sizeof *all };

typedef VEC(state *) states;

static state *add(searcher *s, states *live, const state *parent) {
  state *new = state_new();
  new->id = live->count;
  s->class_of->add(s, new, parent);
  vec_push(live, new);
  return new;
}

static void remove_at(searcher *s, states *live, uint32_t at) {
  state *gone = live->items[at];
  s->class_of->remove(s, gone);
  CHECK(!explore_of(gone)->schedule);
  state_free(gone);
  live->items[at] = vec_pop(live);
}

static void dismiss(searcher *s, states *live) {
  while (live->count) remove_at(s, live, 0);
  vec_release(live);
  searcher_free(s);
}

/* A hundred states beside each other, searched for coverage. */
static searcher *crowded(states *live) {
  searcher *s = searcher_new("coverage", 2);
  add(s, live, NULL);
  for (unsigned k = 0; k < 100; k++) add(s, live, live->items[0]);
  return s;
}

static bool contains(const states *live, const state *wanted, uint32_t *at) {
  for (*at = 0; *at < live->count; ++*at)
    if (live->items[*at] == wanted) return true;
  return false;
}

/* Whatever is born and dies in whatever order: what is chosen is alive, and
 * the count is right. */
static void only_living_states_are_picked(void) {
  for (unsigned k = 0; k < ALL; k++) {
    random_source r = {.state = k};
    searcher *s = searcher_new(all[k], 5);
    states live = {0};
    add(s, &live, NULL);
    for (unsigned step = 0; step < 20000 && live.count; step++) {
      CHECK(s->count == live.count);
      uint32_t at;
      CHECK(contains(&live, searcher_any(s), &at));
      state *chosen = s->class_of->pick(s);
      CHECK(contains(&live, chosen, &at));
      chosen->covers_new = random_below(&r, step < 10000 ? 3 : 2000) == 0;
      switch (random_below(&r, live.count < 40 ? 5 : 2)) {
      case 0: remove_at(s, &live, at); break;
      case 1: remove_at(s, &live, (uint32_t) random_below(&r, live.count));
        break;
      case 2: s->class_of->ran(s, chosen); break;
      default:
        add(s, &live, chosen);
        if (random_below(&r, 2)) s->class_of->ran(s, chosen);
      }
      if (!live.count) add(s, &live, NULL);
    }
    while (live.count) remove_at(s, &live, live.count - 1);
    CHECK(!s->count);
    searcher_free(s);
    vec_release(&live);
  }
}

/* Nobody ends, and yet everybody comes; but nobody is left as long as others
 * end. */
static void depth_first_sets_aside_who_does_not_end(void) {
  for (unsigned ends = 0; ends < 2; ends++) {
    searcher *s = searcher_new("dfs", 3);
    states live = {0};
    bool chosen[12] = {false};
    unsigned seen = 0;
    add(s, &live, NULL);
    for (unsigned i = 1; i < 12; i++) add(s, &live, NULL);
    for (unsigned turn = 0; turn < 20000; turn++) {
      state *now = s->class_of->pick(s);
      seen += !chosen[now->id];
      chosen[now->id] = true;
      s->class_of->ran(s, now);
      if (ends) searcher_note_end(s);
    }
    CHECK(seen == (ends ? 1 : 12));
    while (live.count) remove_at(s, &live, live.count - 1);
    searcher_free(s);
    vec_release(&live);
  }
}

/* A fair searcher forgets nobody, though none of them ever ends. */
static void every_state_is_picked_at_last(void) {
  for (unsigned k = 1; k < ALL; k++) {
    searcher *s = searcher_new(all[k], 3);
    states live = {0};
    bool chosen[64] = {false};
    add(s, &live, NULL);
    for (unsigned i = 1; i < 64; i++) add(s, &live, live.items[i / 2]);
    unsigned seen = 0;
    for (unsigned turn = 0; turn < 200000 && seen < 64; turn++) {
      state *now = s->class_of->pick(s);
      now->covers_new = now->id < 3;
      seen += !chosen[now->id];
      chosen[now->id] = true;
      s->class_of->ran(s, now);
    }
    CHECK(seen == 64);
    while (live.count) remove_at(s, &live, 0);
    searcher_free(s);
    vec_release(&live);
  }
}

static void depth_first_goes_on_and_then_takes_the_youngest(void) {
  searcher *s = searcher_new("dfs", 0);
  states live = {0};
  state *first = add(s, &live, NULL);
  state *a = add(s, &live, first), *b = add(s, &live, first);
  CHECK(s->class_of->pick(s) == first);
  s->class_of->ran(s, first);
  CHECK(s->class_of->pick(s) == first);
  s->class_of->remove(s, first);
  CHECK(s->class_of->pick(s) == b);
  state *c = add(s, &live, b);
  CHECK(s->class_of->pick(s) == b);
  s->class_of->remove(s, b);
  CHECK(s->class_of->pick(s) == c);
  s->class_of->remove(s, c);
  CHECK(s->class_of->pick(s) == a);
  s->class_of->remove(s, a);
  for (uint32_t k = 0; k < live.count; k++) state_free(live.items[k]);
  vec_release(&live);
  searcher_free(s);
}

static void breadth_first_goes_round(void) {
  searcher *s = searcher_new("bfs", 0);
  states live = {0};
  for (unsigned k = 0; k < 5; k++) add(s, &live, NULL);
  for (unsigned k = 0; k < 12; k++) {
    state *now = s->class_of->pick(s);
    CHECK(now->id == k % 5);
    s->class_of->ran(s, now);
  }
  dismiss(s, &live);
}

/* A lone state beside a crowded subtree comes every second time. */
static void random_paths_weigh_subtrees_not_states(void) {
  searcher *s = searcher_new("random-path", 11);
  states live = {0};
  state *lone = add(s, &live, NULL);
  state *crowd = add(s, &live, lone);
  for (unsigned k = 0; k < 30; k++) add(s, &live, crowd);
  unsigned chosen = 0;
  for (unsigned k = 0; k < 4000; k++) chosen += s->class_of->pick(s) == lone;
  CHECK(chosen > 1800 && chosen < 2200);
  dismiss(s, &live);
}

static void what_covered_something_new_comes_first(void) {
  states live = {0};
  searcher *s = crowded(&live);
  unsigned preferred = 0;
  for (unsigned k = 0; k < 400; k++) {
    live.items[57]->covers_new = true;
    s->class_of->ran(s, live.items[57]);
    preferred += s->class_of->pick(s) == live.items[57];
  }
  CHECK(preferred > 250);
  dismiss(s, &live);
}

/* Ten thousand turns without news are not ten thousand choices; news end it. */
static void without_news_whoever_is_chosen_goes_on(void) {
  states live = {0};
  searcher *s = crowded(&live);
  unsigned changes = 0;
  const state *before = NULL;
  for (unsigned k = 0; k < 10000; k++) {
    state *now = s->class_of->pick(s);
    changes += now != before;
    s->class_of->ran(s, now);
    before = now;
  }
  CHECK(changes > 30 && changes < 300);
  live.items[57]->covers_new = true;
  s->class_of->ran(s, live.items[57]);
  changes = 0;
  for (unsigned k = 0; k < 15; k++) {
    const state *now = s->class_of->pick(s);
    changes += now != before;
    before = now;
  }
  CHECK(changes > 5);
  dismiss(s, &live);
}

/* The last to be born of those beside it goes on for one that ended. */
static void relatives_go_on_for_the_dead(void) {
  states live = {0};
  searcher *s = crowded(&live);
  for (unsigned k = 0; k < 10000; k++) s->class_of->pick(s);
  state *now;
  do now = s->class_of->pick(s);
  while (s->chosen_at != s->picks);     /* has its slices before it */
  state *child = add(s, &live, now);
  CHECK(s->class_of->pick(s) == now);
  uint32_t at;
  CHECK(contains(&live, now, &at));
  remove_at(s, &live, at);
  CHECK(s->class_of->pick(s) == child);
  dismiss(s, &live);
}

static void the_same_seed_picks_the_same(void) {
  for (unsigned k = 2; k < ALL; k++) {
    uint32_t order[2][200];
    for (unsigned run = 0; run < 2; run++) {
      searcher *s = searcher_new(all[k], 77);
      states live = {0};
      add(s, &live, NULL);
      for (unsigned i = 0; i < 200; i++) {
        state *now = s->class_of->pick(s);
        order[run][i] = now->id;
        if (i % 3 == 0) add(s, &live, now);
        now->covers_new = i % 5 == 0;
        s->class_of->ran(s, now);
      }
      dismiss(s, &live);
    }
    CHECK(!memcmp(order[0], order[1], sizeof order[0]));
  }
}

/* However much one turn costs, each order has its share of the work: newest
 * first and coverage two fifths each, random path one; without news the last two
 * a sixteenth each. */
static void each_order_has_its_share(bool finds) {
  searcher *s = searcher_new("interleaved", 4);
  states live = {0};
  random_source r = {.state = 9};
  uint64_t work[SEARCHER_ORDERS] = {0}, all_work = 0;
  add(s, &live, NULL);
  for (unsigned k = 1; k < 50; k++) add(s, &live, live.items[k / 2]);
  for (unsigned turn = 0; turn < 50000; turn++) {
    state *now = s->class_of->pick(s);
    const searcher_order order = s->order;
    const uint64_t cost = random_below(&r, order == SEARCHER_RANDOM ? 9000
                                                                    : 900);
    work[order] += cost;
    all_work += cost;
    s->work = all_work;
    now->covers_new = finds && turn % 64 == 0;
    s->class_of->ran(s, now);
  }
  CHECK(work[SEARCHER_NEWEST] > all_work * (finds ? 6 : 16) / 20);
  CHECK(work[SEARCHER_COVERAGE] > all_work * (finds ? 6 : 1) / 20);
  CHECK(work[SEARCHER_RANDOM] > all_work * (finds ? 3 : 1) / 20);
  dismiss(s, &live);
}

/* Depth first stays in its subtree, whatever the others give birth to. */
static void newest_first_keeps_to_its_subtree(void) {
  searcher *s = searcher_new("interleaved", 0);
  states live = {0};
  state *first = add(s, &live, NULL);
  CHECK(s->class_of->pick(s) == first);
  state *a = add(s, &live, first), *b = add(s, &live, first);
  add(s, &live, a);             /* another order ran that one */
  CHECK(s->order == SEARCHER_NEWEST && s->class_of->pick(s) == first);
  uint32_t at;
  CHECK(contains(&live, first, &at));
  remove_at(s, &live, at);
  CHECK(s->class_of->pick(s) == b);
  dismiss(s, &live);
}

int main(void) {
  each_order_has_its_share(true);
  each_order_has_its_share(false);
  newest_first_keeps_to_its_subtree();
  only_living_states_are_picked();
  depth_first_sets_aside_who_does_not_end();
  every_state_is_picked_at_last();
  depth_first_goes_on_and_then_takes_the_youngest();
  breadth_first_goes_round();
  random_paths_weigh_subtrees_not_states();
  what_covered_something_new_comes_first();
  without_news_whoever_is_chosen_goes_on();
  relatives_go_on_for_the_dead();
  the_same_seed_picks_the_same();
  CHECK(!searcher_new("nothing", 0));
  return 0;
}
