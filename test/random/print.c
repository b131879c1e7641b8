#include "walk.h"

#include <inttypes.h>
#include <string.h>

/* Programs as C.  The same text compiles natively: the replay library, or the
 * harness of native.c, provides the inputs. */
typedef struct printer {
  program *p;
  FILE *out;
  unsigned line, depth;
} printer;

static void new_line(printer *w) {
  fputc('\n', w->out);
  w->line++;
}

static void indent(const printer *w) {
  fprintf(w->out, "%*s", (int) (2 * w->depth), "");
}

static void print_node(printer *, const node *);

static void print_constant(printer *w, const node *n) {
  static const char *const suffixes[] = {
#define TYPE(NAME, TEXT, SIGNED, BITS, RANK, SUFFIX) SUFFIX,
#include "types.def"
  };
  const char *suffix = suffixes[n->type];
  const int64_t value = (int64_t) n->value;
  if (strchr(suffix, 'u'))
    fprintf(w->out, "%" PRIu64 "%s", n->value, suffix);
  else if (value == INT64_MIN)
    fprintf(w->out, "(-%" PRId64 "%s - 1)", INT64_MAX, suffix);
  else if (value == INT32_MIN)
    fprintf(w->out, "(-%" PRId32 "%s - 1)", INT32_MAX, suffix);
  else if (value < 0)
    fprintf(w->out, "(-%" PRId64 "%s)", -value, suffix);
  else
    fprintf(w->out, "%" PRId64 "%s", value, suffix);
}

/* Text with % for the next argument. */
static void print_parts(printer *w, const char *text, const node *n) {
  unsigned next = 0;
  for (; *text; text++)
    if (*text == '%') print_node(w, n->arg[next++]);
    else fputc(*text, w->out);
}

static void print_node(printer *w, const node *n) {
  switch (n->op) {
  case NODE_CONST: print_constant(w, n); return;
  case NODE_READ: print_node(w, n->arg[0]); return;
  case NODE_NEG: print_parts(w, "(-%)", n); return;
  case NODE_COMPLEMENT: print_parts(w, "(~%)", n); return;
  case NODE_LNOT: print_parts(w, "(!%)", n); return;
  case NODE_CAST:
    fprintf(w->out, "((%s) ", type_text(n->type));
    print_parts(w, "%)", n);
    return;
  case NODE_ADD: case NODE_SUB: case NODE_MUL: case NODE_DIV: case NODE_REM:
  case NODE_AND: case NODE_OR: case NODE_XOR: case NODE_SHL: case NODE_SHR:
  case NODE_LT: case NODE_LE: case NODE_GT: case NODE_GE: case NODE_EQ:
  case NODE_NE: case NODE_LAND: case NODE_LOR: case NODE_SAME: case NODE_PLUS:
    fputc('(', w->out);
    print_node(w, n->arg[0]);
    fprintf(w->out, " %s ", node_text(n->op));
    print_node(w, n->arg[1]);
    fputc(')', w->out);
    return;
  case NODE_DISTANCE: print_parts(w, "((long) (% - %))", n); return;
  case NODE_LOW: print_parts(w, "((int) ((uintptr_t) % & 1))", n); return;
  case NODE_COND: case NODE_EITHER: print_parts(w, "(% ? % : %)", n); return;
  case NODE_VAR: case NODE_COPY:
    fprintf(w->out, n->var->is_literal ? "(*%s)" : "%s", n->var->name);
    return;
  case NODE_ELEMENT: case NODE_CHOICE:
    fputs(n->var->name, w->out);
    print_parts(w, "[%]", n);
    return;
  case NODE_FIELD: case NODE_FIELD_ELEMENT:
    fprintf(w->out, "%s.f%u", n->var->name, n->field);
    if (n->op == NODE_FIELD_ELEMENT) print_parts(w, "[%]", n);
    return;
  case NODE_AT: print_parts(w, "%[%]", n); return;
  case NODE_NONE: fprintf(w->out, "(%s *) 0", type_text(n->type)); return;
  case NODE_ADDRESS: print_parts(w, "(&%)", n); return;
  case NODE_ALLOC:
    fprintf(w->out, "(%s *) malloc(", type_text(n->type));
    print_parts(w, "%", n);
    fprintf(w->out, " * sizeof(%s))", type_text(n->type));
    return;
  case NODE_COUNT: return;
  }
}

static void print_initial(printer *w, int_type type, uint64_t bits) {
  const node n = {.op = NODE_CONST, .value = bits,
                  .type = type == TYPE_ULLONG ? TYPE_ULLONG : TYPE_LLONG};
  print_constant(w, &n);
}

