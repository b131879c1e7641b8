#include "merge/internal.h"

#include "base/limits.h"
#include "expr/varset.h"

#include <assert.h>

/*
 * Invariants of a loop: facts about the values changed by an iteration.
 *
 * The left state went on from the loop's head, the right state came back.  Candidates
 * relate changed values to each other, to their values on entry to the loop, to constants
 * of the function and to terms compared on the path.  A candidate is kept if both states
 * satisfy it.  The next state assumes the kept candidates, so each round only drops
 * candidates, until the returning state is covered: the rest is inductive (Houdini;
 * Flanagan and Leino, FME 2001).
 *
 * A candidate is only a guess.  For the left state the solver was asked, or the candidate
 * was assumed there and nowhere else; for the right state the solver is asked each time.  A
 * correct answer is obtained if any candidate is left out.
 */
enum { CHANGED = SIZED(10, 2) };

bool invariant_must(merging *w, const path *p, expr e) {
  assert(expr_width(w->m->t, e) == 1);
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

/* Even if implied: the implying candidate may be dropped later. */
static void add_candidate(merging *w, state *s, expr joined) {
  if (expr_is_true(w->m->t, joined)) return;
  vec_push(&w->candidates, joined);
  if (!invariant_must(w, &s->path, joined)) assume(w, s, joined);
}

/* Planting ------------------------------------------------------------------ */

void merger_plant(merger *m, uint32_t n) { m->plants = n; }

bool invariant_is_planted(const merger *m, expr e) {
  for (uint32_t k = 0; k < m->planted.count; k++)
    if (expr_same(m->planted.items[k], e)) return true;
  return false;
}

/* A satisfiable candidate, so some state goes on. */
static bool plant(merging *w, state *s, expr joined) {
  merger *m = w->m;
  uint64_t bits;
  if (!m->plants || ++m->planting % m->plants || expr_value(m->t, joined, &bits) ||
      path_may(m->solver, &s->path, joined) != ANSWER_SAT)
    return false;
  vec_push(&m->planted, joined);
  return true;
}

/* Candidates, asked --------------------------------------------------------- */

/* The candidate, said of the right, the left and the joined values. */
bool invariant_keep(merging *w, state *s, expr right, expr left, expr joined) {
  assert(expr_width(w->m->t, right) == 1 && expr_width(w->m->t, left) == 1);
  if (plant(w, s, joined)) {
    add_candidate(w, s, joined);
    return true;
  }
  if (!invariant_must(w, &w->right->path, right) || !invariant_must(w, &w->left->path, left))
    return false;
  add_candidate(w, s, joined);
  return true;
}

/* Comparands --------------------------------------------------------------- */

static void add(merge_terms *all, expr e, uint32_t most) {
  for (uint32_t k = 0; k < all->count; k++)
    if (expr_same(all->items[k], e)) return;
  if (all->count < most) vec_push(all, e);
}

/* No symbol of the term denotes a value changed by this loop. */
bool invariant_is_fixed(const merging *w, expr e) {
  expr_table *t = w->m->t;
  if (expr_has(t, e, EXPR_HAS_FORALL | EXPR_HAS_UNINIT)) return false;
  const varset set = varset_of(t, e);
  for (uint32_t k = 0; k < varset_count(t, set); k++) {
    const uint32_t symbol = varset_symbols(t, set)[k];
    if (symbol >= w->before->symbols &&
        expr_symbol_class(t, symbol) == SYMBOL_ABSTRACT)
      return false;
  }
  return true;
}

/* What a changed value is compared with: constants of the function, with those of the path's
 * comparisons.  And of CHANGED values those that are added up by pairs and compared with a third:
 * 6 * 5 / 2 * 4 = 60 triples, beside 10 * 12 = 120 pairs. */
enum { MOST_CONSTANTS = 8, MOST_COMPARANDS = 12, MOST_TRIPLES = 6 };

void invariant_find_constants(const merging *w, merge_terms *all, unsigned width) {
  const ir_function *f = w->left->top->function;
  expr_table *t = w->m->t;
  add(all, expr_const(t, width, 0), MOST_CONSTANTS);
  add(all, expr_const(t, width, 1), MOST_CONSTANTS);
  if (w->is_call)
    claims_find_constants(w->m, f->component, width, all,
                          MOST_CONSTANTS);
  for (uint32_t k = 0; k < f->insn_count; k++) {
    const ir_insn *i = f->insns + k;
    if (ir_compares_constant((ir_opcode) i->op) && i->width == width)
      add(all, expr_const(t, width, i->imm), MOST_CONSTANTS);
  }
}

/* Numbers in a path may come from candidates: such numbers would make new candidates for
 * ever. */
static void add_compared(const merging *w, merge_terms *all, expr condition,
                         unsigned width) {
  const expr_node n = expr_get(w->m->t, condition);
  uint64_t bits;
  switch ((expr_op) n.op) {
  case EXPR_NOT: add_compared(w, all, n.arg[0], width); break;
  case EXPR_EQ: case EXPR_ULT: case EXPR_ULE: case EXPR_SLT: case EXPR_SLE:
    for (unsigned k = 0; k < 2; k++)
      if (expr_width(w->m->t, n.arg[k]) == width && invariant_is_fixed(w, n.arg[k]) &&
          !expr_value(w->m->t, n.arg[k], &bits))
        add(all, n.arg[k], MOST_COMPARANDS);
    break;
  default: break;
  }
}

/* Of this width, constants first. */
void invariant_find_comparands(const merging *w, merge_terms *all,
                               unsigned width) {
  const uint32_t count = path_count(&w->right->path);
  expr *all_of = mem_resize(NULL, count + 1, sizeof *all_of);
  invariant_find_constants(w, all, width);
  path_conjuncts(&w->right->path, all_of);
  for (uint32_t k = count; k-- > 0 && all->count < MOST_COMPARANDS;)
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
static bool compare(merging *w, state *s, expr_op op, const pair *p, expr with,
                    bool is_swapped) {
  expr_table *t = w->m->t;
  const expr of[] = {p->right, p->left, p->joined};
  expr all[3];
  for (unsigned k = 0; k < 3; k++)
    all[k] = is_swapped ? expr_binary(t, op, with, of[k])
                        : expr_binary(t, op, of[k], with);
  return invariant_keep(w, s, all[0], all[1], all[2]);
}

/* The strict relation implies the other. */
static void seek_bounds(merging *w, state *s, const pair *p, expr with) {
  static const expr_op weak[] = {EXPR_SLE, EXPR_ULE}, strict[] = {EXPR_SLT, EXPR_ULT};
  for (unsigned k = 0; k < 4; k++)
    if (compare(w, s, weak[k & 1], p, with, k & 2))
      compare(w, s, strict[k & 1], p, with, k & 2);
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
    if (invariant_keep(w, s, all[0], all[1], all[2])) return;
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
  invariant_keep(w, s, all[0], all[1], all[2]);
}

static void seek_order(merging *w, state *s, const pair *a, const pair *b) {
  static const expr_op ops[] = {EXPR_EQ, EXPR_SLE, EXPR_ULE};
  expr_table *t = w->m->t;
  for (unsigned k = 0; k < 3; k++) {
    if (invariant_keep(w, s, expr_binary(t, ops[k], a->right, b->right),
             expr_binary(t, ops[k], a->left, b->left),
             expr_binary(t, ops[k], a->joined, b->joined)) && !k)
      return;
    invariant_keep(w, s, expr_binary(t, ops[k], b->right, a->right),
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
  invariant_keep(w, s, all[0], all[1], all[2]);
}

static expr signed_sum(expr_table *t, const expr *of, unsigned minus_at) {
  expr all = of[0];
  for (unsigned k = 1; k < 3; k++)
    all = expr_binary(t, minus_at == k ? EXPR_SUB : EXPR_ADD, all, of[k]);
  return all;
}

/* a + b + c, or with one minus, is unchanged. */
static void seek_sum_of_three(merging *w, state *s, const pair *a, const pair *b,
                              const pair *c) {
  expr_table *t = w->m->t;
  for (unsigned at = 0; at < 3; at++) {
    const expr of[][3] = {{a->right, b->right, c->right},
                          {a->left, b->left, c->left},
                          {a->joined, b->joined, c->joined},
                          {a->first, b->first, c->first}};
    expr sum[4], all[3];
    for (unsigned k = 0; k < 4; k++) sum[k] = signed_sum(t, of[k], at);
    for (unsigned k = 0; k < 3; k++) all[k] = expr_eq(t, sum[k], sum[3]);
    invariant_keep(w, s, all[0], all[1], all[2]);
  }
}

static void seek_alone(merging *w, state *s, const pair *p) {
  merge_terms with = {0};
  const unsigned width = expr_width(w->m->t, p->joined);
  invariant_find_comparands(w, &with, width);
  if (invariant_is_fixed(w, p->first)) add(&with, p->first, MOST_COMPARANDS + 1);
  seek_residue(w, s, p);
  for (uint32_t k = 0; k < with.count; k++) {
    uint64_t bits;
    seek_bounds(w, s, p, with.items[k]);
    if (w->m->has_steps && !expr_value(w->m->t, with.items[k], &bits))
      steps_seek_bounds(w, s, p, with.items[k]);
  }
  vec_release(&with);
}

bool invariant_carries(const merging *w, const pair *old) {
  expr_table *t = w->m->t;
  const uint32_t symbol = (uint32_t) expr_get(t, old->joined).imm;
  for (uint32_t k = 0; k < w->pairs.count; k++) {
    const pair *p = w->pairs.items + k;
    if (p->is_abstract ? expr_same(p->left, old->joined)
                       : !expr_same(p->joined, p->left) &&
                             varset_contains(t, varset_of(t, p->joined), symbol))
      return false;
  }
  return true;
}

/* The pair's value in the previous visit; NULL: changes for the first time. */
static const pair *known(const merging *w, const pair *p) {
  for (uint32_t k = 0; k < w->before->values.count; k++)
    if (expr_same(w->before->values.items[k].joined, p->left))
      return w->before->values.items + k;
  return NULL;
}

/* Values that change for the first time, others that change now, and values that changed
 * before. `is_abstract`: of the first kind. */
static uint32_t find_changed(merging *w, pair *all) {
  uint32_t count = 0;
  for (uint32_t k = 0; k < w->pairs.count; k++)
    if (w->pairs.items[k].is_abstract) trace(w, w->pairs.items + k);
  for (unsigned old = 0; old < 2; old++)
    for (uint32_t k = 0; k < w->pairs.count && count < CHANGED; k++) {
      pair p = w->pairs.items[k];
      if (!p.is_abstract || p.cell.cells || (known(w, &p) != NULL) != old) continue;
      p.is_abstract = !old;
      all[count++] = p;
    }
  for (uint32_t k = 0; k < w->before->values.count && count < CHANGED; k++) {
    pair p = w->before->values.items[k];
    if (p.cell.cells || !invariant_carries(w, &p)) continue;
    p.left = p.right = p.joined;
    p.is_abstract = false;
    all[count++] = p;
  }
  return count;
}

static bool same_width(const expr_table *t, const pair *a, const pair *b) {
  return expr_width(t, a->joined) == expr_width(t, b->joined);
}

/* For values that changed before, only remaining candidates can be kept. */
static void keep_candidates(merging *w, state *s) {
  expr_table *t = w->m->t;
  const merge_terms *all = &w->before->candidates;
  uint32_t *from = mem_resize(NULL, w->pairs.count + 1, sizeof *from), used = 0;
  expr *right = mem_resize(NULL, w->pairs.count + 1, sizeof *right);
  expr *joined = mem_resize(NULL, w->pairs.count + 1, sizeof *joined);
  for (uint32_t k = 0; k < w->pairs.count; k++) {
    const pair *p = w->pairs.items + k;
    if (!p->is_abstract || !known(w, p)) continue;
    from[used] = (uint32_t) expr_get(t, p->left).imm;
    right[used] = p->right;
    joined[used++] = p->joined;
  }
  for (uint32_t k = 0; k < all->count; k++) {
    const bool is_planted = invariant_is_planted(w->m, all->items[k]);
    if (!is_planted && !invariant_must(w, &w->right->path,
                             expr_substitute(t, all->items[k], from, right, used)))
      continue;
    const expr still = expr_substitute(t, all->items[k], from, joined, used);
    if (is_planted) vec_push(&w->m->planted, still);
    add_candidate(w, s, still);
  }
  free(joined);
  free(right);
  free(from);
}

/* A symbol of this loop that is no value any more. */
static bool is_dead(const merging *w, uint32_t symbol) {
  const expr_table *t = w->m->t;
  if (symbol < w->before->symbols ||
      expr_symbol_class(t, symbol) != SYMBOL_ABSTRACT)
    return false;
  for (uint32_t k = 0; k < w->before->values.count; k++) {
    const pair *p = w->before->values.items + k;
    if ((uint32_t) expr_get(t, p->joined).imm == symbol)
      return !invariant_carries(w, p);
  }
  return true;
}

static bool has_dead(const merging *w, expr e) {
  const varset set = varset_of(w->m->t, e);
  for (uint32_t k = 0; k < varset_count(w->m->t, set); k++)
    if (is_dead(w, varset_symbols(w->m->t, set)[k])) return true;
  return false;
}

/* Relations of the path between present values and values of an earlier round are history:
 * no iteration would come back with the same relation.  Weaker is sound. */
static void forget_rounds(merging *w, state *s) {
  const uint32_t count = path_count(&s->path);
  expr *all = mem_resize(NULL, count + 1, sizeof *all);
  bool any = false;
  path_conjuncts(&s->path, all);
  for (uint32_t k = 0; k < count; k++) any |= has_dead(w, all[k]);
  if (any) {
    path rest = {.uncertain = s->path.uncertain};
    for (uint32_t k = 0; k < count; k++) {
      if (has_dead(w, all[k])) continue;
      path longer = path_copy(rest);
      const bool is_added = path_assume(w->m->solver, &longer, all[k]) == ANSWER_SAT;
      path_release(is_added ? &rest : &longer);
      if (is_added) rest = longer;
    }
    path_release(&s->path);
    s->path = rest;
  }
  free(all);
}

/* Proposals ---------------------------------------------------------------- */

uint32_t merger_proposal_count(const merger *m) { return m->proposals.count; }

bool merger_proposal_is_kept(const merger *m, uint32_t k, uint32_t *place) {
  *place = m->proposals.items[k].place;
  return m->proposals.items[k].is_kept;
}

static void note_proposal(merger *m, uint32_t place, bool is_kept) {
  for (uint32_t k = 0; k < m->proposals.count; k++)
    if (m->proposals.items[k].place == place) {
      m->proposals.items[k].is_kept = is_kept;
      return;
    }
  vec_push(&m->proposals, ((proposal) {place, is_kept}));
}

/* The expression's value at the head of the loop, by its code, which is run on the side.
 * Whatever comes of that is a guess like any other: it is a term over the joined values,
 * and it is asked of both sides' own values in their places. */
static bool propose(merging *w, state *s, uint32_t pc) {
  expr_table *t = w->m->t;
  exec_terms terms = {0};
  expr defined;
  state *there = state_copy(s);
  there->pc = pc;
  there->at_head = false;
  bool is_kept = exec_probe(w->m->x, there, &terms, &defined) && terms.count == 1 &&
                 expr_is_true(t, defined);
  state_free(there);
  if (is_kept) {
    const expr e = expr_ne(t, terms.items[0],
                           expr_const(t, expr_width(t, terms.items[0]), 0));
    uint32_t *from = mem_resize(NULL, w->pairs.count + 1, sizeof *from), used = 0;
    expr *right = mem_resize(NULL, w->pairs.count + 1, sizeof *right);
    expr *left = mem_resize(NULL, w->pairs.count + 1, sizeof *left);
    for (uint32_t k = 0; k < w->pairs.count; k++) {
      const pair *p = w->pairs.items + k;
      if (!p->is_abstract) continue;
      from[used] = (uint32_t) expr_get(t, p->joined).imm;
      right[used] = p->right;
      left[used++] = p->left;
    }
    is_kept = !expr_has(t, e, EXPR_HAS_UNINIT) &&
              invariant_keep(w, s, expr_substitute(t, e, from, right, used),
                   expr_substitute(t, e, from, left, used), e);
    free(from);
    free(right);
    free(left);
  }
  vec_release(&terms);
  return is_kept;
}

/* Those in the loop itself, not in a loop inside. */
static void seek_proposals(merging *w, state *s) {
  const ir_function *f = s->top->function;
  const ir_program *p = exec_program(w->m->x);
  const uint32_t here = ir_find_symbol(p, "__braid_invariant_here");
  const uint32_t head = state_insn(s)->block;
  for (uint32_t k = 0; here && k < f->insn_count; k++) {
    const ir_insn *i = f->insns + k;
    if (i->op != IR_CALL || f->calls.items[i->imm].callee != here ||
        !f->blocks[i->block].loop_depth || f->blocks[i->block].loop_head != head)
      continue;
    const uint32_t place = i->place;
    note_proposal(w->m, place, propose(w, s, k));
  }
}

void invariant_constrain(merging *w, state *s) {
  assert(w->seeks && !w->checks);
  pair all[CHANGED];
  const uint32_t count = find_changed(w, all);
  const uint32_t few = count < MOST_TRIPLES
                           ? count
                           : MOST_TRIPLES;
  expr_table *t = w->m->t;
  solver_set_limit(w->m->solver, limits.merge_element_conflicts);
  forget_rounds(w, s);
  keep_candidates(w, s);
  seek_proposals(w, s);
  for (uint32_t i = 0; i < count && all[i].is_abstract; i++)
    for (uint32_t j = i + 1; j < count; j++) {
      if (!same_width(t, all + i, all + j)) continue;
      seek_line(w, s, all + i, all + j);
      seek_sum(w, s, all + i, all + j);
      seek_order(w, s, all + i, all + j);
      if (w->m->has_steps && i < few && j < few) steps_seek_drift(w, s, all + i, all + j);
    }
  for (uint32_t i = 0; i < few && all[i].is_abstract; i++)
    for (uint32_t j = i + 1; j < few; j++)
      for (uint32_t k = j + 1; k < few; k++)
        if (same_width(t, all + i, all + j) && same_width(t, all + i, all + k)) {
          seek_sum_of_three(w, s, all + i, all + j, all + k);
          if (w->m->has_steps) steps_seek_weighted(w, s, all + i, all + j, all + k);
        }
  for (uint32_t i = 0; i < count && all[i].is_abstract; i++)
    seek_alone(w, s, all + i);
  if (w->m->has_arrays) array_constrain(w, s, all, count);
  solver_set_limit(w->m->solver, 0);
}
