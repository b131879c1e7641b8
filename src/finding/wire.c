#include "finding/wire.h"

#include "base/full_io.h"
#include "base/mem.h"
#include "finding/evidence.h"

#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

void wire_release(wire *w) {
  vec_release(&w->bytes);
  *w = (wire) {.read = 0};
}

void wire_put(wire *w, const void *bytes, size_t size) {
  if (!size) return;
  assert(size <= UINT32_MAX - w->bytes.count);
  vec_reserve(&w->bytes, w->bytes.count + (uint32_t) size);
  memcpy(w->bytes.items + w->bytes.count, bytes, size);
  w->bytes.count += (uint32_t) size;
}

void wire_get(wire *w, void *to, size_t size) {
  w->is_bad |= size > w->bytes.count - w->read;
  if (w->is_bad) {
    memset(to, 0, size);
    return;
  }
  assert(w->read <= w->bytes.count);
  if (size) memcpy(to, w->bytes.items + w->read, size);
  w->read += (uint32_t) size;
}

bool wire_is_at_end(const wire *w) { return !w->is_bad && w->read == w->bytes.count; }

/* A number of an enum that has so many. */
static uint32_t get_choice(wire *w, uint32_t count) {
  uint32_t n;
  wire_get(w, &n, sizeof n);
  w->is_bad |= n >= count;
  return w->is_bad ? 0 : n;
}

static bool get_bool(wire *w) {
  uint8_t n;
  _Static_assert(sizeof n == sizeof(bool), "as wire_put put it");
  wire_get(w, &n, sizeof n);
  w->is_bad |= n > 1;
  return !w->is_bad && n;
}

void wire_put_bytes(wire *w, const void *bytes, size_t size) {
  const uint64_t count = bytes ? size : UINT64_MAX;
  wire_put(w, &count, sizeof count);
  if (bytes) wire_put(w, bytes, size);
}

char *wire_get_bytes(wire *w, size_t *size) {
  uint64_t count;
  wire_get(w, &count, sizeof count);
  if (size) *size = 0;
  if (count == UINT64_MAX) return NULL;
  if (w->is_bad || count > w->bytes.count - w->read) {
    w->is_bad = true;
    return NULL;
  }
  char *bytes = mem_zeroed((size_t) count + 1, 1);
  wire_get(w, bytes, (size_t) count);
  if (size) *size = (size_t) count;
  return bytes;
}

static void put_text(wire *w, const char *text) {
  wire_put_bytes(w, text, text ? strlen(text) : 0);
}

void wire_put_test(wire *w, const testcase *t) {
  wire_put(w, &t->arguments.count, sizeof t->arguments.count);
  for (uint32_t k = 0; k < t->arguments.count; k++)
    put_text(w, t->arguments.items[k]);
  wire_put(w, &t->inputs.count, sizeof t->inputs.count);
  for (uint32_t k = 0; k < t->inputs.count; k++) {
    const testcase_input *i = t->inputs.items + k;
    put_text(w, i->name);
    wire_put(w, &i->kind, sizeof i->kind);
    wire_put_bytes(w, i->bytes ? i->bytes : (const uint8_t *) "", i->size);
  }
}

void wire_get_test(wire *w, testcase *t) {
  uint32_t count;
  wire_get(w, &count, sizeof count);
  for (uint32_t k = 0; k < count && !w->is_bad; k++) {
    char *text = wire_get_bytes(w, NULL);
    w->is_bad |= !text;
    if (text) testcase_add_argument(t, text);
    free(text);
  }
  wire_get(w, &count, sizeof count);
  for (uint32_t k = 0; k < count && !w->is_bad; k++) {
    char *name = wire_get_bytes(w, NULL);
    size_t size;
    const testcase_kind kind = (testcase_kind) get_choice(w, TESTCASE_VALUE + 1);
    char *bytes = wire_get_bytes(w, &size);
    w->is_bad |= !name || !bytes;
    if (!w->is_bad) testcase_add_input(t, kind, name, bytes, (uint32_t) size);
    free(name);
    free(bytes);
  }
}

static void put_frame(wire *w, const replay_frame *f) {
  put_text(w, f->function);
  put_text(w, f->file);
  wire_put(w, &f->line, sizeof f->line);
  wire_put(w, &f->column, sizeof f->column);
}

