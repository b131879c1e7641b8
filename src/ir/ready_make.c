#include "ir/ready_make.h"

#include "ir/link.h"

#include <errno.h>
#include <llvm-c/Core.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Two translations of a member by itself: of the second all symbols are elsewhere. */
typedef struct trial {
  ir_linker *linker;
  ir_program *program;
  link_trial facts;
} trial;

typedef struct bytes { VEC(uint8_t) b; } bytes;

static void put(bytes *to, const void *from, size_t count, size_t size) {
  const size_t used = count * size, padded = (used + 7) / 8 * 8;
  if (!padded) return;
  vec_reserve(&to->b, to->b.count + (uint32_t) padded);
  memset(to->b.items + to->b.count, 0, padded);
  memcpy(to->b.items + to->b.count, from, used);
  to->b.count += (uint32_t) padded;
}

static bool try(trial *t, bool is_displaced, const char *name, const archive_member *m) {
  char *message = NULL;
  *t = (trial) {.linker = ir_linker_new(), .facts = {.is_displaced = is_displaced}};
  t->linker->trial = &t->facts;
  if (link_member(t->linker, name, m, NULL, &message))
    t->program = link_resolve(t->linker, &message);
  free(message);
  return t->program != NULL;
}

static void end(trial *t) {
  ir_program_free(t->program);
  vec_release(&t->facts.functions);
  free(t->facts.globals.items);
  ir_linker_free(t->linker);
}

/* Whether the module is one for which the addresses of its globals say everything. */
static bool is_plain(const ir_linker *l) {
  const LLVMModuleRef m = l->modules.items[0].llvm;
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMUseRef u = LLVMGetFirstUse(LLVMBasicBlockAsValue(b)); u; u = LLVMGetNextUse(u))
        if (LLVMGetValueKind(LLVMGetUser(u)) == LLVMBlockAddressValueKind) return false;
  return !link_wants_weak(l);
}

/* The global by whose address the numbers differ; READY_NONE: by no one's. */
static uint32_t find_global(const ready_globals *a, const ready_globals *b, uint64_t one,
                            uint64_t other) {
  for (uint32_t k = 0; k < a->count; k++)
    if (a->items[k].symbol && b->items[k].bits - a->items[k].bits == other - one) return k;
  return READY_NONE;
}

static uint32_t global_of(const ready_globals *a, uint32_t symbol) {
  for (uint32_t k = 0; k < a->count; k++)
    if (a->items[k].symbol == symbol) return k;
  return READY_NONE;
}

static bool are_equal(const void *a, const void *b, size_t size) {
  return !size || !memcmp(a, b, size);
}

static bool are_values_same(const ir_value *a, const ir_value *b, uint32_t count) {
  for (uint32_t k = 0; k < count; k++)
    if (a[k].reg != b[k].reg || a[k].width != b[k].width || a[k].align != b[k].align ||
        a[k].byval_bytes != b[k].byval_bytes || a[k].part_offset != b[k].part_offset ||
        a[k].is_float != b[k].is_float)
      return false;
  return true;
}

static bool are_calls_same(const ir_call *a, const ir_call *b) {
  return a->callee == b->callee && a->target == b->target && a->arg_count == b->arg_count &&
         are_values_same(a->args, b->args, a->arg_count) && a->fixed_args == b->fixed_args &&
         a->result == b->result && a->result_count == b->result_count &&
         are_equal(a->result_widths, b->result_widths,
                   a->result_count * sizeof *a->result_widths) &&
         a->result_floats == b->result_floats && a->builtin == b->builtin &&
         a->returns_twice == b->returns_twice && a->is_noreturn == b->is_noreturn &&
         a->keeps_variables == b->keeps_variables;
}

static bool are_switches_same(const ir_switch *a, const ir_switch *b) {
  return a->count == b->count && a->otherwise == b->otherwise &&
         a->otherwise_edge == b->otherwise_edge &&
         are_equal(a->values, b->values, a->count * sizeof *a->values) &&
         are_equal(a->targets, b->targets, a->count * sizeof *a->targets) &&
         are_equal(a->edges, b->edges, a->count * sizeof *a->edges);
}

