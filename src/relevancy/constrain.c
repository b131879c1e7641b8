#include "relevancy/points_internal.h"

#include "base/bits.h"

#include <string.h>

/* From instructions to constraints. */

points_effect points_effect_of(const ir_symbol *s) {
  static const struct { const char *name; points_effect effect; } known[] = {
    {"__braid_input", EFFECT_INPUT}, {"__braid_alloc", EFFECT_ALLOC},
    {"__braid_object_size", EFFECT_SIZE}, {"__braid_value", EFFECT_VALUE},
    {"__braid_length", EFFECT_LENGTH},
    {"setjmp", EFFECT_SETJMP}, {"_setjmp", EFFECT_SETJMP},
    {"sigsetjmp", EFFECT_SETJMP}, {"__sigsetjmp", EFFECT_SETJMP},
    {"longjmp", EFFECT_LONGJMP}, {"_longjmp", EFFECT_LONGJMP},
    {"siglongjmp", EFFECT_LONGJMP}, {"__longjmp_chk", EFFECT_LONGJMP},
  };
  for (size_t k = 0; k < sizeof known / sizeof *known; k++)
    if (!strcmp(s->name, known[k].name)) return known[k].effect;
  return strncmp(s->name, "__braid_", 8) ? EFFECT_UNKNOWN : EFFECT_NONE;
}

points_operands points_operands_of(const ir_insn *i, const webs *w,
                                   uint32_t insn) {
  const uint32_t *at = w->at + w->first[insn];
  const uint32_t count = w->first[insn + 1] - w->first[insn];
  points_operands o = {WEBS_NONE, WEBS_NONE, WEBS_NONE, WEBS_NONE};
  switch ((ir_opcode) i->op) {
  case IR_CALL: case IR_BUILTIN: case IR_RETURN: return o;
  case IR_STORE: o.b = at[0]; o.a = at[1]; return o;
  case IR_COPY: case IR_MOVEMEM: case IR_FILL:
    o.c = at[0]; o.b = at[1]; o.a = at[2];
    return o;
  case IR_BRANCH: case IR_SWITCH: case IR_GOTO: case IR_CHECK:
    o.a = at[0];
    return o;
  default: break;
  }
  if (count) o.d = at[0];
  if (count == 2) o.a = at[1];
  else if (count == 3) { o.b = at[1]; o.a = at[2]; }
  else if (count == 4) { o.c = at[1]; o.b = at[2]; o.a = at[3]; }
  return o;
}

/* Numbers ---------------------------------------------------------------- */

bool points_constant(const points *p, uint32_t instance, uint32_t web,
                     uint64_t *value) {
  const points_instance i = p->instances.items[instance];
  bool has = false;
  for (uint32_t k = 0; k < i.function->insn_count; k++) {
    const ir_insn *insn = i.function->insns + k;
    const uint32_t written = i.webs->written[k];
    for (uint32_t n = 0; n < written; n++) {
      if (i.webs->at[i.webs->first[k] + n] != web) continue;
      if (insn->op != IR_CONST || (has && *value != insn->imm)) return false;
      *value = insn->imm;
      has = true;
    }
  }
  for (uint32_t k = 0; k < i.function->param_count; k++) {
    if (i.webs->params[k] != web) continue;
    if (has || !i.depth) return false;
    const points_instance c = p->instances.items[i.caller];
    const ir_call *call =
        c.function->calls.items + c.function->insns[i.call].imm;
    if (k >= call->arg_count) return false;
    const uint32_t *at = c.webs->at + c.webs->first[i.call];
    return points_constant(p, i.caller,
                           at[call->result_count +
                              (call->callee == IR_INDIRECT) + k], value);
  }
  return has;
}

/* The web holds the number, which may be an address. */
static void take_number(points *p, uint32_t to, uint64_t number,
                        unsigned width, bool is_exact) {
  if (width != p->p->pointer_bits) return;
  const uint32_t symbol = ir_symbol_at(p->p, number);
  if (!symbol || points_is_plain(p, symbol)) return;
  const uint64_t offset = number - p->p->symbols.items[symbol].address;
  points_add_spot(p, to, points_spot_at(
      p, symbol, is_exact ? (int64_t) offset : POINTS_ANYWHERE));
}