static void put_stack(wire *w, const session_stack *all) {
  assert(!all->count || all->items);
  wire_put(w, &all->count, sizeof all->count);
  for (uint32_t k = 0; k < all->count; k++) put_frame(w, all->items + k);
}

static void put_key(wire *w, const session_key *key) {
  wire_put(w, &key->count, sizeof key->count);
  wire_put(w, key->items, key->count * sizeof *key->items);
}

void wire_put_bug(wire *w, const session_bug *b) {
  wire_put(w, &b->kind, sizeof b->kind);
  put_text(w, b->message);
  put_stack(w, &b->stack);
  wire_put(w, &b->steps.count, sizeof b->steps.count);
  for (uint32_t k = 0; k < b->steps.count; k++) {
    put_frame(w, &b->steps.items[k].at);
    put_text(w, b->steps.items[k].text);
  }
  put_key(w, &b->key);
  put_text(w, b->blame);
  wire_put(w, &b->is_made_up, sizeof b->is_made_up);
  wire_put_test(w, &b->input);
  wire_put(w, &b->test, sizeof b->test);
  wire_put(w, &b->is_beside, sizeof b->is_beside);
  wire_put(w, &b->reads_uninit, sizeof b->reads_uninit);
  put_text(w, b->precondition);
  wire_put(w, &b->has_harness, sizeof b->has_harness);
  wire_put(w, &b->calls, sizeof b->calls);
  wire_put(w, &b->more_beyond, sizeof b->more_beyond);
  wire_put(w, &b->more.count, sizeof b->more.count);
  for (uint32_t k = 0; k < b->more.count; k++) {
    const session_more *m = b->more.items + k;
    put_text(w, m->message);
    put_stack(w, &m->stack);
    put_key(w, &m->key);
    wire_put(w, &m->test, sizeof m->test);
    put_text(w, m->precondition);
  }
}

void wire_put_key(wire *w, const session_bug *b) {
  const session_surety sure = session_how_sure(b);
  wire_put(w, &b->kind, sizeof b->kind);
  wire_put(w, &sure, sizeof sure);
  put_key(w, &b->key);
}

void wire_skip_key(wire *w) {
  outcome kind;
  session_surety sure;
  uint32_t count, one;
  wire_get(w, &kind, sizeof kind);
  wire_get(w, &sure, sizeof sure);
  wire_get(w, &count, sizeof count);
  for (uint32_t k = 0; k < count && !w->is_bad; k++)
    wire_get(w, &one, sizeof one);
}

uint32_t wire_put_news(wire *w, const session *s, uint32_t news, bool is_final,
                       uint8_t *sent) {
  uint32_t count = 0;
  exec_news n;
  for (uint32_t at = news; at; at = n.before, count++)
    n = exec_get_news(s->exec, at);
  wire_put(w, &is_final, sizeof is_final);
  wire_put(w, &count, sizeof count);
  for (uint32_t at = news; at; at = n.before) {
    n = exec_get_news(s->exec, at);
    if (sent) sent[n.edge] = 1;
    wire_put(w, &n.edge, sizeof n.edge);
  }
  return count;
}

/* A text that lives as long as the session; NULL stays NULL. */
static const char *get_kept(wire *w, session *s) {
  char *text = wire_get_bytes(w, NULL);
  if (text) vec_push(&s->texts, text);
  return text;
}

static replay_frame get_frame(wire *w, session *s) {
  replay_frame f = {.function = get_kept(w, s)};
  f.file = get_kept(w, s);
  wire_get(w, &f.line, sizeof f.line);
  wire_get(w, &f.column, sizeof f.column);
  return f;
}

static void get_stack(wire *w, session *s, session_stack *all) {
  uint32_t count;
  wire_get(w, &count, sizeof count);
  for (uint32_t k = 0; k < count && !w->is_bad; k++)
    vec_push(all, get_frame(w, s));
}

static void get_key(wire *w, session_key *key) {
  uint32_t count, one;
  wire_get(w, &count, sizeof count);
  for (uint32_t k = 0; k < count && !w->is_bad; k++) {
    wire_get(w, &one, sizeof one);
    vec_push(key, one);
  }
}

