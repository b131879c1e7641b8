#include "base/random.h"
#include "zeq/constraint.h"

#include <stdlib.h>
#include <time.h>

/*
 * How long the form of a constraint takes as it grows: random constraints of N
 * conjuncts over N unobservable and a few observable symbols, each conjunct's
 * symbols near to each other, as those of a path are.  Prints "nodes ns" a line;
 * bench/zeq/plot draws them.
 */
enum { OBSERVABLES = 8, REPEATS = 5 };

static zeq_symbol look(void *context, uint32_t symbol) {
  (void) context;
  if (symbol < OBSERVABLES) return (zeq_symbol) {ZEQ_OBSERVABLE, symbol};
  return (zeq_symbol) {ZEQ_FREE, 0};
}

static expr any(expr_table *t, random_source *r, const expr *symbols,
                uint32_t near, uint32_t count) {
  if (!random_below(r, 4)) return symbols[random_below(r, OBSERVABLES)];
  uint32_t at = OBSERVABLES + near + (uint32_t) random_below(r, 6);
  if (at >= count) at = count - 1;
  (void) t;
  return symbols[at];
}

/* Of this process alone: the machine may have other work. */
static uint64_t spent_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (uint64_t) t.tv_sec * 1000000000u + (uint64_t) t.tv_nsec;
}

static void measure(uint32_t n) {
  expr_table *t = expr_table_new();
  random_source r = {n};
  const uint32_t count = OBSERVABLES + n;
  expr *symbols = malloc(count * sizeof *symbols);
  for (uint32_t k = 0; k < count; k++)
    symbols[k] = expr_symbol(t, expr_new_symbol(t, SYMBOL_FRESH, 32, "s"));
  static const expr_op values[] = {EXPR_ADD, EXPR_MUL, EXPR_XOR, EXPR_AND};
  static const expr_op bits[] = {EXPR_EQ, EXPR_ULT, EXPR_SLT};
  zeq_constraint c = {0};
  for (uint32_t k = 0; k < n; k++) {
    expr a = any(t, &r, symbols, k, count);
    for (unsigned i = 0; i < 2; i++)
      a = expr_binary(t, values[random_below(&r, 4)], a,
                      any(t, &r, symbols, k, count));
    vec_push(&c.conjuncts, expr_binary(t, bits[random_below(&r, 3)], a,
                                       any(t, &r, symbols, k, count)));
  }
  zeq_core *core = zeq_core_new(t);
  const zeq_view view = {look, NULL};
  zeq_form f = {0};
  uint64_t best = UINT64_MAX;
  for (unsigned k = 0; k < REPEATS; k++) {
    vec_clear(&f);
    const uint64_t began = spent_ns();
    zeq_append_form(core, &c, &view, ZEQ_OURS, &f);
    const uint64_t spent = spent_ns() - began;
    if (spent < best) best = spent;
  }
  printf("%u %llu\n", zeq_core_nodes(core), (unsigned long long) best);
  vec_release(&f);
  zeq_core_free(core);
  zeq_constraint_release(&c);
  free(symbols);
  expr_table_free(t);
}

int main(void) {
  for (uint32_t n = 500; n <= 20000; n += n < 4000 ? 500 : 2000) measure(n);
  return 0;
}
