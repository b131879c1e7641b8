#ifndef SUMMARY_INTERNAL_H
#define SUMMARY_INTERNAL_H

#include <assert.h>

#include "base/bits.h"
#include "base/hash.h"
#include "base/keys.h"
#include "base/limits.h"
#include "base/vec.h"
#include "summary/fact.h"
#include "summary/summary.h"

/* Pairs of leaves already seen by an operator; a power of two. */
enum { SUMMARY_MEETINGS = 1 << 12 };

/* Results of an operator on diagrams, lost when another result overwrites the entry: a
 * lossy cache, so memory stays bounded. */
typedef struct memo_key {
  uint32_t operator;            /* op, width and immediate: see operator_key */
  uint32_t x[3];
} memo_key;

/* A diagram as operations see it: a node or leaf, and a number to be added to all leaves,
 * modulo 2^width; not 0 only if the leaves are small numbers (sums.c). */
typedef struct ref {
  uint32_t id;                  /* 0: none */
  int32_t add;                  /* signed in the leaves' width */
} ref;

/* Sums of a few such numbers fit in 32 bits. */
enum { MOST_ADDED = 1 << 28 };

static inline int32_t wrapped(int64_t sum, unsigned width) {
  return (int32_t) (width >= 32 ? sum
                                : bits_signed((uint64_t) sum & bits_mask(width), width));
}

/* A node of a diagram as operations read it, from a single record of the table: the level
 * of the atom, the arms, and the key of remembered results. */
typedef struct place {
  uint64_t level;               /* LEAF: no node */
  ref then, other;
  uint64_t key;
} place;

#define LEAF UINT64_MAX

typedef struct memo {
  memo_key key;
  uint32_t result;
  int32_t add;
} memo;

/* Leaves met by an application. */
typedef struct meeting {
  uint64_t application;
  uint32_t x[3];
} meeting;

/* The last walk at a node, and the leaves below as this walk numbers them: see look.c. */
typedef struct seen {
  uint32_t walk, leaves;
} seen;

struct summaries {
  expr_table *t;
  expr_node *const *nodes;      /* of the table */
  uint32_t max_nodes;
  volatile const int *stop;     /* set: no more work is put into diagrams */
  uint64_t allowed;             /* steps in all: an upper bound as well */
  VEC(uint64_t) level;          /* by index of the term; 0: no atom */
  uint32_t atoms;
  VEC(expr) terms;              /* by number of the atom */
  VEC(expr) negations;          /* by index of a guard; {0}: not made yet */
  VEC(uint32_t) groups;         /* by number of a symbol; 0: none */
  keys pairs;                   /* pairs of compared terms */
  VEC(uint32_t) pair_groups;    /* by number of the pair */
  uint32_t group_count;
  VEC(fact) facts;              /* by number of the atom: its meaning */
  VEC(uint16_t) spans;          /* by index of a node of small numbers; 0: unknown */
  expr zeros[65];               /* by width */
  VEC(uint64_t) support;        /* by index of a node: see summary_support */
  VEC(uint8_t) guards;          /* by index of a node: is the node a guard? */
  VEC(seen) seen;               /* by index of a node */
  uint32_t walk;
  memo *memos;
  uint64_t era;
  uint32_t memo_count;          /* a power of two */
  uint32_t remembered;          /* since the table last grew */
  uint32_t budget;              /* nodes that the running operation may make */
  uint32_t leaves;              /* ... new pairs of leaves that the operation may meet */
  uint32_t steps;               /* ... and steps that the operation may take: results lost
                                 * from the cache are computed again */
  bool is_lifting;              /* the operator at hand works on leaves */
  unsigned nesting;             /* of timed operations */
  meeting meetings[SUMMARY_MEETINGS];
  summary_stats stats;
};

/* Atoms ------------------------------------------------------------------- */

/* The atom's level in the order: group in the upper half, number in the lower half; a new
 * atom gets the next number. */
uint64_t summary_number(summaries *, expr atom);

static inline uint64_t level_of(summaries *s, expr atom) {
  const uint64_t known =
      atom.id < s->level.count ? s->level.items[atom.id] : 0;
  return known ? known : summary_number(s, atom);
}

/* A node's `imm` is the level and, above, whether the diagram is of small numbers; a choice
 * without a level belongs to no diagram. */
enum { IS_NUMBER = 1 };

/* A node of small numbers plus a number. */
bool summary_is_shifted(const summaries *, const expr_node *);

static inline bool is_shifted(const summaries *s, const expr_node *n) {
  return n->op == EXPR_ADD && summary_is_shifted(s, n);
}

/* The node, and both numbers. */
ref summary_unshifted(const summaries *, const expr_node *, int32_t add);

static inline place place_of(const summaries *s, ref r) {
  const expr_node *n = *s->nodes + r.id;
  assert(n->op != EXPR_NONE);
  const uint64_t content = n->key;
  if (is_shifted(s, n)) {
    r = summary_unshifted(s, n, r.add);
    n = *s->nodes + r.id;
  }
  const bool is_node = n->op == EXPR_CHOICE && n->imm;
  return (place) {is_node ? n->imm >> 1 : LEAF, {n->arg[1].id, r.add},
                  {n->arg[2].id, r.add}, content};
}

static inline ref ref_of(expr e) { return (ref) {e.id, 0}; }

/* The atom of a level. */
static inline expr atom_of(const summaries *s, uint64_t level) {
  return s->terms.items[(uint32_t) level - 1];
}

