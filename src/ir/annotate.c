#include "ir/annotate.h"

#include <string.h>

/*
 * BRAID_MERGE(KIND, ...) block, as include/braid.h writes it:
 *
 *   if (__braid_merge_begin()) {                 head
 *     if (__braid_merge_here(KIND))              point
 *       __braid_merge_values(KIND, ...);         does not return
 *                                              past
 *   } else
 *     block
 *                                              after
 *
 * A macro in front of a block cannot put code behind it, and a loop round it
 * would change what `break` means.  So the ways are changed here: the head goes
 * into the block, and what leaves the block at its end passes the point.  The
 * values are never run, only looked at on the side (exec/probe.c); that the
 * point could go there keeps alive what they read.
 */
static bool calls(const draft *d, const ir_insn *i, const char *name) {
  if (i->op != IR_CALL) return false;
  const uint32_t callee = d->function->calls.items[i->imm].callee;
  return callee != IR_INDIRECT &&
         !strcmp(d->program->symbols.items[callee].name, name);
}

static ir_insn *find_call(const draft *d, uint32_t block, const char *name) {
  const draft_block *b = d->blocks.items + block;
  for (uint32_t i = 0; i < b->code.count; i++)
    if (calls(d, b->code.items + i, name)) return b->code.items + i;
  return NULL;
}

/* All jumps to `from` go to `to`, but for one. */
static void redirect(draft *d, uint32_t from, uint32_t to, uint32_t but) {
  target_list targets = {0};
  for (uint32_t b = 0; b < d->blocks.count; b++) {
    if (b == but) continue;
    draft_targets_of(d, b, &targets);
    for (uint32_t i = 0; i < targets.count; i++)
      if (*targets.items[i] == from) *targets.items[i] = to;
  }
  vec_release(&targets);
}

void draft_annotate(draft *d) {
  for (uint32_t b = 0; b < d->blocks.count; b++) {
    draft_block *head = d->blocks.items + b;
    ir_insn *begin = find_call(d, b, "__braid_merge_begin");
    ir_insn *end = head->code.count ? &vec_last(&head->code) : NULL;
    if (!begin || end->op != IR_BRANCH) continue;
    const uint32_t point = end->b;
    const draft_block *p = d->blocks.items + point;
    if (!find_call(d, point, "__braid_merge_here") ||
        vec_last(&p->code).op != IR_BRANCH)
      continue;
    const uint32_t block = end->c, result =
        d->function->calls.items[begin->imm].result;
    *begin = (ir_insn) {.op = IR_CONST, .width = 32, .d = result,
                        .place = begin->place};
    *end = (ir_insn) {.op = IR_JUMP, .imm = block, .place = end->place};
    const uint32_t past = vec_last(&p->code).c;
    const ir_insn on = vec_last(&d->blocks.items[past].code);
    if (on.op == IR_JUMP) redirect(d, (uint32_t) on.imm, point, past);
  }
}

/* An enumeration constant is in a register by now. */
static ir_argument argument_of(const ir_function *f, const ir_insn *call,
                               uint32_t reg) {
  for (const ir_insn *at = call; at >= f->insns; at--)
    if (at->d == reg && at->op == IR_CONST)
      return (ir_argument) {true, at->imm};
  return (ir_argument) {0};
}

/* The values of an annotation: the kind, then its expressions. */
static char *check_call(const ir_function *f, const ir_insn *i,
                        const ir_call *c, ir_annotation_check *check) {
  for (uint32_t k = 1; k < c->arg_count; k++)
    if (c->args[k].is_float || c->args[k].width > 64)
      return mem_format("an expression of BRAID_MERGE is no integer");
  VEC(ir_argument) values = {0};
  for (uint32_t k = 0; k < c->arg_count; k++)
    vec_push(&values, argument_of(f, i, c->args[k].reg));
  char *wrong = values.items[0].is_number
                    ? check(values.items[0].number, values.items + 1,
                            c->arg_count - 1)
                    : NULL;
  vec_release(&values);
  return wrong;
}

bool ir_check_annotations(const ir_program *p,
                          ir_annotation_check *check, uint32_t *count,
                          char **message) {
  const uint32_t values = ir_find_symbol(p, "__braid_merge_values");
  *count = 0;
  for (uint32_t n = 0; values && n < p->functions.count; n++) {
    const ir_function *f = p->functions.items[n];
    for (uint32_t k = 0; f && k < f->insn_count; k++) {
      const ir_insn *i = f->insns + k;
      if (i->op != IR_CALL || f->calls.items[i->imm].callee != values)
        continue;
      ++*count;
      char *wrong = check_call(f, i, f->calls.items + i->imm, check);
      if (!wrong) continue;
      const ir_place *at = p->places.items + i->place;
      *message = mem_format("%s:%u: %s", p->files.items[at->file], at->line,
                            wrong);
      free(wrong);
      return false;
    }
  }
  return true;
}
