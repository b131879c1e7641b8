#include "base/mem.h"
#include "base/random.h"
#include "expr/eval.h"
#include "test/check.h"
#include "test/unit/expr_reference.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * A solver's reading of the printed text against our own evaluation: for
 * random terms under a random assignment, "the term differs from its value"
 * must be unsatisfiable.
 */
enum { ROUNDS = 4, TERMS = 60, SYMBOLS = 4, FLOATS = 24 };

static void print_value(FILE *out, unsigned width, uint64_t value) {
  fputs("#b", out);
  while (width--) fputc(value >> width & 1 ? '1' : '0', out);
}

static void print_claim(FILE *out, expr_table *t, evaluator *v, expr e) {
  fputs("(push)(assert (not (= ", out);
  expr_print(t, e, out);
  fputc(' ', out);
  print_value(out, expr_width(t, e), evaluator_value(v, e));
  fputs(")))(check-sat)(pop)\n", out);
}

static void print_bit_vectors(FILE *out, uint64_t seed) {
  static const unsigned widths[SYMBOLS] = {8, 13, 32, 1};
  expr term[TERMS];
  unsigned width[TERMS], count = 0;
  random_source r = {seed};
  expr_table *t = expr_table_new();
  evaluator *v = evaluator_new(t);
  expr_set_rewriting(t, seed % 2);
  fputs("(reset)\n", out);
  for (; count < SYMBOLS; count++) {
    const uint32_t s =
        expr_new_symbol(t, SYMBOL_INPUT, widths[count], "a |name\\");
    const uint64_t value = random_next(&r) & reference_mask(widths[count]);
    width[count] = widths[count];
    term[count] = expr_symbol(t, s);
    evaluator_assign(v, s, value);
    fputs("(declare-const ", out);
    expr_print(t, term[count], out);
    fprintf(out, " (_ BitVec %u))(assert (= ", widths[count]);
    expr_print(t, term[count], out);
    fputc(' ', out);
    print_value(out, widths[count], value);
    fputs("))\n", out);
  }
  while (count < TERMS) {
    reference_step s;
    if (!reference_draw(&r, width, count, 64, &s)) continue;
    term[count] = reference_build(t, &s, term);
    width[count] = s.width;
    print_claim(out, t, v, term[count++]);
  }
  evaluator_free(v);
  expr_table_free(t);
}

/* Moderate values: NaN has many bits, and fp.rem of far exponents takes a
 * solver for ever. */
static void print_floats(FILE *out) {
  static const double values[] = {0.0, -0.0, 1.0, -2.5, 3.75, 100.0, 0.1,
                                  -7.0, 1e10, 5.5};
  static const expr_op ops[] = {EXPR_FADD, EXPR_FSUB, EXPR_FMUL, EXPR_FDIV,
                                EXPR_FREM, EXPR_FFMA, EXPR_FSQRT, EXPR_FROUND,
                                EXPR_FEQ, EXPR_FLT, EXPR_FLE, EXPR_FTOF,
                                EXPR_FTOS, EXPR_STOF, EXPR_UTOF};
  random_source r = {7};
  fputs("(reset)\n", out);
  for (unsigned i = 0; i < FLOATS; i++) {
    expr_table *t = expr_table_new();
    evaluator *v = evaluator_new(t);
    expr x[3];
    fputs("(push)\n", out);
    for (unsigned k = 0; k < 3; k++) {
      const uint32_t s = expr_new_symbol(t, SYMBOL_INPUT, 64, "f");
      double d = values[random_below(&r, 10)];
      uint64_t bits;
      x[k] = expr_symbol(t, s);
      if (ops[i % 15] == EXPR_FREM) d = k ? 2.5 : -7.0;
      if (ops[i % 15] == EXPR_FSQRT) d = 2.0;
      if (ops[i % 15] == EXPR_FDIV && k) d = 3.0;
      memcpy(&bits, &d, sizeof bits);
      evaluator_assign(v, s, bits);
      fputs("(declare-const ", out);
      expr_print(t, x[k], out);
      fputs(" (_ BitVec 64))(assert (= ", out);
      expr_print(t, x[k], out);
      fputc(' ', out);
      print_value(out, 64, bits);
      fputs("))\n", out);
    }
    const expr_op op = ops[i % 15];
    const unsigned arity = expr_arity(op);
    const unsigned width = op == EXPR_FEQ || op == EXPR_FLT || op == EXPR_FLE
                               ? 1
                           : op == EXPR_FTOF || op == EXPR_STOF ? 32 : 64;
    const expr none = {0};
    const expr e = expr_float(t, op, width,
                              (expr_rounding) (op == EXPR_FROUND ? i % 5
                                                : i % 2 ? ROUND_UP
                                                        : ROUND_NEAREST_EVEN),
                              x[0], arity > 1 ? x[1] : none,
                              arity > 2 ? x[2] : none);
    print_claim(out, t, v, e);
    fputs("(pop)\n", out);
    evaluator_free(v);
    expr_table_free(t);
  }
}

