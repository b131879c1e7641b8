#include "ir/ready.h"

#include "base/hash.h"
#include "ir/bitcode.h"
#include "ir_digest.h"

#include <stdlib.h>
#include <string.h>

const char ready_magic[8] = "ready 1";
const char ready_digest[] = IR_DIGEST;

_Static_assert(sizeof ready_digest == READY_DIGEST + 1, "a digest in hexadecimal");

struct ready_file { bitcode_file file; };

/* Not hash_bytes: the hostile build, in which all hashes are equal, reads records, too. */
uint64_t ready_hash(const void *data, size_t size) {
  const uint8_t *bytes = data;
  uint64_t h = size, word;
  for (; size >= sizeof word; size -= sizeof word, bytes += sizeof word) {
    memcpy(&word, bytes, sizeof word);
    h = hash_word(h, word);
  }
  word = 0;
  memcpy(&word, bytes, size);
  return hash_word(hash_word(h, word), 0);
}

static const ready_header *header_of(const ready_file *f) {
  return (const ready_header *) (const void *) f->file.data;
}

ready_file *ready_open(const char *archive) {
  char *path = mem_format("%s.ready", archive), *message = NULL;
  ready_file *f = mem_zeroed(1, sizeof *f);
  const bool is_there = bitcode_open(&f->file, path, &message);
  free(message);
  free(path);
  const ready_header *h = header_of(f);
  if (is_there && f->file.size >= sizeof *h && !memcmp(h->magic, ready_magic, sizeof h->magic) &&
      !memcmp(h->digest, ready_digest, READY_DIGEST) && h->size == f->file.size &&
      h->members <= (f->file.size - sizeof *h) / sizeof(ready_index))
    return f;
  ready_close(f);
  return NULL;
}

void ready_close(ready_file *f) {
  if (!f) return;
  bitcode_close(&f->file);
  free(f);
}

const ready_member *ready_find(const ready_file *f, uint64_t offset, const void *data,
                               size_t size) {
  const ready_index *index = (const void *) (header_of(f) + 1);
  uint64_t low = 0, high = header_of(f)->members;
  while (low < high) {
    const uint64_t middle = low + (high - low) / 2;
    if (index[middle].offset < offset) low = middle + 1;
    else high = middle;
  }
  const ready_index *i = index + low;
  if (low == header_of(f)->members || i->offset != offset || i->size != size ||
      i->at > f->file.size || i->bytes > f->file.size - i->at || i->at % 8 ||
      ready_hash(data, size) != i->hash)
    return NULL;
  const void *record = f->file.data + i->at;
  return ready_hash(record, i->bytes) == i->seal ? record : NULL;
}

uint32_t ready_block_count(const ready_member *m, uint32_t function) {
  return m->function[function].blocks;
}

/* Reading: the record is sealed, so its counts are right. */

static const void *read(const uint8_t **at, size_t count, size_t size) {
  const void *from = *at;
  *at += (count * size + 7) / 8 * 8;
  return from;
}

static void *copy(const uint8_t **at, size_t count, size_t size) {
  if (!count) return NULL;
  void *to = mem_resize(NULL, count, size);
  return memcpy(to, read(at, count, size), count * size);
}

static void take_blocks(const uint8_t **at, ir_function *f) {
  f->blocks = copy(at, f->block_count, sizeof *f->blocks);
  for (uint32_t k = 0; k < f->block_count; k++) {
    ir_block *b = f->blocks + k;
    b->label = "";
    b->successors = copy(at, b->successor_count, sizeof *b->successors);
  }
}

static void take_slots(const uint8_t **at, uint32_t count, ir_function *f) {
  const ready_slot *slots = read(at, count, sizeof *slots);
  for (uint32_t k = 0; k < count; k++)
    vec_push(&f->slots, ((ir_slot) {.name = "", .size = slots[k].size, .align = slots[k].align,
                                    .has_lifetime = slots[k].lives,
                                    .is_renewed = slots[k].renewed}));
}

static bool is_named(const ir_call *c) {
  return c->callee != IR_INDIRECT && c->callee != READY_BUILTIN;
}

