#include "program.h"

#include "base/hash.h"

#include <setjmp.h>
#include <string.h>

/*
 * The oracle: what a program does on one input, by the C standard's rules on
 * the target's data model, and by braid's rules where the standard leaves
 * everything open.
 *
 * Uninitialised bytes have several values at once, one a lane, and are tainted.
 * A decision on a tainted value is a bug if lanes disagree about it.  If they
 * agree the value may not matter (v & 0) or the lanes may be too few to show it
 * (v == 12345): then the oracle says that it does not know.
 */
enum { LANES = 8, MAX_SIZE = 128, MAX_OBJECTS = 4096, MAX_STEPS = 20000,
       MAX_DEPTH = 40 };

typedef struct value {
  uint64_t lane[LANES];         /* extended to 64 bits as the type says */
  int_type type;
  bool tainted;
} value;

typedef struct pointer {
  int32_t object;               /* NULL_OBJECT, UNINIT_OBJECT */
  int64_t offset;
  bool tainted;                 /* lanes would disagree about the offset */
} pointer;

enum { NULL_OBJECT = -1, UNINIT_OBJECT = -2 };

typedef enum life { LIVE, FREED, OUT_OF_SCOPE } life;

typedef struct object {
  life life;
  bool is_heap, is_global;
  unsigned size;
  pointer pointers[MAX_COUNT];  /* of a pointer variable; it has no bytes */
  bool is_pointer;
  uint8_t bytes[MAX_SIZE][LANES];
  bool tainted[MAX_SIZE];
} object;

typedef enum signal { NEXT, BROKE, CONTINUES, RETURNED, JUMPED } signal;

typedef struct run {
  const program *p;
  const rule *rule;
  const data_model *m;
  object *objects;
  uint32_t object_count;
  int32_t *place_of;            /* by variable: its object now, or -1 */
  unsigned steps, depth, deepest, line;
  unsigned label;               /* of JUMPED */
  const uint8_t *bytes;         /* the input */
  unsigned asked;               /* bytes that ask() gave */
  bool asks_places;             /* where the machine puts objects */
  value result;                 /* of RETURNED */
  uint64_t trace;
  ending ending;
  jmp_buf ended;
} run;

_Noreturn static void end(run *r, ending e) {
  memcpy(e.passed, r->ending.passed, sizeof e.passed);
  e.passed_count = r->ending.passed_count;
  e.trace = r->trace;
  e.deepest = r->deepest;
  e.asks_places = r->asks_places;
  r->ending = e;
  longjmp(r->ended, 1);
}

static bool is_unchecked(const run *r, outcome kind) {
  return r->rule->unchecked >> kind & 1;
}

_Noreturn static void end_program(run *, ending);
_Noreturn static void unclear(run *);

/* An error that does not count, or stops no machine: what then? */
_Noreturn static void bug(run *r, outcome kind) {
  const bool counts = r->rule->memory == MEMORY_PLAIN ? !is_unchecked(r, kind)
                                                      : kind == OUTCOME_LEAK;
  /* By a property what was never written is any value. */
  if (!counts && kind == OUTCOME_UNINIT) unclear(r);
  if (!counts && outcome_hides(kind)) end(r, (ending) {.kind = ENDING_HIDDEN});
  if (!counts) end_program(r, (ending) {.kind = ENDING_STOPPED});
  end(r, (ending) {.kind = ENDING_BUG, .bug = kind, .line = r->line});
}

_Noreturn static void unclear(run *r) {
  end(r, (ending) {.kind = ENDING_UNCLEAR});
}

/* Machines go on behind the error with the computed value, and so does the program, where
 * errors of this kind count. */
static void pass(run *r, outcome kind) {
  if (r->rule->memory != MEMORY_PLAIN || is_unchecked(r, kind)) bug(r, kind);
  ending *e = &r->ending;
  for (unsigned k = 0; k < e->passed_count; k++)
    if (e->passed[k].bug == kind && e->passed[k].line == r->line) return;
  if (e->passed_count == MAX_PASSED) unclear(r);
  e->passed[e->passed_count++] = (passed_bug) {kind, r->line};
}

static void decide(run *r, uint64_t choice) {
  r->trace = hash_word(r->trace, choice);
}

/* Values ----------------------------------------------------------------- */

static uint64_t wrap(const run *r, int_type type, uint64_t bits) {
  const unsigned width = type_bits(type, r->m);
  if (width == 64) return bits;
  const uint64_t mask = (UINT64_C(1) << width) - 1;
  bits &= mask;
  if (type_is_signed(type, r->m) && bits >> (width - 1)) bits |= ~mask;
  return bits;
}

static value number(const run *r, int_type type, uint64_t bits) {
  value v = {.type = type};
  for (unsigned k = 0; k < LANES; k++) v.lane[k] = wrap(r, type, bits);
  return v;
}