static bool are_blocks_same(const ir_block *a, const ir_block *b) {
  return a->first == b->first && a->count == b->count && a->loop_head == b->loop_head &&
         a->is_loop_head == b->is_loop_head && a->loop_depth == b->loop_depth &&
         a->order == b->order && a->successor_count == b->successor_count &&
         are_equal(a->successors, b->successors, a->successor_count * sizeof *a->successors);
}

static bool are_slots_same(const ir_slot *a, const ir_slot *b) {
  return a->size == b->size && a->align == b->align && a->has_lifetime == b->has_lifetime &&
         a->is_renewed == b->is_renewed;
}

static bool are_limbs_same(const trial *one, const trial *other, const ir_insn *a,
                           const ir_insn *b) {
  return are_equal(one->program->wide.items[a->imm], other->program->wide.items[b->imm],
                   (a->width + 63u) / 64 * sizeof(uint64_t));
}

/* Up to numbers in instructions. */
static bool are_same(const trial *one, const trial *other, const ir_function *a,
                     const ir_function *b) {
  bool are = a->insn_count == b->insn_count && a->block_count == b->block_count &&
             a->param_count == b->param_count && a->reg_count == b->reg_count &&
             a->first_edge == b->first_edge && a->edge_count == b->edge_count &&
             a->slots.count == b->slots.count && a->calls.count == b->calls.count &&
             a->switches.count == b->switches.count && a->leaks_slots == b->leaks_slots &&
             a->holds_pointers == b->holds_pointers &&
             are_values_same(a->params, b->params, a->param_count);
  for (uint32_t k = 0; are && k < a->insn_count; k++) {
    const ir_insn *i = a->insns + k, *j = b->insns + k;
    are = i->op == j->op && i->width == j->width && i->d == j->d && i->a == j->a &&
          i->b == j->b && i->c == j->c && i->flags == j->flags && i->block == j->block &&
          (i->op != IR_WIDE || are_limbs_same(one, other, i, j));
  }
  for (uint32_t k = 0; are && k < a->block_count; k++)
    are = are_blocks_same(a->blocks + k, b->blocks + k);
  for (uint32_t k = 0; are && k < a->slots.count; k++)
    are = are_slots_same(a->slots.items + k, b->slots.items + k);
  for (uint32_t k = 0; are && k < a->calls.count; k++)
    are = are_calls_same(a->calls.items + k, b->calls.items + k);
  for (uint32_t k = 0; are && k < a->switches.count; k++)
    are = are_switches_same(a->switches.items + k, b->switches.items + k);
  return are;
}

/* Nothing that a record has no room for: names, places, reasons, computed jumps. */
static bool is_simple(const ir_function *f) {
  bool is = !f->variables.count && !f->place;
  for (uint32_t k = 0; k < f->block_count; k++) is &= !*f->blocks[k].label;
  for (uint32_t k = 0; k < f->slots.count; k++)
    is &= !*f->slots.items[k].name && !f->slots.items[k].place;
  for (uint32_t k = 0; k < f->insn_count; k++) {
    const ir_insn *i = f->insns + k;
    is &= !i->place && i->op != IR_GOTO && i->op != IR_UNSUPPORTED && i->op != IR_HAVOC;
  }
  return is;
}

/* Relative to what the program will have. */
static bool put_addresses(bytes *to, ready_code *c, const trial *a, const trial *b,
                          const ir_function *f, const ir_function *g) {
  VEC(ready_address) list = {0};
  bool are_known = true;
  for (uint32_t k = 0; k < f->insn_count; k++) {
    ir_insn *i = f->insns + k;
    const uint64_t other = g->insns[k].imm;
    if (i->op == IR_BRANCH) i->imm -= f->first_edge;
    else if (i->op != IR_WIDE && i->imm != other) {
      const uint32_t n = find_global(&a->facts.globals, &b->facts.globals, i->imm, other);
      are_known &= n != READY_NONE;
      if (n == READY_NONE) break;
      i->imm -= a->facts.globals.items[n].bits;
      vec_push(&list, ((ready_address) {k, n}));
    }
  }
  c->addresses = list.count;
  put(to, list.items, list.count, sizeof *list.items);
  vec_release(&list);
  return are_known;
}

