#include "zeq/graph.h"

#include <inttypes.h>

/* The witness and the form as text, for people and for golden files. */

/* Symbols and numbers as they are, operators by their place in the graph. */
static void print_term(const zeq_core *c, uint32_t node, FILE *to) {
  const zeq_node *n = c->nodes.items + node;
  if (n->op == EXPR_VAR)
    fputs(expr_symbol_name(c->table, (uint32_t) n->imm), to);
  else if (n->op == EXPR_CONST && n->width <= 64)
    fprintf(to, "%" PRIu64, n->imm);
  else
    fprintf(to, "n%u", node);
}

static void print_nodes(const zeq_core *c, FILE *to) {
  for (uint32_t at = 0; at < c->nodes.count; at++) {
    const zeq_node *n = c->nodes.items + at;
    if (!n->entries || n->kind == KIND_LEAF) continue;
    fprintf(to, "n%u is %s", at, expr_op_text((expr_op) n->op));
    for (unsigned k = 0; k < n->arity; k++) {
      putc(' ', to);
      print_term(c, n->arg[k], to);
    }
    putc('\n', to);
  }
}

static void print_edge(const zeq_core *c, uint32_t edge, FILE *to) {
  if (edge & ROOT) {
    const zeq_root *r = c->roots.items + (edge & ~(uint32_t) ROOT);
    fputs(r->slot ? "a slot" : "a conjunct", to);
  } else {
    print_term(c, edge / 3, to);
  }
}

static void print_step(const zeq_core *c, const zeq_step *s, FILE *to) {
  fprintf(to, "rule %u: ", s->rule);
  print_term(c, s->node, to);
  switch (s->rule) {
  case 1: case 5:
    fputs(" is at the disposal of ", to);
    print_edge(c, s->edge, to);
    break;
  case 4:
    fputs(" is any value to ", to);
    print_edge(c, s->edge, to);
    break;
  default:
    fputs(" is flexible by", to);
    const zeq_node *n = c->nodes.items + s->node;
    for (unsigned k = 0; k < n->arity; k++)
      if (n->used >> k & 1) {
        putc(' ', to);
        print_term(c, n->arg[k], to);
      }
  }
  putc('\n', to);
}

/* Users before binders. */
static void print_order(const zeq_core *c, FILE *to) {
  for (uint32_t k = c->steps.count; k--;) {
    const zeq_step *s = c->steps.items + k;
    if (s->rule != 2 && s->rule != 3) continue;
    const zeq_node *n = c->nodes.items + s->node;
    fputs("value of ", to);
    print_term(c, s->node, to);
    fputs(", then", to);
    for (unsigned i = 0; i < n->arity; i++)
      if (n->used >> i & 1) {
        putc(' ', to);
        print_term(c, n->arg[i], to);
      }
    putc('\n', to);
  }
}

/* Words as form.c writes them. */
static void print_form(const zeq_form *f, FILE *to) {
  uint32_t number = 0;
  for (uint32_t k = 0; k < f->count;) {
    const uint64_t word = f->items[k++];
    const unsigned width = (unsigned) (word >> 8 & 0xffff);
    switch (word & 0xff) {
    case WORD_SLOT:
      fprintf(to, "slot %" PRIu64 ".%" PRIu64 " is %%%" PRIu64 "\n",
              f->items[k], f->items[k + 1], f->items[k + 2]);
      k += 3;
      break;
    case WORD_ANY:
      fprintf(to, "slot %" PRIu64 ".%" PRIu64 " is any %u\n",
              f->items[k], f->items[k + 1], width);
      k += 2;
      break;
    case WORD_CONJUNCT:
      fprintf(to, "holds %%%" PRIu64 "\n", f->items[k++]);
      break;
    case WORD_NODE: {
      const expr_op op = (expr_op) (word >> 24 & 0xff);
      fprintf(to, "%%%u = %s %u", ++number, expr_op_text(op), width);
      const uint64_t imm = f->items[k++];
      if (op == EXPR_VAR || op == EXPR_CONST || op == EXPR_EXTRACT)
        fprintf(to, " %" PRIu64, imm);
      for (unsigned i = 0; i < expr_arity(op); i++)
        fprintf(to, " %%%" PRIu64, f->items[k++]);
      putc('\n', to);
      break;
    }
    default:
      fprintf(to, "%%%u = any %u", ++number, width);
      if (word >> 24 & 1) fprintf(to, " of kind %" PRIu64, f->items[k++]);
      putc('\n', to);
    }
  }
}

void zeq_print(zeq_core *c, const zeq_constraint *from, const zeq_view *view,
               zeq_rules rules, FILE *to) {
  zeq_form f = {0};
  c->wants_steps = true;
  zeq_prepare(c, from, view, rules);
  print_nodes(c, to);
  for (uint32_t k = 0; k < c->steps.count; k++)
    print_step(c, c->steps.items + k, to);
  print_order(c, to);
  zeq_write_form(c, from, &f);
  print_form(&f, to);
  vec_release(&f);
}