static bool lanes_differ(const value *v) {
  for (unsigned k = 1; k < LANES; k++)
    if (v->lane[k] != v->lane[0]) return true;
  return false;
}

/* Something hangs on the value itself. */
static uint64_t need(run *r, value v) {
  if (v.tainted && lanes_differ(&v)) bug(r, OUTCOME_UNINIT);
  if (v.tainted) unclear(r);
  return v.lane[0];
}

/* Something hangs on whether the value is zero. */
static bool need_truth(run *r, value v) {
  for (unsigned k = 0; k < LANES; k++) v.lane[k] = v.lane[k] != 0;
  return need(r, v);
}

static value convert(const run *r, value v, int_type type) {
  for (unsigned k = 0; k < LANES; k++)
    v.lane[k] = type == TYPE_BOOL ? v.lane[k] != 0 : wrap(r, type, v.lane[k]);
  v.type = type;
  return v;
}

static unsigned rank(int_type type) {
  static const unsigned ranks[] = {
#define TYPE(NAME, TEXT, SIGNED, BITS, RANK, SUFFIX) RANK,
#include "types.def"
  };
  return ranks[type];
}

static int_type promoted(int_type type) {
  return rank(type) < rank(TYPE_INT) ? TYPE_INT : type;
}

/* The usual arithmetic conversions. */
static int_type common(const run *r, int_type a, int_type b) {
  a = promoted(a);
  b = promoted(b);
  if (rank(a) < rank(b)) {
    const int_type swap = a;
    a = b;
    b = swap;
  }
  if (!type_is_signed(a, r->m) || type_is_signed(b, r->m)) return a;
  if (rank(a) == rank(b) || type_bits(a, r->m) == type_bits(b, r->m))
    return a + 1;               /* in types.def the unsigned type follows */
  return a;
}

/* Memory ----------------------------------------------------------------- */

static int32_t object_new(run *r, unsigned size) {
  if (r->object_count == MAX_OBJECTS) end(r, (ending) {.kind = ENDING_ENDLESS});
  object *o = r->objects + r->object_count;
  o->life = LIVE;
  o->size = size;
  o->is_heap = o->is_global = o->is_pointer = false;
  for (unsigned k = 0; k < MAX_COUNT; k++)
    o->pointers[k] = (pointer) {.object = UNINIT_OBJECT};
  for (unsigned i = 0; i < size; i++) {
    const uint64_t noise = hash_word(hash_word(r->object_count + 1u, i), i);
    for (unsigned k = 0; k < LANES; k++)
      o->bytes[i][k] = (uint8_t) (k == 0 ? 0 : k == 1 ? 0xff : noise >> 8 * k);
    o->tainted[i] = true;
  }
  return (int32_t) r->object_count++;
}

/* Checks an access and returns its object. */
static object *resolve(run *r, pointer p, unsigned size) {
  if (p.object == UNINIT_OBJECT || p.tainted) bug(r, OUTCOME_UNINIT);
  if (p.object == NULL_OBJECT) bug(r, OUTCOME_NULL_POINTER);
  object *o = r->objects + p.object;
  if (o->life == FREED) bug(r, OUTCOME_USE_AFTER_FREE);
  if (o->life == OUT_OF_SCOPE) bug(r, OUTCOME_USE_AFTER_SCOPE);
  if (p.offset < 0 || p.offset + size > o->size) bug(r, OUTCOME_OUT_OF_BOUNDS);
  return o;
}

static value load(run *r, pointer p, int_type type) {
  const unsigned size = type_bits(type, r->m) / 8;
  const object *o = resolve(r, p, size);
  value v = {.type = type};
  for (unsigned i = 0; i < size; i++) {
    v.tainted |= o->tainted[p.offset + i];
    for (unsigned k = 0; k < LANES; k++)
      v.lane[k] |= (uint64_t) o->bytes[p.offset + i][k] << 8 * i;
  }
  for (unsigned k = 0; k < LANES; k++)
    v.lane[k] = type == TYPE_BOOL ? v.lane[k] & 1 : wrap(r, type, v.lane[k]);
  return v;
}

static void store(run *r, pointer p, value v) {
  const unsigned size = type_bits(v.type, r->m) / 8;
  object *o = resolve(r, p, size);
  for (unsigned i = 0; i < size; i++) {
    o->tainted[p.offset + i] = v.tainted;
    for (unsigned k = 0; k < LANES; k++)
      o->bytes[p.offset + i][k] = (uint8_t) (v.lane[k] >> 8 * i);
  }
}

static unsigned size_of(const run *r, const variable *v) {
  switch (v->kind) {
  case SCALAR: case CALLEE: return type_bits(v->type, r->m) / 8;
  case ARRAY: return type_bits(v->type, r->m) / 8 * v->count;
  case RECORD: return record_offset(v->record, v->record->count, r->m);
  case POINTER: case POINTERS: return 0;
  }
  return 0;
}

