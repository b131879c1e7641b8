#include "solver/form.h"

#include "base/idmap.h"

#include <string.h>

/*
 * A conjunct by itself is written operands first, terms and symbols numbered in the
 * order in which they are met; the operands of what commutes are met in the order of
 * their shapes, which are hashes that do not see which symbol is which.  The digest of
 * that text and the symbols in their order are kept with the conjunct.
 *
 * For all conjuncts together, symbols get colours by what is said of them, conjuncts by
 * the colours of their symbols, twice; in the order of colours the symbols are numbered.
 * Shapes and colours only decide the order: if two are the same by accident, the
 * question is not found again, but never mistaken for another.
 */
typedef struct alone {          /* a conjunct by itself */
  uint8_t digest[SHA256_BYTES];
  uint32_t first, count;        /* of its symbols, in `canon` */
} alone;

struct canon {
  expr_table *table;
  idmap shapes;                 /* term -> hash, not 0 */
  idmap known;                  /* conjunct -> 1 + index into all; 0: too large */
  VEC(alone) all;
  VEC(uint32_t) symbols;
  /* Scratch. */
  VEC(expr) stack;
  idmap terms, locals;          /* numbers from 1 on */
  VEC(uint8_t) text;
  VEC(uint64_t) colors;         /* of conjuncts */
  idmap symbol_colors;
  VEC(uint32_t) order;
};

const char *canon_version(void) {
  return "1"
#define OP(NAME, ARITY, COMMUTES, TEXT) " " #NAME
#include "expr/ops.def"
      ;
}

canon *canon_new(expr_table *t) {
  canon *f = mem_zeroed(1, sizeof *f);
  f->table = t;
  return f;
}

void canon_forget(canon *f) {
  idmap_release(&f->shapes);
  idmap_release(&f->known);
  vec_clear(&f->all);
  vec_clear(&f->symbols);
}

void canon_free(canon *f) {
  if (!f) return;
  canon_forget(f);
  idmap_release(&f->terms);
  idmap_release(&f->locals);
  idmap_release(&f->symbol_colors);
  vec_release(&f->all);
  vec_release(&f->symbols);
  vec_release(&f->stack);
  vec_release(&f->text);
  vec_release(&f->colors);
  vec_release(&f->order);
  free(f);
}

void form_release(form *x) {
  vec_release(&x->symbols);
  vec_release(&x->conjuncts);
}

/* A node of a diagram means what an if-then-else does, wherever its atom is in the
 * order; the number of a symbol means nothing. */
static expr_op op_of(const expr_node *n) {
  return n->op == EXPR_CHOICE ? EXPR_ITE : (expr_op) n->op;
}

static uint64_t number_of(const expr_node *n) {
  return n->op == EXPR_CHOICE || n->op == EXPR_VAR || n->op == EXPR_FORALL ||
                 (n->op == EXPR_CONST && n->width > 64)
             ? 0 : n->imm;
}

static uint64_t shape_of(canon *f, expr root) {
  vec_clear(&f->stack);
  vec_push(&f->stack, root);
  while (f->stack.count) {
    const expr e = vec_last(&f->stack);
    if (idmap_find(&f->shapes, e.id)) {
      (void) vec_pop(&f->stack);
      continue;
    }
    const expr_node n = expr_get(f->table, e);
    const unsigned arity = expr_arity((expr_op) n.op);
    const uint32_t before = f->stack.count;
    uint64_t of[3] = {0};
    for (unsigned i = 0; i < arity; i++) {
      const uint64_t *known = idmap_find(&f->shapes, n.arg[i].id);
      if (known) of[i] = *known;
      else vec_push(&f->stack, n.arg[i]);
    }
    if (f->stack.count != before) continue;
    uint64_t h = hash_word(hash_word(op_of(&n), n.width), number_of(&n));
    if (n.op == EXPR_CONST && n.width > 64) {
      uint64_t limbs[EXPR_MAX_LIMBS];
      expr_limbs(f->table, e, limbs);
      for (unsigned i = 0; i < (n.width + 63u) / 64; i++) h = hash_word(h, limbs[i]);
    }
    if (expr_commutes((expr_op) n.op)) h = hash_word(hash_word(h, of[0] + of[1]), of[0] ^ of[1]);
    else for (unsigned i = 0; i < arity; i++) h = hash_word(h, of[i]);
    *idmap_at(&f->shapes, e.id) = h | 1;
  }
  return *idmap_find(&f->shapes, root.id);
}

