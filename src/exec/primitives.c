#include "exec/internal.h"

#include "base/limits.h"

#include <stdio.h>
#include <string.h>

static const char *const texts[] = {
  "",
#define PRIMITIVE(NAME, TEXT) TEXT,
#include "exec/primitives.def"
};

void exec_find_primitives(exec *x) {
  for (uint32_t k = 1; k < x->p->symbols.count; k++) {
    const ir_symbol *symbol = x->p->symbols.items + k;
    if (symbol->kind != IR_FUNCTION || symbol->is_defined) continue;
    for (uint8_t n = 1; n < sizeof texts / sizeof *texts; n++)
      if (!strcmp(symbol->name, texts[n])) x->primitives[k] = n;
  }
}

/* One value of an argument; others are born at the call. */
static bool number(exec *x, state *s, const ir_call *c, uint32_t k,
                   uint64_t *bits) {
  const unsigned width = c->args[k].width;
  value v = exec_get(x, s, c->args[k].reg, width);
  return exec_need_defined(x, s, &v, width) &&
         exec_number(x, s, v, width, bits);
}

/* The only character that the byte can be on this path, or '?'. */
static char character(exec *x, const state *s, value v) {
  if (!v.sym.id) return (char) value_bits(v);
  if (expr_same(v.sym, EXPR_UNDEFINED)) return '?';
  const uint64_t bits = path_value(x->solver, &s->path, v.sym);
  const expr other = expr_ne(x->t, v.sym, expr_const(x->t, 8, bits));
  return path_may(x->solver, &s->path, other) == ANSWER_UNSAT ? (char) bits : '?';
}

/* A C string, cut at the buffer's size. */
static bool text(exec *x, state *s, const ir_call *c, uint32_t k,
                 char *buffer, size_t size) {
  uint64_t address;
  if (!number(x, s, c, k, &address)) return false;
  for (size_t n = 0; n < size; n++) {
    value v;
    if (!exec_read(x, s, value_of(address + n), 1, &v)) return false;
    buffer[n] = character(x, s, v);
    if (!buffer[n]) return true;
  }
  buffer[size - 1] = 0;
  return true;
}

static bool done(exec *x, state *s, const ir_call *c, value v) {
  exec_set_result(x, s, c, v);
  s->pc++;
  return true;
}

static bool input_object(exec *x, state *s, const ir_call *c) {
  uint64_t address, size, kind, offset;
  char name[256];
  const object *o;
  if (!number(x, s, c, 0, &address) || !number(x, s, c, 1, &size) ||
      !text(x, s, c, 2, name, sizeof name) || !number(x, s, c, 3, &kind) ||
      !exec_resolve(x, s, address, size, true, &o, &offset))
    return false;
  if (size > UINT32_MAX / 2)
    return exec_finish(x, s, OUTCOME_UNSUPPORTED, "an input of over 2 GiB");
  return exec_input(x, s, o->name, offset, (uint32_t) size, name,
                    kind ? INPUT_NONDET : INPUT_OBJECT) &&
         done(x, s, c, value_of(0));
}

static bool write_output(exec *x, state *s, const ir_call *c) {
  uint64_t fd, address, size, offset;
  const object *o;
  if (!number(x, s, c, 0, &fd) || !number(x, s, c, 1, &address) ||
      !number(x, s, c, 2, &size))
    return false;
  if (!size) return done(x, s, c, value_of(0));
  if (!exec_resolve(x, s, address, size, false, &o, &offset)) return false;
  exec_define_bytes(x, s, o->name, offset, size);
  const uint64_t total = size + (s->outputs ? s->outputs->total : 0);
  s->outputs_lost |= total > limits.exec_output;
  if (s->outputs_lost) return done(x, s, c, value_of(0));
  o = exec_find(x, s, o->name);
  bool terms = o->updates != NULL;
  for (uint64_t k = 0; o->symbolic && k < size; k++)
    terms |= object_shadow(o, offset + k).term.id != 0;
  output *out = mem_zeroed(1, sizeof *out +
                                  size * (terms ? sizeof(expr) : 1));
  out->refs = 1;
  out->before = s->outputs;
  out->size = (uint32_t) size;
  out->total = total;
  out->fd = (uint8_t) fd;
  out->has_terms = terms;
  for (uint64_t k = 0; terms && k < size; k++) {
    const expr e = object_byte(o, x->t, offset + k);
    memcpy(out->data + k * sizeof e, &e, sizeof e);
  }
  if (!terms) memcpy(out->data, o->bytes + offset, size);
  s->outputs = out;
  return done(x, s, c, value_of(0));
}

