#include "exec/internal.h"

#include "base/clock.h"
#include "expr/float.h"

#include <assert.h>
#include <string.h>

/*
 * The interpreter.  Direct-threaded: each instruction's code ends in a jump to
 * the next one's.  Here are the concrete cases; whatever is symbolic, wide,
 * wrong or rare leaves through SLOW to the function for that instruction,
 * which takes it to its end and leaves the state's pc at the next.
 */

#define MASK bits_mask(i->width)
#define CONCRETE(V) (!(V).sym.id)

static bool fits_signed(int64_t v, unsigned width) {
  return width == 64 || (v >= -(INT64_C(1) << (width - 1)) &&
                         v < INT64_C(1) << (width - 1));
}

/* Whether the signed result is out of the type's range. */
static bool add_overflows(uint64_t a, uint64_t b, unsigned width) {
  int64_t r;
  return __builtin_add_overflow(bits_signed(a, width), bits_signed(b, width),
                                &r) || !fits_signed(r, width);
}

static bool sub_overflows(uint64_t a, uint64_t b, unsigned width) {
  int64_t r;
  return __builtin_sub_overflow(bits_signed(a, width), bits_signed(b, width),
                                &r) || !fits_signed(r, width);
}

static bool mul_overflows(uint64_t a, uint64_t b, unsigned width) {
  int64_t r;
  return __builtin_mul_overflow(bits_signed(a, width), bits_signed(b, width),
                                &r) || !fits_signed(r, width);
}

static inline uint64_t read_bytes(const uint8_t *p, unsigned bytes) {
  switch (bytes) {
  case 1: return *p;
  case 2: { uint16_t v; memcpy(&v, p, 2); return v; }
  case 4: { uint32_t v; memcpy(&v, p, 4); return v; }
  default: { uint64_t v; memcpy(&v, p, 8); return v; }
  }
}

static inline void write_bytes(uint8_t *p, unsigned bytes, uint64_t bits) {
  switch (bytes) {
  case 1: *p = (uint8_t) bits; break;
  case 2: { uint16_t v = (uint16_t) bits; memcpy(p, &v, 2); break; }
  case 4: { uint32_t v = (uint32_t) bits; memcpy(p, &v, 4); break; }
  default: memcpy(p, &bits, 8);
  }
}

/* Bytes of widths that memory holds unchanged; else 0. */
static inline unsigned whole_bytes(unsigned width) {
  static const uint8_t bytes[65] = {[8] = 1, [16] = 2, [32] = 4, [64] = 8};
  return width <= 64 ? bytes[width] : 0;
}

/* exec_is_of_address, for the loop below. */
static inline bool is_of_address(const exec *x, const object *o, uint64_t offset,
                                 unsigned shift, uint32_t given) {
  if (shift != 32 || x->p->is_packed) return exec_is_of_address(x, o, offset);
  return offset >> 3 < o->size >> 3 &&
         (read_bytes(o->bytes + (offset & ~UINT64_C(7)), 8) >> 32) - NAME_BIT < given;
}

/* Copies of a missing definition are the same value: the definition becomes a symbol before
 * the copy. */
static inline value exec_reg_defined(exec *x, state *s, const value *r,
                                     uint32_t reg, unsigned width) {
  if (__builtin_expect(r[reg].sym.id == EXPR_UNDEFINED.id, 0))
    return exec_get(x, s, reg, width);
  return r[reg];
}

/* On 64-bit targets half of an address is the offset: a distance that would
 * leave it, and reach another object's name, stops at its end instead.  It is
 * out of every object's bounds there as well.  From NULL on it is no distance
 * but an address. */
static inline uint64_t distance(uint64_t from, uint64_t bytes,
                                unsigned shift) {
  if (__builtin_expect(shift != 32 || !(from >> 32) ||
                       bytes + (UINT64_C(1) << 31) < UINT64_C(1) << 32, 1))
    return bytes;
  return bytes >> 63 ? -UINT64_C(0x7fffffff) : UINT64_C(0x7fffffff);
}