static void put(canon *f, uint64_t number, unsigned bytes) {
  for (unsigned i = 0; i < bytes; i++)
    vec_push(&f->text, (uint8_t) (number >> 8 * i));
}

static uint32_t local(canon *f, uint32_t symbol) {
  uint64_t *number = idmap_at(&f->locals, symbol + UINT64_C(1));
  if (!*number) {
    *number = f->locals.count;
    vec_push(&f->symbols, symbol);
  }
  return (uint32_t) *number;
}

static void write_node(canon *f, expr e, const expr_node *n, const expr *args,
                       unsigned arity) {
  put(f, op_of(n), 1);
  put(f, n->width, 2);
  if (n->op == EXPR_VAR || n->op == EXPR_FORALL) put(f, local(f, (uint32_t) n->imm), 4);
  else if (n->op == EXPR_CONST && n->width > 64) {
    uint64_t limbs[EXPR_MAX_LIMBS];
    expr_limbs(f->table, e, limbs);
    for (unsigned i = 0; i < (n->width + 63u) / 64; i++) put(f, limbs[i], 8);
  } else put(f, number_of(n), 8);
  for (unsigned i = 0; i < arity; i++) put(f, *idmap_find(&f->terms, args[i].id), 4);
}

/* Terms of a conjunct that is looked for in the file of --cache: 6.6 ms at PRICE_NODE. */
enum { MOST_TERMS = 1 << 16 };

/* Into f->text and f->symbols; false: too many terms. */
static bool write(canon *f, expr root) {
  idmap_release(&f->terms);
  idmap_release(&f->locals);
  vec_clear(&f->text);
  vec_clear(&f->stack);
  vec_push(&f->stack, root);
  while (f->stack.count) {
    const expr e = vec_last(&f->stack);
    if (idmap_find(&f->terms, e.id)) {
      (void) vec_pop(&f->stack);
      continue;
    }
    const expr_node n = expr_get(f->table, e);
    const unsigned arity = expr_arity((expr_op) n.op);
    expr args[3] = {n.arg[0], n.arg[1], n.arg[2]};
    if (expr_commutes((expr_op) n.op) &&
        *idmap_find(&f->shapes, args[0].id) > *idmap_find(&f->shapes, args[1].id)) {
      args[0] = n.arg[1];
      args[1] = n.arg[0];
    }
    const uint32_t before = f->stack.count;
    for (unsigned i = arity; i-- > 0;)
      if (!idmap_find(&f->terms, args[i].id)) vec_push(&f->stack, args[i]);
    if (f->stack.count != before) continue;
    write_node(f, e, &n, args, arity);
    const uint64_t number = f->terms.count + 1u;
    *idmap_at(&f->terms, e.id) = number;
    if (f->terms.count > MOST_TERMS) return false;
  }
  return true;
}

/* NULL: too large.  Valid until the next one is found. */
static const alone *find_alone(canon *f, expr e) {
  uint64_t *known = idmap_find(&f->known, e.id);
  if (known) return *known ? f->all.items + *known - 1 : NULL;
  shape_of(f, e);
  alone a = {.first = f->symbols.count};
  const bool is_small = write(f, e);
  if (is_small) {
    sha256_raw(f->text.items, f->text.count, a.digest);
    a.count = f->symbols.count - a.first;
    vec_push(&f->all, a);
  } else f->symbols.count = a.first;
  *idmap_at(&f->known, e.id) = is_small ? f->all.count : 0;
  return is_small ? &vec_last(&f->all) : NULL;
}

static uint64_t *color_of(canon *f, uint32_t symbol) {
  return idmap_at(&f->symbol_colors, symbol + UINT64_C(1));
}

