#include "merge/internal.h"

#include "base/limits.h"
#include "expr/varset.h"

/*
 * Invariants of a loop: what is kept of the values that a round of it changes.
 *
 * The left state is what went on from the loop's head, the right one came back.
 * Candidates are relations of the changed values to each other, to what they were
 * when the loop was entered, to constants of the function and to what the path
 * compares.  One is kept if it holds in both states.  The state that goes on next
 * assumes those that were kept, so each round only drops some, until what comes back
 * is covered: the rest is inductive (Houdini; Flanagan and Leino, FME 2001).
 *
 * A candidate is never more than a guess.  That it holds of the left state was asked
 * of the solver, or assumed there and nowhere else; of the right one it is asked
 * each time.  A correct answer is obtained if any is left out.
 */
enum { COMPARANDS = 12, CHANGED = 10, CONSTANTS = 8 };

typedef VEC(expr) terms;

static bool must(merging *w, const path *p, expr e) {
  if (expr_is_true(w->m->t, e)) return true;
  return path_may(w->m->solver, p, expr_not(w->m->t, e)) == ANSWER_UNSAT;
}

/* Weaker is sound: what cannot be added is left out. */
static void assume(merging *w, state *s, expr constraint) {
  path longer = path_copy(s->path);
  if (path_assume(w->m->solver, &longer, constraint) == ANSWER_SAT) {
    path_release(&s->path);
    s->path = longer;
    w->m->stats.invariants++;
  } else {
    path_release(&longer);
  }
}

/* The candidate, said of the right, the left and the joined values. */
static bool keep(merging *w, state *s, expr right, expr left, expr joined) {
  if (!must(w, &w->right->path, right) || !must(w, &w->left->path, left))
    return false;
  if (!must(w, &s->path, joined)) assume(w, s, joined);
  return true;
}

/* Comparands --------------------------------------------------------------- */

static void add(terms *all, expr e, uint32_t most) {
  for (uint32_t k = 0; k < all->count; k++)
    if (expr_same(all->items[k], e)) return;
  if (all->count < most) vec_push(all, e);
}

/* No symbol in it stands for what a join forgot: those change. */
static bool is_fixed(const merging *w, expr e) {
  expr_table *t = w->m->t;
  if (expr_has(t, e, EXPR_HAS_FORALL | EXPR_HAS_UNINIT)) return false;
  const varset set = varset_of(t, e);
  for (uint32_t k = 0; k < varset_count(t, set); k++)
    if (expr_symbol_class(t, varset_symbols(t, set)[k]) == SYMBOL_ABSTRACT)
      return false;
  return true;
}

static bool is_comparison(ir_opcode op) {
  switch (op) {
  case IR_EQI: case IR_NEI: case IR_ULTI: case IR_ULEI: case IR_UGTI:
  case IR_UGEI: case IR_SLTI: case IR_SLEI: case IR_SGTI: case IR_SGEI:
    return true;
  default: return false;
  }
}

static void add_constants(const merging *w, terms *all, unsigned width) {
  const ir_function *f = w->left->top->function;
  expr_table *t = w->m->t;
  add(all, expr_const(t, width, 0), CONSTANTS);
  add(all, expr_const(t, width, 1), CONSTANTS);
  for (uint32_t k = 0; k < f->insn_count; k++) {
    const ir_insn *i = f->insns + k;
    if (is_comparison((ir_opcode) i->op) && i->width == width)
      add(all, expr_const(t, width, i->imm), CONSTANTS);
  }
}

/* Numbers in a path may be those of candidates: they would make new ones for ever. */
static void add_compared(const merging *w, terms *all, expr condition,
                         unsigned width) {
  const expr_node n = expr_get(w->m->t, condition);
  uint64_t bits;
  switch ((expr_op) n.op) {
  case EXPR_NOT: add_compared(w, all, n.arg[0], width); break;
  case EXPR_EQ: case EXPR_ULT: case EXPR_ULE: case EXPR_SLT: case EXPR_SLE:
    for (unsigned k = 0; k < 2; k++)
      if (expr_width(w->m->t, n.arg[k]) == width && is_fixed(w, n.arg[k]) &&
          !expr_value(w->m->t, n.arg[k], &bits))
        add(all, n.arg[k], COMPARANDS);
    break;
  default: break;
  }
}

/* Of this width, constants first. */
static void find_comparands(const merging *w, terms *all, unsigned width) {
  const uint32_t count = path_count(&w->right->path);
  expr *all_of = mem_resize(NULL, count + 1, sizeof *all_of);
  add_constants(w, all, width);
  path_conjuncts(&w->right->path, all_of);
  for (uint32_t k = count; k-- > 0 && all->count < COMPARANDS;)
    add_compared(w, all, all_of[k], width);
  free(all_of);
}

/* Candidates --------------------------------------------------------------- */

static expr minus(expr_table *t, expr a, expr b) {
  return expr_binary(t, EXPR_SUB, a, b);
}

/* Where the value came from, over all rounds. */
static void trace(merging *w, pair *p) {
  expr_table *t = w->m->t;
  uint64_t step;
  p->first = p->left;
  for (uint32_t k = 0; k < w->before->values.count; k++) {
    const pair *old = w->before->values.items + k;
    if (!expr_same(old->joined, p->left)) continue;
    p->first = old->first;
    p->step = old->step;
    return;
  }
  const expr by = minus(t, p->right, p->left);
  p->step = expr_value(t, by, &step) && step ? by : (expr) {0};
}