static void print_parameter_types(printer *w, const function *f) {
  for (unsigned k = 0; k < f->parameter_count; k++)
    fprintf(w->out, "%s%s", k ? ", " : "", type_text(f->parameters[k]->type));
}

static void print_callee(printer *w, const variable *v) {
  const function *first = w->p->table.items[0];
  fprintf(w->out, "%s (*%s)(", type_text(first->result), v->name);
  print_parameter_types(w, first);
  fprintf(w->out, ") = table[%u];", (unsigned) v->initial[0]);
  new_line(w);
}

static void print_literal(printer *w, const variable *v) {
  const char *type = type_text(v->type);
  if (v->kind == SCALAR) fprintf(w->out, "%s *const %s = &(%s) {", type, v->name, type);
  else fprintf(w->out, "%s *const %s = (%s[%u]) {", type, v->name, type, v->count);
  for (unsigned k = 0; k < v->initialised; k++) {
    if (k) fputs(", ", w->out);
    print_initial(w, v->type, v->initial[k]);
  }
  fputs("};", w->out);
  new_line(w);
}

static void print_declaration(printer *w, const variable *v) {
  indent(w);
  if (v->is_literal) {
    print_literal(w, v);
    return;
  }
  if (v->is_global) fputs("static ", w->out);
  if (v->is_constant) fputs("const ", w->out);
  switch (v->kind) {
  case SCALAR: fprintf(w->out, "%s %s", type_text(v->type), v->name); break;
  case ARRAY:
    fprintf(w->out, "%s %s[%u]", type_text(v->type), v->name, v->count);
    break;
  case RECORD:
    fprintf(w->out, "%s r%u %s", v->record->is_union ? "union" : "struct",
            v->record->number, v->name);
    break;
  case POINTER: fprintf(w->out, "%s *%s", type_text(v->type), v->name); break;
  case CALLEE: print_callee(w, v); return;
  case POINTERS:
    fprintf(w->out, "%s *%s[%u]", type_text(v->type), v->name, v->count);
    break;
  }
  if (v->initialised && (v->kind == POINTER || v->kind == POINTERS)) {
    fputs(v->kind == POINTER ? " = 0" : " = {0}", w->out);
  } else if (v->initialised) {
    fputs(v->kind == SCALAR ? " = " : " = {", w->out);
    for (unsigned k = 0; k < v->initialised; k++) {
      if (k) fputs(", ", w->out);
      print_initial(w, v->kind == RECORD ? v->record->fields[k].type
                                         : v->type, v->initial[k]);
    }
    if (v->kind != SCALAR) fputc('}', w->out);
  }
  fputc(';', w->out);
  new_line(w);
}

static void print_block(printer *, const block *);

static void print_body(printer *w, const block *b) {
  fputs(" {", w->out);
  new_line(w);
  w->depth++;
  print_block(w, b);
  w->depth--;
  indent(w);
  fputc('}', w->out);
}

static void print_call(printer *w, const statement *s) {
  if (s->place) {
    print_node(w, s->place);
    fputs(" = ", w->out);
  }
  const function *f = s->callee;
  if (s->kind == CALL_TABLE) {
    f = w->p->table.items[0];
    fputs("table[", w->out);
    print_node(w, s->value);
    fputc(']', w->out);
  } else if (s->kind == CALL_AIMED) {
    f = w->p->table.items[0];
    fputs(s->var->name, w->out);
  } else {
    fprintf(w->out, "function%u", f->number);
  }
  fputc('(', w->out);
  for (unsigned k = 0; k < f->parameter_count; k++) {
    if (k) fputs(", ", w->out);
    print_node(w, s->args[k]);
  }
  fputs(");", w->out);
}

static void print_loop_end(printer *w, const statement *s, const char *text) {
  if (s->count) fprintf(w->out, "%s%s < %u", s->var->name, text, s->count);
  if (s->count && s->value) fputs(" && ", w->out);
  if (s->value) print_node(w, s->value);
}

static void print_value(printer *w, const char *before, const node *n,
                        const char *after) {
  fputs(before, w->out);
  print_node(w, n);
  fputs(after, w->out);
}