static void recolor(canon *f, const form *x) {
  idmap next = {0};
  for (uint32_t i = 0; i < x->conjuncts.count; i++) {
    const alone *a = find_alone(f, x->conjuncts.items[i]);
    uint64_t color = f->colors.items[i];
    for (uint32_t k = 0; k < a->count; k++)
      color = hash_word(color, *color_of(f, f->symbols.items[a->first + k]));
    f->colors.items[i] = color;
    /* A sum: the order of conjuncts is not known yet. */
    for (uint32_t k = 0; k < a->count; k++)
      *idmap_at(&next, f->symbols.items[a->first + k] + UINT64_C(1)) +=
          hash_end(hash_word(color, k + 1));
  }
  idmap_release(&f->symbol_colors);
  f->symbol_colors = next;
}

/* Small numbers, often in order: a merge sort that keeps what is equal. */
static void sort(canon *f, form *x) {
  const uint32_t count = x->conjuncts.count;
  vec_clear(&f->order);
  for (uint32_t i = 0; i < 2 * count; i++) vec_push(&f->order, i % (count ? count : 1));
  uint32_t *from = f->order.items, *to = from + count;
  const uint64_t *colors = f->colors.items;
  for (uint32_t run = 1; run < count; run *= 2) {
    for (uint32_t low = 0; low < count; low += 2 * run) {
      const uint32_t middle = low + run < count ? low + run : count;
      const uint32_t high = low + 2 * run < count ? low + 2 * run : count;
      uint32_t i = low, j = middle;
      for (uint32_t k = low; k < high; k++)
        to[k] = j == high || (i < middle && colors[from[i]] <= colors[from[j]])
                    ? from[i++] : from[j++];
    }
    uint32_t *swap = from;
    from = to;
    to = swap;
  }
  VEC(expr) sorted = {0};
  for (uint32_t i = 0; i < count; i++) vec_push(&sorted, x->conjuncts.items[from[i]]);
  for (uint32_t i = 0; i < count; i++) x->conjuncts.items[i] = sorted.items[i];
  vec_release(&sorted);
}

/* Conjuncts whose forms are remembered: 40 bytes each, and their symbols. */
enum { MOST_FORMS = 1 << 16 };

bool canon_find(canon *f, const expr *conjuncts, uint32_t count, form *x) {
  vec_clear(&x->conjuncts);
  vec_clear(&x->symbols);
  if (f->all.count > MOST_FORMS) canon_forget(f);
  vec_clear(&f->colors);
  idmap_release(&f->symbol_colors);
  idmap once = {0};
  bool is_small = count <= MOST_TERMS;
  for (uint32_t i = 0; i < count && is_small; i++) {
    uint64_t *seen = idmap_at(&once, conjuncts[i].id);
    if (*seen) continue;
    *seen = 1;
    const alone *a = find_alone(f, conjuncts[i]);
    is_small = a != NULL;
    if (!a) break;
    uint64_t color;
    memcpy(&color, a->digest, sizeof color);
    vec_push(&x->conjuncts, conjuncts[i]);
    vec_push(&f->colors, color);
  }
  idmap_release(&once);
  if (!is_small) return false;
  recolor(f, x);
  recolor(f, x);
  recolor(f, x);
  sort(f, x);
  idmap_release(&f->locals);
  vec_clear(&f->text);
  for (uint32_t i = 0; i < x->conjuncts.count; i++) {
    const alone *a = find_alone(f, x->conjuncts.items[i]);
    for (unsigned k = 0; k < SHA256_BYTES; k++) vec_push(&f->text, a->digest[k]);
    for (uint32_t k = 0; k < a->count; k++) {
      const uint32_t symbol = f->symbols.items[a->first + k];
      uint64_t *number = idmap_at(&f->locals, symbol + UINT64_C(1));
      if (!*number) {
        *number = f->locals.count;
        vec_push(&x->symbols, symbol);
      }
      put(f, *number, 4);
    }
  }
  sha256_raw(f->text.items, f->text.count, x->digest);
  return true;
}
