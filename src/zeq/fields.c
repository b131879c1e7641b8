#include "zeq/fields.h"

#include "base/fatal.h"
#include "base/mem.h"
#include "exec/fields.h"

/* What z-equivalence keeps in a state. */

void open_release(open_conjunct *c) {
  FIELDS_RELEASE_LIST(c)
}

#define CHECK(COND) \
  ((COND) ? (void) 0 : fatal("state_check: state %u: broken: %s", s->id, #COND))

/* Open conjuncts are conjuncts of the path. */
static void check_open(exec *x, const state *s) {
  const zeq_fields *z = zeq_of(s);
  (void) x;
  const uint32_t count = path_count(&s->path);
  CHECK(z->open_count <= count);
  expr *all = mem_resize(NULL, count + 1, sizeof *all);
  path_conjuncts(&s->path, all);
  uint32_t below = z->open_count;
  for (const open_conjunct *c = z->open; c; c = c->before) {
    CHECK(c->refs && c->number < below);
    CHECK(expr_same(all[c->number], c->conjunct));
    below = c->number;
  }
  free(all);
}

#define EXTENSION_FIELDS zeq_fields
#define EXTENSION_TABLE "zeq/state.def"
#include "exec/extension_table.h"

EXTENSION(zeq, NULL, check_open)
