#include "ir/ir.h"

#include "base/outcomes.h"

#include <inttypes.h>

typedef enum shape { D, D_IMM, D_A, D_A_B, D_A_B_C, D_A_IMM, D_A_B_IMM,
                     A_B_IMM, A_B_C, A_IMM, IMM, TARGET, BRANCH, SWITCH, GOTO, CALL,
                     RETURN, NOTHING } shape;
static const struct { const char *text; shape shape; } opcodes[] = {
#define OPCODE(NAME, TEXT, SHAPE) {TEXT, SHAPE},
#include "ir/opcodes.def"
};
static const char *const builtins[] = {
#define BUILTIN(NAME, TEXT) TEXT,
#include "ir/builtins.def"
};

static uint32_t block_at(const ir_function *f, uint64_t target) {
  return f->insns[target].block;
}

static void print_wide(const ir_program *p, const ir_insn *i, FILE *out) {
  const uint64_t *limbs = p->wide.items[i->imm];
  fputs(" 0x", out);
  for (unsigned n = (i->width + 63u) / 64; n-- > 0;)
    fprintf(out, "%016" PRIx64, limbs[n]);
}

static void print_call(const ir_program *p, const ir_function *f,
                       const ir_insn *i, FILE *out) {
  const ir_call *c = f->calls.items + i->imm;
  if (c->result_count) fputc(' ', out);
  for (uint32_t k = 0; k < c->result_count; k++)
    fprintf(out, "%sr%" PRIu32 ":%u", k ? "," : "", c->result + k,
            c->result_widths[k]);
  if (c->result_count) fputs(" =", out);
  if (i->op == IR_BUILTIN) fprintf(out, " %s", builtins[c->builtin]);
  else if (c->callee == IR_INDIRECT) fprintf(out, " *r%" PRIu32, c->target);
  else fprintf(out, " @%s", p->symbols.items[c->callee].name);
  fputc('(', out);
  for (uint32_t k = 0; k < c->arg_count; k++) {
    const ir_value *a = c->args + k;
    fprintf(out, "%s%sr%" PRIu32 ":%s%u", k ? ", " : "",
            k == c->fixed_args ? "... " : "", a->reg, a->is_float ? "f" : "",
            a->width);
    if (a->byval_bytes) fprintf(out, " byval %" PRIu32, a->byval_bytes);
  }
  fputc(')', out);
  if (c->returns_twice) fputs(" twice", out);
  if (c->is_noreturn) fputs(" noreturn", out);
}

static void print_insn(const ir_program *p, const ir_function *f,
                       const ir_insn *i, FILE *out) {
  fprintf(out, "  %s", opcodes[i->op].text);
  if (i->width) fprintf(out, ".%u", i->width);
  switch (opcodes[i->op].shape) {
  case D: fprintf(out, " r%" PRIu32, i->d); break;
  case D_IMM:
    fprintf(out, " r%" PRIu32, i->d);
    if (i->op == IR_WIDE) print_wide(p, i, out);
    else if (i->op == IR_HAVOC)
      fprintf(out, " \"%s\"", p->strings.items[i->imm]);
    else fprintf(out, " %" PRIu64, i->imm);
    break;
  case D_A: fprintf(out, " r%" PRIu32 " r%" PRIu32, i->d, i->a); break;
  case D_A_B:
    fprintf(out, " r%" PRIu32 " r%" PRIu32 " r%" PRIu32, i->d, i->a, i->b);
    if (i->op == IR_FCMP) fprintf(out, " %" PRIu64, i->imm);
    break;
  case D_A_B_C:
    fprintf(out, " r%" PRIu32 " r%" PRIu32 " r%" PRIu32 " r%" PRIu32, i->d,
            i->a, i->b, i->c);
    break;
  case D_A_IMM:
    fprintf(out, " r%" PRIu32 " r%" PRIu32 " %" PRIu64, i->d, i->a, i->imm);
    break;
  case D_A_B_IMM:
    fprintf(out, " r%" PRIu32 " r%" PRIu32 " r%" PRIu32 " %" PRIu64, i->d,
            i->a, i->b, i->imm);
    break;
  case A_B_IMM:
    fprintf(out, " r%" PRIu32 " r%" PRIu32 " %" PRIu64, i->a, i->b, i->imm);
    break;
  case A_B_C:
    fprintf(out, " r%" PRIu32 " r%" PRIu32 " r%" PRIu32, i->a, i->b, i->c);
    break;
  case A_IMM:
    fprintf(out, " r%" PRIu32 " %s", i->a, outcome_text((outcome) i->imm));
    break;
  case IMM:
    if (i->op == IR_UNSUPPORTED)
      fprintf(out, " \"%s\"", p->strings.items[i->imm]);
    else
      fprintf(out, " %" PRIu64, i->imm);
    break;
  case TARGET: fprintf(out, " b%" PRIu32, block_at(f, i->imm)); break;
  case BRANCH:
    fprintf(out, " r%" PRIu32 " b%" PRIu32 " b%" PRIu32, i->a,
            block_at(f, i->b), block_at(f, i->c));
    break;
  case SWITCH: {
    const ir_switch *s = f->switches.items + i->imm;
    fprintf(out, " r%" PRIu32, i->a);
    for (uint32_t k = 0; k < s->count; k++)
      fprintf(out, " %" PRIu64 ":b%" PRIu32, s->values[k],
              block_at(f, s->targets[k]));
    fprintf(out, " else b%" PRIu32, block_at(f, s->otherwise));
    break;
  }
  case GOTO: fprintf(out, " r%" PRIu32, i->a); break;
  case CALL: print_call(p, f, i, out); break;
  case RETURN:
    for (uint32_t k = 0; k < i->b; k++) fprintf(out, " r%" PRIu32, i->a + k);
    break;
  case NOTHING: break;
  }
  if (i->flags & IR_NSW) fputs(" nsw", out);
  if (i->flags & IR_NUW) fputs(" nuw", out);
  if (i->flags & IR_EXACT) fputs(" exact", out);
  if (i->flags & IR_NONNEG) fputs(" nonneg", out);
  if (i->flags & IR_BASE) fputs(" base", out);
  if (i->flags & (IR_INBOUNDS | IR_ACCESSED)) fputs(" inbounds", out);
  if (i->place)
    fprintf(out, "\t; %" PRIu32 ":%" PRIu32,
            p->places.items[i->place].line, p->places.items[i->place].column);
  fputc('\n', out);
}