/* Calls ------------------------------------------------------------------ */

static uint32_t result_node(const points *p, uint32_t instance, uint32_t k) {
  const points_instance *i = p->instances.items + instance;
  return i->first_node + i->webs->count + k;
}

static uint32_t variadic(points *p, uint32_t instance) {
  if (!p->instances.items[instance].variadic) {
    const uint32_t o = points_add_object(
        p, (points_object) {.sort = POINTS_VARIADIC, .instance = instance,
                            .size = UINT64_MAX, .period = 1});
    p->instances.items[instance].variadic = o + 1;
  }
  return p->instances.items[instance].variadic - 1;
}

static void pass_variadic(points *p, const ir_call *c, uint32_t first_arg,
                          const uint32_t *args, uint32_t callee) {
  const uint32_t object = variadic(p, callee);
  unit_nodes all = {0};
  points_units(p, (points_spot) {object, 0}, 1, &all);
  const uint32_t to = all.items[0];
  vec_release(&all);
  for (uint32_t k = c->fixed_args; k < c->arg_count; k++) {
    const uint32_t from = first_arg + args[k];
    if (!c->args[k].byval_bytes) {
      points_add_edge(p, from, to);
      continue;
    }
    const uint32_t holder = points_add_node(p);
    points_add_spot(p, holder, points_spot_at(p, object, 0));
    points_add_copy(p, holder, from, c->args[k].byval_bytes);
  }
}

static void pass_copy(points *p, uint32_t callee, uint32_t k, uint32_t from) {
  const points_instance i = p->instances.items[callee];
  const uint64_t bytes = i.function->params[k].byval_bytes;
  const uint32_t to = i.first_node + i.webs->params[k];
  const uint32_t object = points_add_object(
      p, (points_object) {.sort = POINTS_COPY, .instance = callee,
                          .number = k, .size = bytes});
  points_add_spot(p, to, points_spot_at(p, object, 0));
  points_add_copy(p, to, from, bytes);
}

static void call_function(points *p, uint32_t instance, uint32_t insn,
                          uint32_t function) {
  const uint32_t callee = points_instance_of(p, instance, insn, function);
  const points_instance from = p->instances.items[instance];
  const points_instance to = p->instances.items[callee];
  const ir_call *c = from.function->calls.items +
                     from.function->insns[insn].imm;
  const points_call call = {instance, insn, callee};
  bool is_new;
  keys_add(&p->call_keys, instance, insn, callee, &is_new);
  if (!is_new) return;
  vec_push(&p->calls, call);
  const uint32_t *results = from.webs->at + from.webs->first[insn];
  const uint32_t *args = results + c->result_count +
                         (c->callee == IR_INDIRECT);
  for (uint32_t k = 0; k < to.function->param_count && k < c->arg_count; k++) {
    if (to.webs->params[k] == WEBS_NONE) continue;
    if (to.function->params[k].byval_bytes)
      pass_copy(p, callee, k, from.first_node + args[k]);
    else points_add_edge(p, from.first_node + args[k],
                         to.first_node + to.webs->params[k]);
  }
  if (to.function->is_variadic)
    pass_variadic(p, c, from.first_node, args, callee);
  for (uint32_t k = 0; k < c->result_count && k < to.function->result_count;
       k++)
    points_add_edge(p, result_node(p, callee, k),
                    from.first_node + results[k]);
}

static void allocate(points *p, uint32_t instance, uint32_t insn,
                     uint32_t result, uint32_t size_web) {
  uint64_t size = UINT64_MAX;
  if (!points_constant(p, instance, size_web, &size)) size = UINT64_MAX;
  const uint32_t o = points_add_object(
      p, (points_object) {.sort = POINTS_HEAP, .instance = instance,
                          .number = insn, .size = size});
  points_add_spot(p, result, points_spot_at(p, o, 0));
}