/* a OP b, with one value of a pair in a. */
static void compare(merging *w, state *s, expr_op op, const pair *p, expr with,
                    bool is_swapped) {
  expr_table *t = w->m->t;
  const expr of[] = {p->right, p->left, p->joined};
  expr all[3];
  for (unsigned k = 0; k < 3; k++)
    all[k] = is_swapped ? expr_binary(t, op, with, of[k])
                        : expr_binary(t, op, of[k], with);
  keep(w, s, all[0], all[1], all[2]);
}

static void seek_bounds(merging *w, state *s, const pair *p, expr with) {
  static const expr_op ops[] = {EXPR_SLT, EXPR_SLE, EXPR_ULT, EXPR_ULE};
  for (unsigned k = 0; k < 4; k++) {
    compare(w, s, ops[k], p, with, false);
    compare(w, s, ops[k], p, with, true);
  }
}

/* The low bits of how far it went. */
static void seek_residue(merging *w, state *s, const pair *p) {
  expr_table *t = w->m->t;
  const unsigned width = expr_width(t, p->joined);
  for (unsigned bits = 3; bits && bits < width; bits--) {
    const expr of[] = {p->right, p->left, p->joined};
    expr all[3];
    for (unsigned k = 0; k < 3; k++)
      all[k] = expr_eq(t, expr_extract(t, minus(t, of[k], p->first), 0, bits),
                       expr_const(t, bits, 0));
    if (keep(w, s, all[0], all[1], all[2])) return;
  }
}

/* step b * (a - first a) = step a * (b - first b) */
static void seek_line(merging *w, state *s, const pair *a, const pair *b) {
  expr_table *t = w->m->t;
  if (!a->step.id || !b->step.id) return;
  const expr of[][2] = {
    {a->right, b->right}, {a->left, b->left}, {a->joined, b->joined}};
  expr all[3];
  const bool is_same = expr_same(a->step, b->step);
  for (unsigned k = 0; k < 3; k++) {
    const expr x = minus(t, of[k][0], a->first), y = minus(t, of[k][1], b->first);
    all[k] = is_same ? expr_eq(t, x, y)
                     : expr_eq(t, expr_binary(t, EXPR_MUL, b->step, x),
                               expr_binary(t, EXPR_MUL, a->step, y));
  }
  keep(w, s, all[0], all[1], all[2]);
}

static void seek_order(merging *w, state *s, const pair *a, const pair *b) {
  static const expr_op ops[] = {EXPR_EQ, EXPR_SLE, EXPR_ULE};
  expr_table *t = w->m->t;
  for (unsigned k = 0; k < 3; k++) {
    if (keep(w, s, expr_binary(t, ops[k], a->right, b->right),
             expr_binary(t, ops[k], a->left, b->left),
             expr_binary(t, ops[k], a->joined, b->joined)) && !k)
      return;
    keep(w, s, expr_binary(t, ops[k], b->right, a->right),
         expr_binary(t, ops[k], b->left, a->left),
         expr_binary(t, ops[k], b->joined, a->joined));
  }
}

/* What the two sum up to. */
static void seek_sum(merging *w, state *s, const pair *a, const pair *b) {
  expr_table *t = w->m->t;
  const expr first = expr_binary(t, EXPR_ADD, a->first, b->first);
  const expr of[][2] = {
    {a->right, b->right}, {a->left, b->left}, {a->joined, b->joined}};
  expr all[3];
  for (unsigned k = 0; k < 3; k++)
    all[k] = expr_eq(t, expr_binary(t, EXPR_ADD, of[k][0], of[k][1]), first);
  keep(w, s, all[0], all[1], all[2]);
}

static void seek_alone(merging *w, state *s, const pair *p) {
  terms with = {0};
  const unsigned width = expr_width(w->m->t, p->joined);
  find_comparands(w, &with, width);
  if (is_fixed(w, p->first)) add(&with, p->first, COMPARANDS + 1);
  seek_residue(w, s, p);
  for (uint32_t k = 0; k < with.count; k++) seek_bounds(w, s, p, with.items[k]);
  vec_release(&with);
}

void invariant_constrain(merging *w, state *s) {
  uint32_t changed[CHANGED], count = 0;
  for (uint32_t k = 0; k < w->pairs.count; k++)
    if (w->pairs.items[k].is_abstract) trace(w, w->pairs.items + k);
  for (uint32_t k = 0; k < w->pairs.count && count < CHANGED; k++)
    if (w->pairs.items[k].is_abstract) changed[count++] = k;
  solver_set_limit(w->m->solver, limits.merge_element_conflicts);
  for (uint32_t i = 0; i < count; i++)
    for (uint32_t j = i + 1; j < count; j++) {
      const pair *a = w->pairs.items + changed[i];
      const pair *b = w->pairs.items + changed[j];
      if (expr_width(w->m->t, a->joined) != expr_width(w->m->t, b->joined))
        continue;
      seek_line(w, s, a, b);
      seek_sum(w, s, a, b);
      seek_order(w, s, a, b);
    }
  for (uint32_t i = 0; i < count; i++)
    seek_alone(w, s, w->pairs.items + changed[i]);
  solver_set_limit(w->m->solver, 0);
}