void ir_print_function(const ir_program *p, const ir_function *f, FILE *out) {
  fprintf(out, "function %s(", f->name);
  for (uint32_t i = 0; i < f->param_count; i++)
    fprintf(out, "%sr%" PRIu32 ":%s%u", i ? ", " : "", f->params[i].reg,
            f->params[i].is_float ? "f" : "", f->params[i].width);
  fprintf(out, "%s) registers %" PRIu32 "\n",
          f->is_variadic ? f->param_count ? ", ..." : "..." : "",
          f->reg_count);
  for (uint32_t i = 0; i < f->slots.count; i++) {
    const ir_slot *s = f->slots.items + i;
    fprintf(out, "  slot %" PRIu32 " \"%s\" size %" PRIu64 " align %" PRIu32
            "%s\n", i, s->name, s->size, s->align,
            s->has_lifetime ? " lifetime" : "");
  }
  for (uint32_t b = 0; b < f->block_count; b++) {
    const ir_block *block = f->blocks + b;
    fprintf(out, "b%" PRIu32 ":", b);
    if (*block->label) fprintf(out, " %s", block->label);
    if (block->is_loop_head) fputs(" loop", out);
    if (block->loop_depth)
      fprintf(out, " in b%" PRIu32 " depth %" PRIu32, block->loop_head,
              block->loop_depth);
    fputc('\n', out);
    for (uint32_t i = 0; i < block->count; i++)
      print_insn(p, f, f->insns + block->first + i, out);
  }
}

static void print_symbol(const ir_program *p, const ir_symbol *s, FILE *out) {
  fprintf(out, "%s %s", s->kind == IR_FUNCTION ? "function" : "variable",
          s->name);
  fprintf(out, " at 0x%" PRIx64, s->address);
  if (s->kind == IR_VARIABLE)
    fprintf(out, " size %" PRIu64 " align %" PRIu32, s->size, s->align);
  if (!s->is_defined) fputs(" undefined", out);
  if (s->is_local) fputs(" local", out);
  if (s->is_weak) fputs(" weak", out);
  if (s->is_constant) fputs(" constant", out);
  if (s->is_thread_local) fputs(" thread", out);
  if (s->is_library) fputs(" library", out);
  fputc('\n', out);
  if (s->bytes) {
    fputs("  bytes", out);
    for (uint64_t i = 0; i < s->size; i++) fprintf(out, " %02x", s->bytes[i]);
    fputc('\n', out);
  }
  for (uint32_t i = 0; i < s->relocations.count; i++) {
    const ir_relocation *r = s->relocations.items + i;
    fprintf(out, "  +%" PRIu64 " = %s + %" PRId64 "\n", r->offset,
            p->symbols.items[r->symbol].name, r->addend);
  }
}

void ir_print(const ir_program *p, FILE *out) {
  static const char *const targets[] = {"aarch64", "x86_64", "i386"};
  fprintf(out, "program %s pointers %u edges %" PRIu32 "\n",
          targets[p->target], p->pointer_bits, p->edge_count);
  for (uint32_t i = 1; i < p->symbols.count; i++)
    print_symbol(p, p->symbols.items + i, out);
  for (uint32_t i = 0; i < p->functions.count; i++)
    ir_print_function(p, p->functions.items[i], out);
}