static void fill(run *r, int32_t at, const variable *v) {
  object *o = r->objects + at;
  o->is_pointer = v->kind == POINTER || v->kind == POINTERS;
  o->is_global = v->is_global;
  if (v->is_global || v->initialised) {
    memset(o->bytes, 0, sizeof o->bytes);
    memset(o->tainted, 0, sizeof o->tainted);
    for (unsigned k = 0; k < MAX_COUNT; k++)
      o->pointers[k].object = NULL_OBJECT;
  }
  if (v->kind == RECORD) {
    /* Initialisers fill fields in order; a union has one. */
    for (unsigned k = 0; k < v->initialised; k++)
      store(r, (pointer) {.object = at,
                          .offset = record_offset(v->record, k, r->m)},
            v->record->fields[k].bits
                ? number(r, TYPE_UCHAR, v->initial[k] &
                         ((1u << v->record->fields[k].bits) - 1))
                : number(r, v->record->fields[k].type, v->initial[k]));
    return;
  }
  for (unsigned k = 0; k < v->initialised && !o->is_pointer; k++)
    store(r, (pointer) {.object = at,
                        .offset = type_bits(v->type, r->m) / 8 * k},
          convert(r, number(r, TYPE_LLONG, v->initial[k]), v->type));
}

static void declare(run *r, const variable *v) {
  const int32_t at = object_new(r, size_of(r, v));
  r->place_of[v->index] = at;
  fill(r, at, v);
}

static void undeclare(run *r, const variable *v, int32_t before) {
  r->objects[r->place_of[v->index]].life = OUT_OF_SCOPE;
  r->place_of[v->index] = before;
}

/* Expressions ------------------------------------------------------------ */

static value eval(run *, const node *);
static pointer point(run *, const node *);

static pointer moved(run *r, pointer p, value by, int_type type) {
  if (by.tainted && !lanes_differ(&by)) unclear(r);
  p.tainted |= by.tainted;
  p.offset += (int64_t) by.lane[0] * (int64_t) (type_bits(type, r->m) / 8);
  return p;
}

/* Whether the compiler knows the end of the array: of a record's last member, and
 * of a union's single element, it takes it for open. */
static bool has_end(const node *n) {
  if (n->op == NODE_ELEMENT) return true;
  const record *c = n->var->record;
  return n->field + 1 < c->count &&
         !(c->is_union && c->fields[n->field].count < 2);
}

/* An element's index must be below the array's end, or at it for an address.  A
 * whole variable's end is its object's: an access says so by itself. */
static value index_of(run *r, const node *n, bool is_address) {
  const value at = eval(r, n->arg[0]);
  const uint64_t count = n->op == NODE_ELEMENT
                             ? n->var->count
                             : n->var->record->fields[n->field].count;
  const bool is_checked = has_end(n) && (is_address || n->op != NODE_ELEMENT) &&
                          !is_unchecked(r, OUTCOME_ARRAY_BOUNDS);
  if (is_checked && !at.tainted && at.lane[0] >= count + is_address)
    bug(r, OUTCOME_ARRAY_BOUNDS);
  return at;
}

static pointer place_of(run *r, const node *n, bool is_address) {
  pointer p = {0};
  switch ((int) n->op) {
  case NODE_AT:
    p = point(r, n->arg[0]);
    return moved(r, p, eval(r, n->arg[1]), place_type(n));
  case NODE_FIELD: case NODE_FIELD_ELEMENT:
    p.offset = record_offset(n->var->record, n->field, r->m);
    break;
  }
  p.object = r->place_of[n->var->index];
  if (n->op == NODE_ELEMENT || n->op == NODE_FIELD_ELEMENT)
    return moved(r, p, index_of(r, n, is_address), place_type(n));
  return p;
}

static pointer place(run *r, const node *n) { return place_of(r, n, false); }

/* A pointer variable, or the element of an array of them. */
static pointer *pointer_at(run *r, const variable *v, const node *index) {
  object *o = r->objects + r->place_of[v->index];
  if (!index) return o->pointers;
  const value at = eval(r, index);
  if (at.tainted && !lanes_differ(&at)) unclear(r);
  if (at.tainted) bug(r, OUTCOME_UNINIT);
  if (at.lane[0] >= v->count) bug(r, OUTCOME_OUT_OF_BOUNDS);
  return o->pointers + at.lane[0];
}

static pointer point(run *r, const node *n) {
  switch ((int) n->op) {
  case NODE_COPY: return *pointer_at(r, n->var, NULL);
  case NODE_CHOICE: return *pointer_at(r, n->var, n->arg[0]);
  case NODE_ADDRESS: return place_of(r, n->arg[0], true);
  case NODE_PLUS: {
    const pointer p = point(r, n->arg[0]);
    return moved(r, p, eval(r, n->arg[1]), pointee_type(n));
  }
  case NODE_EITHER: {
    const value c = eval(r, n->arg[0]);
    if (c.tainted) unclear(r);
    return point(r, c.lane[0] ? n->arg[1] : n->arg[2]);
  }
  case NODE_ALLOC: {
    const uint64_t count = need(r, eval(r, n->arg[0]));
    const int32_t at = object_new(
        r, (unsigned) (count * (type_bits(n->type, r->m) / 8)));
    r->objects[at].is_heap = true;
    return (pointer) {.object = at};
  }
  }
  return (pointer) {.object = NULL_OBJECT};
}

