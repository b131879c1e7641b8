#include "expr/table.h"

#include "base/exhausted.h"
#include "base/fatal.h"
#include "base/limits.h"
#include "expr/rewrite.h"
#include "expr/wide.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

const struct op_info table_ops[] = {
#define OP(NAME, ARITY, COMMUTES, TEXT) {ARITY, COMMUTES, TEXT},
#include "expr/ops.def"
};

/* Nodes ------------------------------------------------------------------- */

/*
 * A key: the last symbol plus one (24 bits), the height (8 bits), and the hash (32
 * bits).  The upper parts stay at their limits.  So the operands of a commutative
 * operator stand in the order in which a program reads its input, as far as it does
 * so from left to right: sums and conjunctions that grow share what they grew from.
 */
enum { HASH_BITS = 32, HEIGHT_BITS = 8 };
static const uint64_t last_symbol = (UINT64_C(1) << 24) - 1,
                      last_height = (UINT64_C(1) << HEIGHT_BITS) - 1;

static uint64_t symbol_part(uint64_t key) {
  return key >> (HASH_BITS + HEIGHT_BITS);
}

static uint64_t height_part(uint64_t key) {
  return key >> HASH_BITS & last_height;
}

uint64_t table_key(const expr_table *t, const expr_node *n) {
  /* The level of a choice follows from its atom. */
  uint64_t h = hash_word(n->op == EXPR_CHOICE ? 0 : n->imm,
                         (uint64_t) n->op << 16 | n->width);
  uint64_t symbol = n->op == EXPR_VAR ? n->imm + 1 : 0, height = 0;
  for (unsigned i = 0; i < table_ops[n->op].arity; i++) {
    const uint64_t key = at(t, n->arg[i])->key;
    h = hash_word(h, key);
    if (symbol_part(key) > symbol) symbol = symbol_part(key);
    if (height_part(key) >= height) height = height_part(key) + 1;
  }
  if (symbol > last_symbol) symbol = last_symbol;
  if (height > last_height) height = last_height;
  return (symbol << HEIGHT_BITS | height) << HASH_BITS |
         (uint32_t) hash_end(h);
}

uint64_t expr_key(const expr_table *t, expr e) { return at(t, e)->key; }

static int sign(uint64_t a, uint64_t b) { return a < b ? -1 : a > b; }

/* Terms with equal keys differ in a number or, since equal terms are one, in an
 * operand: the first such pair decides. */
int expr_order(const expr_table *t, expr a, expr b) {
  while (!expr_same(a, b)) {
    const expr_node *x = at(t, a), *y = at(t, b);
    int s = sign(x->key, y->key);
    if (!s) s = sign(x->op, y->op);
    if (!s) s = sign(x->width, y->width);
    if (!s) s = sign(x->imm, y->imm);
    if (s) return s;
    unsigned i = 0;
    while (expr_same(x->arg[i], y->arg[i])) i++;
    a = x->arg[i];
    b = y->arg[i];
  }
  return 0;
}

/* The slot of the node equal to n or, if there is none, where it belongs. */
static uint64_t *find(const expr_table *t, const expr_node *n, uint64_t key) {
  const uint32_t h = (uint32_t) key;
  const uint32_t last = 2 * t->capacity - 1;
  for (uint32_t i = h & last;; i = (i + 1) & last) {
    const uint64_t slot = t->slot[i];
    if (!slot || ((uint32_t) (slot >> 32) == h &&
                  node_equal(t->nodes + (uint32_t) slot, n)))
      return t->slot + i;
  }
}

