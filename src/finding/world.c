#include "finding/world.h"

#include "base/mem.h"
#include "runtime/world.h"

#include <stdlib.h>
#include <string.h>

/* KLEE's words that the runtime knows, and how many follow each. */
static const struct { const char *name; uint32_t words; } known[] = {
  {"sym-arg", 1}, {"sym-args", 3}, {"sym-argv", 1}, {"sym-stdin", 1},
  {"sym-files", 2}, {"sym-file", 1}, {"sym-env", 1}, {"max-fail", 1},
  {"sym-stdout", 0}, {"sym-socket", 1}, {"sym-open", 1},
  {"sym-getenv", 1}, {"host-open", 1}};
enum { KNOWN = sizeof known / sizeof *known, MAX_BYTES = 1 << 20,
       MAKE_ARGUMENTS = 3 };    /* the first of them */

/* Its line in the table, KNOWN if it is none of them. */
static uint32_t find(const char *text) {
  uint32_t k = 0;
  if (text[0] != '-') return KNOWN;
  text += text[1] == '-' ? 2 : 1;
  while (k < KNOWN && strcmp(text, known[k].name)) k++;
  return k;
}

static bool is_number(const char *text, unsigned long *n) {
  char *end;
  if (*text < '0' || *text > '9') return false;
  *n = strtoul(text, &end, 10);
  return !*end && *n <= MAX_BYTES;
}

/* N, at most, or =N, exactly. */
static bool is_extent(const char *text, unsigned long *n) {
  return is_number(text + (*text == '='), n);
}

static bool is_named_file(const char *text) {
  const char *colon = strrchr(text, ':');
  unsigned long size;
  return colon && colon > text && is_extent(colon + 1, &size);
}

/* Whether the last word of the option is a length. */
static bool has_extent(const char *name) {
  return !strcmp(name, "sym-arg") || !strcmp(name, "sym-args") ||
         !strcmp(name, "sym-stdin") || !strcmp(name, "sym-files");
}

/* The words of one option; NULL, or what is wrong with them. */
static char *check_words(uint32_t k, const char *const *words,
                         uint32_t count) {
  const char *name = known[k].name;
  unsigned long n[3] = {0};
  if (count < known[k].words)
    return mem_format("--%s needs %u value%s", name, known[k].words,
                      known[k].words == 1 ? "" : "s");
  if (!strcmp(name, "sym-file"))
    return is_named_file(words[0]) ? NULL
           : mem_format("--sym-file takes PATH:N or PATH:=N, a name and a number of "
                        "bytes, not \"%s\"", words[0]);
  if (!strcmp(name, "sym-env"))
    return is_named_file(words[0]) &&
                   strcspn(words[0], "=") > strcspn(words[0], ":") ? NULL
           : mem_format("--sym-env takes NAME:N or NAME:=N, a name and a number of "
                        "characters, not \"%s\"", words[0]);
  for (uint32_t i = 0; i < known[k].words; i++) {
    const bool is_length = i + 1 == known[k].words && has_extent(name);
    if (!(is_length ? is_extent : is_number)(words[i], n + i))
      return mem_format("--%s takes a number up to %d%s, not \"%s\"", name, MAX_BYTES,
                        is_length ? ", or one after =" : "", words[i]);
  }
  if (!strcmp(name, "sym-args") && n[0] > n[1])
    return mem_format("--sym-args: MIN is above MAX (%lu, %lu)", n[0], n[1]);
  if (!strcmp(name, "sym-args") && n[1] > 99)
    return mem_string("--sym-args: there are names for 99 arguments");
  if (!strcmp(name, "sym-argv") && n[0] > 99)
    return mem_string("--sym-argv: there are names for 99 arguments");
  if (!strcmp(name, "sym-files") && n[0] > 26)
    return mem_string("--sym-files: there are 26 letters for names");
  return NULL;
}

/* --sym-host: a bit for each assumption of the runtime that is to be an input. */
static const char *const host_words[] = {
#define ASSUMPTION(NAME, WORD, TEXT) WORD,
#include "runtime/posix/assumptions.def"
};
enum { HOST_WORDS = sizeof host_words / sizeof *host_words };
_Static_assert(HOST_WORDS <= 32, "braid_world.host has a bit for each");

static bool host_bits(const char *list, uint32_t *bits, char **message) {
  *bits = 0;
  while (list) {
    const size_t n = strcspn(list, ",");
    uint32_t k = 0;
    while (k < HOST_WORDS &&
           (!host_words[k] || strlen(host_words[k]) != n ||
            strncmp(list, host_words[k], n)))
      k++;
    if (k == HOST_WORDS) {
      *message = mem_format("--sym-host takes clock, pid, user, random, machine "
                            "and limits, not \"%.*s\"", (int) n, list);
      return false;
    }
    *bits |= UINT32_C(1) << k;
    list = list[n] ? list + n + 1 : NULL;
  }
  return true;
}

static char *check(const char *const *words, uint32_t count) {
  for (uint32_t i = 0; i < count;) {
    const uint32_t k = find(words[i++]);
    if (k == KNOWN) continue;
    char *wrong = check_words(k, words + i, count - i);
    if (wrong) return wrong;
    i += known[k].words;
  }
  return NULL;
}