/* %[flags][width][.precision]ll and a letter: what the host is to format. */
static bool is_conversion(const char *f) {
  if (*f++ != '%') return false;
  f += strspn(f, "-+ 0");
  f += strspn(f, "0123456789");
  if (*f == '.') f += 1 + strspn(f + 1, "0123456789");
  return f[0] == 'l' && f[1] == 'l' && f[2] && strchr("diuoxX", f[2]) && !f[3];
}

static bool write_number(exec *x, state *s, const ir_call *c) {
  uint64_t fd;
  char format[64];
  if (!number(x, s, c, 0, &fd) || !text(x, s, c, 2, format, sizeof format))
    return false;
  if (!is_conversion(format))
    return exec_finish(x, s, OUTCOME_UNSUPPORTED, "output of a strange kind");
  value v = exec_get(x, s, c->args[1].reg, 64);
  if (!exec_need_defined(x, s, &v, 64)) return false;
  const expr e = exec_term(x, v, 64);
  output *out = mem_zeroed(1, sizeof *out + sizeof e);
  *out = (output) {.refs = 1, .before = s->outputs, .size = 1,
                   .total = s->outputs ? s->outputs->total + 1 : 1,
                   .fd = (uint8_t) fd, .has_terms = true,
                   .format = exec_intern(x, format)};
  memcpy(out->data, &e, sizeof e);
  s->outputs = out;
  return done(x, s, c, value_of(0));
}

static void write_bytes(exec *x, state *s, uint32_t name, uint64_t offset,
                        const void *bytes, uint64_t size) {
  const uint8_t *from = bytes;
  object *o = exec_own(x, s, name);
  for (uint64_t k = 0; k < size; k++)
    object_store(o, x->t, offset + k, 1, value_of(from[k]));
}

static bool host_file_bytes(exec *x, state *s, const ir_call *c) {
  uint64_t to, room, mode, offset;
  char name[4096];
  const object *o;
  bool is_new;
  if (!text(x, s, c, 0, name, sizeof name) || !number(x, s, c, 1, &to) ||
      !number(x, s, c, 2, &room) || !number(x, s, c, 3, &mode))
    return false;
  enum { NO_ENTRY = 2 };        /* ENOENT of every target */
  const uint64_t word = bits_mask(x->p->pointer_bits);
  if (!x->o.host) return done(x, s, c, value_of((uint64_t) -NO_ENTRY & word));
  const host_file *f = host_files_find(x->o.host, name, &is_new);
  if (is_new && (f->is_outside || (f->error && f->error != NO_ENTRY)))
    x->hooks.message(x->hooks.context, exec_intern_format(
        x, f->is_outside ? "program opens %s outside --root"
                         : "program opens %s, which --root cannot give", name));
  if (f->error) return done(x, s, c, value_of((uint64_t) -f->error & word));
  if (!exec_resolve(x, s, mode, 4, true, &o, &offset)) return false;
  write_bytes(x, s, o->name, offset, &f->mode, 4);
  if (room > f->size) room = f->size;
  if (room) {
    if (!exec_resolve(x, s, to, room, true, &o, &offset)) return false;
    write_bytes(x, s, o->name, offset, f->bytes, room);
  }
  return done(x, s, c, value_of(f->size));
}

static bool own(exec *x, state *s, value v, bool is_own) {
  if (!is_own || !value_bits(v)) return true;
  const uint64_t name = value_bits(v) >> x->p->object_shift;
  exec_own(x, s, (uint32_t) name)->is_own = true;
  s->unfreed--;
  return true;
}

static bool is_called_by_program(const state *s) {
  const frame *caller = s->top->caller;
  return caller && !caller->function->is_library;
}

static bool print_value(exec *x, state *s, const ir_call *c) {
  char name[256], *term = NULL;
  size_t size = 0;
  if (!text(x, s, c, 0, name, sizeof name)) return false;
  const unsigned width = c->args[1].width;
  const value v = exec_get(x, s, c->args[1].reg, width);
  FILE *out = mem_stream(&term, &size);
  fprintf(out, "%s ", name);
  expr_print(x->t, exec_term(x, v, width), out);
  mem_stream_end(out);
  x->hooks.message(x->hooks.context, term);
  free(term);
  return done(x, s, c, value_of(0));
}

