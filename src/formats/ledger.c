#include "formats/ledger.h"

#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>

typedef enum record_kind {
  RECORD_BUG, RECORD_MORE, RECORD_DROP, RECORD_ASSUMPTION
} record_kind;

ledger *ledger_new(void) {
  void *p = mmap(NULL, sizeof(ledger) + LEDGER_BYTES, PROT_READ | PROT_WRITE,
                 MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return p == MAP_FAILED ? NULL : p;
}

void ledger_free(ledger *l) {
  if (l) munmap(l, sizeof *l + LEDGER_BYTES);
}

static void set_text(char *to, size_t room, const char *text) {
  const size_t length = strnlen(text, room - 1);
  memcpy(to, text, length);
  to[length] = 0;
}

void ledger_set_directory(ledger *l, const char *path) {
  if (l) set_text(l->directory, sizeof l->directory, path);
}

void ledger_set_scope(ledger *l, const char *line) {
  if (l) set_text(l->scope, sizeof l->scope, line);
}

void ledger_set_cut(ledger *l, uint32_t number, const report_count *cut) {
  if (!l || number >= LEDGER_CUTS) return;
  if (number >= l->cuts) set_text(l->cut[number].name, LEDGER_NAME, cut->name);
  l->cut[number].count = cut->count;
  if (number >= l->cuts) l->cuts = number + 1;
}

void ledger_clear_cuts(ledger *l) {
  if (l) l->cuts = 0;
}

/* Writing ------------------------------------------------------------------ */

typedef struct writer {
  ledger *l;
  uint64_t at;
  bool is_full;
} writer;

static void put(writer *w, const void *bytes, size_t size) {
  if (w->is_full || size > LEDGER_BYTES - w->at) {
    w->is_full = true;
    return;
  }
  memcpy(w->l->records + w->at, bytes, size);
  w->at += size;
}

static void put_number(writer *w, uint32_t n) { put(w, &n, sizeof n); }

/* Its size with the NUL, or 0 for NULL. */
static void put_text(writer *w, const char *text) {
  const uint32_t size = text ? (uint32_t) strlen(text) + 1 : 0;
  put_number(w, size);
  if (size) put(w, text, size);
}

static void put_stack(writer *w, const replay_frame *stack, uint32_t count) {
  put_number(w, count);
  for (uint32_t k = 0; k < count; k++) {
    put_text(w, stack[k].function);
    put_text(w, stack[k].file);
    put_number(w, stack[k].line);
    put_number(w, stack[k].column);
  }
}

static writer begin(ledger *l, record_kind kind) {
  writer w = {.l = l, .at = l->used, .is_full = l->is_full};
  put_number(&w, (uint32_t) kind);
  return w;
}

/* After one that found no room none may come: numbers of bugs would be wrong. */
static void end(const writer *w) {
  w->l->is_full = w->is_full;
  if (w->is_full) return;
  atomic_signal_fence(memory_order_seq_cst);
  w->l->used = w->at;
}

void ledger_add_bug(ledger *l, const report_bug *b) {
  if (!l) return;
  writer w = begin(l, RECORD_BUG);
  put_number(&w, (uint32_t) b->kind);
  put_number(&w, b->test);
  put_number(&w, (uint32_t) b->possible | (uint32_t) b->beside << 1 |
                     (uint32_t) b->has_harness << 2 |
                     (uint32_t) b->made_up << 3 | (uint32_t) b->calls << 4);
  put_text(&w, b->message);
  put_text(&w, b->blame);
  put_text(&w, b->precondition);
  put_stack(&w, b->stack, b->stack_count);
  end(&w);
}

void ledger_add_more(ledger *l, uint32_t bug, const report_more *m) {
  if (!l) return;
  writer w = begin(l, RECORD_MORE);
  put_number(&w, bug);
  put_number(&w, m->test);
  put_text(&w, m->message);
  put_text(&w, m->precondition);
  put_stack(&w, m->stack, m->stack_count);
  end(&w);
}

void ledger_drop_bug(ledger *l, uint32_t bug) {
  if (!l) return;
  writer w = begin(l, RECORD_DROP);
  put_number(&w, bug);
  end(&w);
}

void ledger_add_assumption(ledger *l, const char *text) {
  if (!l) return;
  writer w = begin(l, RECORD_ASSUMPTION);
  put_text(&w, text);
  end(&w);
}

/* Reading ------------------------------------------------------------------ */

typedef struct reader {
  const ledger *l;
  uint64_t at, end;
  ledger_contents *into;
} reader;

static uint32_t get_number(reader *r) {
  uint32_t n = 0;
  if (r->end - r->at < sizeof n) {
    r->at = r->end;
    return 0;
  }
  memcpy(&n, r->l->records + r->at, sizeof n);
  r->at += sizeof n;
  return n;
}

static const char *get_text(reader *r) {
  const uint32_t size = get_number(r);
  if (!size || size > r->end - r->at) return NULL;
  const char *text = (const char *) r->l->records + r->at;
  r->at += size;
  return text[size - 1] ? NULL : text;  /* a run gone mad may write anything */
}

static const replay_frame *get_stack(reader *r, uint32_t *count) {
  VEC(replay_frame) stack = {0};
  for (uint32_t left = get_number(r); left && r->at < r->end; left--) {
    replay_frame f = {0};
    f.function = get_text(r);
    f.file = get_text(r);
    f.line = get_number(r);
    f.column = get_number(r);
    vec_push(&stack, f);
  }
  vec_push(&r->into->owned, (void *) stack.items);
  *count = stack.count;
  return stack.items;
}

static void get_bug(reader *r) {
  report_bug b = {.confirmed = REPLAY_BRAID};
  b.kind = (outcome) get_number(r);
  b.test = get_number(r);
  const uint32_t flags = get_number(r);
  b.possible = flags & 1;
  b.beside = flags >> 1 & 1;
  b.has_harness = flags >> 2 & 1;
  b.made_up = flags >> 3 & 1;
  b.calls = (report_calls) (flags >> 4 & 3);
  b.message = get_text(r);
  b.blame = get_text(r);
  b.precondition = get_text(r);
  b.stack = get_stack(r, &b.stack_count);
  if (b.kind < OUTCOME_COUNT) vec_push(&r->into->bugs, b);
}

static void get_more(reader *r) {
  const uint32_t bug = get_number(r);
  report_more m = {.test = get_number(r)};
  m.message = get_text(r);
  m.precondition = get_text(r);
  m.stack = get_stack(r, &m.stack_count);
  if (bug >= r->into->bugs.count) return;
  report_bug *b = r->into->bugs.items + bug;
  report_more *all = mem_zeroed(b->more_count + 1, sizeof *all);
  if (b->more_count) memcpy(all, b->more, b->more_count * sizeof *all);
  all[b->more_count++] = m;
  b->more = all;
  vec_push(&r->into->owned, (void *) all);
}

static void drop(reader *r) {
  const uint32_t bug = get_number(r);
  if (bug >= r->into->bugs.count) return;
  for (uint32_t k = bug + 1; k < r->into->bugs.count; k++)
    r->into->bugs.items[k - 1] = r->into->bugs.items[k];
  r->into->bugs.count--;
}

void ledger_read(const ledger *l, ledger_contents *c) {
  *c = (ledger_contents) {0};
  reader r = {.l = l, .end = l->used, .into = c};
  if (r.end > LEDGER_BYTES) return;
  while (r.at < r.end) {
    switch ((record_kind) get_number(&r)) {
    case RECORD_BUG: get_bug(&r); break;
    case RECORD_MORE: get_more(&r); break;
    case RECORD_DROP: drop(&r); break;
    case RECORD_ASSUMPTION: {
      const char *text = get_text(&r);
      if (text) vec_push(&c->assumptions, text);
      break;
    }
    }
  }
}

void ledger_contents_release(ledger_contents *c) {
  for (uint32_t k = 0; k < c->owned.count; k++) free(c->owned.items[k]);
  vec_release(&c->owned);
  vec_release(&c->bugs);
  vec_release(&c->assumptions);
}