void wire_get_bug(wire *w, session *s, session_bug *b) {
  uint32_t frames;
  *b = (session_bug) {.test = 0};
  b->kind = (outcome) get_choice(w, OUTCOME_COUNT);
  w->is_bad |= !outcome_is_bug(b->kind);
  b->message = wire_get_bytes(w, NULL);
  get_stack(w, s, &b->stack);
  wire_get(w, &frames, sizeof frames);
  for (uint32_t k = 0; k < frames && !w->is_bad; k++) {
    report_step step = {.at = get_frame(w, s)};
    step.text = get_kept(w, s);
    vec_push(&b->steps, step);
  }
  get_key(w, &b->key);
  b->blame = wire_get_bytes(w, NULL);
  b->is_made_up = get_bool(w);
  wire_get_test(w, &b->input);
  wire_get(w, &b->test, sizeof b->test);
  b->is_beside = get_bool(w);
  b->reads_uninit = get_bool(w);
  b->precondition = wire_get_bytes(w, NULL);
  b->has_harness = get_bool(w);
  b->calls = (report_calls) get_choice(w, REPORT_NO_CALL + 1);
  b->more_beyond = get_bool(w);
  wire_get(w, &frames, sizeof frames);
  for (uint32_t k = 0; k < frames && !w->is_bad; k++) {
    session_more m = {.message = wire_get_bytes(w, NULL)};
    get_stack(w, s, &m.stack);
    get_key(w, &m.key);
    wire_get(w, &m.test, sizeof m.test);
    m.precondition = wire_get_bytes(w, NULL);
    vec_push(&b->more, m);
  }
  if (!w->is_bad) evidence_note_bug(s, b, false);
}

void wire_put_attached(wire *w, const session *s) {
  wire_put(w, &s->attached.count, sizeof s->attached.count);
  for (uint32_t k = 0; k < s->attached.count; k++) {
    put_text(w, s->attached.items[k].suffix);
    wire_put_bytes(w, s->attached.items[k].bytes, s->attached.items[k].size);
  }
}

/* It becomes a part of a file's name. */
static const char *get_suffix(wire *w) {
  static const char *const all[] = {SESSION_OUTPUT, SESSION_HARNESS, SESSION_WITNESS,
                                    SESSION_UNSET};
  char *text = wire_get_bytes(w, NULL);
  const char *found = NULL;
  for (size_t k = 0; text && k < sizeof all / sizeof *all; k++)
    if (!strcmp(all[k], text)) found = all[k];
  w->is_bad |= !found;
  free(text);
  return found;
}

void wire_get_attached(wire *w, session *s) {
  uint32_t count;
  wire_get(w, &count, sizeof count);
  for (uint32_t k = 0; k < count && !w->is_bad; k++) {
    session_file f = {.suffix = get_suffix(w)};
    f.bytes = wire_get_bytes(w, &f.size);
    w->is_bad |= !f.bytes;
    if (w->is_bad) free(f.bytes);
    else vec_push(&s->attached, f);
  }
}

void wire_write_test(wire *w, session *s, bool is_final) {
  testcase t = {0};
  wire_get_test(w, &t);
  wire_get_attached(w, s);
  if (wire_is_at_end(w)) session_adopt_test(s, &t, is_final);
  else w->is_bad = true;
  session_release_attached(s);
  testcase_release(&t);
}

/* Pipes -------------------------------------------------------------------- */

/* Who was to read it may have been ended: that is false, not the end of this process. */
bool wire_send(int fd, wire_kind kind, const wire *w) {
  assert(!w->is_bad && (!w->bytes.count || w->bytes.items));
  const uint32_t head[2] = {(uint32_t) kind, w->bytes.count};
  const struct sigaction ignored = {.sa_handler = SIG_IGN};
  struct sigaction before;
  sigaction(SIGPIPE, &ignored, &before);
  const bool sent = full_write(fd, head, sizeof head) &&
                    full_write(fd, w->bytes.items, w->bytes.count);
  sigaction(SIGPIPE, &before, NULL);
  return sent;
}

bool wire_receive(int fd, wire_kind *kind, wire *w) {
  uint32_t head[2];
  wire_release(w);
  if (!full_read(fd, head, sizeof head)) return false;
  *kind = (wire_kind) head[0];
  vec_reserve(&w->bytes, head[1]);
  w->bytes.count = head[1];
  return full_read(fd, w->bytes.items, head[1]);
}