static void take_calls(const uint8_t **at, uint32_t count, const ready_globals *globals,
                       ir_function *f) {
  const ir_call *calls = read(at, count, sizeof *calls);
  for (uint32_t k = 0; k < count; k++) {
    ir_call c = calls[k];
    if (is_named(&c)) c.callee = globals->items[c.callee].symbol;
    else if (c.callee == READY_BUILTIN) c.callee = 0;
    c.args = copy(at, c.arg_count, sizeof *c.args);
    c.result_widths = copy(at, c.result_count, sizeof *c.result_widths);
    vec_push(&f->calls, c);
  }
}

static void take_switches(const uint8_t **at, uint32_t count, ir_function *f) {
  const ir_switch *switches = read(at, count, sizeof *switches);
  for (uint32_t k = 0; k < count; k++) {
    ir_switch s = switches[k];
    s.values = copy(at, s.count, sizeof *s.values);
    s.targets = copy(at, s.count, sizeof *s.targets);
    s.edges = copy(at, s.count, sizeof *s.edges);
    for (uint32_t n = 0; n < s.count; n++) s.edges[n] += f->first_edge;
    s.otherwise_edge += f->first_edge;
    vec_push(&f->switches, s);
  }
}

static void take_numbers(const uint8_t **at, ir_program *p, ir_function *f) {
  for (uint32_t k = 0; k < f->insn_count; k++) {
    ir_insn *i = f->insns + k;
    i->place = f->place;
    if (i->op == IR_BRANCH) i->imm += f->first_edge;
    if (i->op != IR_WIDE) continue;
    uint64_t *limbs = copy(at, (i->width + 63u) / 64, sizeof *limbs);
    vec_push(&p->wide, limbs);
    i->imm = p->wide.count - 1;
  }
}

/* Callees are functions by now, whatever they were when the record was made; addresses are not
 * NULL. */
static bool are_usable(const ir_program *p, const ready_code *c, const ready_address *addresses,
                       const ir_call *calls, const ready_globals *globals) {
  for (uint32_t k = 0; k < c->addresses; k++)
    if (!globals->items[addresses[k].global].symbol) return false;
  for (uint32_t k = 0; k < c->calls; k++) {
    if (!is_named(calls + k)) continue;
    const number *n = globals->items + calls[k].callee;
    const ir_symbol *s = p->symbols.items + n->symbol;
    if (!n->symbol || s->kind != IR_FUNCTION || s->address != n->bits) return false;
  }
  return true;
}

bool ready_take(const ready_member *m, uint32_t function, const ready_globals *globals,
                ir_program *p, ir_function *f) {
  if (!globals->fits || globals->count != m->globals || function >= m->functions ||
      m->function[function].at == READY_NONE)
    return false;
  const uint8_t *at = (const uint8_t *) m + m->function[function].at;
  const ready_code c = *(const ready_code *) read(&at, 1, sizeof c);
  const uint8_t *ahead = at;
  const ready_address *addresses = read(&ahead, c.addresses, sizeof *addresses);
  const ir_call *calls = read(&ahead, c.calls, sizeof *calls);
  if (!are_usable(p, &c, addresses, calls, globals)) return false;
  read(&at, c.addresses, sizeof *addresses);
  f->insn_count = c.insns;
  f->block_count = c.blocks;
  f->param_count = c.params;
  f->reg_count = c.registers;
  f->leaks_slots = c.leaks_slots;
  f->holds_pointers = c.holds_pointers;
  f->first_edge = p->edge_count;
  f->edge_count = c.edges;
  p->edge_count += c.edges;
  take_calls(&at, c.calls, globals, f);
  f->insns = copy(&at, c.insns, sizeof *f->insns);
  f->params = copy(&at, c.params, sizeof *f->params);
  take_blocks(&at, f);
  take_slots(&at, c.slots, f);
  take_switches(&at, c.switches, f);
  take_numbers(&at, p, f);
  for (uint32_t k = 0; k < c.addresses; k++)
    f->insns[addresses[k].insn].imm += globals->items[addresses[k].global].bits;
  p->ready++;
  return true;
}