static void grow(expr_table *t) {
  if (t->capacity > UINT32_MAX / 4) fatal(EXHAUSTED ": more than 2^30 expressions");
  const uint32_t old = 2 * t->capacity, last = 2 * old - 1;
  uint64_t *slot = mem_zeroed(2 * (size_t) old, sizeof *slot);
  for (uint32_t j = 0; j < old; j++) {
    if (!t->slot[j]) continue;
    uint32_t i = (uint32_t) (t->slot[j] >> 32) & last;
    while (slot[i]) i = (i + 1) & last;
    slot[i] = t->slot[j];
  }
  free(t->slot);
  t->slot = slot;
  t->capacity = old;
  t->nodes = mem_resize(t->nodes, t->capacity, sizeof *t->nodes);
}

/* A product of fewer bits has at most 2^15 values, which links before the SAT solver try. */
enum { HARD_BITS = 16 };

/* So wide that its bits are hard to find? */
static uint8_t product_flag(const expr_table *t, const expr_node *n) {
  if (n->width < HARD_BITS) return 0;
  switch (n->op) {
  case EXPR_MUL:
    return t->nodes[n->arg[0].id].op == EXPR_CONST ||
                   t->nodes[n->arg[1].id].op == EXPR_CONST
               ? EXPR_HAS_MULTIPLE : EXPR_HAS_PRODUCT;
  case EXPR_UDIV: case EXPR_UREM: case EXPR_SDIV: case EXPR_SREM:
    return EXPR_HAS_PRODUCT;
  default: return 0;
  }
}

static uint8_t wide_flag(const expr_table *t, const expr_node *n) {
  const unsigned arity = table_ops[n->op].arity;
  unsigned width = n->width;
  if (arity && t->nodes[n->arg[0].id].width > width) width = t->nodes[n->arg[0].id].width;
  if (!arity || width < limits.expr_wide_bits) return 0;
  switch (n->op) {
  case EXPR_CONCAT: case EXPR_EXTRACT: case EXPR_ZEXT: case EXPR_SEXT: return 0;
  default: return EXPR_HAS_WIDE;
  }
}

static uint8_t flags_of(const expr_table *t, const expr_node *n) {
  uint8_t flags = op_is_float((expr_op) n->op) ? EXPR_HAS_FLOAT : 0;
  flags |= product_flag(t, n) | wide_flag(t, n);
  if (n->op == EXPR_FORALL) flags |= EXPR_HAS_FORALL;
  if (n->op == EXPR_VAR && t->symbols.items[n->imm].class == SYMBOL_UNINIT)
    flags |= EXPR_HAS_UNINIT;
  for (unsigned i = 0; i < table_ops[n->op].arity; i++)
    flags |= t->nodes[n->arg[i].id].flags;
  return flags;
}

/* Whether a node is new must not depend on what was swept: so it is looked for among
 * the keys that came last, of which there are as many as matter. */
enum { SEEN_BITS = SIZED(17, 4) };

static void note_made(expr_table *t, uint64_t key) {
  uint32_t *seen = t->seen + (key & ((UINT64_C(1) << SEEN_BITS) - 1));
  const uint32_t rest = (uint32_t) (key >> SEEN_BITS) | 1;
  t->made += *seen != rest;
  *seen = rest;
}

uint64_t expr_made(const expr_table *t) { return t->made; }
uint64_t expr_asked(const expr_table *t) { return t->asked; }
void expr_note_walk(expr_table *t, uint64_t terms) { t->walked += terms; }
uint64_t expr_walked(const expr_table *t) { return t->walked; }

expr table_intern(expr_table *t, const expr_node *n, uint64_t key) {
  uint64_t *slot = find(t, n, key);
  note_made(t, key);
  if (*slot) return (expr) {(uint32_t) *slot};
  const uint32_t id = sweeper_take(t);
  if (id == t->capacity) {
    grow(t);
    slot = find(t, n, key);     /* grow replaced the slots */
  }
  if (id == t->count) t->count++;
  expr_node *added = t->nodes + id;
  *added = *n;
  added->flags = flags_of(t, n);
  added->key = key;
  *slot = key << 32 | id;
  return (expr) {id};
}

