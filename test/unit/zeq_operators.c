#include "expr/fold.h"
#include "test/check.h"
#include "zeq/graph.h"

/* Every line of zeq/operators.def against all values at small widths.  Floats
 * are NEVER and claim nothing. */
enum { WIDTHS = 4 };

typedef struct instance {
  expr_op op;
  unsigned width, operand_width;
  uint64_t imm;
} instance;

static uint64_t value(const instance *i, uint64_t a, uint64_t b, uint64_t c) {
  return fold_word(i->op, i->width, i->operand_width, i->imm, a, b, c);
}

/* How many values each operand has; CONCAT's lower part and the arms of ITE
 * are as wide as the operator says. */
static void sizes(const instance *i, uint64_t n[3]) {
  n[0] = n[1] = n[2] = 1;
  const unsigned arity = expr_arity(i->op);
  n[0] = UINT64_C(1) << i->operand_width;
  if (arity > 1) n[1] = n[0];
  if (i->op == EXPR_CONCAT) n[1] = UINT64_C(1) << (i->width - i->operand_width);
  if (i->op == EXPR_ITE || i->op == EXPR_CHOICE)
    n[0] = 2, n[1] = n[2] = UINT64_C(1) << i->width;
}

/* For every value, and all choices of the operands not in `by`, there are
 * operands in `by` that bring it about. */
static bool suffices(const instance *i, unsigned by) {
  uint64_t n[3], v[3];
  sizes(i, n);
  for (uint64_t want = 0; want < UINT64_C(1) << i->width; want++)
    for (uint64_t fixed = 0; fixed < n[0] * n[1] * n[2]; fixed++) {
      bool found = false;
      for (uint64_t free = 0; free < n[0] * n[1] * n[2] && !found; free++) {
        uint64_t f = fixed, g = free;
        for (unsigned k = 0; k < 3; f /= n[k], g /= n[k], k++)
          v[k] = by >> k & 1 ? g % n[k] : f % n[k];
        found = value(i, v[0], v[1], v[2]) == want;
      }
      if (!found) return false;
    }
  return true;
}

static void claim_holds(const instance *i) {
  const unsigned two[] = {3, 5, 6};
  switch (zeq_kind_of(i->op)) {
  case KIND_LEAF: case KIND_NEVER: break;
  case KIND_ONLY: CHECK(suffices(i, 1)); break;
  case KIND_EITHER: CHECK(suffices(i, 1) && suffices(i, 2)); break;
  case KIND_BOTH: CHECK(suffices(i, 3)); break;
  case KIND_TWO:
    for (unsigned k = 0; k < 3; k++) CHECK(suffices(i, two[k]));
  }
}

static bool is_comparison(expr_op op) {
  return op >= EXPR_EQ && op <= EXPR_SLE;
}

static void each_operator_does_what_its_line_claims(void) {
  for (int op = EXPR_NOT; op < EXPR_FADD; op++)
    for (unsigned width = 1; width <= WIDTHS; width++) {
      instance i = {(expr_op) op, width, width, 0};
      if (is_comparison(i.op)) i.width = 1;
      if (i.op == EXPR_ITE || i.op == EXPR_CHOICE) {
        if (width > 2) continue;
        i.operand_width = 1;
      }
      if (i.op == EXPR_CONCAT || i.op == EXPR_ZEXT || i.op == EXPR_SEXT) {
        for (i.operand_width = 1; i.operand_width < width; i.operand_width++)
          claim_holds(&i);
      } else if (i.op == EXPR_EXTRACT) {
        for (i.width = 1; i.width <= width; i.width++)
          for (i.imm = 0; i.imm + i.width <= width; i.imm++) claim_holds(&i);
      } else {
        claim_holds(&i);
      }
    }
}

/* No line claims less than is true of type I and II at every width. */
static void type_two_operators_are_not_type_one(void) {
  const expr_op both[] = {EXPR_MUL, EXPR_UDIV, EXPR_SDIV, EXPR_UREM, EXPR_SREM,
                          EXPR_AND, EXPR_OR, EXPR_SHL, EXPR_LSHR, EXPR_ASHR,
                          EXPR_ULT, EXPR_ULE, EXPR_SLT, EXPR_SLE};
  for (size_t k = 0; k < sizeof both / sizeof *both; k++) {
    instance i = {both[k], is_comparison(both[k]) ? 1 : 2, 2, 0};
    CHECK(zeq_kind_of(i.op) == KIND_BOTH);
    CHECK(!(suffices(&i, 1) && suffices(&i, 2)));
  }
}

static void extensions_miss_values(void) {
  for (unsigned width = 2; width <= WIDTHS; width++)
    for (int op = EXPR_ZEXT; op <= EXPR_SEXT; op++) {
      const instance i = {(expr_op) op, width, width - 1, 0};
      CHECK(!suffices(&i, 1));
      CHECK(zeq_kind_of(i.op) == KIND_NEVER);
    }
}

int main(void) {
  each_operator_does_what_its_line_claims();
  type_two_operators_are_not_type_one();
  extensions_miss_values();
  return 0;
}