void points_call_symbol(points *p, uint32_t instance, uint32_t insn,
                        uint32_t symbol) {
  const ir_symbol *s = p->p->symbols.items + symbol;
  const points_instance i = p->instances.items[instance];
  if (s->is_defined) {
    if (p->p->functions.items[s->function])
      call_function(p, instance, insn, s->function);
    return;
  }
  const ir_call *c = i.function->calls.items + i.function->insns[insn].imm;
  const uint32_t *results = i.webs->at + i.webs->first[insn];
  const uint32_t *args = results + c->result_count +
                         (c->callee == IR_INDIRECT);
  const uint32_t unknown = points_spot_at(p, p->unknown, 0);
  switch (points_effect_of(s)) {
  case EFFECT_ALLOC:
    allocate(p, instance, insn, i.first_node + results[0], args[0]);
    break;
  case EFFECT_UNKNOWN:
    for (uint32_t k = 0; k < c->result_count; k++)
      points_add_spot(p, i.first_node + results[k], unknown);
    for (uint32_t k = 0; p->o.havoc_arguments && k < c->arg_count; k++)
      points_add_use(p, i.first_node + args[k],
                     (constraint) {.kind = ON_LIST, .other = unknown,
                                   .bytes = POINTS_UNIT_BYTES + 8});
    break;
  case EFFECT_VALUE: case EFFECT_LONGJMP:
    /* Pointers that pass through numbers. */
    if (c->result_count)
      points_add_edge(p, i.first_node + args[0], i.first_node + results[0]);
    break;
  case EFFECT_NONE: case EFFECT_INPUT: case EFFECT_SIZE: case EFFECT_LENGTH:
  case EFFECT_SETJMP:
    break;
  }
}

static void builtin(points *p, uint32_t instance, uint32_t insn,
                    const ir_call *c) {
  const points_instance i = p->instances.items[instance];
  const uint32_t *args = i.webs->at + i.webs->first[insn] + c->result_count;
  if (c->builtin == IR_BUILTIN_VA_START) {
    const uint32_t spot = points_spot_at(p, variadic(p, instance), 0);
    points_add_use(p, i.first_node + args[0],
                   (constraint) {.kind = ON_LIST, .other = spot,
                                 .bytes = 32});
  } else if (c->builtin == IR_BUILTIN_VA_COPY) {
    points_add_copy(p, i.first_node + args[0], i.first_node + args[1], 32);
  }
}

/* Instructions ----------------------------------------------------------- */

static void add_step(points *p, uint32_t from, uint32_t to, int64_t offset,
                     constraint_kind kind) {
  if (from == to && kind == ON_OFFSET) kind = ON_STRIDE;
  if (from == to && kind == ON_BLUR) return;
  points_add_use(p, from, (constraint) {.kind = kind, .other = to,
                                        .offset = offset});
}

/* Numbers may be pointers: what integer arithmetic makes of one is a pointer
 * into the same object, if it is one at all. */
static void blur(points *p, const points_instance *i, points_operands o) {
  if (o.a != WEBS_NONE)
    add_step(p, i->first_node + o.a, i->first_node + o.d, 0, ON_BLUR);
  if (o.b != WEBS_NONE)
    add_step(p, i->first_node + o.b, i->first_node + o.d, 0, ON_BLUR);
}

static void copy_memory(points *p, uint32_t instance, points_operands o) {
  const points_instance i = p->instances.items[instance];
  uint64_t bytes = 0;
  if (!points_constant(p, instance, o.c, &bytes)) bytes = 0;
  points_add_copy(p, i.first_node + o.a, i.first_node + o.b, bytes);
}

static bool is_null(const points_instance *i, uint32_t web) {
  for (uint32_t k = 0; k < i->function->insn_count; k++)
    if (i->function->insns[k].op == IR_CONST && !i->function->insns[k].imm &&
        i->webs->at[i->webs->first[k]] == web)
      return true;
  return false;
}