static const field *bit_field(const node *n) {
  if (n->op != NODE_FIELD) return NULL;
  const field *f = n->var->record->fields + n->field;
  return f->bits ? f : NULL;
}

/* All bit-fields are narrower than an int, so their values are ints. */
static value load_place(run *r, const node *n, pointer p) {
  const field *f = bit_field(n);
  if (!f) return load(r, p, place_type(n));
  value v = load(r, p, TYPE_UINT);
  const unsigned shift = record_shift(n->var->record, n->field);
  for (unsigned k = 0; k < LANES; k++) {
    const uint64_t up = v.lane[k] << (64 - shift - f->bits);
    v.lane[k] = type_is_signed(f->type, r->m)
                    ? (uint64_t) ((int64_t) up >> (64 - f->bits))
                    : up >> (64 - f->bits);
  }
  v.type = TYPE_INT;
  return v;
}

static void store_place(run *r, const node *n, pointer p, value v) {
  const field *f = bit_field(n);
  if (!f) {
    store(r, p, convert(r, v, place_type(n)));
    return;
  }
  value unit = load(r, p, TYPE_UINT);
  const unsigned shift = record_shift(n->var->record, n->field);
  const uint64_t mask = ((UINT64_C(1) << f->bits) - 1) << shift;
  for (unsigned k = 0; k < LANES; k++)
    unit.lane[k] = (unit.lane[k] & ~mask) | (v.lane[k] << shift & mask);
  unit.tainted |= v.tainted;
  store(r, p, unit);
}

/* A check that so many lanes fail.  Tainted operands are exempt from it, unless it
 * fails whatever they are; of that the lanes are no proof. */
static void check(run *r, const value *a, const value *b, unsigned failing,
                  outcome kind, bool goes_on) {
  if (!a->tainted && !b->tainted) {
    if (failing && goes_on) pass(r, kind);
    else if (failing) bug(r, kind);
  } else if (failing == LANES || (!lanes_differ(a) && !lanes_differ(b))) {
    unclear(r);
  }
}

static bool fits(const run *r, int_type type, __int128 exact) {
  const unsigned width = type_bits(type, r->m);
  const __int128 limit = (__int128) 1 << (width - 1);
  return -limit <= exact && exact < limit;
}

/* In how many lanes the exact result does not fit the type. */
static unsigned overflows(const run *r, int_type type, node_op op,
                          const value *a, const value *b) {
  unsigned count = 0;
  for (unsigned k = 0; k < LANES; k++) {
    const __int128 x = (int64_t) a->lane[k], y = (int64_t) b->lane[k];
    count += !fits(r, type, op == NODE_ADD   ? x + y
                            : op == NODE_SUB ? x - y
                                             : x * y);
  }
  return count;
}

static uint64_t divided(const run *r, int_type type, bool rest, uint64_t a,
                        uint64_t b) {
  if (!b) return rest ? a : 0;
  if (!type_is_signed(type, r->m)) return rest ? a % b : a / b;
  if (b == UINT64_MAX) return rest ? 0 : -a;
  return (uint64_t) (rest ? (int64_t) a % (int64_t) b
                          : (int64_t) a / (int64_t) b);
}

static value shifted(run *r, const node *n, value a, value b) {
  a = convert(r, a, promoted(a.type));
  b = convert(r, b, promoted(b.type));
  const unsigned width = type_bits(a.type, r->m);
  unsigned failing = 0;
  for (unsigned k = 0; k < LANES; k++) failing += b.lane[k] >= width;
  if (!is_unchecked(r, OUTCOME_SHIFT))
    check(r, &b, &b, failing, OUTCOME_SHIFT, false);
  failing = 0;                  /* a bit that is 1 reaches the sign */
  for (unsigned k = 0; k < LANES; k++)
    failing += n->op == NODE_SHL && type_is_signed(a.type, r->m) &&
               b.lane[k] < width &&
               (a.lane[k] & (UINT64_MAX >> (64 - width))) >>
                   (width - 1 - b.lane[k]);
  if (!is_unchecked(r, OUTCOME_SHIFT_BASE))
    check(r, &a, &b, failing, OUTCOME_SHIFT_BASE, true);
  for (unsigned k = 0; k < LANES; k++) {
    const unsigned by = (unsigned) b.lane[k] & (width - 1);
    a.lane[k] = wrap(r, a.type,
                     n->op == NODE_SHL ? a.lane[k] << by
                     : type_is_signed(a.type, r->m)
                         ? (uint64_t) ((int64_t) a.lane[k] >> by)
                         : a.lane[k] >> by);
  }
  a.tainted |= b.tainted;
  return a;
}

