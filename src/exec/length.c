#include "base/idmap.h"
#include "exec/internal.h"

#include <string.h>

/*
 * The distance to the first zero byte: strlen, strnlen, and functions made of these
 * (runtime/string.c).  A term, so no path forks: the first place, in order, with a zero
 * byte.
 *
 * Errors that the loop in C would report are reported here, as the same kind: no zero byte
 * in the object, and an answer that depends on unwritten bytes.  Lengths without a term are
 * left to the loop: then the answer is ~n, and the first n bytes are not zero.
 */

/* A search with a start at one of these offsets. */
typedef struct search {
  uint32_t name;
  expr at, size, limit;         /* start, size of the object, and greatest distance;
                                 * pointer's width */
  uint64_t low, high;           /* of `at` */
  uint64_t least;               /* places before this one are known not to be zero */
  uint64_t end;                 /* no place from here on is looked at */
  uint64_t stop;                /* places from here on were not looked at */
  bool is_sure;                 /* at `stop` there is a zero, or the end */
  bool is_blocked;              /* there, never written */
  VEC(expr) zeros;              /* by place, from `least` on: it is zero */
} search;

static expr number(exec *x, uint64_t n) { return expr_const(x->t, x->p->pointer_bits, n); }

static expr is_below(exec *x, expr a, expr b) { return expr_binary(x->t, EXPR_ULT, a, b); }

static expr at_most(exec *x, expr a, expr b) { return expr_binary(x->t, EXPR_ULE, a, b); }

static expr lesser(exec *x, expr a, expr b) {
  return expr_ite(x->t, is_below(x, a, b), a, b);
}

static bool is_number(const object *o, uint64_t k) {
  return !o->updates && object_is_defined(o, k, 1) && !object_shadow(o, k).term.id;
}

uint64_t exec_plain_length(const object *o, uint64_t offset, uint64_t limit, bool *ends) {
  const uint64_t room = o->size - offset, most = limit < room ? limit : room;
  uint64_t n = 0;
  if (object_is_plain(o)) {
    const uint8_t *first = o->bytes + offset, *zero = memchr(first, 0, most);
    n = zero ? (uint64_t) (zero - first) : most;
  } else
    while (n < most && is_number(o, offset + n) && o->bytes[offset + n]) n++;
  *ends = n == limit || (n < room && is_number(o, offset + n) && !o->bytes[offset + n]);
  return n;
}

/* Behind the end nobody looks, whatever was never written there. */
static expr is_zero(exec *x, const search *f, expr byte, uint64_t k) {
  const expr zero = expr_eq(x->t, byte, expr_const(x->t, 8, 0));
  if (!expr_has(x->t, zero, EXPR_HAS_UNINIT)) return zero;
  return expr_or(x->t, at_most(x, f->size, number(x, k)), zero);
}

/* Places of a string's end that are one term, a path forks once for as many: 0.1 ms at PRICE_NODE,
 * as much as 20 of the forks that they save.  And offsets in an object written at unknown places,
 * one of which is a string's end, a query each: 1 ms at PRICE_QUERY. */
enum { MOST_ENDS = 1 << 10, MOST_BREAKS = 64 };

static void look(exec *x, state *s, search *f) {
  f->zeros.count = 0;
  f->is_sure = f->is_blocked = false;
  for (f->stop = f->least; f->stop - f->least < MOST_ENDS; f->stop++) {
    const object *o = exec_find(x, s, f->name);
    f->is_sure = f->stop == f->end;
    if (f->is_sure) return;
    f->is_blocked = !object_is_defined(o, f->stop, 1) &&
                    (!o->updates || x->o.uninit_is_nondet);
    if (f->is_blocked) return;
    exec_define_bytes(x, s, f->name, f->stop, 1);
    const expr byte = object_byte(exec_find(x, s, f->name), x->t, f->stop);
    const expr zero = is_zero(x, f, byte, f->stop);
    f->is_sure = expr_is_true(x->t, zero) && f->stop >= f->high;
    if (f->is_sure) return;
    vec_push(&f->zeros, zero);
  }
}

/* From the first byte to the first zero; to `stop` if there is none before. */
static expr distance(exec *x, const search *f) {
  expr_table *t = x->t;
  expr n = expr_binary(t, EXPR_SUB, number(x, f->stop), f->at);
  for (uint32_t i = f->zeros.count; i-- > 0;) {
    const expr k = number(x, f->least + i);
    const expr here = f->least + i >= f->high ? f->zeros.items[i]
                      : expr_and(t, at_most(x, f->at, k), f->zeros.items[i]);
    n = expr_ite(t, here, expr_binary(t, EXPR_SUB, k, f->at), n);
  }
  return n;
}

/*
 * Of an object with writes at unknown places, the same by its breaks: offsets between
 * which all bytes are the same.  The first zero is one of them, or where the search
 * begins.  No place has to be looked at by itself, however many there are.
 */
