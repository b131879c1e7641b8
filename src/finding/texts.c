#include "finding/texts.h"

#include <ctype.h>
#include <string.h>

/* Printable characters without blanks; NULL: none, or a single one. */
static const char *word_at(const ir_symbol *s, int64_t offset) {
  if (s->kind != IR_VARIABLE || !s->is_literal || !s->bytes || offset < 0 ||
      (uint64_t) offset >= s->size)
    return NULL;
  const char *text = (const char *) s->bytes + offset;
  const size_t most = s->size - (uint64_t) offset;
  size_t n = 0;
  while (n < most && isgraph((unsigned char) text[n])) n++;
  return n > 1 && n < most && !text[n] ? text : NULL;
}

static void add(texts *all, const char *text) {
  for (uint32_t k = 0; k < all->count; k++)
    if (!strcmp(all->items[k], text)) return;
  vec_push(all, text);
}

texts texts_of_tables(const ir_program *p) {
  texts all = {0};
  for (uint32_t k = 0; k < p->symbols.count; k++) {
    const ir_symbol *s = p->symbols.items + k;
    if (s->kind != IR_VARIABLE || s->is_library) continue;
    for (uint32_t j = 0; j < s->relocations.count; j++) {
      const ir_relocation *r = s->relocations.items + j;
      const char *text = word_at(p->symbols.items + r->symbol, r->addend);
      if (text) add(&all, text);
    }
  }
  return all;
}