static bool compares(const run *r, node_op op, int_type type, uint64_t a,
                     uint64_t b) {
  const bool less = type_is_signed(type, r->m) ? (int64_t) a < (int64_t) b
                                               : a < b;
  switch ((int) op) {
  case NODE_LT: return less;
  case NODE_LE: return less || a == b;
  case NODE_GT: return !less && a != b;
  case NODE_GE: return !less;
  case NODE_EQ: return a == b;
  }
  return a != b;
}

static value binary(run *r, const node *n, value a, value b) {
  if (n->op == NODE_SHL || n->op == NODE_SHR) return shifted(r, n, a, b);
  const int_type type = common(r, a.type, b.type);
  a = convert(r, a, type);
  b = convert(r, b, type);
  value v = {.type = type, .tainted = a.tainted || b.tainted};
  const bool is_signed = type_is_signed(type, r->m);
  if (n->op == NODE_DIV || n->op == NODE_REM) {
    const bool goes_on = !r->m->division_traps;
    if (!need(r, b) && !(goes_on && is_unchecked(r, OUTCOME_DIV_BY_ZERO)))
      bug(r, OUTCOME_DIV_BY_ZERO);
    const value zero = {0};
    if (is_signed && b.lane[0] == UINT64_MAX &&
        !(goes_on && is_unchecked(r, OUTCOME_OVERFLOW)))
      check(r, &a, &b, overflows(r, type, NODE_SUB, &zero, &a),
            OUTCOME_OVERFLOW, false);
  }
  if (is_signed && !is_unchecked(r, OUTCOME_OVERFLOW) &&
      (n->op == NODE_ADD || n->op == NODE_SUB || n->op == NODE_MUL))
    check(r, &a, &b, overflows(r, type, n->op, &a, &b), OUTCOME_OVERFLOW, true);
  for (unsigned k = 0; k < LANES; k++) {
    const uint64_t x = a.lane[k], y = b.lane[k];
    switch ((int) n->op) {
    case NODE_ADD: v.lane[k] = x + y; break;
    case NODE_SUB: v.lane[k] = x - y; break;
    case NODE_MUL: v.lane[k] = x * y; break;
    case NODE_AND: v.lane[k] = x & y; break;
    case NODE_OR: v.lane[k] = x | y; break;
    case NODE_XOR: v.lane[k] = x ^ y; break;
    case NODE_DIV: v.lane[k] = divided(r, type, false, x, y); break;
    case NODE_REM: v.lane[k] = divided(r, type, true, x, y); break;
    case NODE_LT: case NODE_LE: case NODE_GT: case NODE_GE: case NODE_EQ:
    case NODE_NE:
      v.type = TYPE_INT;
      v.lane[k] = compares(r, n->op, type, x, y);
    }
    v.lane[k] = wrap(r, v.type, v.lane[k]);
  }
  return v;
}

static value logical(run *r, const node *n) {
  const bool first = need_truth(r, eval(r, n->arg[0]));
  decide(r, first);
  if (first == (n->op == NODE_LOR)) return number(r, TYPE_INT, first);
  value v = eval(r, n->arg[1]);
  v = convert(r, v, TYPE_BOOL);
  v.type = TYPE_INT;
  return v;
}

/* The type of a value, without evaluating it. */
static int_type type_of(const run *r, const node *n) {
  switch ((int) n->op) {
  case NODE_CONST: case NODE_CAST: return n->type;
  case NODE_READ:
    return bit_field(n->arg[0]) ? TYPE_INT : place_type(n->arg[0]);
  case NODE_NEG: case NODE_COMPLEMENT: case NODE_SHL: case NODE_SHR:
    return promoted(type_of(r, n->arg[0]));
  case NODE_ADD: case NODE_SUB: case NODE_MUL: case NODE_DIV: case NODE_REM:
  case NODE_AND: case NODE_OR: case NODE_XOR:
    return common(r, type_of(r, n->arg[0]), type_of(r, n->arg[1]));
  case NODE_DISTANCE: return TYPE_LONG;
  case NODE_COND:
    return common(r, type_of(r, n->arg[1]), type_of(r, n->arg[2]));
  }
  return TYPE_INT;
}

/* Both live, or are one, and none is just behind its object. */
static bool is_exact(const run *r, pointer a, pointer b) {
  if (a.object == b.object || a.object == NULL_OBJECT || b.object == NULL_OBJECT) return true;
  const object *o = r->objects + a.object, *p = r->objects + b.object;
  return o->life == LIVE && p->life == LIVE && a.offset >= 0 && a.offset < o->size &&
         b.offset >= 0 && b.offset < p->size;
}

static bool looks_at_distances(const run *r) {
  return r->rule->memory == MEMORY_PLAIN && !is_unchecked(r, OUTCOME_POINTER_DIFFERENCE);
}