static bool put_calls(bytes *to, const trial *a, const ir_function *f) {
  for (uint32_t k = 0; k < f->calls.count; k++) {
    ir_call c = f->calls.items[k];
    if (!c.callee) c.callee = READY_BUILTIN;
    else if (c.callee != IR_INDIRECT) {
      c.callee = global_of(&a->facts.globals, c.callee);
      if (c.callee == READY_NONE) return false;
    }
    c.args = NULL;
    c.result_widths = NULL;
    put(to, &c, 1, sizeof c);
  }
  for (uint32_t k = 0; k < f->calls.count; k++) {
    const ir_call *c = f->calls.items + k;
    put(to, c->args, c->arg_count, sizeof *c->args);
    put(to, c->result_widths, c->result_count, sizeof *c->result_widths);
  }
  return true;
}

static void put_blocks(bytes *to, const ir_function *f) {
  for (uint32_t k = 0; k < f->block_count; k++) {
    ir_block b = f->blocks[k];
    b.label = NULL;
    b.successors = NULL;
    put(to, &b, 1, sizeof b);
  }
  for (uint32_t k = 0; k < f->block_count; k++)
    put(to, f->blocks[k].successors, f->blocks[k].successor_count, sizeof(uint32_t));
}

static void put_slots(bytes *to, const ir_function *f) {
  for (uint32_t k = 0; k < f->slots.count; k++) {
    const ir_slot *s = f->slots.items + k;
    const ready_slot slot = {s->size, s->align, s->has_lifetime, s->is_renewed};
    put(to, &slot, 1, sizeof slot);
  }
}

static void put_switches(bytes *to, const ir_function *f) {
  for (uint32_t k = 0; k < f->switches.count; k++) {
    ir_switch s = f->switches.items[k];
    for (uint32_t n = 0; n < s.count; n++) s.edges[n] -= f->first_edge;
    s.otherwise_edge -= f->first_edge;
    s.values = NULL;
    s.targets = s.edges = NULL;
    put(to, &s, 1, sizeof s);
  }
  for (uint32_t k = 0; k < f->switches.count; k++) {
    const ir_switch *s = f->switches.items + k;
    put(to, s->values, s->count, sizeof *s->values);
    put(to, s->targets, s->count, sizeof *s->targets);
    put(to, s->edges, s->count, sizeof *s->edges);
  }
}

/* False: no code that would be right in each program. */
static bool put_function(bytes *to, const trial *a, const trial *b, const ir_function *f,
                         const ir_function *g) {
  ready_code c = {.insns = f->insn_count, .blocks = f->block_count, .params = f->param_count,
                  .slots = f->slots.count, .calls = f->calls.count,
                  .switches = f->switches.count, .registers = f->reg_count,
                  .edges = f->edge_count, .leaks_slots = f->leaks_slots,
                  .holds_pointers = f->holds_pointers};
  if (!is_simple(f) || !are_same(a, b, f, g)) return false;
  const uint32_t start = to->b.count;
  put(to, &c, 1, sizeof c);
  if (!put_addresses(to, &c, a, b, f, g) || !put_calls(to, a, f)) {
    to->b.count = start;
    return false;
  }
  memcpy(to->b.items + start, &c, sizeof c);
  put(to, f->insns, f->insn_count, sizeof *f->insns);
  put(to, f->params, f->param_count, sizeof *f->params);
  put_blocks(to, f);
  put_slots(to, f);
  put_switches(to, f);
  for (uint32_t k = 0; k < f->insn_count; k++)
    if (f->insns[k].op == IR_WIDE)
      put(to, a->program->wide.items[f->insns[k].imm], (f->insns[k].width + 63u) / 64,
          sizeof(uint64_t));
  return true;
}

