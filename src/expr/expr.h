#ifndef EXPR_EXPR_H
#define EXPR_EXPR_H

#include "base/bits.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/*
 * The table of hash-consed terms.
 *
 * A term is an index.  Constructors simplify a node and look the node up before adding it,
 * so two terms of one table are structurally equal if and only if their indices are equal.
 * Terms are copied, stored and compared without counting references.  Code that keeps terms
 * from one slice of work to the next registers a root: expr/sweep.h.
 *
 * Guards and summaries are further kinds of node in this table; the term rewriter never
 * touches them.
 */
typedef struct expr { uint32_t id; } expr;      /* {0}: no expression */

typedef enum expr_op {
#define OP(NAME, ARITY, COMMUTES, TEXT) EXPR_##NAME,
#include "expr/ops.def"
} expr_op;

typedef enum expr_rounding {
  ROUND_NEAREST_EVEN, ROUND_NEAREST_AWAY, ROUND_UP, ROUND_DOWN, ROUND_ZERO
} expr_rounding;

typedef struct expr_node {
  uint8_t op;           /* an expr_op */
  uint8_t flags;        /* EXPR_HAS_... */
  uint16_t width;       /* in bits, 1..EXPR_MAX_WIDTH */
  expr arg[3];          /* {0} past the operator's arity */
  uint64_t imm;
  uint64_t key;         /* see expr_key; filled in by the table */
} expr_node;

enum {
  EXPR_MAX_WIDTH = 4096,
  EXPR_MAX_LIMBS = EXPR_MAX_WIDTH / 64,
  EXPR_HAS_UNINIT = 1,  /* an uninitialised symbol occurs below */
  EXPR_HAS_FLOAT = 2,   /* a floating-point operator occurs below */
  EXPR_HAS_FORALL = 4,  /* a quantifier occurs below */
  EXPR_HAS_PRODUCT = 8, /* a product or quotient of wide unknowns occurs below */
  EXPR_HAS_MULTIPLE = 16, /* a product of a wide unknown and a number occurs below */
  EXPR_HAS_WIDE = 32,   /* an operator on wide words, except mere moves of bits */
  EXPR_IS_OPEN = EXPR_HAS_FLOAT | EXPR_HAS_FORALL, /* evaluating it may fail */
};

typedef struct expr_table expr_table;

expr_table *expr_table_new(void);
void expr_table_free(expr_table *);             /* accepts NULL */

/* The rewriter can be switched off; constants then still fold. */
void expr_set_rewriting(expr_table *, bool);
/* For a while: circuits, which are meant as they are written down, and over which no
 * diagram is lifted.  Returns what was set before. */
bool expr_set_plain(expr_table *, bool);

static inline bool expr_same(expr a, expr b) { return a.id == b.id; }

/*
 * A number made of a term's content, independent of creation order: the last symbol, the
 * height, a hash.  Decisions about terms, except tests for equality, use the key or
 * expr_order, never indices: a swept term gets another index when made again.
 */
uint64_t expr_key(const expr_table *, expr);
/* A total order of terms by content: negative, 0 (the same) or positive.  Terms over later
 * symbols come later, then higher terms. */
int expr_order(const expr_table *, expr, expr);

/* "Nothing was ever stored here": without width, no operand of any node, only a mark of
 * registers and bytes.  A reader replaces the mark by a fresh symbol of class
 * SYMBOL_UNINIT. */
#define EXPR_UNDEFINED ((expr) {1})

/* Symbols ---------------------------------------------------------------- */

typedef enum symbol_class {
  SYMBOL_INPUT,         /* a byte of a symbolic object, a nondet value */
  SYMBOL_UNINIT,        /* the value of an uninitialised read */
  SYMBOL_FRESH,         /* unconstrained for another reason: havoc, unknown() */
  SYMBOL_ABSTRACT,      /* a value forgotten by a join: not an input */
} symbol_class;

/* Numbered from 0 in order of creation.  The name is copied and only shown. */
uint32_t expr_new_symbol(expr_table *, symbol_class, unsigned width,
                         const char *name);
uint32_t expr_symbol_count(const expr_table *);
symbol_class expr_symbol_class(const expr_table *, uint32_t symbol);
unsigned expr_symbol_width(const expr_table *, uint32_t symbol);
const char *expr_symbol_name(const expr_table *, uint32_t symbol);

/* Constructors ----------------------------------------------------------- */

expr expr_const(expr_table *, unsigned width, uint64_t bits);   /* any width */
expr expr_wide(expr_table *, unsigned width, const uint64_t *limbs);
expr expr_symbol(expr_table *, uint32_t symbol);
expr expr_true(expr_table *);
expr expr_false(expr_table *);

/* Any operator of arity 1 to 3 by its operands.  Widths must fit.  EXTRACT, casts and
 * floats have constructors below. */