static value eval(run *r, const node *n) {
  if (++r->steps > MAX_STEPS) end(r, (ending) {.kind = ENDING_ENDLESS});
  switch ((int) n->op) {
  case NODE_CONST: return number(r, n->type, n->value);
  case NODE_READ: {
    const pointer p = place(r, n->arg[0]);
    return load_place(r, n->arg[0], p);
  }
  case NODE_CAST: return convert(r, eval(r, n->arg[0]), n->type);
  case NODE_LAND: case NODE_LOR: return logical(r, n);
  case NODE_LNOT: {
    value v = convert(r, eval(r, n->arg[0]), TYPE_BOOL);
    for (unsigned k = 0; k < LANES; k++) v.lane[k] ^= 1;
    v.type = TYPE_INT;
    return v;
  }
  case NODE_NEG: {
    value v = eval(r, n->arg[0]);
    const node minus = {.op = NODE_SUB};
    return binary(r, &minus, number(r, TYPE_INT, 0), v);
  }
  case NODE_COMPLEMENT: {
    value v = eval(r, n->arg[0]);
    v = convert(r, v, promoted(v.type));
    for (unsigned k = 0; k < LANES; k++)
      v.lane[k] = wrap(r, v.type, ~v.lane[k]);
    return v;
  }
  case NODE_COND: {
    const value c = eval(r, n->arg[0]);
    if (c.tainted) unclear(r);
    return convert(r, eval(r, n->arg[c.lane[0] ? 1 : 2]), type_of(r, n));
  }
  case NODE_SAME: {
    const pointer a = point(r, n->arg[0]), b = point(r, n->arg[1]);
    if (a.object == UNINIT_OBJECT || b.object == UNINIT_OBJECT ||
        a.tainted || b.tainted)
      unclear(r);
    r->asks_places |= !is_exact(r, a, b);
    return number(r, TYPE_INT, a.object == b.object &&
                                   (a.object == NULL_OBJECT ||
                                    a.offset == b.offset));
  }
  case NODE_DISTANCE: {
    const pointer a = point(r, n->arg[0]), b = point(r, n->arg[1]);
    if (a.object == UNINIT_OBJECT || b.object == UNINIT_OBJECT || a.tainted ||
        b.tainted)
      unclear(r);
    const bool is_one = a.object == b.object;
    if (!is_one && (a.object == NULL_OBJECT || b.object == NULL_OBJECT || !looks_at_distances(r)))
      unclear(r);
    if (!is_one) bug(r, OUTCOME_POINTER_DIFFERENCE);
    const int64_t bytes = a.object == NULL_OBJECT ? 0 : a.offset - b.offset;
    return number(r, TYPE_LONG,
                  (uint64_t) (bytes / (type_bits(pointee_type(n->arg[0]), r->m) / 8)));
  }
  case NODE_LOW:
    if (point(r, n->arg[0]).object == UNINIT_OBJECT) unclear(r);
    return number(r, TYPE_INT, 0);
  }
  const value a = eval(r, n->arg[0]);
  return binary(r, n, a, eval(r, n->arg[1]));
}

/* Statements ------------------------------------------------------------- */

static signal run_block(run *, const block *);

/* Whether a heap object is pointed to by no variable that outlives main. */
static bool loses_memory(const run *r) {
  for (uint32_t i = 0; i < r->object_count; i++) {
    if (!r->objects[i].is_heap || r->objects[i].life != LIVE) continue;
    bool reached = r->rule->unchecked >> OUTCOME_LEAK & 1;
    for (uint32_t k = 0; k < r->object_count; k++) {
      const object *o = r->objects + k;
      for (unsigned n = 0; o->is_pointer && o->is_global && n < MAX_COUNT; n++)
        reached |= o->pointers[n].object == (int32_t) i;
    }
    if (!reached) return true;
  }
  return false;
}

/* However it ends: what it has not freed was not cleaned up, and what only
 * frames that are left behind may point to cannot be told. */
static void end_program(run *r, ending e) {
  bool has_heap = false;
  for (uint32_t i = 0; i < r->object_count; i++)
    has_heap |= r->objects[i].is_heap && r->objects[i].life == LIVE;
  if (r->rule->memory == MEMORY_CLEANUP && has_heap)
    end(r, (ending) {.kind = ENDING_BUG, .bug = OUTCOME_LEAK});
  if (r->rule->memory == MEMORY_TRACK && loses_memory(r))
    end(r, (ending) {.kind = ENDING_HIDDEN});
  end(r, e);
}

_Noreturn static void leave(run *r, value v, bool frames_are_gone) {
  v = convert(r, v, TYPE_UINT);
  for (unsigned k = 0; k < LANES; k++) v.lane[k] &= 7;
  r->line = r->p->leave_line;
  const int status = (int) need(r, v);
  decide(r, (uint64_t) status);
  if (frames_are_gone && loses_memory(r)) {
    r->line = 0;
    bug(r, OUTCOME_LEAK);
  }
  end_program(r, (ending) {.kind = ENDING_EXIT, .status = status});
}