exec_result exec_catch_up(exec *x, state *s) {
  if (!(s->jumped_from | s->edge_to_mark | s->unasked.id) || exec_arrive(x, s))
    return EXEC_RUNS;
  return EXEC_ENDED;
}

/* Where each instruction is looked at, none is native. */
static inline bool has_native(const exec *x) {
  return x->code && !x->marks && !x->trace && !x->look && !x->strategy.counts_each &&
         !x->strategy.pauses_at_heads && !x->strategy.stops_at_heads;
}

/* The next time control leaves its jumps for a check: at the limit, or before for a
 * sample. */
static uint64_t next_look(const exec *x, const state *s, uint64_t limit) {
  if (!has_native(x)) return limit;
  const uint64_t ran = x->stats.instructions;
  const uint64_t left = x->next_sample > ran ? x->next_sample - ran : 0;
  return left < limit - s->instructions ? s->instructions + left : limit;
}

static inline const ir_insn *code_of(const exec *x, const ir_function *f) {
  const ir_insn *code =
      has_native(x) ? x->code[x->p->symbols.items[f->symbol].function] : NULL;
  return code ? code : f->insns;
}

static exec_result run(exec *x, state *s, uint64_t fuel) {
  static const void *const plain[] = {
#define OPCODE(NAME, TEXT, SHAPE) &&do_##NAME,
#include "ir/opcodes.def"
    &&enter_native,             /* TIER_ENTRY */
  };
  /* With --check-relevancy every instruction comes by there first. */
  static const void *const checked[] = {
#define OPCODE(NAME, TEXT, SHAPE) &&check_marks,
#include "ir/opcodes.def"
  };
  static const void *const counted[] = {
#define OPCODE(NAME, TEXT, SHAPE) &&count_each,
#include "ir/opcodes.def"
  };
  static const void *const looked[] = {
#define OPCODE(NAME, TEXT, SHAPE) &&look_at,
#include "ir/opcodes.def"
  };
  const void *const *const inner = x->marks ? checked : x->look ? looked : plain;
  const void *const *const labels = x->strategy.counts_each ? counted : inner;
  const unsigned shift = x->p->object_shift;
  const uint32_t *const given = names_count(x->names);
  const uint64_t pointer_mask = bits_mask(x->p->pointer_bits);
  const bool check_overflow = x->o.checks[OUTCOME_OVERFLOW];
  uint8_t *const edges = x->edges;
  const uint64_t limit = s->instructions + fuel;
  uint64_t until = next_look(x, s, limit);
  value *r;
  const ir_insn *code, *i, *start;

  exec_forget_caches(x);
  x->born = x->pauses = x->has_landed = false;
  if (s->jumped_from | s->edge_to_mark | s->unasked.id && !exec_arrive(x, s))
    return EXEC_ENDED;
  if (x->pauses) return EXEC_RUNS;
  /* The state goes on: no strategy looks at the pause. */
  s->at_head = s->at_call = s->at_return = false;
  event_release(s->left);
  s->left = NULL;

#define LOAD_STATE() \
  (r = state_own_top(s)->regs, code = code_of(x, s->top->function), \
   start = i = code + s->pc)
#define COUNT() \
  do { \
    const uint64_t ran = (uint64_t) (i - start) + 1; \
    s->instructions += ran; \
    x->stats.instructions += ran; \
  } while (0)
#define NEXT() do { i++; goto *labels[i->op]; } while (0)
  /* Budgets are looked at where control jumps: no loop goes on unseen. */
#define JUMP(TARGET) \
  do { \
    COUNT(); \
    const ir_insn *to = code + (TARGET); \
    if (__builtin_expect(x->watch, 0)) { \
      s->pc = (uint32_t) (TARGET); \
      if (!exec_jumped(x, s, i->block, to->block)) return EXEC_ENDED; \
      if (x->pauses) return EXEC_RUNS; \
      r = s->top->regs; \
    } \
    i = start = to; \
    if (__builtin_expect(s->instructions >= until, 0)) goto pause; \
    goto *labels[i->op]; \
  } while (0)
#define SLOW(CALL) \
  do { \
    COUNT(); \
    s->pc = (uint32_t) (i - code); \
    i = state_insn(s);          /* not the copy with entries marked */ \
    const uint64_t worked = exec_work(x); \
    if (!(CALL)) return EXEC_ENDED; \
    if (exec_is_over(x, s, limit, worked)) return EXEC_RUNS; \
    LOAD_STATE(); \
    goto *labels[i->op]; \
  } while (0)
#define EDGE(NUMBER) \
  do { \
    if (__builtin_expect(!edges[NUMBER], 0)) exec_take_edge(x, s, NUMBER); \
  } while (0)

  LOAD_STATE();
  goto *labels[i->op];

#define BOTH(NAME) \
  const value u = r[i->a], v = r[i->b]; \
  if (__builtin_expect((u.sym.id | v.sym.id) != 0, 0)) SLOW(NAME(x, s, i)); \
  const uint64_t a = value_bits(u), b = value_bits(v)
#define LEFT(NAME) \
  const value u = r[i->a]; \
  if (__builtin_expect(u.sym.id != 0, 0)) SLOW(NAME(x, s, i)); \
  const uint64_t a = value_bits(u), b = i->imm
#define SET(BITS) (r[i->d] = (value) {.raw = (BITS)})
#define SIGNED(V) bits_signed(V, i->width)
#define ARITHMETIC(NAME, ERROR, RESULT) \
  do_##NAME: { BOTH(exec_binary); \
    if (ERROR) SLOW(exec_binary(x, s, i)); \
    SET((RESULT) & MASK); NEXT(); } \
  do_##NAME##I: { LEFT(exec_binary); \
    if (ERROR) SLOW(exec_binary(x, s, i)); \
    SET((RESULT) & MASK); NEXT(); }
  /* An address is looked at as the machine has it: place.c. */
