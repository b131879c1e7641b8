#include "finding/seeds.h"

#include "base/clock.h"
#include "base/limits.h"
#include "base/mem.h"
#include "files/outdir.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Files -------------------------------------------------------------------- */

static bool is_known(const seed_files *f, const char *name) {
  for (uint32_t k = 0; k < f->known.count; k++)
    if (!strcmp(f->known.items[k], name)) return true;
  return false;
}

static bool ends_with(const char *text, const char *end) {
  const size_t n = strlen(text), m = strlen(end);
  return n >= m && !strcmp(text + n - m, end);
}

/* Files left out that are named: a third of a screen; the rest are only counted. */
enum { MOST_NAMED = 8 };

/* Between two looks for new seeds: a look reads directories, in some ms. */
enum { LOOK_MS = 1000 };

static void leave_out(seed_files *f, const char *name, const char *why) {
  f->left_out++;
  if (f->left_out <= MOST_NAMED)
    fprintf(stderr, "braid: the seed %s is left out: %s\n", name, why);
}

static void add(seed_files *f, const char *name, const char *whole, uint64_t size) {
  seed_file s = {.size = size};
  char *message = NULL;
  s.is_test = ends_with(name, ".ktest");
  if (s.is_test) {
    message = ktest_read(&s.test, whole);
  } else {
    size_t count;
    s.bytes = (uint8_t *) file_read_whole(whole, &count, &message);
    s.size = count;
    if (s.bytes && s.size > f->limit) message = mem_string("it has grown");
  }
  if (message) {
    leave_out(f, name, message);
    free(message);
    free(s.bytes);
    return;
  }
  s.name = mem_string(name);
  vec_push(&f->all, s);
}

/* Fuzzers' own notes are no inputs. */
static bool is_hidden(const char *name) {
  return name[0] == '.' || !strncmp(name, "README", 6);
}

static int by_size(const void *left, const void *right) {
  const seed_file *a = left, *b = right;
  if (a->size != b->size) return a->size < b->size ? -1 : 1;
  return strcmp(a->name, b->name);
}

static void look_at(seed_files *f, const char *directory, const char *name) {
  struct stat info;
  char *whole = mem_format("%s/%s", directory, name);
  if (is_known(f, whole)) {
    free(whole);
    return;
  }
  if (stat(whole, &info)) leave_out(f, name, strerror(errno));
  else if (S_ISREG(info.st_mode)) {
    if ((uint64_t) info.st_size > f->limit && !ends_with(name, ".ktest")) {
      char *why = mem_format("it has %llu bytes, more than %llu",
                             (unsigned long long) info.st_size,
                             (unsigned long long) f->limit);
      leave_out(f, name, why);
      free(why);
    } else {
      add(f, name, whole, (uint64_t) info.st_size);
    }
  }
  vec_push(&f->known, whole);
}

/* What is new in the directories; short ones first.  False: one cannot be read. */
static bool read_new(seed_files *f) {
  const uint32_t before = f->all.count;
  bool is_good = true;
  for (const char *at = f->directories; at && is_good;) {
    const char *colon = strchr(at, ':');
    char *directory = colon ? mem_format("%.*s", (int) (colon - at), at)
                            : mem_string(at);
    DIR *d = opendir(directory);
    is_good = d != NULL;
    const int reason = errno;
    for (const struct dirent *e; d && (e = readdir(d));)
      if (!is_hidden(e->d_name)) look_at(f, directory, e->d_name);
    if (d) closedir(d);
    free(directory);
    errno = reason;
    at = colon ? colon + 1 : NULL;
  }
  if (f->all.count > before)
    qsort(f->all.items + before, f->all.count - before, sizeof *f->all.items,
          by_size);
  return is_good;
}

void seed_files_add(seed_files *f, const testcase *t) {
  seed_file s = {.is_test = true, .name = mem_string("an optimistic answer")};
  for (uint32_t k = 0; k < t->inputs.count; k++)
    testcase_add_input(&s.test, t->inputs.items[k].kind, t->inputs.items[k].name,
                       t->inputs.items[k].bytes, t->inputs.items[k].size);
  vec_push(&f->all, s);
}

void seed_files_know(seed_files *f, const char *name) {
  for (const char *at = f->directories; at;) {
    const char *colon = strchr(at, ':');
    const int length = colon ? (int) (colon - at) : (int) strlen(at);
    vec_push(&f->known, mem_format("%.*s/%s", length, at, name));
    at = colon ? colon + 1 : NULL;
  }
}

void seed_files_look(seed_files *f) {
  const double now = clock_ms();
  if (now - f->looked_ms < (double) LOOK_MS) return;
  read_new(f);
  f->looked_ms = clock_ms();
}

/* Inputs ------------------------------------------------------------------- */

