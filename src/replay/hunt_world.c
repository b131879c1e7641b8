#include "replay/hunt_world.h"

#include "base/mem.h"
#include "hunt/parts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Words ---------------------------------------------------------------------- */

typedef struct reader {
  const testcase *words;
  uint32_t at;
  hunt_world *to;
  bool is_good;                 /* false: a word says what native runs cannot be given */
} reader;

static const char *next(reader *r) {
  if (r->at < r->words->arguments.count) return r->words->arguments.items[r->at++];
  r->is_good = false;
  return "0";
}

static uint32_t next_number(reader *r) { return (uint32_t) strtoul(next(r), NULL, 10); }

/* Of at most N bytes, or of exactly =N. */
static void set_extent(hunt_part *p, const char *text) {
  const bool is_exact = *text == '=';
  p->most = (uint32_t) strtoul(text + is_exact, NULL, 10);
  p->least = is_exact ? p->most : 0;
}

static hunt_part *add(reader *r, hunt_part_kind kind, const char *name, size_t length) {
  static hunt_part none;
  if (r->to->count == HUNT_PARTS || length >= HUNT_NAME) {
    r->is_good = false;
    return &none;
  }
  hunt_part *p = r->to->part + r->to->count++;
  *p = (hunt_part) {.kind = kind};
  memcpy(p->name, name, length);
  return p;
}

static void add_arguments(reader *r, uint32_t least, uint32_t most, const char *extent) {
  if (least < most) {
    hunt_part *p = add(r, HUNT_COUNT, "", 0);
    p->least = least;
    p->most = most;
  }
  for (uint32_t k = 0; k < most && r->is_good; k++)
    set_extent(add(r, HUNT_ARGUMENT, "", 0), extent);
}

/* NAME:N or NAME:=N */
static void add_named(reader *r, hunt_part_kind kind) {
  const char *text = next(r), *colon = strrchr(text, ':');
  if (!colon) r->is_good = false;
  else set_extent(add(r, kind, text, (size_t) (colon - text)), colon + 1);
}

/* Of two words the last one counts; that of --sym-files only where no other is. */
static void set_input(reader *r, const char *extent, bool is_weak) {
  uint32_t k = 0;
  while (k < r->to->count && r->to->part[k].kind != HUNT_STDIN) k++;
  if (k == r->to->count) set_extent(add(r, HUNT_STDIN, "", 0), extent);
  else if (!is_weak) set_extent(r->to->part + k, extent);
}

static void add_files(reader *r) {
  const uint32_t count = next_number(r);
  const char *extent = next(r);
  for (uint32_t k = 0; k < count && k < 26 && r->is_good; k++)
    set_extent(add(r, HUNT_FILE, &"ABCDEFGHIJKLMNOPQRSTUVWXYZ"[k], 1), extent);
  set_input(r, extent, true);
}

static void read_word(reader *r) {
  const char *text = next(r);
  const char *word = text + (text[0] == '-') + (text[0] == '-' && text[1] == '-');
  const bool is_option = word > text;
  if (is_option && !strcmp(word, "sym-arg")) {
    add_arguments(r, 1, 1, next(r));
  } else if (is_option && !strcmp(word, "sym-args")) {
    const uint32_t least = next_number(r), most = next_number(r);
    add_arguments(r, least, most, next(r));
  } else if (is_option && !strcmp(word, "sym-argv")) {
    const char *most = next(r);
    add_arguments(r, 0, (uint32_t) strtoul(most, NULL, 10), most);
  } else if (is_option && !strcmp(word, "sym-stdin")) {
    set_input(r, next(r), false);
  } else if (is_option && !strcmp(word, "sym-files")) {
    add_files(r);
  } else if (is_option && !strcmp(word, "sym-file")) {
    add_named(r, HUNT_FILE);
  } else if (is_option && !strcmp(word, "sym-env")) {
    add_named(r, HUNT_VARIABLE);
  } else if (is_option && (!strcmp(word, "sym-socket") || !strcmp(word, "max-fail") ||
                           !strcmp(text, TESTCASE_ROOT))) {
    r->is_good = false;         /* a copy of the root for each start is not counted */
  } else if (is_option && (!strcmp(word, "sym-open") || !strcmp(word, "sym-getenv") ||
                           !strcmp(word, "host-open") ||
                           !strcmp(text, TESTCASE_ENV))) {
    next(r);                    /* natively, a file or variable that is looked for is absent */
  } else if (!is_option || strcmp(word, "sym-stdout")) {
    add(r, HUNT_TEXT, text, strlen(text));
  }
}

/* The whole input has at most HUNT_LONGEST bytes. */
static bool fit(hunt_world *w) {
  uint32_t fixed = 0, left = HUNT_LONGEST, has_bytes = 0;
  for (uint32_t k = 0; k < w->count; k++) {
    const hunt_part *p = w->part + k;
    const bool may_vary = (p->kind == HUNT_STDIN || p->kind == HUNT_FILE) && !p->least;
    if (p->kind != HUNT_TEXT) fixed += HUNT_HEADER + (may_vary ? 0 : hunt_room(p));
    if (fixed > HUNT_LONGEST) return false;
  }
  left -= fixed;
  for (uint32_t k = 0; k < w->count; k++) {
    hunt_part *p = w->part + k;
    has_bytes |= hunt_room(p);
    if ((p->kind != HUNT_STDIN && p->kind != HUNT_FILE) || p->least) continue;
    if (p->most > left) p->most = left;
    left -= p->most;
  }
  w->longest = HUNT_LONGEST - left;
  return has_bytes;
}