static bool error(exec *x, state *s, const ir_call *c) {
  char kind[64], message[256];
  if (!text(x, s, c, 0, kind, sizeof kind) ||
      !text(x, s, c, 1, message, sizeof message))
    return false;
  /* An assertion of a task without code of its own: the error, where calls of a
   * function are asked about. */
  outcome o = strcmp(kind, "task-assert") ? outcome_find(kind)
              : x->o.error_function       ? OUTCOME_REACH_ERROR
                                          : OUTCOME_ASSERT;
  if (!outcome_is_bug(o)) o = OUTCOME_USER;
  return exec_finish(x, s, o, exec_intern(x, message));
}

static expr size_term(exec *x, const object *o) {
  const unsigned width = x->p->pointer_bits;
  return o->actual_size.id ? expr_resize(x->t, o->actual_size, width, false)
                           : expr_const(x->t, width, o->size);
}

static bool size_of_object(exec *x, state *s, const ir_call *c) {
  uint64_t address;
  if (!number(x, s, c, 0, &address) ||
      !exec_settle_life(x, s, (uint32_t) (address >> x->p->object_shift)))
    return false;
  const object *o = exec_reach(x, s,
                               (uint32_t) (address >> x->p->object_shift));
  return done(x, s, c, o ? value_from(x->t, size_term(x, o)) : value_of(0));
}

/* How many bytes of the old object the new object gets.  Bytes behind the end of either are
 * invisible, but bytes behind the old end must stay invisible in a larger object: a write
 * at an unknown index, or calloc, may have defined such bytes.  Unless all bytes are
 * certainly before the old end, a growing object takes a single old size. */
static bool moved_bytes(exec *x, state *s, uint32_t to, uint32_t from, bool has_zeros,
                        uint64_t *size) {
  const object *o = exec_find(x, s, from);
  const expr new = size_term(x, exec_find(x, s, to)), old = size_term(x, o);
  const way here = {s->pc, NO_EDGE};
  uint64_t low, high;
  path_range(x->solver, &s->path, old, true, &low, &high);
  *size = o->used;
  if (!has_zeros && o->used <= low) return true;
  switch (exec_fork(x, s, expr_binary(x->t, EXPR_ULE, new, old), here, here)) {
  case FORK_ENDED: return false;
  case FORK_TRUE: *size = UINT64_MAX; return true;
  case FORK_FALSE: return exec_enumerate(x, s, old, size);
  }
  return false;
}

/* An object with writes at unknown places moves with their list.  Writes behind the end of
 * a smaller object would reappear if the object grew: cut. */
static bool may_lose_updates(exec *x, const state *s, const object *to, const object *from) {
  const expr smaller = expr_binary(x->t, EXPR_ULT, size_term(x, to), size_term(x, from));
  return from->updates && path_may(x->solver, &s->path, smaller) != ANSWER_UNSAT;
}

/* All are zero, up to that size. */
static void put_zeros(exec *x, state *s, uint32_t to, uint64_t size) {
  object *o = exec_own(x, s, to);
  if (o->actual_size.id && size >= o->size) object_clear(o, false);
  else object_fill(o, x->t, 0, size < o->size ? size : o->size, value_of(0));
}

/* Of an object whose size, or the old one's, is a term: realloc. */
static bool move(exec *x, state *s, const ir_call *c) {
  uint64_t bits[2];
  uint32_t name[2];
  for (unsigned k = 0; k < 2; k++) {
    if (!number(x, s, c, k, bits + k)) return false;
    const object *o = exec_reach(x, s, (uint32_t) (bits[k] >> x->p->object_shift));
    if (!o)
      return exec_finish(x, s, OUTCOME_UNSUPPORTED, "moving what is no object");
    name[k] = o->name;
  }
  const object *old = exec_find(x, s, name[1]);
  const bool has_zeros = old->used < old->size && object_is_defined(old, old->used, 1);
  uint64_t count;
  if (!moved_bytes(x, s, name[0], name[1], has_zeros, &count)) return false;
  if (has_zeros) put_zeros(x, s, name[0], count);
  const uint64_t used = exec_find(x, s, name[1])->used;
  const uint64_t room = exec_find(x, s, name[0])->size;
  if (count > used) count = used;
  if (count > room) count = room;
  object *new = exec_own(x, s, name[0]);
  const object *from = exec_find(x, s, name[1]);
  if (may_lose_updates(x, s, new, from))
    return exec_finish(x, s, OUTCOME_UNSUPPORTED,
                       "realloc to perhaps less of what was written at unknown places");
  if (from->updates) object_move(new, from, count);
  else {
    exec_define_source(x, s, name[1], 0, count);
    object_copy(new, x->t, 0, exec_find(x, s, name[1]), 0, count);
  }
  return done(x, s, c, value_of(0));
}