expr table_find(const expr_table *t, const expr_node *n, uint64_t key) {
  return (expr) {(uint32_t) *find(t, n, key)};
}

static expr intern_leaf(expr_table *t, expr_op op, unsigned width,
                        uint64_t imm) {
  const expr_node n = {.op = (uint8_t) op, .width = (uint16_t) width,
                       .imm = imm};
  t->asked++;
  return table_intern(t, &n, table_key(t, &n));
}

/* Constants --------------------------------------------------------------- */

const uint64_t *table_wide(const expr_table *t, const expr_node *n) {
  assert(n->op == EXPR_CONST && n->width > 64);
  return t->limbs.items + t->wides.items[n->imm].offset;
}

/* Its index; it is added if it is new. */
static uint32_t intern_wide(expr_table *t, const uint64_t *limbs,
                            uint32_t count) {
  const uint64_t hash = hash_end(hash_bytes(limbs, count * sizeof *limbs));
  uint32_t step = 0, n;
  while ((n = index_next(&t->wide_index, hash, &step))) {
    const wide_const w = t->wides.items[n - 1];
    if (w.count == count && !memcmp(t->limbs.items + w.offset, limbs,
                                    count * sizeof *limbs))
      return n - 1;
  }
  const wide_const w = {t->limbs.count, count};
  if (t->limbs.count > UINT32_MAX - count) fatal(EXHAUSTED ": too many wide constants");
  for (uint32_t i = 0; i < count; i++) vec_push(&t->limbs, limbs[i]);
  vec_push(&t->wides, w);
  index_add(&t->wide_index, hash, t->wides.count);
  return t->wides.count - 1;
}

expr expr_const(expr_table *t, unsigned width, uint64_t bits) {
  assert(1 <= width && width <= EXPR_MAX_WIDTH);
  if (width > 64) {
    uint64_t limbs[EXPR_MAX_LIMBS];
    wide_set(limbs, width, bits);
    return expr_wide(t, width, limbs);
  }
  return intern_leaf(t, EXPR_CONST, width, bits & bits_mask(width));
}

expr expr_wide(expr_table *t, unsigned width, const uint64_t *limbs) {
  assert(1 <= width && width <= EXPR_MAX_WIDTH);
  if (width <= 64) return expr_const(t, width, limbs[0]);
  uint64_t trimmed[EXPR_MAX_LIMBS];
  const uint32_t count = wide_limbs(width);
  wide_copy(trimmed, limbs, width);
  wide_trim(trimmed, width);
  return intern_leaf(t, EXPR_CONST, width, intern_wide(t, trimmed, count));
}

expr expr_true(expr_table *t) { (void) t; return (expr) {EXPR_TRUE_ID}; }
expr expr_false(expr_table *t) { (void) t; return (expr) {EXPR_FALSE_ID}; }

/* Symbols ----------------------------------------------------------------- */

uint32_t expr_new_symbol(expr_table *t, symbol_class class, unsigned width,
                         const char *name) {
  assert(1 <= width && width <= EXPR_MAX_WIDTH);
  const symbol_info s = {mem_string(name ? name : ""), (uint16_t) width,
                         (uint8_t) class, {0}};
  vec_push(&t->symbols, s);
  return t->symbols.count - 1;
}

expr expr_symbol(expr_table *t, uint32_t symbol) {
  assert(symbol < t->symbols.count);
  symbol_info *s = t->symbols.items + symbol;
  if (!s->term.id) s->term = intern_leaf(t, EXPR_VAR, s->width, symbol);
  return s->term;
}

uint32_t expr_symbol_count(const expr_table *t) { return t->symbols.count; }

symbol_class expr_symbol_class(const expr_table *t, uint32_t symbol) {
  assert(symbol < t->symbols.count);
  return (symbol_class) t->symbols.items[symbol].class;
}

unsigned expr_symbol_width(const expr_table *t, uint32_t symbol) {
  assert(symbol < t->symbols.count);
  return t->symbols.items[symbol].width;
}

