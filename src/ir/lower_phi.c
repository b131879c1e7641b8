#include "ir/lower.h"

/*
 * A phi is a register that each predecessor writes.  The writes of one edge
 * happen at once: they are put into an order in which no register is written
 * while it is still to be read, and where there is none (a cycle) one value
 * waits in a temporary.
 *
 * The edge from a block with several successors gets a block of its own.  The
 * edges of a computed goto cannot have one: there, all predecessors write to
 * shadows, which the block itself moves to the phis.
 */
typedef struct move { uint32_t to; operand from; } move;
typedef VEC(move) move_list;

static bool is_read(const move_list *moves, uint32_t reg, uint32_t except) {
  for (uint32_t i = 0; i < moves->count; i++)
    if (i != except && moves->items[i].from.kind == OPERAND_REGISTER &&
        moves->items[i].from.reg == reg)
      return true;
  return false;
}

static void write_moves(draft *d, move_list *moves) {
  for (uint32_t i = 0; i < moves->count;)       /* nothing to do */
    if (moves->items[i].from.kind == OPERAND_REGISTER &&
        moves->items[i].from.reg == moves->items[i].to)
      moves->items[i] = vec_pop(moves);
    else
      i++;
  while (moves->count) {
    uint32_t i = 0;
    while (i < moves->count && is_read(moves, moves->items[i].to, i)) i++;
    if (i < moves->count) {
      build_move(d, moves->items[i].to, moves->items[i].from);
      moves->items[i] = vec_pop(moves);
      continue;
    }
    /* All that is left are cycles: break one. */
    const operand last = moves->items[0].from;
    const uint32_t held = build_fresh(d, 1);
    build_move(d, held, last);
    moves->items[0].from = build_register(held, last.width);
  }
}

/* The moves of one edge; shadow 0: to the phis themselves. */
static void collect(lower *l, LLVMBasicBlockRef to, LLVMBasicBlockRef from,
                    uint32_t shadow, move_list *moves) {
  uint32_t offset = 0;
  vec_clear(moves);
  for (LLVMValueRef phi = LLVMGetFirstInstruction(to);
       phi && LLVMGetInstructionOpcode(phi) == LLVMPHI;
       phi = LLVMGetNextInstruction(phi)) {
    const unsigned incoming = LLVMCountIncoming(phi);
    unsigned k = 0;
    while (k < incoming && LLVMGetIncomingBlock(phi, k) != from) k++;
    uint32_t count;
    const uint32_t target = lower_parts(l, phi, &count);
    if (k == incoming) continue;
    LLVMValueRef value = LLVMGetIncomingValue(phi, k);
    const uint32_t source = lower_parts(l, value, &count);
    for (uint32_t i = 0; i < count; i++) {
      const uint32_t reg = shadow ? shadow + offset + i
                                  : l->operands.items[target + i].reg;
      vec_push(moves, ((move) {reg, l->operands.items[source + i]}));
    }
    offset += count;
  }
}

static uint32_t count_parts(lower *l, LLVMBasicBlockRef block) {
  uint32_t count = 0;
  for (LLVMValueRef phi = LLVMGetFirstInstruction(block);
       phi && LLVMGetInstructionOpcode(phi) == LLVMPHI;
       phi = LLVMGetNextInstruction(phi))
    count += lower_layout(l, phi)->count;
  return count;
}

/* The phis of a block with shadows read them first thing. */
static void read_shadows(lower *l, uint32_t block, uint32_t shadow) {
  draft *d = &l->draft;
  draft_block *b = d->blocks.items + block;
  const draft_block rest = *b;
  uint32_t offset = 0;
  b->code.items = NULL;
  b->code.count = b->code.capacity = 0;
  d->at = block;
  for (LLVMValueRef phi = LLVMGetFirstInstruction(l->order.items[block]);
       phi && LLVMGetInstructionOpcode(phi) == LLVMPHI;
       phi = LLVMGetNextInstruction(phi)) {
    uint32_t count;
    const uint32_t target = lower_parts(l, phi, &count);
    for (uint32_t i = 0; i < count; i++) {
      const operand to = l->operands.items[target + i];
      build_move(d, to.reg, build_register(shadow + offset++, to.width));
    }
  }
  b = d->blocks.items + block;
  for (uint32_t i = 0; i < rest.code.count; i++)
    vec_push(&b->code, rest.code.items[i]);
  free(rest.code.items);
}

/* Writes the moves of the edge before the terminator of `from`. */
static void write_before_end(lower *l, uint32_t from, move_list *moves) {
  draft *d = &l->draft;
  const ir_insn end = vec_pop(&d->blocks.items[from].code);
  d->at = from;
  d->place = end.place;
  write_moves(d, moves);
  vec_push(&d->blocks.items[from].code, end);
}

static void write_edge(lower *l, uint32_t from, uint32_t to,
                       target_list *targets, move_list *moves) {
  draft *d = &l->draft;
  const uint32_t edge = draft_block_new(d, "");
  draft_targets_of(d, from, targets);
  for (uint32_t i = 0; i < targets->count; i++)
    if (*targets->items[i] == to) *targets->items[i] = edge;
  d->at = edge;
  d->place = vec_last(&d->blocks.items[from].code).place;
  write_moves(d, moves);
  build_jump(d, to);
}

static bool has_goto(lower *l, uint32_t block) {
  return vec_last(&l->draft.blocks.items[block].code).op == IR_GOTO;
}

void lower_phis(lower *l) {
  draft *d = &l->draft;
  typedef struct edge { uint32_t from, to; } edge;
  VEC(edge) edges = {0};
  target_list targets = {0};
  move_list moves = {0};
  const uint32_t blocks = l->order.count;
  uint32_t *shadow = mem_zeroed(blocks, sizeof *shadow);
  for (uint32_t from = 0; from < blocks; from++) {
    draft_targets_of(d, from, &targets);
    for (uint32_t i = 0; i < targets.count; i++) {
      const uint32_t to = *targets.items[i];
      const uint32_t parts = count_parts(l, l->order.items[to]);
      if (!parts) continue;
      if (has_goto(l, from) && !shadow[to]) shadow[to] = build_fresh(d, parts);
      bool is_new = true;
      for (uint32_t k = 0; k < i; k++) is_new &= *targets.items[k] != to;
      if (is_new) vec_push(&edges, ((edge) {from, to}));
    }
  }
  for (uint32_t i = 0; i < edges.count; i++) {
    const edge e = edges.items[i];
    const ir_opcode end =
        (ir_opcode) vec_last(&d->blocks.items[e.from].code).op;
    /* A constant that is not supported says so before the block ends. */
    const ir_insn last = vec_pop(&d->blocks.items[e.from].code);
    d->at = e.from;
    collect(l, l->order.items[e.to], l->order.items[e.from], shadow[e.to],
            &moves);
    vec_push(&d->blocks.items[e.from].code, last);
    if (end == IR_JUMP || end == IR_GOTO) write_before_end(l, e.from, &moves);
    else write_edge(l, e.from, e.to, &targets, &moves);
  }
  for (uint32_t b = 0; b < blocks; b++)
    if (shadow[b]) read_shadows(l, b, shadow[b]);
  free(shadow);
  vec_release(&edges);
  vec_release(&targets);
  vec_release(&moves);
}