/* Bytes of a symbolic argument whose size is that of its string: 256 characters and the end, a
 * state each that its size is asked for. */
enum { EXACT_STRING = 257 };

/* The object's size becomes a term.  Long strings keep theirs, which is noted. */
static bool end_string(exec *x, state *s, const ir_call *c) {
  uint64_t address, offset;
  const object *o;
  if (!number(x, s, c, 0, &address) ||
      !exec_resolve(x, s, address, 1, false, &o, &offset))
    return false;
  if (o->size > EXACT_STRING) {
    exec_note_text(x, "of a long symbolic argument or variable, what lies behind "
                      "its end may be read");
    return done(x, s, c, value_of(0));
  }
  const unsigned width = x->p->pointer_bits;
  expr_table *t = x->t;
  expr size = expr_const(t, width, o->size);
  for (uint64_t k = o->size; k-- > 0;)
    size = expr_ite(t, expr_eq(t, object_byte(o, t, k), expr_const(t, 8, 0)),
                    expr_const(t, width, k + 1), size);
  if (o->kind == OBJECT_HEAP && !o->actual_size.id) s->heap_bytes -= o->size;   /* exec_allocate */
  exec_own(x, s, o->name)->actual_size = size;
  exec_forget_caches(x);
  return done(x, s, c, value_of(0));
}

static bool protect(exec *x, state *s, const ir_call *c) {
  uint64_t address, may_write, offset;
  const object *o;
  if (!number(x, s, c, 0, &address) || !number(x, s, c, 1, &may_write) ||
      !exec_resolve(x, s, address, 1, false, &o, &offset))
    return false;
  exec_own(x, s, o->name)->is_read_only = !may_write;
  exec_forget_caches(x);
  return done(x, s, c, value_of(0));
}

static bool check(exec *x, state *s, const ir_call *c) {
  uint64_t address, size, write, offset;
  const object *o;
  return number(x, s, c, 0, &address) && number(x, s, c, 1, &size) &&
         number(x, s, c, 2, &write) &&
         exec_resolve(x, s, address, size, write != 0, &o, &offset) &&
         done(x, s, c, value_of(0));
}

/* A value chosen by the path's model: others are not explored, and the cut is counted. */
static bool fix_value(exec *x, state *s, const ir_call *c) {
  const unsigned width = c->args[0].width;
  value v = exec_get(x, s, c->args[0].reg, width);
  if (!exec_need_defined(x, s, &v, width)) return false;
  if (v.sym.id) {
    const expr e = v.sym;
    v = value_of(exec_pick(x, s, e));
    x->stats.concretised++;
    exec_note_text(x, "a symbolic value was fixed at the program's request");
    if (!exec_assume(x, s, expr_eq(x->t, e, exec_term(x, v, width))))
      return false;
  }
  return done(x, s, c, v);
}

/* They run before the call of exit goes on: each returns into the next one's
 * beginning, the last to the call itself. */
static bool run_destructors(exec *x, state *s) {
  s->is_leaving = true;
  for (uint32_t k = x->p->destructors.count; k-- > 0;) {
    const ir_function *f =
        x->p->functions.items[x->p->destructors.items[k]];
    if (f && !f->param_count && !exec_push(x, s, f, NULL, NULL)) return false;
  }
  return true;
}

/* An annotation's expressions are only evaluated aside; their absence is no gap in the
 * coverage. */
static bool pass_by(exec *x, state *s, const ir_call *c) {
  const ir_function *f = s->top->function;
  const ir_block *b = f->blocks + state_insn(s)->block;
  const ir_insn *end = f->insns + b->first + b->count - 1;
  if (end->op == IR_BRANCH) x->edges[end->imm] = x->edges[end->imm + 1] = 1;
  return done(x, s, c, value_of(0));
}

/* The end of an annotated block: the state stops there once, to be joined. */
static bool merge_here(exec *x, state *s, const ir_call *c) {
  if (x->strategy.merges && !x->probe && !s->waits)
    return s->waits = x->pauses = true;
  s->waits = false;
  return pass_by(x, s, c);
}