static void print_statement(printer *w, statement *s) {
  indent(w);
  s->line = w->line;
  switch (s->kind) {
  case ASSIGN: case UPDATE:
    print_node(w, s->place);
    fprintf(w->out, " %s= ", s->kind == UPDATE ? node_text(s->op) : "");
    print_value(w, "", s->value, ";");
    break;
  case STEP:
    print_value(w, "", s->place, s->op == NODE_SUB ? "--;" : "++;");
    break;
  case SET:
    fputs(s->var->name, w->out);
    if (s->value) print_value(w, "[", s->value, "]");
    print_value(w, " = ", s->pointer, ";");
    break;
  case FREE: print_value(w, "free(", s->pointer, ");"); break;
  case COPY_RECORD:
    fprintf(w->out, "%s = %s;", s->var->name, s->from->name);
    break;
  case BLOCK:
    fputs("if (1)", w->out);
    print_body(w, s->body);
    break;
  case MERGED: case FOLDED: {
    static const char *const kinds[MERGE_KINDS] = {
      "ite", "sign", "interval", "parity", "congruence", "pred", "pred_any",
    };
    fprintf(w->out, "BRAID_%s(%s", s->kind == MERGED ? "MERGE" : "FOLD",
            kinds[s->merge]);
    if (s->value) print_value(w, ", ", s->value, "");
    fputc(')', w->out);
    print_body(w, s->body);
    break;
  }
  case IF:
    print_value(w, "if (", s->value, ")");
    print_body(w, s->body);
    if (s->other) {
      fputs(" else", w->out);
      print_body(w, s->other);
    }
    break;
  case FOR:
    fprintf(w->out, "for (%s = 0; ", s->var->name);
    print_loop_end(w, s, "");
    fprintf(w->out, "; %s++)", s->var->name);
    print_body(w, s->body);
    break;
  case DO:
    fputs("do", w->out);
    print_body(w, s->body);
    s->line = w->line;
    fputs(" while (", w->out);
    print_loop_end(w, s, "++");
    fputs(");", w->out);
    break;
  case SWITCH:
    print_value(w, "switch (", s->value, ") {");
    new_line(w);
    for (uint32_t k = 0; k < s->arms.count; k++) {
      const arm *a = s->arms.items + k;
      indent(w);
      if (k + 1 < s->arms.count) fprintf(w->out, "case %u:", a->value);
      else fputs("default:", w->out);
      print_body(w, a->body);
      if (!a->falls) fputs(" break;", w->out);
      new_line(w);
    }
    indent(w);
    fputc('}', w->out);
    break;
  case CALL: case CALL_TABLE: case CALL_AIMED: print_call(w, s); break;
  case AIM:
    fputs(s->var->name, w->out);
    print_value(w, " = table[", s->value, "];");
    break;
  case ASK: print_value(w, "", s->place, " = ask();"); break;
  case RETURN: print_value(w, "return ", s->value, ";"); break;
  case LEAVE: print_value(w, "return leave((unsigned) ", s->value, ");"); break;
  case EXIT: print_value(w, "exit(leave((unsigned) ", s->value, "));"); break;
  case ASSERT: print_value(w, "assert(", s->value, ");"); break;
  case ABORT: fputs("abort();", w->out); break;
  case GOTO: fprintf(w->out, "goto label%u;", s->label); break;
  case LABEL: fprintf(w->out, "label%u:;", s->label); break;
  case BREAK: fputs("break;", w->out); break;
  case CONTINUE: fputs("continue;", w->out); break;
  }
  new_line(w);
}

static void print_block(printer *w, const block *b) {
  for (uint32_t k = 0; k < b->variables.count; k++)
    if (b->variables.items[k]->is_used)
      print_declaration(w, b->variables.items[k]);
  for (uint32_t k = 0; k < b->statements.count; k++)
    print_statement(w, b->statements.items[k]);
}

static void print_head(printer *w, const function *f) {
  fprintf(w->out, "static %s function%u(", type_text(f->result), f->number);
  for (unsigned k = 0; k < f->parameter_count; k++)
    fprintf(w->out, "%s%s %s", k ? ", " : "", type_text(f->parameters[k]->type),
            f->parameters[k]->name);
  fputc(')', w->out);
}

static void print_records(printer *w) {
  for (uint32_t k = 0; k < w->p->records.count; k++) {
    const record *r = w->p->records.items[k];
    bool used = false;
    for (uint32_t i = 0; i < w->p->variables.count; i++)
      used |= w->p->variables.items[i]->record == r &&
              w->p->variables.items[i]->is_used;
    if (!used) continue;
    fprintf(w->out, "%s r%u {", r->is_union ? "union" : "struct", r->number);
    for (unsigned i = 0; i < r->count; i++) {
      fprintf(w->out, " %s f%u", type_text(r->fields[i].type), i);
      if (r->fields[i].count) fprintf(w->out, "[%u]", r->fields[i].count);
      if (r->fields[i].bits) fprintf(w->out, " : %u", r->fields[i].bits);
      fputc(';', w->out);
    }
    fputs(" };", w->out);
    new_line(w);
  }
}

