#include "trail/input.h"

#include "base/mem.h"

#include <assert.h>
#include <string.h>

void trail_inputs_release(trail_inputs *in) {
  for (uint32_t k = 0; k < in->all.count; k++) free(in->all.items[k].bytes);
  vec_release(&in->all);
  idmap_release(&in->by_symbol);
  idmap_release(&in->next_unset);
}

/* Taking values ------------------------------------------------------------ */

static bool fits(const testcase_input *t, const input *i) {
  return (t->kind == TESTCASE_VALUE) == (i->kind == INPUT_NONDET) && !strcmp(t->name, i->name);
}

static bool is_in_test(input_kind kind) {
  return kind == INPUT_OBJECT || kind == INPUT_NONDET || kind == INPUT_LAZY;
}

/* Of each kind in order. */
static const testcase_input *find_unset(trail_inputs *in, const input *i) {
  uint64_t *next = idmap_at(&in->next_unset, (uint64_t) i->kind + 1);
  for (; *next < in->unset->inputs.count; ++*next) {
    const testcase_input *t = in->unset->inputs.items + *next;
    if (strcmp(t->name, i->name)) continue;
    ++*next;
    return t->size == i->size ? t : NULL;
  }
  return NULL;
}

/* Inputs are in the order of the requests; contents of made-up objects by their names. */
static const testcase_input *find(trail_inputs *in, const input *i) {
  if (!is_in_test(i->kind)) return in->unset ? find_unset(in, i) : NULL;
  const uint32_t from = input_is_placed(i) ? 0 : in->next;
  for (uint32_t k = from; k < in->test->inputs.count; k++) {
    if (!fits(in->test->inputs.items + k, i)) continue;
    if (!input_is_placed(i)) in->next = k + 1;
    return in->test->inputs.items + k;
  }
  return NULL;
}

static bool ends_in(const char *name, const char *suffix) {
  const size_t n = strlen(name), m = strlen(suffix);
  return n >= m && !strcmp(name + n - m, suffix);
}

static void take(trail_inputs *in, const input *i) {
  const testcase_input *t = find(in, i);
  trail_input new = {.kind = i->kind, .name = i->name, .symbol = i->symbol, .size = i->size,
                     .is_bytes = i->kind == INPUT_OBJECT, .bytes = mem_zeroed(i->size + 1, 1)};
  if (i->kind == INPUT_NONDET) new.number = ++in->values;
  else if (!is_in_test(i->kind)) new.number = ++in->unset_values;
  if (t) memcpy(new.bytes, t->bytes, t->size < i->size ? t->size : i->size);
  else if (is_in_test(i->kind) && !ends_in(i->name, "_exists") && !ends_in(i->name, "_set"))
    in->differ = true;
  vec_push(&in->all, new);
  const uint32_t symbols = new.is_bytes ? i->size : 1;
  for (uint32_t k = 0; k < symbols; k++)
    *idmap_at(&in->by_symbol, (uint64_t) i->symbol + k + 1) = in->all.count;
}

/* Those that the path asked for since. */
static void catch_up(trail_inputs *in) {
  VEC(const input *) news = {0};
  for (const input *i = in->state->inputs; i && i != in->last; i = i->before) vec_push(&news, i);
  in->last = in->state->inputs;
  while (news.count) take(in, vec_pop(&news));
  vec_release(&news);
}

const trail_input *trail_input_of(const trail_inputs *in, uint32_t symbol) {
  const uint64_t *at = idmap_find(&in->by_symbol, (uint64_t) symbol + 1);
  return at && *at ? in->all.items + *at - 1 : NULL;
}

static bool value_of_symbol(void *context, uint32_t symbol, uint64_t *limbs) {
  trail_inputs *in = context;
  const trail_input *i = trail_input_of(in, symbol);
  if (!i && in->state) {
    catch_up(in);
    i = trail_input_of(in, symbol);
  }
  if (!i) return false;
  if (i->is_bytes) limbs[0] = i->bytes[symbol - i->symbol];
  else memcpy(limbs, i->bytes, i->size <= 8 * EXPR_MAX_LIMBS ? i->size : 8 * EXPR_MAX_LIMBS);
  return true;
}