bool exec_primitive(exec *x, state *s, uint8_t which, const ir_call *c) {
  char message[256];
  uint64_t bits, align;
  value v;
  switch ((primitive) which) {
  case NO_PRIMITIVE: break;
  case DO_INPUT: return input_object(x, s, c);
  case DO_ASSUME:
    v = exec_get(x, s, c->args[0].reg, 32);
    return exec_need_defined(x, s, &v, 32) &&
           exec_assume(x, s, expr_ne(x->t, exec_term(x, v, 32),
                                     expr_const(x->t, 32, 0))) &&
           done(x, s, c, value_of(0));
  case DO_ERROR: return error(x, s, c);
  case DO_EXIT:
    if (x->p->destructors.count && !s->is_leaving) return run_destructors(x, s);
    v = exec_get(x, s, c->args[0].reg, 32);
    return exec_need_defined(x, s, &v, 32) &&
           exec_finish_exit(x, s, exec_status(x, s, v));
  case DO_CONSTRUCT: {
    const value given[3] = {exec_get(x, s, c->args[0].reg, 32),
                            exec_get(x, s, c->args[1].reg, x->p->pointer_bits),
                            exec_get(x, s, c->args[2].reg, x->p->pointer_bits)};
    return done(x, s, c, value_of(0)) &&
           (!exec_constructs_late(x) || exec_push_constructors(x, s, given));
  }
  case DO_SILENT_EXIT:
    return exec_finish(x, s, OUTCOME_SILENT_EXIT, NULL);
  case DO_ALLOC:
    return number(x, s, c, 1, &align) && number(x, s, c, 2, &bits) &&
           exec_allocate(x, s, exec_get(x, s, c->args[0].reg,
                                        x->p->pointer_bits),
                         align, bits & ALLOC_ZEROED, &v) &&
           own(x, s, v, bits & ALLOC_OWN) && done(x, s, c, v);
  case DO_FREE:
    return exec_deallocate(x, s, exec_get(x, s, c->args[0].reg,
                                          x->p->pointer_bits)) &&
           done(x, s, c, value_of(0));
  case DO_PROTECT: return protect(x, s, c);
  case DO_OBJECT_SIZE: return size_of_object(x, s, c);
  case DO_MOVE: return move(x, s, c);
  case DO_END_STRING: return end_string(x, s, c);
  case DO_LENGTH:
    return exec_length(x, s, exec_get(x, s, c->args[0].reg, x->p->pointer_bits),
                       exec_get(x, s, c->args[1].reg, x->p->pointer_bits), &v) &&
           done(x, s, c, v);
  case DO_CHECK: return check(x, s, c);
  case DO_IS_SYMBOLIC:
    v = exec_get(x, s, c->args[0].reg, 64);
    return done(x, s, c, value_of(v.sym.id != 0));
  case DO_IS_OF_POINTER:
    v = exec_get(x, s, c->args[0].reg, x->p->pointer_bits);
    return done(x, s, c, value_of(exec_is_of_pointer(x, s, v)));
  case DO_VALUE: return fix_value(x, s, c);
  case DO_PRINT: return print_value(x, s, c);
  case DO_WARN:
    if (!text(x, s, c, 0, message, sizeof message)) return false;
    x->hooks.message(x->hooks.context, message);
    return done(x, s, c, value_of(0));
  case DO_NOTE:
    if (!text(x, s, c, 0, message, sizeof message)) return false;
    exec_note_text(x, message);
    return done(x, s, c, value_of(0));
  case DO_NOTE_HERE:
    if (!number(x, s, c, 0, &bits)) return false;
    if (exec_is_noted_here(x, s, bits)) return done(x, s, c, value_of(0));
    if (!text(x, s, c, 0, message, sizeof message)) return false;
    exec_note_here(x, s, message);
    return done(x, s, c, value_of(0));
  case DO_IS_REPLAY: return done(x, s, c, value_of(0));
  case DO_OUTPUT: return write_output(x, s, c);
  case DO_OUTPUT_NUMBER: return write_number(x, s, c);
  case DO_HOST_FILE: return host_file_bytes(x, s, c);
  case DO_IS_CALLED_BY_PROGRAM:
    return done(x, s, c, value_of(is_called_by_program(s)));
  case DO_UNSUPPORTED:
    return text(x, s, c, 0, message, sizeof message) &&
           exec_finish(x, s, OUTCOME_UNSUPPORTED, exec_intern(x, message));
  case DO_MERGE_HERE: return merge_here(x, s, c);
  case DO_MERGE_VALUES: case DO_INVARIANT_VALUES: return exec_take_values(x, s, c);
  case DO_INVARIANT_HERE: return pass_by(x, s, c);
  case DO_SETJMP: case DO_SETJMP_1: case DO_SETJMP_2: case DO_SETJMP_3:
    return exec_setjmp(x, s, c);
  case DO_LONGJMP: case DO_LONGJMP_1: case DO_LONGJMP_2: case DO_LONGJMP_3:
    return exec_longjmp(x, s, c);
  }
  return exec_finish(x, s, OUTCOME_UNSUPPORTED, "an unknown primitive");
}