static void print_text(printer *w, const char *text) {
  for (; *text; text++) {
    fputc(*text, w->out);
    if (*text == '\n') w->line++;
  }
}

/* main's result is decided by a branch a value, so that no value hides behind
 * another on one path, and said aloud, so that the path's prediction is seen. */
static void print_leave(printer *w) {
  print_text(w, "\nstatic int say(const char *text, int status) {\n"
                "  if (write(1, text, 3) != 3) abort();\n"
                "  return status;\n"
                "}\n"
                "\nstatic int leave(unsigned value) {\n");
  w->p->leave_line = w->line;
  print_text(w, "  switch (value & 7) {\n");
  for (unsigned k = 0; k < 8; k++) {
    fprintf(w->out, "  case %u: return say(\"=%u\\n\", %u);", k, k, k);
    new_line(w);
  }
  print_text(w, "  }\n  return 0;\n}\n");
}

/* The same text asks for each, so that a loop asks anew each turn. */
static void print_ask(printer *w) {
  const program *p = w->p;
  if (p->asks_outside) print_text(w, "\nunsigned char unknown(void);\n");
  print_text(w, "\nstatic unsigned asked;\n\n"
                "static unsigned char ask(void) {\n"
                "  static const unsigned char masks[] = {");
  for (unsigned k = 0; k < p->ask_count; k++)
    fprintf(w->out, "%s%u", k ? ", " : "", (1u << p->ask_bits[k]) - 1);
  print_text(w, "};\n");
  fprintf(w->out, "  if (asked >= %u) return 0;", p->ask_count);
  new_line(w);
  fprintf(w->out, "  return %s & masks[asked++];",
          p->asks_outside ? "unknown()" : "braid_u8(\"ask\")");
  print_text(w, "\n}\n");
}

static void print_inputs(printer *w) {
  for (unsigned k = 0; k < w->p->input_count; k++) {
    const input *i = w->p->inputs + k;
    if (!i->var->is_used) continue;
    if (i->is_assumed) {
      fprintf(w->out, "  unsigned char byte%u = braid_u8(\"in%u\");", k, k);
      new_line(w);
      fprintf(w->out, "  braid_assume(byte%u < %u);", k, 1u << i->bits);
      new_line(w);
      fprintf(w->out, "  %s = (%s) byte%u;", i->var->name,
              type_text(i->var->type), k);
    } else {
      fprintf(w->out, "  %s = (%s) (braid_u8(\"in%u\") & %u);", i->var->name,
              type_text(i->var->type), k, (1u << i->bits) - 1);
    }
    new_line(w);
  }
}

void program_print(program *p, FILE *out) {
  printer printing = {.p = p, .out = out, .line = 1}, *w = &printing;
  program_mark_used(p);
  print_text(w, "#include <assert.h>\n#include <braid.h>\n"
                "#include <stdint.h>\n#include <stdlib.h>\n"
                "#include <unistd.h>\n\n");
  print_records(w);
  for (uint32_t k = 0; k < p->globals.count; k++)
    if (p->globals.items[k]->is_used)
      print_declaration(w, p->globals.items[k]);
  print_leave(w);
  if (p->ask_is_used) print_ask(w);
  bool has_table = false;
  for (uint32_t k = 0; k < p->functions.count; k++) {
    function *f = p->functions.items[k];
    if (!f->is_used) continue;
    const bool is_main = k + 1 == p->functions.count;
    bool in_table = false;
    for (uint32_t i = 0; i < p->table.count; i++)
      in_table |= p->table.items[i] == f;
    /* The table comes before the first function that is not in it. */
    if (!in_table && !has_table && p->table_is_used) {
      const function *first = p->table.items[0];
      has_table = true;
      fprintf(out, "\nstatic %s (*const table[])(", type_text(first->result));
      print_parameter_types(w, first);
      fputs(") = {", out);
      for (uint32_t i = 0; i < p->table.count; i++)
        fprintf(out, "%sfunction%u", i ? ", " : "",
                p->table.items[i]->number);
      fputs("};", out);
      w->line++;
      new_line(w);
    }
    new_line(w);
    if (is_main) fputs("int main(void)", out);
    else print_head(w, f);
    if (is_main) {
      fputs(" {", out);
      new_line(w);
      print_inputs(w);
      w->depth = 1;
      print_block(w, f->body);
      w->depth = 0;
      fputc('}', out);
    } else {
      print_body(w, f->body);
    }
    new_line(w);
  }
}