static value call(run *r, const function *f, value *args) {
  const unsigned line = r->line;
  int32_t before[MAX_ARGS];
  if (++r->depth > MAX_DEPTH) end(r, (ending) {.kind = ENDING_ENDLESS});
  if (r->depth > r->deepest) r->deepest = r->depth;
  for (unsigned k = 0; k < f->parameter_count; k++) {
    before[k] = r->place_of[f->parameters[k]->index];
    declare(r, f->parameters[k]);
  }
  for (unsigned k = 0; k < f->parameter_count; k++)
    store(r, (pointer) {.object = r->place_of[f->parameters[k]->index]},
          convert(r, args[k], f->parameters[k]->type));
  if (run_block(r, f->body) != RETURNED)
    end(r, (ending) {.kind = ENDING_BROKEN});
  for (unsigned k = 0; k < f->parameter_count; k++)
    undeclare(r, f->parameters[k], before[k]);
  r->line = line;
  r->depth--;
  return convert(r, r->result, f->result);
}

/* Which function of the table the value means. */
static uint64_t in_table(run *r, const node *n) {
  const value at = eval(r, n);
  if (at.tainted && !lanes_differ(&at)) unclear(r);
  if (at.tainted) bug(r, OUTCOME_UNINIT);
  if (at.lane[0] >= r->p->table.count) bug(r, OUTCOME_OUT_OF_BOUNDS);
  return at.lane[0];
}

static signal run_call(run *r, const statement *s) {
  const function *f = s->callee;
  if (!f) {
    /* The place is loaded before the arguments are evaluated. */
    const uint64_t at =
        s->kind == CALL_TABLE
            ? in_table(r, s->value)
            : load(r, (pointer) {.object = r->place_of[s->var->index]},
                   s->var->type).lane[0];
    f = r->p->table.items[at];
    decide(r, at);
  }
  value args[MAX_ARGS];
  for (unsigned k = 0; k < f->parameter_count; k++)
    args[k] = eval(r, s->args[k]);
  const value v = call(r, f, args);
  if (s->place)
    store_place(r, s->place, place(r, s->place), v);
  return NEXT;
}

static signal run_ask(run *r, const statement *s) {
  const unsigned at = r->asked;
  if (at < r->p->ask_count) r->asked++;
  store_place(r, s->place, place(r, s->place),
              number(r, TYPE_UCHAR,
                     at < r->p->ask_count ? r->bytes[MAX_INPUTS + at] : 0));
  return NEXT;
}

static signal run_loop(run *r, const statement *s) {
  const pointer counter = {.object = r->place_of[s->var->index]};
  if (s->kind == FOR) store(r, counter, number(r, s->var->type, 0));
  for (bool first = s->kind == DO;; first = false) {
    if (!first) {
      r->line = s->line;
      const value at = load(r, counter, s->var->type);
      const bool below = need(r, at) < s->count || !s->count;
      if (s->kind == DO) store(r, counter, number(r, at.type, at.lane[0] + 1));
      if (!below) return NEXT;
      if (s->value) {
        const bool goes_on = need_truth(r, eval(r, s->value));
        decide(r, goes_on);
        if (!goes_on) return NEXT;
      }
    }
    const signal how = run_block(r, s->body);
    if (how == BROKE) return NEXT;
    if (how == RETURNED || how == JUMPED) return how;
    if (s->kind == FOR)
      store(r, counter, number(r, s->var->type,
                               load(r, counter, s->var->type).lane[0] + 1));
  }
}

static signal run_switch(run *r, const statement *s) {
  value v = eval(r, s->value);
  v = convert(r, v, promoted(v.type));
  const uint64_t at = need(r, v);
  uint32_t k = 0;
  while (k + 1 < s->arms.count && s->arms.items[k].value != at) k++;
  decide(r, k);
  for (; k < s->arms.count; k++) {
    const signal how = run_block(r, s->arms.items[k].body);
    if (how == BROKE) return NEXT;
    if (how != NEXT) return how;
    if (!s->arms.items[k].falls) return NEXT;
  }
  return NEXT;
}

static void run_free(run *r, const statement *s) {
  const pointer p = point(r, s->pointer);
  if (p.object == UNINIT_OBJECT || p.tainted) bug(r, OUTCOME_UNINIT);
  if (p.object == NULL_OBJECT) return;
  object *o = r->objects + p.object;
  if (!o->is_heap || (o->life == LIVE && p.offset))
    bug(r, OUTCOME_INVALID_FREE);
  if (o->life == FREED) bug(r, OUTCOME_DOUBLE_FREE);
  o->life = FREED;
}

