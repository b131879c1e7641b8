#ifndef EXPR_TABLE_H
#define EXPR_TABLE_H

#include "base/fatal.h"
#include "base/index.h"
#include "base/vec.h"
#include "expr/expr.h"
#include "expr/rules.h"

/*
 * The inside of the table, for the files of this room only.
 *
 * `slot` is open-addressed, twice as long as `nodes` may become before growth, so a probe
 * always ends.  A sweep fills `slot` anew, so there are no tombstones; a swept node is
 * NONE. A slot holds the hash above and the index below, 0 where free: a probe reads a node
 * only if all 32 bits of hash agree, and growing reads no node.
 */
typedef struct wide_const {
  uint32_t offset;              /* into the table's limbs */
  uint32_t count;               /* limbs */
} wide_const;

typedef struct symbol_info {
  char *name;
  uint16_t width;
  uint8_t class;
  expr term;                    /* {0} until first used */
} symbol_info;

struct expr_table {
  expr_node *nodes;             /* [0] is NONE, [1] UNDEF; in no slot */
  uint32_t count, capacity;
  /* 2 * capacity, a power of two.  Not base/index.h, for speed: index and half of the key
   * in a single word, and as many slots as `capacity` asks for. */
  uint64_t *slot;
  uint32_t *seen;               /* see expr_made: parts of keys, direct-mapped */
  uint64_t made;
  uint64_t asked;               /* see expr_asked */
  uint64_t walked;              /* see expr_note_walk */
  struct sweeper *sweeper;

  /* Constants wider than 64 bits, each value once: imm is an index. */
  VEC(wide_const) wides;
  VEC(uint64_t) limbs;
  hash_index wide_index;        /* of wides */

  VEC(symbol_info) symbols;

  bool rewriting;
  bool is_plain;                /* terms are made as they are asked for */
  expr_lift lift;               /* NULL: operators stay above diagrams */
  void *lift_context;
  uint32_t depth, fuel;         /* see rewrite.h */
  uint64_t fired[RULE_COUNT];
  struct rewrite_memo *memo;

  struct varset_store *varsets; /* made at first use */
  struct range_store *ranges;
  struct substitution *substitution;
};

/* Terms made with every table. */
enum { EXPR_FALSE_ID = 2, EXPR_TRUE_ID = 3 };

/* Capacity of tables at the start; the hostile build sets 1. */
#ifndef INITIAL_CAPACITY
#define INITIAL_CAPACITY 4096
#endif

/* The key of a node that is not in the table yet, of everything but the flags; the next two
 * functions take the key with the node.  The lower half is the hash of the slots. */
uint64_t table_key(const expr_table *, const expr_node *);
/* Every node enters here unchanged; flags and key are filled in. */
expr table_intern(expr_table *, const expr_node *, uint64_t key);
/* The index of an equal node, or {0}. */
expr table_find(const expr_table *, const expr_node *, uint64_t key);
/* The limbs of a constant wider than 64 bits, valid until the next wide constant is made. */
const uint64_t *table_wide(const expr_table *, const expr_node *);

extern const struct op_info { uint8_t arity, commutes; const char *text; }
    table_ops[];

struct sweeper *sweeper_new(void);
void sweeper_free(struct sweeper *);
/* The index of the next node: a free index, or the table's count. */
uint32_t sweeper_take(expr_table *);
void varset_begin_sweep(expr_table *);
void varset_end_sweep(expr_table *);
void range_forget(expr_table *);

void varset_store_free(struct varset_store *);
void range_store_free(struct range_store *);
void substitution_free(struct substitution *);

/* Equal but for flags and key. */
static inline bool node_equal(const expr_node *a, const expr_node *b) {
  return a->op == b->op && a->width == b->width && a->imm == b->imm &&
         expr_same(a->arg[0], b->arg[0]) && expr_same(a->arg[1], b->arg[1]) &&
         expr_same(a->arg[2], b->arg[2]);
}

/* Valid until the next constructor.  In the hostile build a swept term is fatal. */
static inline const expr_node *at(const expr_table *t, expr e) {
#ifdef HOSTILE
  if (e.id && t->nodes[e.id].op == EXPR_NONE)
    fatal("term %u was swept and is used", e.id);
#endif
  return t->nodes + e.id;
}

static inline bool op_is_float(expr_op op) { return op >= EXPR_FADD; }

#endif
