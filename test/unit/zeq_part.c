/* What z-equivalence keeps in a state is copied, joined and checked with it, though
 * the executor knows nothing of it. */
#include "base/mem.h"
#include "test/check.h"
#include "zeq/fields.h"

#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static state *with_one(void) {
  state *s = state_new();
  open_conjunct *c = mem_zeroed(1, sizeof *c);
  c->refs = 1;
  zeq_of(s)->open = c;
  zeq_of(s)->open_count = 1;
  zeq_of(s)->weight = 7;
  return s;
}

static void a_new_state_has_nothing(void) {
  state *s = state_new();
  CHECK(!zeq_of(s)->open && !zeq_of(s)->open_count && !zeq_of(s)->weight);
  state_free(s);
}

static void copies_share_the_list(void) {
  state *a = with_one(), *b = state_copy(a);
  CHECK(zeq_of(b)->open == zeq_of(a)->open && zeq_of(a)->open->refs == 2);
  CHECK(zeq_of(b)->open_count == 1 && zeq_of(b)->weight == 7);
  state_free(a);
  CHECK(zeq_of(b)->open->refs == 1);
  state_free(b);
}

static void a_join_forgets_the_list(void) {
  state *a = with_one(), *b = with_one(), *s = state_copy(a);
  state_join_extensions(s, b);
  CHECK(!zeq_of(s)->open && !zeq_of(s)->open_count);
  CHECK(zeq_of(s)->weight == 7 && zeq_of(a)->open->refs == 1);
  state_free(s);
  state_free(a);
  state_free(b);
}

static bool aborts(const state *s) {
  fflush(stdout);
  const pid_t child = fork();
  if (!child) {
    CHECK(freopen("/dev/null", "w", stderr));
    state_check_extensions(NULL, s);
    _exit(0);
  }
  int status = 0;
  CHECK(waitpid(child, &status, 0) == child);
  return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

static void conjuncts_that_the_path_has_not_are_noticed(void) {
  state *s = state_new(), *bad = with_one();
  CHECK(!aborts(s) && aborts(bad));
  state_free(s);
  state_free(bad);
}

int main(void) {
  a_new_state_has_nothing();
  copies_share_the_list();
  a_join_forgets_the_list();
  conjuncts_that_the_path_has_not_are_noticed();
  puts("a strategy's fields go with the state");
}
