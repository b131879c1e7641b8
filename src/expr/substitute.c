#include "expr/table.h"

#include <string.h>

/*
 * Results by index of the term, valid for one call: if their stamp is that
 * call's.  The arrays stay with the table, so that a small substitution in a
 * large table costs little.  The depth of terms is not bounded, so the walk
 * keeps its own stack.
 */
struct substitution {
  expr *result;
  uint32_t *stamp;
  uint32_t capacity, call;
  VEC(uint32_t) stack;
};

void substitution_free(struct substitution *s) {
  if (!s) return;
  free(s->result);
  free(s->stamp);
  vec_release(&s->stack);
  free(s);
}

/* Room for every term. */
static struct substitution *get(expr_table *t) {
  if (!t->substitution)
    t->substitution = mem_zeroed(1, sizeof *t->substitution);
  struct substitution *s = t->substitution;
  if (s->capacity < t->count) {
    const uint32_t old = s->capacity;
    s->capacity = mem_grown(old, t->count);
    s->result = mem_resize(s->result, s->capacity, sizeof *s->result);
    s->stamp = mem_resize(s->stamp, s->capacity, sizeof *s->stamp);
    memset(s->stamp + old, 0, (s->capacity - old) * sizeof *s->stamp);
  }
  return s;
}

uint32_t expr_substitution(expr_table *t) {
  struct substitution *s = get(t);
  if (++s->call == 0) {         /* wrapped: old stamps would look new */
    memset(s->stamp, 0, s->capacity * sizeof *s->stamp);
    s->call = 1;
  }
  return s->call;
}

static void set(struct substitution *s, uint32_t call, uint32_t id, expr result) {
  s->result[id] = result;
  s->stamp[id] = call;
}

/* The term over the results of its operands. */
static expr rebuilt(expr_table *t, const struct substitution *s, uint32_t id,
                    const expr_node *n) {
  expr x[3] = {{0}, {0}, {0}};
  bool same = true;
  for (unsigned i = 0; i < table_ops[n->op].arity; i++) {
    x[i] = s->result[n->arg[i].id];
    same &= expr_same(x[i], n->arg[i]);
  }
  return same ? (expr) {id} : expr_rebuild(t, (expr) {id}, x);
}

static expr of_symbol(uint32_t id, uint64_t symbol, const uint32_t *from,
                      const expr *to, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    if (from[i] == symbol) return to[i];
  return (expr) {id};
}

/* To rebuild a quantifier may substitute in it: what is on the stack below, and stamps of
 * this call, are not that one's. */
expr expr_substitute_in(expr_table *t, uint32_t call, expr e, const uint32_t *from,
                        const expr *to, uint32_t count) {
  struct substitution *s = get(t);
  const uint32_t below = s->stack.count;
  vec_push(&s->stack, e.id);
  while (s->stack.count > below) {
    const uint32_t id = vec_last(&s->stack), before = s->stack.count;
    const expr_node n = t->nodes[id];
    for (unsigned i = 0; i < table_ops[n.op].arity; i++)
      if (s->stamp[n.arg[i].id] != call)
        vec_push(&s->stack, n.arg[i].id);
    if (s->stack.count != before) continue;
    s->stack.count--;
    if (s->stamp[id] == call) continue;
    set(s, call, id, n.op == EXPR_VAR ? of_symbol(id, n.imm, from, to, count)
                                      : rebuilt(t, s, id, &n));
  }
  return s->result[e.id];
}

expr expr_substitute(expr_table *t, expr e, const uint32_t *from, const expr *to,
                     uint32_t count) {
  return expr_substitute_in(t, expr_substitution(t), e, from, to, count);
}
