/* Symbolic arguments; see arguments.h. */
#include "libc.h"

#include "arguments.h"
#include "world.h"

typedef struct arguments {
  char **list;
  int count, capacity;
  int symbolic;                 /* so many were made so far */
} arguments;

static void add(arguments *a, char *argument) {
  if (a->count == a->capacity) {
    const int capacity = 2 * a->capacity + 8;
    char **list = __braid_alloc((size_t) capacity * sizeof *list,
                                sizeof *list, BRAID_OWN);
    if (!list) __braid_unsupported("arguments without memory");
    for (int i = 0; i < a->count; i++) list[i] = a->list[i];
    __braid_free(a->list);
    a->list = list;
    a->capacity = capacity;
  }
  a->list[a->count++] = argument;
}

/* How long something symbolic is: N, at most, or =N. */
typedef struct extent { uint32_t most; int is_exact; } extent;

/* `most` characters and no zero among them, where the length is exact. */
static void assume_extent(const char *text, extent e) {
  for (uint32_t k = 0; e.is_exact && k < e.most; k++) __braid_assume(text[k]);
}

/* Any string of that length.  It takes no more memory than its characters and their
 * end. */
static void add_symbolic(arguments *a, extent e) {
  const size_t length = e.most;
  char name[] = "arg00";
  name[3] = (char) ('0' + a->symbolic / 10 % 10);
  name[4] = (char) ('0' + a->symbolic % 10);
  a->symbolic++;
  char *argument = __braid_alloc(length + 1, 1, BRAID_OWN);
  if (!argument) __braid_unsupported("arguments without memory");
  __braid_input(argument, length + 1, name, 0);
  __braid_assume(!argument[length]);
  argument[length] = 0;
  assume_extent(argument, e);
  __braid_end_string(argument);
  add(a, argument);
}

static void add_several(arguments *a, uint32_t least, uint32_t most,
                        extent length) {
  if (least > most) __braid_error("user", "--sym-args: MIN is above MAX");
  uint32_t wanted = least;
  if (least < most) {
    __braid_input(&wanted, sizeof wanted, "n_args", 0);
    __braid_assume((least <= wanted) & (wanted <= most));
  }
  for (uint32_t n = 0; n < most && n < wanted; n++) add_symbolic(a, length);
}

/* Whether the argument is the option, with one dash or two. */
static int is_option(const char *argument, const char *name) {
  if (*argument++ != '-') return 0;
  if (*argument == '-') argument++;
  return !strcmp(argument, name);
}

/* The option's next parameter, a number. */
static uint32_t number(char **argv, int argc, int *at) {
  char *end = NULL;
  unsigned long n = 0;
  if (++*at < argc) n = strtoul(argv[*at], &end, 10);
  if (!end || end == argv[*at] || *end || n > 1 << 20)
    __braid_error("user", "an option for symbolic input wants a number");
  return (uint32_t) n;
}

/* N or =N; false if the text is neither. */
static int read_extent(const char *text, extent *e) {
  char *end;
  e->is_exact = *text == '=';
  text += e->is_exact;
  const unsigned long n = strtoul(text, &end, 10);
  e->most = (uint32_t) n;
  return end != text && !*end && n <= 1 << 20;
}

/* The option's next parameter, N or =N. */
static extent next_extent(char **argv, int argc, int *at) {
  extent e;
  if (++*at >= argc || !read_extent(argv[*at], &e))
    __braid_error("user", "an option for symbolic input wants a number");
  return e;
}

/* PATH:N or PATH:=N */
static void add_named_file(char *text) {
  char *colon = text ? strrchr(text, ':') : NULL;
  extent e;
  if (!colon || colon == text || !read_extent(colon + 1, &e))
    __braid_error("user", "--sym-file wants PATH:N");
  if (braid_named_file_count == BRAID_NAMED_FILES)
    __braid_error("user", "too many --sym-file");
  const size_t length = (size_t) (colon - text);
  char *path = __braid_alloc(length + 1, 1, BRAID_OWN | BRAID_ZEROED);
  if (!path) __braid_unsupported("arguments without memory");
  for (size_t i = 0; i < length; i++) path[i] = text[i];
  braid_named_files[braid_named_file_count++] =
    (struct braid_named_file) {path, e.most, (uint32_t) e.is_exact};
}