typedef VEC(expr) breaks;

static void add_break(exec *x, breaks *b, expr from, expr far) {
  vec_push(b, expr_binary(x->t, EXPR_ADD, from, far));
}

static bool find_breaks(exec *x, const object *o, const search *f, offset_list *touched,
                        breaks *b) {
  const uint32_t most = MOST_BREAKS;
  vec_push(b, f->at);
  for (const update *u = o->updates; u; u = u->before) {
    if (u->place || b->count > most) return false;
    for (uint32_t k = 0; k < u->bytes; k++) add_break(x, b, u->at, number(x, k));
    if (!u->bytes) vec_push(b, u->at);
    add_break(x, b, u->at, u->bytes ? number(x, u->bytes) : u->length);
  }
  if (!object_touched(o, 0, 1, o->size, 1, most, touched)) return false;
  for (uint32_t k = 0; k < touched->count; k++) {
    vec_push(b, number(x, touched->items[k]));
    vec_push(b, number(x, touched->items[k] + 1));
  }
  return b->count <= most;
}

/* The byte there, if that is in the object. */
static expr byte_at(exec *x, state *s, const search *f, expr at) {
  const offsets all = {.stride = 1, .count = exec_find(x, s, f->name)->size, .at = at};
  return exec_term(x, exec_read_spread(x, s, f->name, &all, 1, true), 8);
}

static bool by_breaks(exec *x, state *s, const search *f, expr *far) {
  expr_table *t = x->t;
  const object *o = exec_find(x, s, f->name);
  offset_list touched = {0};
  breaks b = {0};
  const bool is_known = o->updates && !x->o.uninit_is_nondet &&
                        find_breaks(x, o, f, &touched, &b);
  expr first = f->size;
  for (uint32_t k = 0; is_known && k < b.count; k++) {
    const expr zero = expr_eq(t, byte_at(x, s, f, b.items[k]), expr_const(t, 8, 0));
    const expr here = expr_and(t, at_most(x, f->at, b.items[k]),
                               is_below(x, b.items[k], first));
    first = expr_ite(t, expr_and(t, here, zero), b.items[k], first);
  }
  *far = expr_binary(t, EXPR_SUB, first, f->at);
  vec_release(&touched);
  vec_release(&b);
  return is_known;
}

/* The term has few nodes: after joins bytes may have very many, and a loop looks at one of
 * them at a time. */
static bool is_light(exec *x, expr e) {
  VEC(expr) open = {0};
  idmap seen = {0};
  uint32_t count = 0;
  vec_push(&open, e);
  while (open.count && count <= limits.exec_string_nodes) {
    const expr next = vec_pop(&open);
    uint64_t *mark = idmap_at(&seen, next.id);
    if (*mark) continue;
    *mark = 1;
    count++;
    const expr_node n = expr_get(x->t, next);
    for (unsigned k = 0; k < expr_arity((expr_op) n.op); k++) vec_push(&open, n.arg[k]);
  }
  vec_release(&open);
  idmap_release(&seen);
  return count <= limits.exec_string_nodes;
}

typedef enum found { FOUND, NOT_THERE, ENDED } found;

/* The answer, if before `stop`; otherwise the bytes there have to be searched. */
static found find(exec *x, state *s, const search *f, expr far, value *result) {
  expr_table *t = x->t;
  const unsigned width = x->p->pointer_bits;
  const object *o = exec_find(x, s, f->name);
  const expr room = expr_binary(t, EXPR_SUB, f->size, f->at);
  const expr last = expr_binary(t, EXPR_SUB, number(x, f->stop), f->at);
  const outcome past = exec_past(x, o);
  const char *message = o->actual_size.id
      ? "beyond a symbolic size" : exec_bounds_message(x, o, o->size, 1, false);
  if (o->actual_size.id) far = lesser(x, far, room);
  *result = value_from(t, lesser(x, far, f->limit));
  if (!exec_need_defined(x, s, result, width)) return ENDED;
  const expr n = exec_term(x, *result, width);
  if (!exec_require(x, s, expr_or(t, is_below(x, n, room), at_most(x, f->limit, room)),
                    past, message))
    return ENDED;
  if (f->is_sure) return FOUND;
  const way here = {s->pc, NO_EDGE};
  switch (exec_fork(x, s, expr_or(t, is_below(x, n, last), at_most(x, f->limit, last)),
                    here, here)) {
  case FORK_ENDED: return ENDED;
  case FORK_TRUE: return FOUND;
  case FORK_FALSE: break;
  }
  return NOT_THERE;
}