#define PLACED(MARKS) \
  __builtin_expect(i->flags & (MARKS) && (a | b) >> shift && \
                   !exec_is_placeless(x, s, i, a, b), 0)
#define COMPARISON(NAME, MARKS, RESULT) \
  do_##NAME: { BOTH(exec_compare); \
    if (PLACED(MARKS)) SLOW(exec_compare(x, s, i)); \
    SET(RESULT); NEXT(); } \
  do_##NAME##I: { LEFT(exec_compare); \
    if (PLACED(MARKS)) SLOW(exec_compare(x, s, i)); \
    SET(RESULT); NEXT(); }
  /* Pointers have an order only within one object. */
#define ORDER(NAME, RESULT) \
  do_##NAME: { BOTH(exec_compare); \
    if ((i->flags & IR_POINTERS && (a ^ b) >> shift) || PLACED(IR_NUMBERS)) \
      SLOW(exec_compare(x, s, i)); \
    SET(RESULT); NEXT(); } \
  do_##NAME##I: { LEFT(exec_compare); \
    if ((i->flags & IR_POINTERS && (a ^ b) >> shift) || PLACED(IR_NUMBERS)) \
      SLOW(exec_compare(x, s, i)); \
    SET(RESULT); NEXT(); }
#define NSW (i->flags & IR_NSW && check_overflow)
#define LOWEST (a == bits_sign(i->width) && b == MASK)
  /* An offset to a null pointer; a bit that a signed shift moves to the sign. */
#define FROM_NULL (i->flags & IR_INBOUNDS && !a)
#define PAST_SIGN (i->flags & IR_BASE && a >> (i->width - 1 - b))