/* "NAME=" and any string of at most N characters, from NAME:N; of N, from NAME:=N. */
static char *make_variable(const char *text) {
  const char *colon = text ? strrchr(text, ':') : NULL;
  extent e;
  if (!colon || colon == text || !read_extent(colon + 1, &e))
    __braid_error("user", "--sym-env wants NAME:N");
  const size_t length = e.most;
  const size_t name = (size_t) (colon - text);
  char *whole = __braid_alloc(name + length + 2, 1, BRAID_OWN | BRAID_ZEROED);
  char *input = __braid_alloc(name + 5, 1, BRAID_OWN | BRAID_ZEROED);
  char *value = __braid_alloc(length + 1, 1, BRAID_OWN);
  if (!whole || !input || !value)
    __braid_unsupported("arguments without memory");
  memcpy(whole, text, name);
  whole[name] = '=';
  memcpy(input, "env_", 4);
  memcpy(input + 4, text, name);
  __braid_input(value, length + 1, input, 0);
  __braid_assume(!value[length]);
  assume_extent(value, e);
  memcpy(whole + name + 1, value, length);
  __braid_end_string(whole);
  __braid_free(input);
  __braid_free(value);
  return whole;
}

char **__braid_expand_environment(int argc, char **argv, char **environment);
char **__braid_expand_environment(int argc, char **argv, char **environment) {
  static arguments all;
  int more = 0;
  for (int i = 1; i < argc; i++) {
    if (is_option(argv[i], "sym-env"))
      add(&all, make_variable(++i < argc ? argv[i] : NULL));
    if (is_option(argv[i], "sym-getenv")) more = BRAID_VARIABLES;
  }
  if (!all.count && !more) return environment;
  for (; *environment; environment++) add(&all, *environment);
  for (int i = 0; i <= more; i++) add(&all, NULL);
  if (more) {
    braid_environment = all.list;
    braid_environment_end = all.list + all.count - 1;
  }
  return all.list;
}

void __braid_expand_arguments(int *argc, char ***argv) {
  static arguments a;           /* as long as the program: no leak */
  char **from = *argv;
  for (int i = 0; i < *argc; i++) {
    if (i && is_option(from[i], "sym-arg")) {
      add_symbolic(&a, next_extent(from, *argc, &i));
    } else if (i && is_option(from[i], "sym-args")) {
      const uint32_t least = number(from, *argc, &i);
      const uint32_t most = number(from, *argc, &i);
      add_several(&a, least, most, next_extent(from, *argc, &i));
    } else if (i && is_option(from[i], "sym-argv")) {
      const uint32_t most = number(from, *argc, &i);
      add_several(&a, 0, most, (extent) {most, 0});
    } else if (i && is_option(from[i], "sym-env")) {
      ++i;                      /* taken before */
    } else if (i && is_option(from[i], "sym-stdin")) {
      const extent e = next_extent(from, *argc, &i);
      braid_world.stdin_size = e.most;
      braid_world.stdin_is_exact = (uint32_t) e.is_exact;
    } else if (i && is_option(from[i], "sym-files")) {
      braid_world.file_count = number(from, *argc, &i);
      const extent e = next_extent(from, *argc, &i);
      braid_world.file_size = e.most;
      braid_world.files_are_exact = (uint32_t) e.is_exact;
      if (!braid_world.stdin_size) {
        braid_world.stdin_size = e.most;
        braid_world.stdin_is_exact = (uint32_t) e.is_exact;
      }
    } else if (i && is_option(from[i], "sym-file")) {
      add_named_file(++i < *argc ? from[i] : NULL);
    } else if (i && is_option(from[i], "sym-open")) {
      braid_world.open_size = number(from, *argc, &i);
    } else if (i && is_option(from[i], "host-open")) {
      braid_world.host_size = number(from, *argc, &i);
    } else if (i && is_option(from[i], "sym-getenv")) {
      braid_world.variable_size = number(from, *argc, &i);
    } else if (i && is_option(from[i], "sym-socket")) {
      if (braid_peer_count == BRAID_PEERS)
        __braid_error("user", "too many --sym-socket");
      braid_peers[braid_peer_count++] = number(from, *argc, &i);
    } else if (i && is_option(from[i], "max-fail")) {
      braid_world.failures = number(from, *argc, &i);
    } else if (!i || !is_option(from[i], "sym-stdout")) {
      add(&a, from[i]);
    }
  }
  add(&a, NULL);
  *argc = a.count - 1;
  *argv = a.list;
}