static bool run(exec *x, state *s, search *f, value *result) {
  for (;;) {
    expr far;
    if (by_breaks(x, s, f, &far)) f->is_sure = true;
    else {
      look(x, s, f);
      if ((f->low != f->high && !f->is_sure) || (f->stop == f->least && f->is_blocked))
        return true;
      far = distance(x, f);
    }
    if (!is_light(x, far)) return true;
    value n;
    switch (find(x, s, f, far, &n)) {
    case ENDED: return false;
    case FOUND: *result = n; return true;
    case NOT_THERE: break;
    }
    *result = value_of(~(f->stop - f->low) & bits_mask(x->p->pointer_bits));
    if (f->is_blocked) return true;
    f->least = f->stop;
  }
}

static uint64_t start_of(const exec *x, const object *o) {
  return (uint64_t) o->name << x->p->object_shift;
}

/* The only object that the term certainly points into. */
static const object *object_behind(exec *x, state *s, expr p, search *f) {
  const expr_node n = expr_get(x->t, p);
  for (unsigned k = 0; n.op == EXPR_ADD && k < 2; k++) {
    uint64_t bits;
    if (!expr_value(x->t, n.arg[k], &bits)) continue;
    const object *o = exec_reach(x, s, (uint32_t) (bits >> x->p->object_shift));
    if (!o) continue;
    f->at = expr_binary(x->t, EXPR_SUB, p, number(x, start_of(x, o)));
    path_range(x->solver, &s->path, f->at, true, &f->low, &f->high);
    if (f->high < o->size) return o;
  }
  return NULL;
}

static const object *object_at(exec *x, state *s, value p, search *f) {
  if (p.sym.id) return object_behind(x, s, p.sym, f);
  const uint64_t bits = value_bits(p);
  const object *o = exec_reach(x, s, (uint32_t) (bits >> x->p->object_shift));
  if (!o) return NULL;
  f->low = f->high = bits - start_of(x, o);
  f->at = number(x, f->low);
  return f->low < o->size ? o : NULL;
}

/* A call by the program itself.  The library's own calls need the length of output, finally
 * as a number. */
static bool is_asked_for(const state *s) {
  static const char *const known[] = {
    "strlen", "strnlen", "strcpy", "stpcpy", "strncpy", "stpncpy", "strcat", "strncat",
    "strlcpy", "strlcat", "strdup", "strndup", "__strdup", "__strndup", "__stpcpy",
    "__stpncpy", "__strlen_chk", "__strcpy_chk", "__stpcpy_chk", "__strncpy_chk",
    "__strcat_chk", "__strncat_chk",
  };
  const frame *f = s->top;
  while (f->caller && f->caller->function->is_library) f = f->caller;
  if (!f->caller) return false;
  for (size_t k = 0; k < sizeof known / sizeof *known; k++)
    if (!strcmp(f->function->name, known[k])) return true;
  return false;
}

/* Bytes of an input in an object of known size are better searched one by one: each
 * condition is about a single byte, and a symbolic length would be about all (benchmarks in
 * doc/environment.md).  The same for a symbolic size with a single value by now. */
static bool pays(exec *x, const state *s, const object *o, const search *f) {
  uint64_t low, high;
  if (f->end - f->least <= limits.exec_string_few) return false;
  if (o->updates) return true;
  if (!o->actual_size.id || o->is_own) return false;
  path_range(x->solver, &s->path, f->size, true, &low, &high);
  return low != high;
}

static bool is_defined(const exec *x, value v) {
  return !v.sym.id || (!expr_same(v.sym, EXPR_UNDEFINED) &&
                       !expr_has(x->t, v.sym, EXPR_HAS_UNINIT));
}

/* Without a word about what the loop would not even look at. */
bool exec_length(exec *x, state *s, value p, value limit, value *result) {
  const unsigned width = x->p->pointer_bits;
  const bool has_limit = !limit.sym.id;
  *result = value_of(bits_mask(width));
  if (!is_defined(x, p) || !is_defined(x, limit)) return true;
  if (p.sym.id && has_limit && value_bits(limit) && !exec_decide(x, s, &p.sym)) return false;
  if (p.sym.id) p = value_from(x->t, p.sym);
  search f = {.limit = exec_term(x, limit, width)};
  const object *o = object_at(x, s, p, &f);
  if (!o || o->exists.id) return true;
  f.name = o->name;
  f.least = f.low;
  f.end = o->size;
  f.size = o->actual_size.id ? expr_resize(x->t, o->actual_size, width, false)
                             : number(x, o->size);
  if (!p.sym.id && has_limit && value_bits(limit) < f.end - f.low)
    f.end = f.low + value_bits(limit);
  if (!p.sym.id && has_limit && !o->actual_size.id) {
    bool ends;
    const uint64_t n = exec_plain_length(o, f.low, value_bits(limit), &ends);
    f.least += n;
    *result = value_of(ends ? n : ~n & bits_mask(width));
    if (ends) return true;
  }
  if (exec_is_led(x, s) || !is_asked_for(s) || !pays(x, s, o, &f)) return true;
  const bool lives = run(x, s, &f, result);
  vec_release(&f.zeros);
  return lives;
}