/* A member's record; false: none. */
static bool put_member(bytes *to, const char *name, const archive_member *m) {
  trial a, b;
  const bool is_tried = try(&a, false, name, m), is_tried_again = try(&b, true, name, m);
  const bool is = is_tried && is_tried_again && a.program->pointer_bits == 64 &&
                  is_plain(a.linker) && a.facts.globals.fits &&
                  a.program->functions.count == b.program->functions.count;
  if (is) {
    const uint32_t start = to->b.count, count = a.facts.functions.count;
    const uint32_t head[2] = {count, a.facts.globals.count};
    put(to, head, 1, sizeof head);
    uint32_t (*list)[2] = mem_zeroed(count, sizeof *list);
    const uint32_t table = to->b.count;
    put(to, list, count, sizeof *list);
    for (uint32_t k = 0; k < count; k++) {
      const uint32_t n = a.facts.functions.items[k];
      list[k][0] = READY_NONE;
      if (n == READY_NONE) continue;
      const ir_function *f = a.program->functions.items[n], *g = b.program->functions.items[n];
      list[k][0] = to->b.count - start;
      /* As its symbol was described: by the bitcode's blocks. */
      list[k][1] = (uint32_t) (a.program->symbols.items[f->symbol].size - 1) / 3;
      if (!put_function(to, &a, &b, f, g)) list[k][0] = READY_NONE;
    }
    if (count) memcpy(to->b.items + table, list, count * sizeof *list);
    free(list);
  }
  end(&a);
  end(&b);
  return is;
}

static int by_offset(const void *a, const void *b) {
  const uint64_t x = ((const ready_index *) a)->offset, y = ((const ready_index *) b)->offset;
  return x < y ? -1 : x > y;
}

/* Whole or not at all. */
static bool save(const char *path, const bytes *records, ready_index *list, uint64_t count,
                 char **message) {
  ready_header h = {.members = count,
                    .size = sizeof h + count * sizeof *list + records->b.count};
  memcpy(h.magic, ready_magic, sizeof h.magic);
  memcpy(h.digest, ready_digest, sizeof h.digest);
  for (uint64_t k = 0; k < count; k++) list[k].at += sizeof h + count * sizeof *list;
  char *fresh = mem_format("%s.new", path);
  FILE *out = fopen(fresh, "wb");
  bool ok = out && fwrite(&h, sizeof h, 1, out) == 1 &&
            fwrite(list, sizeof *list, count, out) == count &&
            fwrite(records->b.items, 1, records->b.count, out) == records->b.count;
  if (out) ok = !fclose(out) && ok;
  ok = ok && !rename(fresh, path);
  if (!ok) *message = mem_format("%s: %s", fresh, strerror(errno));
  if (!ok && out) remove(fresh);
  free(fresh);
  return ok;
}

bool ready_make(const char *path, char **message) {
  archive *a = archive_open(path, message);
  if (!a) return false;
  bytes records = {0};
  VEC(ready_index) list = {0};
  uint64_t offset = 0;
  while ((offset = archive_next(a, offset))) {
    archive_member m;
    if (!archive_get(a, offset, &m)) continue;
    const uint32_t start = records.b.count;
    if (!put_member(&records, path, &m)) continue;
    const uint32_t size = records.b.count - start;
    vec_push(&list, ((ready_index) {offset, m.size, ready_hash(m.data, m.size), start, size,
                                    ready_hash(records.b.items + start, size)}));
  }
  if (list.count) qsort(list.items, list.count, sizeof *list.items, by_offset);
  char *to = mem_format("%s.ready", path);
  const bool ok = save(to, &records, list.items, list.count, message);
  free(to);
  vec_release(&records.b);
  vec_release(&list);
  archive_free(a);
  return ok;
}