static inline uint32_t group_of(uint64_t level) {
  return (uint32_t) (level >> 32);
}

static inline const fact *fact_at(const summaries *s, uint64_t level) {
  return s->facts.items + (uint32_t) level - 1;
}

/* The groups of the diagram's atoms, a bit each of the lowest 62, some shared; and whether
 * an atom bounds a term instead of naming a value. */
uint64_t summary_support(summaries *, expr);

static const uint64_t support_bounds = UINT64_C(1) << 62;

/* Memory ------------------------------------------------------------------- */

/* Operators of the diagrams themselves, beside those of terms. */
enum { CHOOSE = 0xff, GUARD_OF_LEAF = 0xfe, ASSUME = 0xfd, GUARD_OF = 0xfc,
       RESTRICT = 0xfb, EQUAL = 0xfa, WIDEN = 0xf9 };

/* An operator of terms (fewer than this bit) with numbers added to the operands: the
 * numbers are the third operand. */
static const uint32_t WITH_NUMBERS = UINT32_C(1) << 31;

/* ... with a number instead of width and immediate. */
static inline uint32_t shifted_key(unsigned op, int64_t number) {
  return op << 24 | ((uint32_t) number & 0xffffff);
}

/* Immediates of terms with operands (a lowest bit, a rounding) are below the
 * largest width. */
static_assert(EXPR_MAX_WIDTH <= 1 << 12, "widths do not fit into keys");

static inline uint32_t operator_key(unsigned op, unsigned width,
                                    uint64_t imm) {
  return op << 24 | (width & 4095) << 12 | (uint32_t) imm;
}

void memos_init(summaries *);
void memos_forget_old(summaries *);
/* Index of a remembered result: hash of the operator and the operands' keys. */
static inline uint64_t memo_hash(uint32_t operator, const place *operands,
                                 unsigned count) {
  uint64_t h = operator;
  for (unsigned k = 0; k < count; k++) h = hash_word(h, operands[k].key);
  return h;
}
/* The hash of a key whose operands are not loaded yet. */
uint64_t memo_hash_of(const summaries *, const memo_key *);
/* How many words of the key are operands. */
unsigned memo_operands(const memo_key *);

static inline memo *memo_at(const summaries *s, uint64_t hash) {
  return s->memos + ((hash >> 32 & HASH_MASK) & (s->memo_count - 1));
}

/* A step. */
static inline bool memo_recall(summaries *s, const memo_key *k, uint64_t hash,
                               ref *result) {
  s->stats.steps++;
  const memo *m = memo_at(s, hash);
  result->id = m->result;
  result->add = m->add;
  return m->key.operator == k->operator && m->key.x[0] == k->x[0] &&
         m->key.x[1] == k->x[1] && m->key.x[2] == k->x[2] && result->id;
}

void memo_remember(summaries *, const memo_key *, uint64_t hash, ref result);

/* Sums: see sums.c ----------------------------------------------------------- */

/* For a small number or a diagram of small numbers: the node, or 0, and the added number;
 * otherwise unchanged. */
ref summary_normal_leaf(summaries *, ref);

static inline ref summary_normal(summaries *s, ref r) {
  return (*s->nodes)[r.id].op == EXPR_CHOICE ? r : summary_normal_leaf(s, r);
}

/* Whether a normal ref has small numbers. */
bool summary_is_number(const summaries *, ref);
/* The greatest number of a normal ref without the added number; the least is 0. */
uint32_t summary_span(summaries *, ref normal);
uint32_t summary_most_span(unsigned width);     /* exclusive */
/* Whether all numbers of both, `difference` being added to the second, are close to each
 * other: then so are the numbers of a choice between a and b. */
bool summary_are_near(summaries *, ref a, ref b, int64_t difference);
expr summary_term(summaries *, ref);
/* With nothing added. */
ref summary_flat(summaries *, ref);
/* The diagram with these arms; *is_new as expr_choice_at says. */
ref summary_node(summaries *, uint64_t level, ref then, ref other, bool *is_new);

/* Making ------------------------------------------------------------------- */

/* Bounds of an operation: nodes to make, and steps. */
void summary_set_budget(summaries *, uint32_t nodes);
/* A node, unless its arms are the same. {0}: too large. */
ref summary_join(summaries *, uint64_t level, ref then, ref other);
/* The arms of e when the atom of this level is decided. */
void summary_cofactors(summaries *, ref e, const place *, uint64_t level, ref *then,
                       ref *other);
ref summary_choose(summaries *, expr guard, ref then, ref other);
expr summary_connect(summaries *, expr_op, expr, expr);
expr summary_negation(summaries *, expr guard);
bool summary_is_guard(summaries *, expr);
expr summary_guard_of(summaries *, expr condition);
expr summary_literal(summaries *, expr condition);
/* Time, of the outermost operation only. */
uint64_t summary_begin(summaries *);
void summary_end(summaries *, uint64_t begun_ns);
/* The number is added to all leaves.  {0} stays {0}. */
ref summary_add(summaries *, ref, int32_t number);
/* The guard of the leaf in the diagram. */
expr summary_guard_of_leaf(summaries *, expr, expr leaf);

static inline ref too_large(void) { return (ref) {0, 0}; }

static inline uint64_t least_level(const place *places, unsigned count) {
  uint64_t least = LEAF;
  for (unsigned k = 0; k < count; k++)
    if (places[k].level < least) least = places[k].level;
  return least;
}

#endif
