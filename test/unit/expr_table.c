#include "expr/eval.h"
#include "expr/expr.h"
#include "test/check.h"

#include <string.h>

static void equal_terms_have_equal_indices(void) {
  expr_table *t = expr_table_new();
  const expr x = expr_symbol(t, expr_new_symbol(t, SYMBOL_INPUT, 8, "x"));
  const expr y = expr_symbol(t, expr_new_symbol(t, SYMBOL_INPUT, 8, "y"));
  CHECK(expr_same(expr_binary(t, EXPR_ADD, x, y),
                  expr_binary(t, EXPR_ADD, y, x)));
  CHECK(!expr_same(expr_binary(t, EXPR_SUB, x, y),
                   expr_binary(t, EXPR_SUB, y, x)));
  CHECK(expr_same(expr_const(t, 8, 0x1ff), expr_const(t, 8, 0xff)));
  CHECK(!expr_same(expr_const(t, 8, 1), expr_const(t, 9, 1)));
  expr_table_check(t);
  expr_table_free(t);
}

static void wide_constants_are_interned_by_value(void) {
  expr_table *t = expr_table_new();
  const uint64_t limbs[2] = {7, UINT64_MAX};
  const expr a = expr_wide(t, 100, limbs), b = expr_wide(t, 100, limbs);
  uint64_t back[2], word;
  CHECK(expr_same(a, b));
  CHECK(!expr_same(a, expr_wide(t, 101, limbs)));
  CHECK(!expr_value(t, a, &word));
  expr_limbs(t, a, back);
  CHECK(back[0] == 7 && back[1] == UINT64_MAX >> 28);
  const expr sum = expr_binary(t, EXPR_ADD, a, expr_const(t, 100, 1));
  expr_limbs(t, sum, back);
  CHECK(back[0] == 8);
  for (uint64_t i = 0; i < 50; i++) {
    const uint64_t many[3] = {i, 0, i};
    CHECK(expr_same(expr_wide(t, 192, many), expr_wide(t, 192, many)));
  }
  expr_table_check(t);
  expr_table_free(t);
}

static void flags_travel_up(void) {
  expr_table *t = expr_table_new();
  const expr x = expr_symbol(t, expr_new_symbol(t, SYMBOL_INPUT, 32, "x"));
  const expr u = expr_symbol(t, expr_new_symbol(t, SYMBOL_UNINIT, 32, "u"));
  const expr sum = expr_binary(t, EXPR_ADD, x, u);
  CHECK(expr_has(t, sum, EXPR_HAS_UNINIT) && !expr_has(t, x, EXPR_HAS_UNINIT));
  const expr f = expr_float(t, EXPR_FADD, 32, ROUND_NEAREST_EVEN, x, x,
                            (expr) {0});
  CHECK(expr_has(t, f, EXPR_HAS_FLOAT) && !expr_has(t, f, EXPR_HAS_UNINIT));
  expr_table_free(t);
}

static void prints_shared_terms_once(void) {
  char text[256] = "";
  FILE *out = fmemopen(text, sizeof text, "w");
  expr_table *t = expr_table_new();
  const expr x = expr_symbol(t, expr_new_symbol(t, SYMBOL_INPUT, 8, "x"));
  const expr sum = expr_binary(t, EXPR_ADD, x, expr_const(t, 8, 1));
  expr_print(t, expr_binary(t, EXPR_MUL, sum, sum), out);
  fclose(out);
  CHECK(!strcmp(text, "(let ((?1 (bvadd |x!0| #x01))) (bvmul ?1 ?1))"));
  expr_table_free(t);
}

int main(void) {
  equal_terms_have_equal_indices();
  wide_constants_are_interned_by_value();
  flags_travel_up();
  prints_shared_terms_once();
}
