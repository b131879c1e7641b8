#include "ir/program.h"

#include <stdlib.h>
#include <string.h>

enum { CHUNK = 1 << 16 };

ir_program *program_new(void) {
  ir_program *p = mem_zeroed(1, sizeof *p);
  vec_push(&p->symbols, ((ir_symbol) {.name = ""}));
  vec_push(&p->places, ((ir_place) {0}));
  vec_push(&p->files, "");
  return p;
}

const char *program_text(ir_program *p, const char *text, size_t length) {
  if (length + 1 > p->text_left) {
    const size_t size = length + 1 > CHUNK ? length + 1 : CHUNK;
    vec_push(&p->text, mem_zeroed(size, 1));
    p->text_left = (uint32_t) size;
    if (size > CHUNK) {         /* a chunk of its own, full at once */
      p->text_left = 0;
      return memcpy(vec_last(&p->text), text, length);
    }
  }
  char *to = vec_last(&p->text) + (CHUNK - p->text_left);
  memcpy(to, text, length);
  p->text_left -= (uint32_t) length + 1;
  return to;
}

uint32_t program_reason(ir_program *p, const char *reason) {
  for (uint32_t i = 0; i < p->strings.count; i++)
    if (!strcmp(p->strings.items[i], reason)) return i;
  vec_push(&p->strings, program_text(p, reason, strlen(reason)));
  return p->strings.count - 1;
}

uint32_t program_file(ir_program *p, const char *name, size_t length) {
  for (uint32_t i = 1; i < p->files.count; i++)
    if (!strncmp(p->files.items[i], name, length) &&
        !p->files.items[i][length])
      return i;
  vec_push(&p->files, program_text(p, name, length));
  return p->files.count - 1;
}

/* An object ends on a name of its own, so that its end is no other's start. */
static uint64_t names_of(const ir_program *p, const ir_symbol *s) {
  return p->pointer_bits == 64 ? 1 : (s->size >> p->object_shift) + 1;
}

/* Added to all names. */
static uint64_t lowest_name(const ir_program *p) {
  return p->pointer_bits == 64 ? IR_NAME_BIT : IR_NAME_PAGE;
}

void program_place_symbols(ir_program *p) {
  uint64_t name = 1;
  p->object_shift = p->pointer_bits == 64 ? 32 : 12;
  for (uint32_t i = 1; i < p->symbols.count; i++) {
    ir_symbol *s = p->symbols.items + i;
    /* A weak symbol that nobody defines is absent: its address is NULL. */
    s->address = s->is_defined || !s->is_weak
                     ? (name + lowest_name(p)) << p->object_shift : 0;
    name += names_of(p, s);
  }
  p->first_free_name = (uint32_t) name;
}

void program_displace_symbols(ir_program *p) {
  const uint64_t last = lowest_name(p) / 2;
  for (uint32_t i = 1; i < p->symbols.count; i++) {
    ir_symbol *s = p->symbols.items + i;
    if (s->address) s->address = (last - i + lowest_name(p)) << p->object_shift;
  }
}

static int by_name(const void *a, const void *b) {
  return strcmp(((const ir_name *) a)->name, ((const ir_name *) b)->name);
}

void program_sort_names(ir_program *p) {
  if (p->names.count)
    qsort(p->names.items, p->names.count, sizeof *p->names.items, by_name);
}

uint32_t ir_find_symbol(const ir_program *p, const char *name) {
  const ir_name key = {name, 0};
  const ir_name *found =
      p->names.count ? bsearch(&key, p->names.items, p->names.count,
                               sizeof key, by_name)
                     : NULL;
  return found ? found->symbol : 0;
}

uint32_t ir_symbol_at(const ir_program *p, uint64_t address) {
  const uint64_t name = (address >> p->object_shift) - lowest_name(p);
  if (!name || name >= p->first_free_name) return 0;
  if (p->pointer_bits == 64)
    return p->symbols.items[name].address ? (uint32_t) name : 0;
  /* The last symbol that starts at or below the address; those without an
   * address are passed over. */
  uint32_t low = 1, high = p->symbols.count;
  uint32_t found = 0;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2, at = middle;
    while (at > low && !p->symbols.items[at].address) at--;
    if (p->symbols.items[at].address &&
        p->symbols.items[at].address <= address) {
      found = at;
      low = middle + 1;
    } else if (p->symbols.items[at].address) {
      high = at;
    } else {
      low = middle + 1;
    }
  }
  if (!found) return 0;
  const ir_symbol *s = p->symbols.items + found;
  return address >> p->object_shift <
                 (s->address >> p->object_shift) + names_of(p, s)
             ? found : 0;
}

uint32_t ir_loop_around(const ir_function *f, uint32_t head) {
  const uint32_t depth = f->blocks[head].loop_depth;
  for (uint32_t b = head; depth > 1 && b-- > 0;)
    if (f->blocks[b].is_loop_head && f->blocks[b].loop_depth == depth - 1)
      return b;
  return head;
}

const ir_function *ir_function_of(const ir_program *p, uint32_t symbol) {
  const ir_symbol *s = p->symbols.items + symbol;
  return symbol && s->kind == IR_FUNCTION && s->is_defined
             ? p->functions.items[s->function] : NULL;
}

static void function_free(ir_function *f) {
  if (!f) return;
  for (uint32_t i = 0; i < f->block_count; i++) free(f->blocks[i].successors);
  for (uint32_t i = 0; i < f->calls.count; i++) {
    free(f->calls.items[i].args);
    free(f->calls.items[i].result_widths);
  }
  for (uint32_t i = 0; i < f->switches.count; i++) {
    free(f->switches.items[i].values);
    free(f->switches.items[i].targets);
    free(f->switches.items[i].edges);
  }
  vec_release(&f->slots);
  vec_release(&f->variables);
  vec_release(&f->calls);
  vec_release(&f->switches);
  free(f->blocks);
  free(f->insns);
  free(f->params);
  free(f->result_widths);
  free(f->live);
  free(f);
}

void ir_program_free(ir_program *p) {
  if (!p) return;
  for (uint32_t i = 0; i < p->symbols.count; i++) {
    free(p->symbols.items[i].bytes);
    free(p->symbols.items[i].result_widths);
    vec_release(&p->symbols.items[i].relocations);
  }
  for (uint32_t i = 0; i < p->functions.count; i++)
    function_free(p->functions.items[i]);
  for (uint32_t i = 0; i < p->wide.count; i++) free(p->wide.items[i]);
  for (uint32_t i = 0; i < p->text.count; i++) free(p->text.items[i]);
  vec_release(&p->symbols);
  vec_release(&p->functions);
  vec_release(&p->places);
  vec_release(&p->files);
  vec_release(&p->strings);
  vec_release(&p->wide);
  vec_release(&p->constructors);
  vec_release(&p->destructors);
  for (uint32_t i = 0; i < p->types.count; i++)
    vec_release(&p->types.items[i].fields);
  vec_release(&p->types);
  vec_release(&p->inputs);
  ir_callers_release(&p->callers);
  vec_release(&p->names);
  vec_release(&p->text);
  free(p);
}
