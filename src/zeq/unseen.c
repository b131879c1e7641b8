#include "zeq/unseen.h"

#include "runtime/layout.h"

#include <string.h>

/* Offsets in musl's FILE, and in an open file of runtime/posix/posix.h. */
enum {
#define X(NAME, MEMBER, OFFSET) NAME = OFFSET,
  STREAM_LAYOUT(X) OPEN_FILE_LAYOUT(X)
#undef X
};

static uint32_t find(const exec *x, const char *name) {
  const ir_program *p = exec_program(x);
  for (uint32_t k = 1; k < p->symbols.count; k++) {
    const ir_symbol *s = p->symbols.items + k;
    if (s->is_library && s->is_defined && s->kind != IR_FUNCTION &&
        !strcmp(s->name, name))
      return (uint32_t) (s->address >> p->object_shift);
  }
  return 0;
}

/* A word that is a number. */
static bool read(const object *o, uint64_t at, uint64_t *word) {
  if (at + 8 > o->size || !object_is_defined(o, at, 8)) return false;
  for (unsigned k = 0; k < 8; k++)
    if (o->symbolic && object_shadow(o, at + k).term.id) return false;
  memcpy(word, o->bytes + at, 8);
  return true;
}

/* Whether the stream is written through its own buffer. */
static bool is_stream(const exec *x, const state *s, const object *o,
                      uint32_t *buffer) {
  const ir_program *p = exec_program(x);
  uint64_t end, at, base, start, size;
  if (o->size < STREAM_BUFFER_SIZE + 8 || !read(o, STREAM_WEND, &end) ||
      !read(o, STREAM_WPOS, &at) ||
      !read(o, STREAM_WBASE, &base) || !read(o, STREAM_BUFFER, &start) ||
      !read(o, STREAM_BUFFER_SIZE, &size))
    return false;
  if (!start || base != start || end != start + size || at < base || at > end)
    return false;
  const uint32_t symbol = ir_symbol_at(p, start);
  *buffer = (uint32_t) (start >> p->object_shift);
  const object *b = memory_find(&s->memory, *buffer);
  return symbol && p->symbols.items[symbol].is_library && b &&
         b->name == *buffer && b->kind == OBJECT_GLOBAL;
}

unseen unseen_in(const exec *x, const state *s) {
  unseen u = {0};
  const ir_program *p = exec_program(x);
  if (p->pointer_bits != 64 || p->refers & IR_REFERS_PENDING) return u;
  const uint32_t stream = find(x, "__stdout_FILE");
  const object *o = stream ? memory_find(&s->memory, stream) : NULL;
  if (o && is_stream(x, s, o, &u.buffer)) u.stream = stream;
  else u.buffer = 0;
  u.table = find(x, "opened");
  u.files[0] = find(x, "standard_output");
  u.files[1] = find(x, "standard_error");
  const object *t = u.table ? memory_find(&s->memory, u.table) : NULL;
  if (!t || !u.files[0] || !u.files[1] || t->size % OPEN_FILE_BYTES) u.table = 0;
  return u;
}

object *unseen_strip(const unseen *u, const exec *x, const object *o) {
  const unsigned shift = exec_program(x)->object_shift;
  uint64_t word;
  if (o->name == u->stream) {
    object *c = object_clone(o);
    memcpy(c->bytes + STREAM_WPOS, o->bytes + STREAM_WBASE, 8);
    return c;
  }
  if (o->name != u->table) return NULL;
  object *c = object_clone(o);
  for (uint64_t at = 0; at < o->size; at += OPEN_FILE_BYTES) {
    uint64_t offset;
    if (!read(o, at + OPEN_FILE_OF, &word) || !read(o, at + OPEN_FILE_OFFSET, &offset))
      continue;
    if (word == (uint64_t) u->files[0] << shift ||
        word == (uint64_t) u->files[1] << shift)
      memset(c->bytes + at + OPEN_FILE_OFFSET, 0, 8);
  }
  return c;
}
