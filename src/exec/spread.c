#include "exec/internal.h"

/*
 * Accesses at one of very many offsets.  A write is remembered beside the object's
 * bytes, and a read chooses among these writes, the words that differ from the rest of
 * the object, and what the rest is.  What is longer than a word is done word by word,
 * each where the words of a member would be.
 */

static bool find_touched(const object *o, const offsets *f, uint64_t size,
                         offset_list *touched) {
  return object_touched(o, f->first, f->stride, f->count, (uint32_t) size,
                        EXEC_TOUCHED, touched);
}

bool exec_rest_is_undefined(const exec *x, const object *o) {
  return object_rest_is_undefined(o) && !object_is_covered(o, x->t);
}

bool exec_may_spread(const exec *x, const object *o, const offsets *f, uint64_t size,
                     bool write) {
  if ((size > 8 && size > limits.exec_moved) || update_number(o->updates) >= EXEC_UPDATES)
    return false;
  if (write) return true;
  /* Where any value is allowed, each unwritten byte is an input of its own. */
  if (x->o.uninit_is_nondet && exec_rest_is_undefined(x, o)) return false;
  offset_list touched = {0};
  const bool are_few = find_touched(o, f, size, &touched);
  vec_release(&touched);
  return are_few;
}

/* The length of the word at `done` of so many bytes. */
static uint32_t word_at(const offsets *f, uint32_t done, uint32_t size) {
  if (size <= 8) return size;
  uint32_t bytes = 8;
  while ((done | f->stride) % bytes || done + bytes > size) bytes /= 2;
  return bytes;
}

static offsets behind(expr_table *t, const offsets *f, uint32_t bytes) {
  offsets moved = *f;
  moved.first += bytes;
  moved.at = expr_binary(t, EXPR_ADD, f->at,
                         expr_const(t, expr_width(t, f->at), bytes));
  return moved;
}

/* An unwritten word has the same value when read there again; not when only copied. */
static expr read_word(exec *x, state *s, uint32_t name, const offsets *f, uint32_t size,
                      bool copies) {
  const bool undefined = exec_rest_is_undefined(x, exec_find(x, s, name));
  offset_list touched = {0};
  find_touched(exec_find(x, s, name), f, size, &touched);
  object *own = NULL;
  for (uint32_t k = 0; copies && k < touched.count; k++)
    own = exec_define_aside(x, s, name, own, touched.items[k], size);
  for (uint32_t k = 0; !copies && k < touched.count; k++)
    exec_define_bytes(x, s, name, touched.items[k], size);
  const expr rest = undefined ? exec_define(x, s, 8 * size).sym
                              : expr_const(x->t, 8 * size, 0);
  const expr e = object_read_at(own ? own : exec_find(x, s, name), x->t, f->at, size,
                                &touched, rest);
  vec_release(&touched);
  if (own) object_free(own);
  if (undefined && !copies && expr_has(x->t, e, EXPR_HAS_UNINIT))
    object_update(exec_own(x, s, name),
                  (update) {.bytes = size, .at = f->at, .value = e});
  return e;
}

value exec_read_spread(exec *x, state *s, uint32_t name, const offsets *f,
                       uint32_t size, bool copies) {
  expr all = {0};
  for (uint32_t done = 0, bytes; done < size; done += bytes) {
    bytes = word_at(f, done, size);
    const offsets here = behind(x->t, f, done);
    const expr word = read_word(x, s, name, &here, bytes, copies);
    all = all.id ? expr_concat(x->t, word, all) : word;
  }
  return value_from(x->t, all);
}

void exec_write_spread(exec *x, state *s, uint32_t name, const offsets *f, uint32_t size,
                       expr new) {
  object *o = exec_own(x, s, name);
  for (uint32_t done = 0, bytes; done < size; done += bytes) {
    bytes = word_at(f, done, size);
    object_update(o, (update) {.bytes = bytes, .at = behind(x->t, f, done).at,
                               .value = expr_extract(x->t, new, 8 * done, 8 * bytes)});
  }
}