const char *expr_symbol_name(const expr_table *t, uint32_t symbol) {
  assert(symbol < t->symbols.count);
  return t->symbols.items[symbol].name;
}

/* Life cycle -------------------------------------------------------------- */

expr_table *expr_table_new(void) {
  expr_table *t = mem_zeroed(1, sizeof *t);
  t->capacity = INITIAL_CAPACITY < 2 ? 2 : INITIAL_CAPACITY;
  t->nodes = mem_zeroed(t->capacity, sizeof *t->nodes);
  t->slot = mem_zeroed(2 * (size_t) t->capacity, sizeof *t->slot);
  t->nodes[1].op = EXPR_UNDEF;
  t->seen = mem_zeroed(1 << SEEN_BITS, sizeof *t->seen);
  t->sweeper = sweeper_new();
  t->count = 2;
  t->rewriting = true;
  t->memo = rewrite_memo_new();
  expr_const(t, 1, 0);
  expr_const(t, 1, 1);
  assert(t->count == EXPR_TRUE_ID + 1);
  return t;
}

void expr_table_free(expr_table *t) {
  if (!t) return;
  for (uint32_t i = 0; i < t->symbols.count; i++)
    free(t->symbols.items[i].name);
  vec_release(&t->symbols);
  vec_release(&t->wides);
  vec_release(&t->limbs);
  varset_store_free(t->varsets);
  range_store_free(t->ranges);
  substitution_free(t->substitution);
  free(t->memo);
  sweeper_free(t->sweeper);
  index_release(&t->wide_index);
  free(t->seen);
  free(t->slot);
  free(t->nodes);
  free(t);
}

void expr_set_rewriting(expr_table *t, bool on) {
  if (t->rewriting != on) rewrite_memo_clear(t);
  t->rewriting = on;
}

bool expr_set_plain(expr_table *t, bool on) {
  const bool before = t->is_plain;
  t->is_plain = on;
  return before;
}

/* Observers --------------------------------------------------------------- */

expr_node expr_get(const expr_table *t, expr e) {
  assert(0 < e.id && e.id < t->count && t->nodes[e.id].op != EXPR_NONE);
  return t->nodes[e.id];
}

expr_node *const *expr_nodes(const expr_table *t) { return &t->nodes; }

uint32_t expr_count(const expr_table *t) { return t->count - 1; }

unsigned expr_width(const expr_table *t, expr e) {
  assert(e.id < t->count && t->nodes[e.id].op != EXPR_NONE);
  return at(t, e)->width;
}

bool expr_is_const(const expr_table *t, expr e) {
  return at(t, e)->op == EXPR_CONST;
}

bool expr_is_true(const expr_table *t, expr e) {
  (void) t;
  return e.id == EXPR_TRUE_ID;
}

bool expr_is_false(const expr_table *t, expr e) {
  (void) t;
  return e.id == EXPR_FALSE_ID;
}

bool expr_value(const expr_table *t, expr e, uint64_t *bits) {
  const expr_node *n = at(t, e);
  if (n->op != EXPR_CONST || n->width > 64) return false;
  *bits = n->imm;
  return true;
}

void expr_limbs(const expr_table *t, expr e, uint64_t *limbs) {
  const expr_node *n = at(t, e);
  assert(n->op == EXPR_CONST);
  if (n->width <= 64) limbs[0] = n->imm;
  else wide_copy(limbs, table_wide(t, n), n->width);
}

unsigned expr_arity(expr_op op) { return table_ops[op].arity; }
bool expr_commutes(expr_op op) { return table_ops[op].commutes; }
const char *expr_op_text(expr_op op) { return table_ops[op].text; }

bool expr_has(const expr_table *t, expr e, unsigned flags) {
  return at(t, e)->flags & flags;
}