expr expr_unary(expr_table *, expr_op, expr);                   /* NOT, NEG */
expr expr_binary(expr_table *, expr_op, expr, expr);  /* ADD .. ASHR, EQ .. SLE */
expr expr_not(expr_table *, expr);
expr expr_and(expr_table *, expr, expr);
expr expr_or(expr_table *, expr, expr);
expr expr_eq(expr_table *, expr, expr);
expr expr_ne(expr_table *, expr, expr);
expr expr_ite(expr_table *, expr condition, expr then, expr other);
expr expr_concat(expr_table *, expr high, expr low);
expr expr_extract(expr_table *, expr, unsigned low, unsigned width);
expr expr_zext(expr_table *, expr, unsigned width);     /* width >= the operand's */
expr expr_sext(expr_table *, expr, unsigned width);
/* To exactly this width: extension or truncation. */
expr expr_resize(expr_table *, expr, unsigned width, bool is_signed);

/*
 * A node of a diagram: `then` if the atom holds, else `other`.  As a term the same as ITE,
 * but no rule rewrites the node: the builder of diagrams keeps nodes ordered and reduced.
 */
expr expr_choice(expr_table *, expr atom, expr then, expr other);
/* The same with the atom's level in the order of a diagram, not 0, kept as `imm`: a single
 * record describes the node. *is_new as expr_made counts. */
expr expr_choice_at(expr_table *, uint64_t level, expr atom, expr then,
                    expr other, bool *is_new);

/* The sum of a diagram and a number, as a node.  No rule rewrites the node, which is a
 * diagram, too (see summary/sums.c). */
expr expr_shifted(expr_table *, expr diagram, expr number);

/* Called for each new node with a diagram among the operands, before rewriting: returns the
 * diagram of the operator's results on the leaves, or {0} to leave the operator above its
 * operands. */
typedef expr (*expr_lift)(void *context, const expr_node *);
void expr_set_lift(expr_table *, expr_lift, void *context);

/* The operator of the node on these operands, simplified. */
expr expr_apply(expr_table *, const expr_node *, const expr arg[3]);

/* FADD .. FROUND, FEQ .. FLE, and the casts; `width` is the result's. */
expr expr_float(expr_table *, expr_op, unsigned width, expr_rounding,
                expr, expr, expr);

/*
 * The condition holds for each value of the symbol below `count`, all of 64
 * bits.  The symbol is bound there: its maker uses it for nothing else.
 * A quantifier is no part of any diagram: under it, a choice is a mere ITE.
 */
expr expr_forall(expr_table *, uint32_t symbol, expr count, expr condition);
/* The condition of a FORALL at a value of the bound symbol, whatever the count. */
expr expr_instance(expr_table *, expr forall, expr value);

/* The same node over other operands, simplified anew; for substitution. */
expr expr_rebuild(expr_table *, expr, const expr arg[3]);

/* Observers -------------------------------------------------------------- */

/* A copy, since constructors may move the nodes. */
expr_node expr_get(const expr_table *, expr);
/* The table's nodes by index, for readers of very many nodes.  A node read through the
 * array is valid until the next constructor. */
expr_node *const *expr_nodes(const expr_table *);
uint32_t expr_count(const expr_table *);        /* indices are 1..count */
/* Work of making terms: nodes made, and nodes made again after much other work.  Not the
 * number of terms, which depends on sweeps. */
uint64_t expr_made(const expr_table *);
/* Calls of constructors, by rewrites, too: most terms are there already. */
uint64_t expr_asked(const expr_table *);
/* Adds terms visited while comparing states or finding symbols: every walk reports its
 * terms. */
void expr_note_walk(expr_table *, uint64_t terms);
uint64_t expr_walked(const expr_table *);
unsigned expr_width(const expr_table *, expr);
bool expr_is_const(const expr_table *, expr);
bool expr_is_true(const expr_table *, expr);
bool expr_is_false(const expr_table *, expr);
/* True, and the value, for a constant of at most 64 bits. */
bool expr_value(const expr_table *, expr, uint64_t *bits);
/* The limbs of any constant, least first; (width + 63) / 64 of them. */
void expr_limbs(const expr_table *, expr, uint64_t *limbs);
unsigned expr_arity(expr_op);
bool expr_commutes(expr_op);
const char *expr_op_text(expr_op);
bool expr_has(const expr_table *, expr, unsigned flags);

/* The term with every symbol of `from` replaced by `to`; arrays of count. */
expr expr_substitute(expr_table *, expr, const uint32_t *from, const expr *to,
                     uint32_t count);
/* A new `call` for expr_substitute_in: terms substituted with the same `call` and the same
 * symbols share results, so each common subterm is visited once.  No sweep may come
 * between. */
uint32_t expr_substitution(expr_table *);
expr expr_substitute_in(expr_table *, uint32_t call, expr, const uint32_t *from,
                        const expr *to, uint32_t count);

/* Print and check -------------------------------------------------------- */

/* SMT-LIB text, shared subterms as nested `let`. */
void expr_print(const expr_table *, expr, FILE *);
void expr_table_check(const expr_table *);
/* The same of some nodes only. */
void expr_table_check_some(const expr_table *, uint32_t first, uint32_t count);

#endif