sole_input trail_inputs_follow(trail_inputs *in) {
  return (sole_input) {.context = in, .value = value_of_symbol, .decided = NULL};
}

bool trail_input_is_set(const trail_input *i) { return is_in_test(i->kind); }

/* Saying which ------------------------------------------------------------- */

char *trail_input_name(const trail_input *i) {
  if (i->kind == INPUT_UNINIT) return mem_format("unwritten value %u", i->number);
  if (i->number) return mem_format("input %u (%s)", i->number, i->name);
  return mem_string(i->name);
}

/* Bytes of an input as ranges. */
static void put_bytes(FILE *out, const uint8_t *is_in, uint32_t size) {
  for (uint32_t k = 0, n = 0; k < size; k++) {
    if (!is_in[k]) continue;
    uint32_t last = k;
    while (last + 1 < size && is_in[last + 1]) last++;
    if (last == k) fprintf(out, "%s%u", n++ ? ", " : "", k);
    else fprintf(out, "%s%u..%u", n++ ? ", " : "", k, last);
    k = last;
  }
}

static void put_input(FILE *out, const trail_input *i, const uint8_t *is_in) {
  char *name = trail_input_name(i);
  fputs(name, out);
  free(name);
  if (!i->is_bytes) return;
  const uint32_t word = i->size <= 8 && memchr(is_in, 0, i->size) == NULL;
  if (word) return;             /* the whole of it */
  fputc('[', out);
  put_bytes(out, is_in, i->size);
  fputc(']', out);
}

/* Nodes of terms that are looked at for one text: what a person may read of is far below. */
enum { MOST_NODES = 1 << 16 };

typedef struct search {
  idmap seen;
  VEC(expr) todo;
  VEC(uint32_t) symbols;
} search;

static void collect(search *s, const expr_table *t) {
  uint32_t nodes = 0;
  while (s->todo.count && nodes++ < MOST_NODES) {
    const expr e = vec_pop(&s->todo);
    uint64_t *seen = idmap_at(&s->seen, e.id);
    if (*seen) continue;
    *seen = 1;
    const expr_node n = expr_get(t, e);
    if (n.op == EXPR_VAR) vec_push(&s->symbols, (uint32_t) n.imm);
    for (unsigned k = 0; k < 3; k++)
      if (n.arg[k].id > EXPR_UNDEFINED.id) vec_push(&s->todo, n.arg[k]);
  }
}

char *trail_inputs_text(const trail_inputs *in, const expr_table *t, const expr *terms,
                        uint32_t count) {
  search s = {.seen = {0}};
  for (uint32_t k = 0; k < count; k++)
    if (terms[k].id > EXPR_UNDEFINED.id) vec_push(&s.todo, terms[k]);
  collect(&s, t);
  char *text = NULL;
  size_t size;
  FILE *out = s.symbols.count ? mem_stream(&text, &size) : NULL;
  uint32_t shown = 0;
  for (uint32_t k = 0; k < in->all.count && out; k++) {
    const trail_input *i = in->all.items + k;
    const uint32_t symbols = i->is_bytes ? i->size : 1;
    uint8_t *is_in = mem_zeroed(symbols + 1, 1);
    bool any = false;
    for (uint32_t j = 0; j < s.symbols.count; j++)
      if (s.symbols.items[j] - i->symbol < symbols)
        is_in[s.symbols.items[j] - i->symbol] = 1, any = true;
    enum { MOST_INPUTS = 4 };
    if (any && shown < MOST_INPUTS) {
      if (shown) fputs(", ", out);
      put_input(out, i, is_in);
    }
    if (any && shown++ == MOST_INPUTS) fputs(" and others", out);
    free(is_in);
  }
  if (out) mem_stream_end(out);
  idmap_release(&s.seen);
  vec_release(&s.todo);
  vec_release(&s.symbols);
  if (text && !*text) {
    free(text);
    text = NULL;
  }
  return text;
}
