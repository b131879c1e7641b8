#include "base/clock.h"
#include "base/fatal.h"
#include "solver/solver.h"
#include "test/check.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

/*
 * One interrupt: a hard question of each kind, to each solver, with a time of its
 * own and with a clock of the run.  It must end within a second of processor
 * time after that (SLACK_S more, 2 unless it is set), and must say why it has no answer.
 */
enum { TIME_MS = 300, LATE_MS = 1000 };

static volatile int stop;

static void ring(int signal) {
  (void) signal;
  stop = 1;
}

static expr input(expr_table *t, unsigned width) {
  return expr_symbol(t, expr_new_symbol(t, SYMBOL_INPUT, width, "x"));
}

/* Two factors of a number that has two only. */
static expr factors(expr_table *t) {
  const expr a = input(t, 64), b = input(t, 64), one = expr_const(t, 64, 1);
  const expr half = expr_const(t, 64, UINT64_C(1) << 32);
  expr all = expr_eq(t, expr_binary(t, EXPR_MUL, a, b),
                     expr_const(t, 64, UINT64_C(11772611925531908933)));
  all = expr_and(t, all, expr_and(t, expr_binary(t, EXPR_ULT, one, a),
                                  expr_binary(t, EXPR_ULT, one, b)));
  return expr_and(t, all, expr_and(t, expr_binary(t, EXPR_ULT, a, half),
                                   expr_binary(t, EXPR_ULT, b, half)));
}

/* Two circuits of some 30 million gates each. */
static expr wide(expr_table *t) {
  const expr a = input(t, EXPR_MAX_WIDTH), b = input(t, EXPR_MAX_WIDTH);
  return expr_eq(t, expr_binary(t, EXPR_MUL, a, b), expr_binary(t, EXPR_UDIV, a, b));
}

static uint64_t bits_of(double d) {
  uint64_t bits;
  memcpy(&bits, &d, sizeof bits);
  return bits;
}

static expr number(expr_table *t, double d) {
  return expr_const(t, 64, bits_of(d));
}

static expr with(expr_table *t, expr_op op, expr a, expr b) {
  const expr none = {0};
  return expr_float(t, op, op == EXPR_FLT || op == EXPR_FEQ ? 1 : 64,
                    ROUND_NEAREST_EVEN, a, b, none);
}

/* So many operations that the circuit alone takes minutes. */
static expr chain(expr_table *t) {
  const expr x = input(t, 64);
  expr y = x;
  for (unsigned i = 0; i < 20000; i++)
    y = with(t, EXPR_FADD, with(t, EXPR_FMUL, y, x), number(t, i % 97 + 0.5));
  return with(t, EXPR_FEQ, y, number(t, 3.25));
}

/* Quotients of powers, a product of two of which is the third and a tenth, inputs in [1, 2]: no box decides. */
static expr cubes(expr_table *t) {
  expr cube[3], all = expr_true(t);
  for (unsigned i = 0; i < 3; i++) {
    const expr x = input(t, 64);
    cube[i] = with(t, EXPR_FDIV, with(t, EXPR_FMUL, x, with(t, EXPR_FMUL, x, x)),
                   with(t, EXPR_FADD, x, number(t, 1e-3)));
    all = expr_and(t, all, expr_and(t, with(t, EXPR_FLT, number(t, 1), x),
                                    with(t, EXPR_FLT, x, number(t, 2))));
  }
  return expr_and(t, all, with(t, EXPR_FEQ, with(t, EXPR_FMUL, cube[0], cube[1]),
                               with(t, EXPR_FADD, cube[2], number(t, 0.1))));
}

/* Several questions that share no input. */
static expr apart(expr_table *t) {
  expr all = factors(t);
  for (unsigned i = 0; i < 11; i++) all = expr_and(t, all, factors(t));
  return all;
}

static const struct { const char *name; expr (*make)(expr_table *); } kinds[] = {
  {"factors", factors}, {"apart", apart}, {"wide", wide}, {"chain", chain}, {"cubes", cubes},
};

static void ends_in_time(unsigned kind, unsigned how, bool by_clock) {
  expr_table *t = expr_table_new();
  const expr e = kinds[kind].make(t);
  solver_options o = solver_defaults;
  if (how == 1) o.sat = o.boxes = o.products = false;   /* Z3 alone */
  if (how == 2) o.z3 = o.boxes = o.products = false;    /* SAT alone */
  if (how == 3) o.sat = o.z3 = false;                   /* neither */
  if (!by_clock) o.max_query_ms = TIME_MS;
  o.stop = &stop;
  solver *s = solver_new(t, &o);
  stop = 0;
  const struct itimerval in = {.it_value = {.tv_usec = TIME_MS * 1000}};
  const uint64_t begun = clock_used_ns();
  if (by_clock) setitimer(ITIMER_REAL, &in, NULL);
  const answer a = solver_check(s, &e, 1);
  const uint64_t took_ms = (clock_used_ns() - begun) / 1000000;
  const char *slack = getenv("SLACK_S");
  const uint64_t most = TIME_MS + LATE_MS + (slack ? strtoull(slack, NULL, 10) : 2) * 1000;
  if (took_ms > most)
    fatal("%s, solver %u, %s: %u ms", kinds[kind].name, how,
          by_clock ? "clock" : "time", (unsigned) took_ms);
  if (took_ms > TIME_MS && a == ANSWER_UNKNOWN)
    CHECK(!strcmp(solver_unknown_reason(s), by_clock ? "interrupted" : "time"));
  solver_free(s);
  expr_table_free(t);
  for (struct itimerval left; by_clock && !stop;) {     /* it may still ring */
    getitimer(ITIMER_REAL, &left);
    if (!left.it_value.tv_usec && !left.it_value.tv_sec) break;
  }
}

int main(void) {
  signal(SIGALRM, ring);
  for (unsigned kind = 0; kind < sizeof kinds / sizeof *kinds; kind++)
    for (unsigned how = 0; how < 4; how++)
      for (unsigned by_clock = 0; by_clock < 2; by_clock++)
        ends_in_time(kind, how, by_clock);
  return 0;
}