#define NUMBERS PLACED(IR_NUMBERS)
#define APART (i->flags & IR_POINTERS && (a ^ b) >> shift && \
               (shift == 32 || !exec_is_placeless(x, s, i, a, b)))
  ARITHMETIC(ADD, i->flags && ((NSW && add_overflows(a, b, i->width)) ||
                               FROM_NULL || NUMBERS), a + b)
  ARITHMETIC(SUB, i->flags && ((NSW && sub_overflows(a, b, i->width)) || APART ||
                               NUMBERS), a - b)
  ARITHMETIC(MUL, i->flags && ((NSW && mul_overflows(a, b, i->width)) || NUMBERS), a * b)
  ARITHMETIC(UDIV, !b || NUMBERS, a / b)
  ARITHMETIC(UREM, !b || NUMBERS, a % b)
  ARITHMETIC(SDIV, !b || LOWEST || NUMBERS, (uint64_t) (SIGNED(a) / SIGNED(b)))
  ARITHMETIC(SREM, !b || LOWEST || NUMBERS, (uint64_t) (SIGNED(a) % SIGNED(b)))
  ARITHMETIC(AND, NUMBERS, a & b)
  ARITHMETIC(OR, NUMBERS, a | b)
  ARITHMETIC(XOR, NUMBERS, a ^ b)
  ARITHMETIC(SHL, b >= i->width || PAST_SIGN || NUMBERS, a << b)
  ARITHMETIC(LSHR, b >= i->width || NUMBERS, a >> b)
  ARITHMETIC(ASHR, b >= i->width || NUMBERS, (uint64_t) (SIGNED(a) >> b))
  COMPARISON(EQ, IR_POINTERS | IR_NUMBERS, a == b)
  COMPARISON(NE, IR_POINTERS | IR_NUMBERS, a != b)
  ORDER(ULT, a < b)
  ORDER(ULE, a <= b)
  ORDER(UGT, a > b)
  ORDER(UGE, a >= b)
  COMPARISON(SLT, IR_NUMBERS, SIGNED(a) < SIGNED(b))
  COMPARISON(SLE, IR_NUMBERS, SIGNED(a) <= SIGNED(b))
  COMPARISON(SGT, IR_NUMBERS, SIGNED(a) > SIGNED(b))
  COMPARISON(SGE, IR_NUMBERS, SIGNED(a) >= SIGNED(b))

do_CONST:
  SET(i->imm);
  NEXT();
do_WIDE:
  r[i->d] = (value) {.sym = expr_wide(x->t, i->width,
                                      x->p->wide.items[i->imm])};
  NEXT();
do_UNINIT:
  r[i->d] = (value) {.sym = EXPR_UNDEFINED};
  NEXT();
do_MOVE:
  r[i->d] = exec_reg_defined(x, s, r, i->a, i->width);
  NEXT();
do_SELECT: {
  const value u = r[i->a];
  if (!CONCRETE(u)) SLOW(exec_select(x, s, i));
  r[i->d] = exec_reg_defined(x, s, r, value_bits(u) & 1 ? i->b : i->c, i->width);
  NEXT();
}
do_TRUNC: do_ZEXT: {
  const value u = r[i->a];
  if (!CONCRETE(u) || i->width > 64 ||
      (i->flags & IR_NUMBERS && value_bits(u) >> shift))
    SLOW(exec_cast(x, s, i));
  SET(value_bits(u) & MASK);
  NEXT();
}
do_SEXT: {
  const value u = r[i->a];
  if (!CONCRETE(u) || i->width > 64) SLOW(exec_cast(x, s, i));
  SET((uint64_t) bits_signed(value_bits(u), (unsigned) i->imm) & MASK);
  NEXT();
}
#define FLOAT(NAME, OP) \
  do_##NAME: { \
    const value u = r[i->a], v = r[i->b]; \
    if (!CONCRETE(u) || !CONCRETE(v)) SLOW(exec_float(x, s, i)); \
    if (i->width == 64) { \
      double a, b; \
      memcpy(&a, &u.raw, 8); \
      memcpy(&b, &v.raw, 8); \
      a = a OP b; \
      memcpy(&r[i->d].raw, &a, 8); \
    } else if (i->width == 32) { \
      float a, b; \
      const uint32_t p = (uint32_t) value_bits(u), q = (uint32_t) value_bits(v); \
      uint32_t bits; \
      memcpy(&a, &p, 4); \
      memcpy(&b, &q, 4); \
      a = a OP b; \
      memcpy(&bits, &a, 4); \
      r[i->d].raw = bits; \
    } else SLOW(exec_float(x, s, i)); \
    r[i->d].sym.id = 0; \
    NEXT(); \
  }
  FLOAT(FADD, +)
  FLOAT(FSUB, -)
  FLOAT(FMUL, *)
  FLOAT(FDIV, /)