static signal run_statement(run *r, const statement *s) {
  if (++r->steps > MAX_STEPS) end(r, (ending) {.kind = ENDING_ENDLESS});
  r->line = s->line;
  switch (s->kind) {
  case ASSIGN: {
    const value v = eval(r, s->value);
    const pointer to = place(r, s->place);
    store_place(r, s->place, to, v);
    return NEXT;
  }
  case UPDATE: case STEP: {
    const value b = s->kind == STEP ? number(r, TYPE_INT, 1)
                                    : eval(r, s->value);
    const pointer to = place(r, s->place);
    const node operation = {.op = s->op};
    store_place(r, s->place, to,
                binary(r, &operation, load_place(r, s->place, to), b));
    return NEXT;
  }
  case SET: {
    const pointer p = point(r, s->pointer);
    *pointer_at(r, s->var, s->value) = p;
    return NEXT;
  }
  case FREE:
    run_free(r, s);
    return NEXT;
  case COPY_RECORD: {
    object *to = r->objects + r->place_of[s->var->index];
    const object *from = r->objects + r->place_of[s->from->index];
    memcpy(to->bytes, from->bytes, sizeof to->bytes);
    memcpy(to->tainted, from->tainted, sizeof to->tainted);
    return NEXT;
  }
  case BLOCK: case MERGED: case FOLDED: return run_block(r, s->body);
  case IF: {
    const bool yes = need_truth(r, eval(r, s->value));
    decide(r, yes);
    return yes ? run_block(r, s->body) : s->other ? run_block(r, s->other)
                                                  : NEXT;
  }
  case FOR: case DO: return run_loop(r, s);
  case SWITCH: return run_switch(r, s);
  case CALL: case CALL_TABLE: case CALL_AIMED: return run_call(r, s);
  case AIM: {
    const uint64_t at = in_table(r, s->value);
    store(r, (pointer) {.object = r->place_of[s->var->index]},
          number(r, s->var->type, at));
    return NEXT;
  }
  case ASK: return run_ask(r, s);
  case RETURN:
    r->result = eval(r, s->value);
    return RETURNED;
  case LEAVE: leave(r, eval(r, s->value), true);
  case EXIT: leave(r, eval(r, s->value), false);
  case ASSERT: {
    const bool holds = need_truth(r, eval(r, s->value));
    decide(r, holds);
    if (!holds) bug(r, OUTCOME_ASSERT);
    return NEXT;
  }
  case ABORT: bug(r, OUTCOME_ABORT);
  case GOTO:
    r->label = s->label;
    return JUMPED;
  case LABEL: return NEXT;
  case BREAK: return BROKE;
  case CONTINUE: return CONTINUES;
  }
  return NEXT;
}

/* The statement after the label, or the end. */
static uint32_t find_label(const block *b, unsigned label) {
  for (uint32_t k = 0; k < b->statements.count; k++) {
    const statement *s = b->statements.items[k];
    if (s->kind == LABEL && s->label == label) return k;
  }
  return b->statements.count;
}

static signal run_block(run *r, const block *b) {
  int32_t before[MAX_LOCALS];
  for (uint32_t k = 0; k < b->variables.count; k++) {
    before[k] = r->place_of[b->variables.items[k]->index];
    declare(r, b->variables.items[k]);
  }
  signal how = NEXT;
  for (uint32_t k = 0; k < b->statements.count; k++) {
    how = run_statement(r, b->statements.items[k]);
    if (how == JUMPED) {
      k = find_label(b, r->label);
      if (k < b->statements.count) how = NEXT;
    }
    if (how != NEXT) break;
  }
  for (uint32_t k = 0; k < b->variables.count; k++)
    undeclare(r, b->variables.items[k], before[k]);
  return how;
}

const rule rules[RULE_COUNT] = {
#define RULE(NAME, UNCHECKED, MEMORY, OPTION) {UNCHECKED, MEMORY, OPTION},
#include "rules.def"
};

static const rule *now = rules + RULE_ALL;

void program_use_rule(rule_name name) { now = rules + name; }

ending program_run(const program *p, const data_model *m,
                   const uint8_t bytes[MAX_BYTES]) {
  static object objects[MAX_OBJECTS];
  run r = {.p = p, .m = m, .rule = now, .objects = objects, .bytes = bytes};
  r.place_of = mem_resize(NULL, p->variables.count + 1, sizeof *r.place_of);
  for (uint32_t k = 0; k < p->variables.count; k++) r.place_of[k] = -1;
  if (!setjmp(r.ended)) {
    for (uint32_t k = 0; k < p->globals.count; k++)
      declare(&r, p->globals.items[k]);
    for (unsigned k = 0; k < p->input_count; k++)
      store(&r, (pointer) {.object = r.place_of[p->inputs[k].var->index]},
            convert(&r, number(&r, TYPE_UCHAR, bytes[k]),
                    p->inputs[k].var->type));
    run_block(&r, vec_last(&p->functions)->body);
    end(&r, (ending) {.kind = ENDING_BROKEN});
  }
  free(r.place_of);
  return r.ending;
}