/* Whether the program finds more in argv than its name, on some path. */
static bool gives_arguments(const char *const *words, uint32_t count) {
  for (uint32_t i = 0; i < count;) {
    const uint32_t k = find(words[i++]);
    if (k == KNOWN || k < MAKE_ARGUMENTS) return true;
    i += known[k].words;
  }
  return false;
}

/* The bytes of --host-open; 0: it is not given.  Words were checked. */
static size_t host_open(const char *const *words, uint32_t count) {
  size_t most = 0;
  for (uint32_t i = 0; i < count;) {
    const uint32_t k = find(words[i++]);
    if (k == KNOWN) continue;
    if (!strcmp(known[k].name, "host-open")) most = strtoul(words[i], NULL, 10);
    i += known[k].words;
  }
  return most;
}

/* "--env NAME=VALUE" is not for the program's argv. */
static bool is_environment(const options *o, uint32_t k) {
  return !strcmp(o->world.items[k], "--env");
}

static bool add_variable(world *w, const char *setting, char **message) {
  const char *equals = strchr(setting, '=');
  if (!equals || equals == setting) {
    *message = mem_format("--env takes NAME=VALUE, not \"%s\"", setting);
    return false;
  }
  const size_t length = (size_t) (equals - setting) + 1;
  for (uint32_t k = 0; k < w->environment.count; k++)
    if (!strncmp(w->environment.items[k], setting, length)) {
      free(w->environment.items[k]);
      w->environment.items[k] = mem_string(setting);
      return true;
    }
  vec_push(&w->environment, mem_string(setting));
  return true;
}

bool world_init(world *w, const options *o, char **message) {
  *w = (world) {0};
  vec_push(&w->arguments, mem_string(o->files.items[0]));
  /* The plainest locale, as tests run natively. */
  vec_push(&w->environment, mem_string("LC_ALL=C"));
  bool good = true;
  for (uint32_t k = 0; good && k < o->world.count; k++) {
    if (is_environment(o, k))
      good = add_variable(w, o->world.items[++k], message);
    else vec_push(&w->arguments, mem_string(o->world.items[k]));
  }
  for (uint32_t k = 0; k < o->arguments.count; k++)
    vec_push(&w->arguments, mem_string(o->arguments.items[k]));
  vec_push(&w->environment, NULL);
  if (good) {
    const char *const *words = (const char *const *) w->arguments.items + 1;
    *message = check(words, w->arguments.count - 1);
    good = !*message;
    w->has_arguments = good && gives_arguments(words, w->arguments.count - 1);
    const size_t most = good && !o->root ? host_open(words, w->arguments.count - 1) : 0;
    if (most) w->host = host_files_of_system(most);
  }
  uint32_t bits;
  if (good) good = host_bits(o->sym_host, &bits, message);
  if (good && o->root) {
    w->host = host_files_new(o->root, message);
    good = w->host != NULL;
  }
  if (!good) world_release(w);
  return good;
}

void world_release(world *w) {
  for (uint32_t k = 0; k < w->arguments.count; k++)
    free(w->arguments.items[k]);
  for (uint32_t k = 0; k < w->environment.count; k++)
    free(w->environment.items[k]);
  vec_release(&w->arguments);
  vec_release(&w->environment);
  host_files_free(w->host);
  w->host = NULL;
}

void world_set(const options *o, bool must_end, exec *x, state *start) {
  const ir_program *p = exec_program(x);
  const uint32_t symbol = ir_find_symbol(p, "braid_world");
  if (!symbol || !p->symbols.items[symbol].is_defined ||
      p->symbols.items[symbol].size < sizeof(struct braid_world))
    return;
  const uint64_t address = p->symbols.items[symbol].address;
  object *at = memory_own(&start->memory, exec_names(x),
                          (uint32_t) (address >> p->object_shift));
  if (!at) return;
  struct braid_world set;
  memcpy(&set, at->bytes, sizeof set);
  set.fuzz_limit = (uint32_t) o->max_len;
  set.expand_arguments = 1;
  set.malloc_may_fail = o->malloc_may_fail;
  set.has_root = o->root != NULL;
  char *message;
  host_bits(o->sym_host, &set.host, &message);
  set.must_end = must_end;
  set.is_chosen = o->chosen > 0;
  set.exact_output = o->format_output == FORMAT_EXACT;
  set.is_gnu = o->libc == LIBC_GNU;
  const char *name = o->files.count ? o->files.items[0] : "";
  const char *slash = strrchr(name, '/');
  set.short_name = slash ? (uint32_t) (slash + 1 - name) : 0;
  memcpy(at->bytes, &set, sizeof set);
}

void world_add_arguments(const options *o, testcase *t) {
  testcase_add_argument(t, options_file(o, 0));
  if (o->root) {
    char *real = realpath(o->root, NULL);
    testcase_add_argument(t, TESTCASE_ROOT);
    testcase_add_argument(t, real ? real : o->root);
    free(real);
  }
  for (uint32_t k = 0; k < o->world.count; k++)
    testcase_add_argument(t, is_environment(o, k) ? TESTCASE_ENV
                                                  : o->world.items[k]);
  for (uint32_t k = 0; k < o->arguments.count; k++)
    testcase_add_argument(t, o->arguments.items[k]);
}