do_FTOF: do_FTOS: do_FTOU: do_STOF: do_UTOF: do_FREM: do_FNEG: do_FCMP:
  SLOW(exec_float(x, s, i));

do_INDEX: {
  const value u = r[i->a], v = r[i->b];
  if (__builtin_expect((u.sym.id | v.sym.id) != 0, 0) ||
      (i->flags & IR_INBOUNDS && !value_bits(u)))
    SLOW(exec_index(x, s, i));
  SET((value_bits(u) + distance(value_bits(u), value_bits(v) * i->imm, shift)) & pointer_mask);
  NEXT();
}
do_LOAD: {
  const value u = r[i->a];
  if (__builtin_expect(u.sym.id != 0, 0)) SLOW(exec_load(x, s, i));
  const uint64_t address = (value_bits(u) + i->imm) & pointer_mask;
  const uint32_t name = (uint32_t) (address >> shift);
  const unsigned k = name & (CACHE - 1);
  if (__builtin_expect(x->seen[k].name != name || !name, 0)) {
    if (!exec_find(x, s, name)) SLOW(exec_load(x, s, i));
  }
  exec_check_seen(x, s, name);
  const object *o = x->seen[k].object;
  const uint64_t offset = address - ((uint64_t) o->name << shift);
  const unsigned bytes = whole_bytes(i->width);
  if (__builtin_expect(!bytes || bytes > o->size ||
                       offset > o->size - bytes ||
                       (o->symbolic | o->actual_size.id | o->exists.id |
                        o->place.id) ||
                       address & i->c ||
                       !object_is_written(o, offset, bytes) ||
                       (i->flags & IR_LOOKS &&
                        is_of_address(x, o, offset, shift, *given)), 0))
    SLOW(exec_load(x, s, i));
  SET(read_bytes(o->bytes + offset, bytes));
  NEXT();
}
do_STORE: {
  const value u = r[i->a], v = r[i->b];
  if (__builtin_expect((u.sym.id | v.sym.id) != 0, 0))
    SLOW(exec_store(x, s, i));
  const uint64_t address = (value_bits(u) + i->imm) & pointer_mask;
  const uint32_t name = (uint32_t) (address >> shift);
  const unsigned k = name & (CACHE - 1);
  if (__builtin_expect(x->owned[k].name != name || !name, 0)) {
    if (!exec_own(x, s, name)) SLOW(exec_store(x, s, i));
  }
  exec_check_owned(x, s, name);
  object *o = x->owned[k].object;
  const uint64_t offset = address - ((uint64_t) o->name << shift);
  const unsigned bytes = whole_bytes(i->width);
  if (__builtin_expect(!bytes || bytes > o->size ||
                       offset > o->size - bytes ||
                       (o->symbolic | o->undefined | o->actual_size.id |
                        o->exists.id | o->place.id) ||
                       address & i->c || o->is_read_only, 0))
    SLOW(exec_store(x, s, i));
  write_bytes(o->bytes + offset, bytes, value_bits(v));
  NEXT();
}
do_SLOT: {
  uint64_t before = i->imm;
  if (shift != 32)
    for (uint64_t k = before = 0; k < i->imm; k++)
      before += names_needed(x->names,
                             s->top->function->slots.items[k].size);
  SET((s->top->first_slot + before) << shift);
  NEXT();
}
do_BEGIN:
  exec_begin_slot(x, s, i->imm);
  NEXT();
do_RENEW: SLOW(exec_renew(x, s, i));
do_END:
  exec_end_slot(x, s, i->imm);
  NEXT();
do_ALLOCA: SLOW(exec_alloca(x, s, i));
do_COPY: do_MOVEMEM: SLOW(exec_copy(x, s, i));
do_FILL: SLOW(exec_fill(x, s, i));