bool hunt_world_init(hunt_world *w, const testcase *words) {
  *w = (hunt_world) {0};
  reader r = {words, 1, w, true};
  while (r.is_good && r.at < words->arguments.count) read_word(&r);
  return r.is_good && fit(w);
}

/* Tests ---------------------------------------------------------------------- */

/* How many arguments and numbers of arguments were seen, as their objects' names need. */
typedef struct names { uint32_t arguments, counts; } names;

/* To be freed. */
static char *name_of(const hunt_part *p, names *seen) {
  switch ((hunt_part_kind) p->kind) {
  case HUNT_TEXT: break;
  case HUNT_COUNT: seen->counts++; return mem_string("n_args");
  case HUNT_ARGUMENT: return mem_format("arg%02u", seen->arguments++ % 100);
  case HUNT_STDIN: return mem_string("stdin");
  case HUNT_FILE: return mem_format("%s_data", p->name);
  case HUNT_VARIABLE: return mem_format("env_%s", p->name);
  }
  return mem_string("");
}

/* The nth object of that name. */
static const testcase_input *find(const testcase *t, const char *name, uint32_t nth) {
  for (uint32_t k = 0; k < t->inputs.count; k++)
    if (t->inputs.items[k].kind == TESTCASE_OBJECT &&
        !strcmp(t->inputs.items[k].name, name) && !nth--)
      return t->inputs.items + k;
  return NULL;
}

static uint32_t number_in(const testcase_input *in) {
  uint32_t n = 0;
  for (uint32_t k = 0; in && k < in->size && k < sizeof n; k++)
    n |= (uint32_t) in->bytes[k] << 8 * k;
  return n;
}

uint32_t hunt_world_input(const hunt_world *w, const testcase *t, uint8_t *bytes) {
  names seen = {0};
  uint32_t size = 0, wanted = 0, choices = 0;
  for (uint32_t k = 0; k < w->count; k++) {
    const hunt_part *p = w->part + k;
    if (choices && !wanted) {   /* an argument that is not there */
      choices--;
      size = hunt_append(p, bytes, size, NULL, 0);
      continue;
    }
    char *name = name_of(p, &seen);
    const testcase_input *in = find(t, name, p->kind == HUNT_COUNT ? seen.counts - 1 : 0);
    if (p->kind == HUNT_COUNT) {
      const uint8_t byte = hunt_number_byte(p, number_in(in));
      wanted = hunt_number(p, &byte, 1);
      choices = p->most;
      size = hunt_append(p, bytes, size, &byte, 1);
    } else {
      size_t n = in ? in->size : 0;
      const uint8_t *from = p->kind == HUNT_STDIN || p->kind == HUNT_FILE
                                ? testcase_contents(t, name, &n) : in ? in->bytes : NULL;
      size = hunt_append(p, bytes, size, from,
                         !from ? 0 : n < HUNT_LONGEST ? (uint32_t) n : HUNT_LONGEST);
      if (choices) choices--, wanted--;
    }
    free(name);
  }
  assert(size <= w->longest);
  return size;
}

static void add_object(testcase *t, const hunt_part *p, const char *name, uint8_t *contents,
                       uint32_t size) {
  const bool is_text = p->kind == HUNT_ARGUMENT || p->kind == HUNT_VARIABLE;
  if (!is_text && p->least < p->most) {
    char *said = p->kind == HUNT_STDIN ? mem_string("stdin_size")
                                       : mem_format("%s_size", p->name);
    testcase_add_input(t, TESTCASE_OBJECT, said, &size, sizeof size);
    free(said);
  }
  memset(contents + size, 0, p->most + is_text - size);
  testcase_add_input(t, TESTCASE_OBJECT, name, contents, p->most + is_text);
}

void hunt_world_test(const hunt_world *w, const uint8_t *bytes, uint32_t size, testcase *t) {
  hunt_slice parts[HUNT_PARTS];
  names seen = {0};
  hunt_split(w->part, w->count, bytes, size, parts);
  for (uint32_t k = 0; k < w->count; k++) {
    const hunt_part *p = w->part + k;
    const uint8_t *from = bytes + parts[k].offset;
    uint8_t contents[HUNT_LONGEST + 1];
    if (p->kind == HUNT_TEXT || !parts[k].is_there) continue;
    char *name = name_of(p, &seen);
    if (p->kind == HUNT_COUNT) {
      const uint32_t number = hunt_number(p, from, parts[k].size);
      testcase_add_input(t, TESTCASE_OBJECT, name, &number, sizeof number);
    } else {
      add_object(t, p, name, contents, hunt_contents(p, from, parts[k].size, contents));
    }
    free(name);
  }
}
