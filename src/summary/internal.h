#ifndef SUMMARY_INTERNAL_H
#define SUMMARY_INTERNAL_H

#include <assert.h>

#include "base/hash.h"
#include "base/keys.h"
#include "base/limits.h"
#include "base/vec.h"
#include "summary/fact.h"
#include "summary/summary.h"

/* Results of one operator on diagrams, forgotten when another overwrites them:
 * a lossy cache, so that memory stays bounded. */
typedef struct memo_key {
  uint32_t operator;            /* op, width and immediate: see operator_key */
  uint32_t x[3];
} memo_key;

/* A node of a diagram as operations read it, all from one record of the table: the
 * level of its atom, its arms, and its key, by which results are remembered. */
typedef struct place {
  uint64_t level;               /* LEAF: no node */
  expr then, other;
  uint64_t key;
} place;

#define LEAF UINT64_MAX

typedef struct memo {
  memo_key key;
  expr result;
} memo;

/* Leaves that an application met. */
typedef struct meeting {
  uint64_t application;
  uint32_t x[3];
} meeting;

struct summaries {
  expr_table *t;
  expr_node *const *nodes;      /* of the table */
  uint32_t max_nodes;
  volatile const int *stop;     /* set: no more work is put into diagrams */
  uint64_t allowed;             /* steps in all: nor is it beyond them */
  VEC(uint64_t) level;          /* by index of the term; 0: no atom */
  uint32_t atoms;
  VEC(expr) terms;              /* by number of the atom */
  VEC(expr) negations;          /* by index of a guard; {0}: not made yet */
  VEC(uint32_t) groups;         /* by number of a symbol; 0: none */
  keys pairs;                   /* of terms that are compared */
  VEC(uint32_t) pair_groups;    /* by number of the pair */
  uint32_t group_count;
  VEC(fact) facts;              /* by number of the atom: what it says */
  VEC(uint64_t) support;        /* by index of a node: see summary_support */
  VEC(uint8_t) guards;          /* by index of a node: whether it is one */
  VEC(uint32_t) seen;           /* by index of a node: the last walk there */
  uint32_t walk;
  memo *memos;
  uint32_t memo_count;          /* a power of two */
  uint32_t remembered;          /* since the table last grew */
  uint32_t budget;              /* nodes that the running operation may make */
  uint32_t leaves;              /* ... and new pairs of leaves it may meet */
  uint32_t steps;               /* ... and steps that it may take: what the
                                 * lossy cache forgot is done again */
  bool is_lifting;              /* the operator at hand works on leaves */
  unsigned nesting;             /* of timed operations */
  meeting meetings[limit_summary_meetings];
  summary_stats stats;
};

/* Atoms ------------------------------------------------------------------- */

/* Its place in the order: the upper half is its group, the lower one its number,
 * which a new one is given. */
uint64_t summary_number(summaries *, expr atom);

static inline uint64_t level_of(summaries *s, expr atom) {
  const uint64_t known =
      atom.id < s->level.count ? s->level.items[atom.id] : 0;
  return known ? known : summary_number(s, atom);
}

/* A choice without a level is nobody's diagram. */
static inline place place_of(const summaries *s, expr e) {
  const expr_node *n = *s->nodes + e.id;
  assert(n->op != EXPR_NONE);
  const bool is_node = n->op == EXPR_CHOICE && n->imm;
  return (place) {is_node ? n->imm : LEAF, n->arg[1], n->arg[2], n->key};
}

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

/* Of which groups the diagram's atoms are, a bit each of the lowest 62, shared
 * by some; and besides whether an atom bounds a term and does not just name a
 * value of it. */
uint64_t summary_support(summaries *, expr);

static const uint64_t support_bounds = UINT64_C(1) << 62;

/* Memory ------------------------------------------------------------------- */

/* Operators of the diagrams themselves, beside those of terms. */
enum { CHOOSE = 0xff, GUARD_OF_LEAF = 0xfe, ASSUME = 0xfd, GUARD_OF = 0xfc,
       RESTRICT = 0xfb };

/* Immediates of terms with operands (a lowest bit, a rounding) are below the
 * largest width. */
static_assert(EXPR_MAX_WIDTH <= 1 << 12, "widths do not fit into keys");

static inline uint32_t operator_key(unsigned op, unsigned width,
                                    uint64_t imm) {
  return op << 24 | (width & 4095) << 12 | (uint32_t) imm;
}

void memos_init(summaries *);
/* Where a result is remembered: by the operator and its operands' keys. */
static inline uint64_t memo_hash(uint32_t operator, const place *operands,
                                 unsigned count) {
  uint64_t h = operator;
  for (unsigned k = 0; k < count; k++) h = hash_word(h, operands[k].key);
  return h;
}
/* The hash of a key whose operands nobody looked at yet. */
uint64_t memo_hash_of(const summaries *, const memo_key *);

static inline memo *memo_at(const summaries *s, uint64_t hash) {
  return s->memos + ((hash >> 32 & HASH_MASK) & (s->memo_count - 1));
}

/* A step. */
static inline bool memo_recall(summaries *s, const memo_key *k, uint64_t hash,
                               expr *result) {
  s->stats.steps++;
  const memo *m = memo_at(s, hash);
  *result = m->result;
  return m->key.operator == k->operator && m->key.x[0] == k->x[0] &&
         m->key.x[1] == k->x[1] && m->key.x[2] == k->x[2] && result->id;
}

void memo_remember(summaries *, const memo_key *, uint64_t hash, expr result);

/* Making ------------------------------------------------------------------- */

/* What an operation may make, of nodes, and take, of steps. */
void summary_set_budget(summaries *, uint32_t nodes);
/* A node, unless its arms are the same.  {0}: too large. */
expr summary_join(summaries *, uint64_t level, expr then, expr other);

#endif
