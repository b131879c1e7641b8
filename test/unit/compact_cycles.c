#include "compact/cycles.h"
#include "base/vec.h"
#include "test/check.h"

#include <string.h>

/* Graphs are given as edges of single letters; letter `a` is node 0. */
typedef struct found {
  const char *names;
  char cores[64][16];
  uint32_t count;
} found;

static bool note(void *context, const uint32_t *core, uint32_t count) {
  found *f = context;
  CHECK(f->count < 64 && count + 2 < 16);
  for (uint32_t k = 0; k < count; k++)
    f->cores[f->count][k] = f->names[core[k]];
  f->cores[f->count++][count] = f->names[core[0]];
  return true;
}

static bool find_cycles(const char *names, const char *edges, uint64_t limit,
                        found *f) {
  cfg g = {.count = (uint32_t) strlen(names)};
  g.first = mem_zeroed(g.count + 1, sizeof *g.first);
  g.next = mem_zeroed(strlen(edges) + 1, sizeof *g.next);
  uint32_t count = 0;
  for (uint32_t from = 0; from < g.count; from++) {
    for (const char *e = edges; *e; e += 3)
      if (*e == names[from])
        g.next[count++] = (uint32_t) (strchr(names, e[1]) - names);
    g.first[from + 1] = count;
  }
  *f = (found) {.names = names};
  const bool all = cycles_each(&g, limit, note, f);
  cfg_release(&g);
  return all;
}

static bool has(const found *f, const char *core) {
  for (uint32_t k = 0; k < f->count; k++)
    if (!strcmp(f->cores[k], core)) return true;
  return false;
}

/* Figure 2 of the paper: one loop with a branching inside. */
static void a_branching_loop_has_four_cycles(void) {
  found f;
  CHECK(find_cycles("abcdex", "ab ax bc bd ce de ea ", 1000, &f));
  CHECK(f.count == 4);
  CHECK(has(&f, "abcea") && has(&f, "abdea"));
  CHECK(has(&f, "eabce") && has(&f, "eabde"));
}

/* Figure 3: insertion sort, two nested loops. */
static void nested_loops_have_seven_cycles(void) {
  found f;
  CHECK(find_cycles("abcdefgx", "ab ax bc cd ce ed ef fg gc da ", 1000, &f));
  CHECK(f.count == 7);
  CHECK(has(&f, "abcda") && has(&f, "abceda"));
  CHECK(has(&f, "cdabc") && has(&f, "cedabc") && has(&f, "cefgc"));
  CHECK(has(&f, "dabcd") && has(&f, "dabced"));
}

static void straight_code_has_none(void) {
  found f;
  CHECK(find_cycles("abcd", "ab ac bd cd ", 1000, &f));
  CHECK(f.count == 0);
}

static void a_block_can_be_its_own_loop(void) {
  found f;
  CHECK(find_cycles("abc", "ab bb bc ", 1000, &f));
  CHECK(f.count == 1 && has(&f, "bb"));
}

static void a_bound_ends_the_search(void) {
  found f;
  CHECK(!find_cycles("abcdex", "ab ax bc bd ce de ea ", 5, &f));
  CHECK(f.count < 4);
}

int main(void) {
  a_branching_loop_has_four_cycles();
  nested_loops_have_seven_cycles();
  straight_code_has_none();
  a_block_can_be_its_own_loop();
  a_bound_ends_the_search();
  return 0;
}