/* The library is a part of every build; opened by name, since this room may
 * not include its headers. */
static char *ask(const char *text) {
  void *library = dlopen("libz3.so", RTLD_NOW);
  if (!library) library = dlopen("libz3.so.4", RTLD_NOW);
  if (!library) fatal("%s", dlerror());
  void *(*mk_config)(void) = NULL, *(*mk_context)(void *) = NULL;
  const char *(*eval)(void *, const char *) = NULL;
  void (*del_config)(void *) = NULL, (*del_context)(void *) = NULL;
  *(void **) &mk_config = dlsym(library, "Z3_mk_config");
  *(void **) &del_config = dlsym(library, "Z3_del_config");
  *(void **) &del_context = dlsym(library, "Z3_del_context");
  *(void **) &mk_context = dlsym(library, "Z3_mk_context");
  *(void **) &eval = dlsym(library, "Z3_eval_smtlib2_string");
  CHECK(mk_config && mk_context && del_config && del_context && eval);
  void *config = mk_config(), *context = mk_context(config);
  char *answer = mem_string(eval(context, text));
  del_context(context);
  del_config(config);
  return answer;
}

/* Every answer must be unsat, and there must be this many. */
static void must_be_unsat(const char *text, unsigned count) {
  unsigned answers = 0;
  char *all = ask(text);
  for (const char *line = all; *line; line = strchr(line, '\n') + 1) {
    if (strncmp(line, "unsat\n", 6)) {
      fputs(text, stderr);
      fatal("answer %u: %.200s", answers, line);
    }
    answers++;
  }
  CHECK(answers == count);
  free(all);
}

static void a_solver_reads_what_we_evaluate(void) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  CHECK(out);
  for (uint64_t seed = 1; seed <= ROUNDS; seed++) print_bit_vectors(out, seed);
  print_floats(out);
  fclose(out);
  must_be_unsat(text, ROUNDS * (TERMS - SYMBOLS) + FLOATS);
  free(text);
}

/* Products and quotients of two symbols are what a solver is slow at. */
static bool is_hard(const expr_table *t, const reference_step *s,
                    const expr *term) {
  switch (s->op) {
  case EXPR_MUL: case EXPR_UDIV: case EXPR_SDIV: case EXPR_UREM:
  case EXPR_SREM:
    return !expr_is_const(t, term[s->arg[0]]) &&
           !expr_is_const(t, term[s->arg[1]]) && s->width > 6;
  default:
    return false;
  }
}

/* The same random term built with and without the rewriter, of widths that
 * cannot be enumerated: that they differ is unsatisfiable. */
static void a_solver_proves_rewritten_terms_equal(void) {
  enum { PROOFS = 60, STEPS = 40 };
  char *text = NULL;
  size_t size = 0;
  unsigned claims = 0;
  FILE *out = open_memstream(&text, &size);
  CHECK(out);
  for (uint64_t seed = 1; seed <= PROOFS; seed++) {
    expr term[STEPS], plain[STEPS];
    unsigned width[STEPS], count = 0;
    random_source r = {seed};
    expr_table *t = expr_table_new(), *u = expr_table_new();
    expr_set_rewriting(u, false);
    fputs("(reset)\n", out);
    while (count < STEPS) {
      const bool symbol = count < SYMBOLS;
      if (symbol || random_below(&r, 4) == 0) {
        width[count] = count == 3 ? 1 : count == 2 ? 8
                       : 9 + (unsigned) (seed % 24);
        uint64_t value = random_next(&r) >> random_below(&r, 64);
        if (symbol) {
          term[count] = expr_symbol(
              t, expr_new_symbol(t, SYMBOL_INPUT, width[count], "s"));
          plain[count] = expr_symbol(
              u, expr_new_symbol(u, SYMBOL_INPUT, width[count], "s"));
          fputs("(declare-const ", out);
          expr_print(t, term[count], out);
          fprintf(out, " (_ BitVec %u))\n", width[count]);
        } else {
          if (random_below(&r, 3) == 0) value = 0 - (value & 15);
          term[count] = expr_const(t, width[count], value);
          plain[count] = expr_const(u, width[count], value);
        }
        count++;
        continue;
      }
      reference_step s;
      if (!reference_draw(&r, width, count, 40, &s)) continue;
      if (is_hard(u, &s, plain)) continue;
      term[count] = reference_build(t, &s, term);
      plain[count] = reference_build(u, &s, plain);
      width[count++] = s.width;
    }
    /* the last terms contain most of the earlier ones */
    for (unsigned i = STEPS - 12; i < STEPS; i++) {
      fputs("(push)(assert (not (= ", out);
      expr_print(t, term[i], out);
      fputc(' ', out);
      expr_print(u, plain[i], out);
      fputs(")))(check-sat)(pop)\n", out);
      claims++;
    }
    expr_table_free(t);
    expr_table_free(u);
  }
  fclose(out);
  must_be_unsat(text, claims);
  free(text);
}

int main(void) {
  a_solver_reads_what_we_evaluate();
  a_solver_proves_rewritten_terms_equal();
}