static void copy(uint8_t *to, uint32_t room, const uint8_t *from, uint64_t size) {
  if (size > room) size = room;
  if (size) memcpy(to, from, size);
}

static uint32_t earlier(const input *i, bool (*counts)(const input *, const input *)) {
  uint32_t n = 0;
  for (const input *j = i->before; j; j = j->before) n += counts(j, i);
  return n;
}

static bool is_same_name(const input *j, const input *i) {
  return j->kind == i->kind && !strcmp(j->name, i->name);
}

static bool is_value(const input *j, const input *i) {
  (void) i;
  return j->kind == INPUT_NONDET;
}

static void number(const input *i, uint64_t n, uint8_t *to) {
  copy(to, i->size, (const uint8_t *) &n, sizeof n);
}

/* Tests of others have no object for the size of standard input or of a file: it is as
 * long as its contents. */
static void size_from_test(const testcase *t, const input *i, uint8_t *to) {
  if (!ends_with(i->name, "_size")) return;
  const int n = (int) (strlen(i->name) - strlen("_size"));
  char *contents = mem_format("%.*s%s", n, i->name,
                              strcmp(i->name, "stdin_size") ? "_data" : "");
  size_t size;
  if (testcase_contents(t, contents, &size)) number(i, size, to);
  free(contents);
}

/* Objects are found by name, values in the order of the calls. */
static void from_test(const testcase *t, const input *i, uint8_t *to) {
  const bool values = i->kind == INPUT_NONDET;
  uint32_t skip = earlier(i, values ? is_value : is_same_name);
  for (uint32_t k = 0; k < t->inputs.count; k++) {
    const testcase_input *in = t->inputs.items + k;
    if ((in->kind == TESTCASE_VALUE) != values ||
        (!values && strcmp(in->name, i->name)) || skip--)
      continue;
    copy(to, i->size, in->bytes, in->size);
    return;
  }
  if (!values) size_from_test(t, i, to);
}

/* The k-th of the parts that zero bytes end. */
static void from_arguments(const seed_file *s, const input *i, uint8_t *to) {
  uint64_t at = 0, parts = 0, wanted = 0;
  const bool is_one = strlen(i->name) == 5 && !strncmp(i->name, "arg", 3);
  if (is_one)
    wanted = (uint64_t) (i->name[3] - '0') * 10 + (uint64_t) (i->name[4] - '0');
  while (at < s->size) {
    uint64_t end = at;
    while (end < s->size && s->bytes[end]) end++;
    if (is_one && parts == wanted)
      copy(to, i->size ? i->size - 1 : 0, s->bytes + at, end - at);
    parts++;
    at = end + 1;
  }
  if (!strcmp(i->name, "n_args")) number(i, parts, to);
}

static void from_bytes(const seed_files *f, const seed_file *s, const input *i,
                       uint8_t *to) {
  uint64_t offset = 0;
  switch (f->form) {
  case SEED_FUZZ:
    if (!strcmp(i->name, TESTCASE_FUZZ_SIZE)) number(i, s->size, to);
    else if (!strcmp(i->name, TESTCASE_FUZZ_DATA))
      copy(to, i->size, s->bytes, s->size);
    break;
  case SEED_FILE:
    if (ends_with(i->name, "_data")) copy(to, i->size, s->bytes, s->size);
    else if (ends_with(i->name, "_size")) number(i, s->size, to);
    break;
  case SEED_STDIN:
    if (!strcmp(i->name, "stdin")) copy(to, i->size, s->bytes, s->size);
    else if (!strcmp(i->name, "stdin_size")) number(i, s->size, to);
    break;
  case SEED_ARGUMENTS: from_arguments(s, i, to); break;
  case SEED_OBJECTS:
    for (const input *j = i->before; j; j = j->before) offset += j->size;
    if (offset < s->size) copy(to, i->size, s->bytes + offset, s->size - offset);
    break;
  }
}

static void bytes_of(void *context, uint32_t seed, const input *i, uint8_t *to) {
  const seed_files *f = context;
  const seed_file *s = f->all.items + seed;
  if (s->is_test) from_test(&s->test, i, to);
  else from_bytes(f, s, i, to);
}

static bool has_seed(void *context, uint32_t seed) {
  return seed < ((const seed_files *) context)->all.count;
}

/* Out ---------------------------------------------------------------------- */

static void append(uint8_t **bytes, size_t *size, const void *more, size_t count) {
  *bytes = mem_resize(*bytes, *size + count + 1, 1);
  if (count) memcpy(*bytes + *size, more, count);
  *size += count;
}