static void constrain(points *p, uint32_t instance, uint32_t insn) {
  const points_instance i = p->instances.items[instance];
  const ir_insn *is = i.function->insns + insn;
  const points_operands o = points_operands_of(is, i.webs, insn);
  const uint32_t base = i.first_node;
  const uint64_t bytes = (is->width + 7u) / 8;
  const int64_t by = bits_signed(is->imm & bits_mask(p->p->pointer_bits),
                                 p->p->pointer_bits);
  switch ((ir_opcode) is->op) {
  case IR_CONST: take_number(p, base + o.d, is->imm, is->width, true); break;
  case IR_MOVE: case IR_TRUNC: case IR_ZEXT: case IR_SEXT:
    points_add_edge(p, base + o.a, base + o.d);
    break;
  case IR_SELECT:
    points_add_edge(p, base + o.b, base + o.d);
    points_add_edge(p, base + o.c, base + o.d);
    break;
  case IR_ADDI: case IR_SUBI:
    if (is->width != p->p->pointer_bits) { blur(p, &i, o); break; }
    add_step(p, base + o.a, base + o.d,
             is->op == IR_ADDI ? by : -by, ON_OFFSET);
    if (is->op == IR_ADDI)
      take_number(p, base + o.d, is->imm, is->width, false);
    break;
  case IR_ANDI:
    if (is->imm >= 4096) blur(p, &i, o);
    break;
  case IR_ADD: case IR_SUB: case IR_AND: case IR_OR: case IR_XOR:
  case IR_ORI: case IR_XORI: case IR_SHL: case IR_SHLI: case IR_LSHR:
  case IR_LSHRI: case IR_ASHR: case IR_ASHRI:
    blur(p, &i, o);
    break;
  case IR_INDEX:
    add_step(p, base + o.a, base + o.d, (int64_t) is->imm, ON_STRIDE);
    /* From NULL on it is no distance but an address. */
    if (is->imm == 1 && is_null(&i, o.a))
      add_step(p, base + o.b, base + o.d, 0, ON_BLUR);
    break;
  case IR_LOAD:
    points_add_use(p, base + o.a,
                   (constraint) {.kind = ON_LOAD, .other = base + o.d,
                                 .offset = by,
                                 .bytes = bytes});
    break;
  case IR_STORE:
    points_add_use(p, base + o.a,
                   (constraint) {.kind = ON_STORE, .other = base + o.b,
                                 .offset = by,
                                 .bytes = bytes});
    break;
  case IR_SLOT: case IR_RENEW:
    points_add_spot(p, base + o.d,
                    points_spot_at(p, i.first_slot + (uint32_t) is->imm, 0));
    break;
  case IR_ALLOCA: {
    const uint32_t object = points_add_object(
        p, (points_object) {.sort = POINTS_ALLOCA, .instance = instance,
                            .number = insn, .size = UINT64_MAX});
    points_add_spot(p, base + o.d, points_spot_at(p, object, 0));
    break;
  }
  case IR_COPY: case IR_MOVEMEM: copy_memory(p, instance, o); break;
  case IR_CALL: {
    const ir_call *c = i.function->calls.items + is->imm;
    if (c->callee != IR_INDIRECT)
      points_call_symbol(p, instance, insn, c->callee);
    else points_add_use(p, base + i.webs->at[i.webs->first[insn] +
                                             c->result_count],
                        (constraint) {.kind = ON_CALL, .instance = instance,
                                      .insn = insn});
    break;
  }
  case IR_BUILTIN:
    builtin(p, instance, insn, i.function->calls.items + is->imm);
    break;
  case IR_RETURN:
    for (uint32_t k = 0; k < is->b && k < i.function->result_count; k++)
      points_add_edge(p, base + i.webs->at[i.webs->first[insn] + k],
                      result_node(p, instance, k));
    break;
  default: break;               /* makes no pointer of a pointer */
  }
}

void points_constrain(points *p, uint32_t instance) {
  const ir_function *f = p->instances.items[instance].function;
  p->instances.items[instance].first_slot = p->objects.count;
  for (uint32_t k = 0; k < f->slots.count; k++)
    points_add_object(p, (points_object) {
        .sort = POINTS_SLOT, .instance = instance, .number = k,
        .size = f->slots.items[k].size});
  for (uint32_t k = 0; k < f->insn_count; k++) constrain(p, instance, k);
}
