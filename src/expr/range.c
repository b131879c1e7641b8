#include "expr/range.h"

#include "expr/table.h"

struct range_store { range *of; uint8_t *known; uint32_t capacity; VEC(uint32_t) stack; };

void range_store_free(struct range_store *s) {
  if (!s) return;
  free(s->of);
  free(s->known);
  vec_release(&s->stack);
  free(s);
}

range range_of(expr_table *t, expr e) {
  const expr_node *n = at(t, e);
  const uint64_t mask = n->width <= 64 ? bits_mask(n->width) : UINT64_MAX;
  if (n->op == EXPR_CONST && n->width <= 64)
    return (range) {n->imm, n->imm, ~n->imm & mask, n->imm};
  return (range) {0, mask, 0, 0};
}