uint8_t *seed_raw(const testcase *t, seed_form form, size_t *size) {
  uint8_t *bytes = NULL;
  *size = 0;
  if (form == SEED_FUZZ) {
    size_t n;
    const uint8_t *data = testcase_fuzz_data(t, &n);
    append(&bytes, size, data, data ? n : 0);
    return bytes;
  }
  append(&bytes, size, NULL, 0);
  for (uint32_t k = 0; k < t->inputs.count; k++) {
    const testcase_input *in = t->inputs.items + k;
    const bool is_argument = strlen(in->name) == 5 && !strncmp(in->name, "arg", 3);
    if (form == SEED_ARGUMENTS && is_argument) {
      append(&bytes, size, in->bytes, strnlen((const char *) in->bytes, in->size));
      append(&bytes, size, "", 1);
    } else if (form == SEED_OBJECTS) {
      append(&bytes, size, in->bytes, in->size);
    } else if ((form == SEED_STDIN && !strcmp(in->name, "stdin")) ||
               (form == SEED_FILE && ends_with(in->name, "_data"))) {
      size_t n;
      const uint8_t *contents = testcase_contents(t, in->name, &n);
      append(&bytes, size, contents, n);
      break;
    }
  }
  return bytes;
}

/* Options ------------------------------------------------------------------ */

seed_form seed_form_of(const options *o, bool is_fuzz) {
  return is_fuzz                        ? SEED_FUZZ
         : o->sym_files || o->sym_file  ? SEED_FILE
         : o->sym_stdin                 ? SEED_STDIN
         : o->sym_arg || o->sym_args || o->sym_argv ? SEED_ARGUMENTS
                                        : SEED_OBJECTS;
}

void seed_files_set_form(seed_files *f, const options *o, bool is_fuzz) {
  f->form = seed_form_of(o, is_fuzz);
}

/* Standard input and files become as long as the longest seed. */
static void lengthen(options *o, uint64_t longest, seed_files *f) {
  static const char *const with_size[] = {"sym-stdin", "sym-files"};
  static const uint32_t words[] = {1, 2};
  if (longest > o->max_len) o->max_len = longest;
  for (uint32_t k = 0; k < o->world.count; k++)
    for (unsigned i = 0; i < 2; i++) {
      const char *text = o->world.items[k];
      if (text[0] != '-' || strcmp(text + 1 + (text[1] == '-'), with_size[i]) ||
          k + words[i] >= o->world.count)
        continue;
      const char **number = &o->world.items[k + words[i]];
      const bool is_exact = **number == '=';
      if (strtoull(*number + is_exact, NULL, 10) >= longest) continue;
      char *longer = mem_format("%s%llu", is_exact ? "=" : "",
                                (unsigned long long) longest);
      vec_push(&f->known, longer);      /* freed with the names */
      *number = longer;
    }
}

/* How long the input of a test is: a fuzz target's, or the longest of standard input
 * and files. */
static size_t length_of_test(const testcase *t) {
  size_t longest, size;
  if (testcase_fuzz_data(t, &longest)) return longest;
  for (uint32_t k = 0; k < t->inputs.count; k++) {
    const char *name = t->inputs.items[k].name;
    if ((!strcmp(name, "stdin") || ends_with(name, "_data")) &&
        testcase_contents(t, name, &size) && size > longest)
      longest = size;
  }
  return longest;
}

void seed_files_init_own(seed_files *f) {
  *f = (seed_files) {.limit = limits.finding_seed};
  f->source = (seed_source) {f, has_seed, bytes_of};
}

bool seed_files_init(seed_files *f, options *o, char **message) {
  *f = (seed_files) {.limit = limits.finding_seed, .looked_ms = clock_ms()};
  f->source = (seed_source) {f, has_seed, bytes_of};
  f->directories = mem_string(o->seeds);
  errno = 0;
  if (!read_new(f)) {
    *message = mem_format("cannot read the seeds in %s: %s", o->seeds,
                          strerror(errno));
    seed_files_release(f);
    return false;
  }
  uint64_t longest = 0;
  for (uint32_t k = 0; k < f->all.count; k++) {
    const seed_file *s = f->all.items + k;
    const size_t size = s->is_test ? length_of_test(&s->test) : s->size;
    if (size <= f->limit && size > longest) longest = size;
  }
  lengthen(o, longest, f);
  f->limit = longest > o->max_len ? longest : o->max_len;
  if (!f->all.count && !o->quiet)
    fprintf(stderr, "braid: there is no seed in %s\n", o->seeds);
  return true;
}

void seed_files_release(seed_files *f) {
  for (uint32_t k = 0; k < f->all.count; k++) {
    free(f->all.items[k].name);
    free(f->all.items[k].bytes);
    testcase_release(&f->all.items[k].test);
  }
  for (uint32_t k = 0; k < f->known.count; k++) free(f->known.items[k]);
  vec_release(&f->all);
  vec_release(&f->known);
  free(f->directories);
  *f = (seed_files) {0};
}