do_JUMP: JUMP(i->imm);
do_BRANCH: {
  const value u = r[i->a];
  if (__builtin_expect(u.sym.id != 0, 0)) SLOW(exec_branch(x, s, i));
  if (value_bits(u) & 1) {
    EDGE(i->imm);
    JUMP(i->b);
  }
  EDGE(i->imm + 1);
  JUMP(i->c);
}
do_SWITCH: {
  const value u = r[i->a];
  if (!CONCRETE(u)) SLOW(exec_switch(x, s, i));
  const ir_switch *w = s->top->function->switches.items + i->imm;
  const uint32_t k = exec_find_case(w, value_bits(u));
  if (k == UINT32_MAX) {
    EDGE(w->otherwise_edge);
    JUMP(w->otherwise);
  }
  EDGE(w->edges[k]);
  JUMP(w->targets[k]);
}
do_GOTO: SLOW(exec_goto(x, s, i));
do_CALL: SLOW(exec_call(x, s, i));
do_BUILTIN: SLOW(exec_builtin(x, s, i));
do_RETURN: SLOW(exec_return(x, s, i));
do_UNREACHABLE:
  SLOW(exec_finish(x, s, OUTCOME_UNREACHABLE, NULL));
do_CHECK: {
  const value u = r[i->a];
  if (__builtin_expect(u.sym.id || !(value_bits(u) & 1), 0))
    SLOW(exec_check(x, s, i));
  NEXT();
}
do_UNSUPPORTED:
  SLOW(exec_finish(x, s, OUTCOME_UNSUPPORTED, x->p->strings.items[i->imm]));
do_HAVOC:
  x->stats.havocs++;
  exec_note_text(x, x->p->strings.items[i->imm]);
  r[i->d] = exec_fresh(x, s, i->width, x->p->strings.items[i->imm],
                       INPUT_HAVOC, SYMBOL_FRESH);
  NEXT();

check_marks:
  exec_check_marks(x, s, i);
  goto *plain[i->op];

look_at:
  s->pc = (uint32_t) (i - code);
  x->look(x->looker, s, i);
  goto *plain[i->op];

count_each: {
  const uint64_t ran = (uint64_t) (i - start);
  if (s->instructions + ran < limit) goto *inner[i->op];
  s->instructions += ran;
  x->stats.instructions += ran;
  s->pc = (uint32_t) (i - code);
  return EXEC_RUNS;
}

pause:
  s->pc = (uint32_t) (i - code);
  if (s->instructions >= limit) return EXEC_RUNS;
  x->o.native->sample(x, s);
  until = next_look(x, s, limit);
  LOAD_STATE();
  goto *labels[i->op];

enter_native:
  s->pc = (uint32_t) (i - code);
  const tier_result entered = x->o.native->enter(x, s, limit);
  if (entered == TIER_ENDED) return EXEC_ENDED;
  if (exec_is_over(x, s, limit, exec_work(x))) return EXEC_RUNS;
  until = next_look(x, s, limit);
  LOAD_STATE();
  /* The mark may be here again: the instruction below it is wanted. */
  goto *labels[entered == TIER_SIDE ? state_insn(s)->op : i->op];
}

static void find_marks(exec *x) {
  const double began = clock_ms();
  relevancy *r = relevancy_new(x->p, &x->asks);
  forkfree_mark(x->forkfree, r);
  relevancy_free(r);
  x->is_marked = true;
  x->relevancy_ms = clock_ms() - began;
}

exec_result exec_run_within(exec *x, state *s, uint64_t fuel,
                            uint64_t soft) {
  assert(s->pc < s->top->function->insn_count);
  x->is_tired = false;
  x->tired_at = exec_effort(x) + limits.exec_patience;
  x->soft_limit = soft < fuel ? s->instructions + soft : UINT64_MAX;
  s->is_in_region = false;
  if (x->strategy.notes_heads) exec_watch_heads(x, s);
  if (!exec_is_watched(x)) return run(x, s, fuel);
  if (x->forkfree && !x->is_marked && x->watched >= x->mark_after) find_marks(x);
  const uint64_t before = x->stats.instructions;
  const exec_result result = run(x, s, fuel);
  x->watched += x->stats.instructions - before;
  if (result == EXEC_RUNS && !x->pauses) s->is_in_region = exec_is_forkfree(x, s);
  return result;
}

exec_result exec_run(exec *x, state *s, uint64_t fuel) {
  return exec_run_within(x, s, fuel, fuel);
}