/* Do the widths of a node and its operands fit together? */
static bool widths_fit(const expr_table *t, const expr_node *n) {
  const unsigned a = at(t, n->arg[0])->width, b = at(t, n->arg[1])->width,
                 c = at(t, n->arg[2])->width, width = n->width;
  switch ((expr_op) n->op) {
  case EXPR_NONE: case EXPR_UNDEF: return false;
  case EXPR_CONST: return width <= 64 || n->imm < t->wides.count;
  case EXPR_VAR: return n->imm < t->symbols.count &&
                        width == t->symbols.items[n->imm].width;
  case EXPR_NOT: case EXPR_NEG: return a == width;
  case EXPR_ADD: case EXPR_SUB: case EXPR_MUL: case EXPR_UDIV:
  case EXPR_SDIV: case EXPR_UREM: case EXPR_SREM: case EXPR_AND:
  case EXPR_OR: case EXPR_XOR: case EXPR_SHL: case EXPR_LSHR: case EXPR_ASHR:
  case EXPR_FADD: case EXPR_FSUB: case EXPR_FMUL: case EXPR_FDIV:
  case EXPR_FREM:
    return a == width && b == width;
  case EXPR_CONCAT: return a + b == width;
  case EXPR_EXTRACT: return n->imm + width <= a;
  case EXPR_ZEXT: case EXPR_SEXT: return a < width;
  case EXPR_EQ: case EXPR_ULT: case EXPR_ULE: case EXPR_SLT: case EXPR_SLE:
  case EXPR_FEQ: case EXPR_FLT: case EXPR_FLE:
    return a == b && width == 1;
  case EXPR_ITE: case EXPR_CHOICE: return a == 1 && b == width && c == width;
  case EXPR_FORALL:
    return a == 64 && b == 1 && width == 1 && n->imm < t->symbols.count;
  case EXPR_FFMA: return a == width && b == width && c == width;
  case EXPR_FSQRT: case EXPR_FROUND: return a == width;
  case EXPR_FTOF: case EXPR_FTOS: case EXPR_FTOU: case EXPR_STOF:
  case EXPR_UTOF:
    return true;
  }
  return false;
}

void expr_table_check(const expr_table *t) {
  expr_table_check_some(t, 0, t->count);
}

void expr_table_check_some(const expr_table *t, uint32_t first, uint32_t count) {
  const uint32_t end = count < t->count - first ? first + count : t->count;
  for (uint32_t id = first < 2 ? 2 : first; id < end; id++) {
    const expr_node *n = t->nodes + id;
    if (n->op == EXPR_NONE) continue;   /* swept */
    if (n->key != table_key(t, n) || table_find(t, n, n->key).id != id)
      fatal("expression %" PRIu32 " is not the one its hash finds", id);
    if (!n->width || n->width > EXPR_MAX_WIDTH)
      fatal("expression %" PRIu32 " has width %u", id, n->width);
    if (!widths_fit(t, n))
      fatal("expression %" PRIu32 " has operands of wrong width", id);
    if (n->flags != flags_of(t, n))
      fatal("expression %" PRIu32 " has wrong flags", id);
    for (unsigned i = 0; i < 3; i++) {
      const bool used = i < table_ops[n->op].arity;
      if (used ? n->arg[i].id < 2 || n->arg[i].id >= t->count ||
                     at(t, n->arg[i])->op == EXPR_NONE
               : n->arg[i].id != 0)
        fatal("expression %" PRIu32 " has a wrong operand", id);
    }
    if (n->op == EXPR_CONST && n->width <= 64 &&
        n->imm & ~bits_mask(n->width))
      fatal("constant %" PRIu32 " is wider than its width", id);
    if (table_ops[n->op].commutes && !expr_is_const(t, n->arg[1]) &&
        expr_order(t, n->arg[0], n->arg[1]) > 0)
      fatal("expression %" PRIu32 " has its operands out of order", id);
  }
}
