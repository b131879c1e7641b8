#include "replay/replay_world.h"

#include "base/mem.h"
#include "fence/ending.h"
#include "files/outdir.h"

#include <ftw.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void replay_words_release(replay_words *w) {
  for (uint32_t i = 0; i < w->count; i++) free((char *) w->items[i]);
  vec_release(w);
}

/* Words in the arguments ------------------------------------------------- */

/* Those that describe the environment and are no arguments; so many words
 * follow each. */
static const struct { const char *name; uint32_t words; } described[] = {
  {"sym-files", 2}, {"sym-stdin", 1}, {"sym-file", 1}, {"sym-env", 1},
  {"max-fail", 1}, {"sym-socket", 1}, {"sym-open", 1},
  {"sym-getenv", 1}, {"host-open", 1}, {"sym-stdout", 0}, {TESTCASE_ENV, 1}, {TESTCASE_ROOT, 1}};
enum { DESCRIBED = sizeof described / sizeof *described };

static bool is_option(const char *text, const char *name) {
  if (!strcmp(text, name)) return true;
  if (text[0] != '-') return false;
  return !strcmp(text + (text[1] == '-' ? 2 : 1), name);
}

/* How many words follow; -1: it is none of them. */
static int words_after(const char *text) {
  for (unsigned k = 0; k < DESCRIBED; k++)
    if (text[0] == '-' && is_option(text, described[k].name))
      return (int) described[k].words;
  return -1;
}

/* Number `at` and those after it are looked through for the word's value; NULL
 * if there is none. */
static const char *next_value(const testcase *t, const char *name,
                              uint32_t *at) {
  while (*at < t->arguments.count) {
    const char *text = t->arguments.items[(*at)++];
    if (*at > 1 && text[0] == '-' && is_option(text, name))
      return *at < t->arguments.count ? t->arguments.items[(*at)++] : NULL;
  }
  return NULL;
}

/* Arguments --------------------------------------------------------------- */

static void add_symbolic_argument(replay_words *argv, const testcase *t,
                                  unsigned *next) {
  char name[16];
  snprintf(name, sizeof name, "arg%02u", (*next)++);
  const testcase_input *in = testcase_find(t, name);
  char *text = mem_zeroed(in ? (size_t) in->size + 1 : 1, 1);
  if (in && in->size) memcpy(text, in->bytes, in->size);
  vec_push(argv, text);
}

static const char *word_at(const testcase *t, uint32_t at) {
  return at < t->arguments.count ? t->arguments.items[at] : "0";
}

/* How many arguments the n-th choice from least to most means: an input
 * only where there is one. */
static uint32_t argument_count(const testcase *t, const char *least,
                               const char *most, uint32_t *nth) {
  uint32_t seen = 0, number = 0;
  if (strtoul(least, NULL, 10) >= strtoul(most, NULL, 10))
    return (uint32_t) strtoul(least, NULL, 10) & 0xff;
  for (uint32_t i = 0; i < t->inputs.count; i++) {
    const testcase_input *in = &t->inputs.items[i];
    bool named = in->kind == TESTCASE_OBJECT &&
                 !strncmp(in->name, "n_args", 6);
    if (!named || seen++ != *nth) continue;
    number = in->size ? in->bytes[0] : 0;
    break;
  }
  ++*nth;
  return number;
}

replay_words replay_world_arguments(const testcase *t, const char *binary) {
  replay_words argv = {0};
  unsigned next = 0;
  uint32_t choices = 0;
  vec_push(&argv, mem_string(binary));
  for (uint32_t i = 1; i < t->arguments.count; i++) {
    const char *text = t->arguments.items[i];
    const int words = words_after(text);
    if (is_option(text, "sym-arg")) {
      add_symbolic_argument(&argv, t, &next);
      i += 1;
    } else if (is_option(text, "sym-args")) {
      for (uint32_t k = argument_count(t, word_at(t, i + 1), word_at(t, i + 2),
                                       &choices); k; k--)
        add_symbolic_argument(&argv, t, &next);
      i += 3;
    } else if (is_option(text, "sym-argv")) {
      for (uint32_t k = argument_count(t, "0", word_at(t, i + 1), &choices); k;
           k--)
        add_symbolic_argument(&argv, t, &next);
      i += 1;
    } else if (words >= 0) {
      i += (uint32_t) words;
    } else {
      vec_push(&argv, mem_string(text));
    }
  }
  vec_push(&argv, NULL);
  return argv;
}

/* The last setting of a name counts. */
static void set_variable(replay_words *all, const char *setting) {
  const size_t length = strcspn(setting, "=") + 1;
  uint32_t k = 0;
  while (k < all->count && strncmp(all->items[k], setting, length)) k++;
  if (k == all->count) vec_push(all, NULL);
  free((char *) all->items[k]);
  all->items[k] = mem_string(setting);
}

/* The variables of --sym-getenv that inputs "env_NAME_set" say are set. */
static void add_found(replay_words *all, const testcase *t) {
  static const char begin[] = "env_", end[] = "_set";
  const size_t ends = sizeof begin + sizeof end - 2;
  uint32_t at = 0;
  if (!next_value(t, "sym-getenv", &at)) return;
  for (uint32_t i = 0; i < t->inputs.count; i++) {
    const testcase_input *in = t->inputs.items + i;
    const size_t n = strlen(in->name);
    if (n <= ends || strncmp(in->name, begin, sizeof begin - 1) ||
        strcmp(in->name + n - (sizeof end - 1), end) || !in->size || !in->bytes[0])
      continue;
    char *input = mem_format("%.*s", (int) (n - (sizeof end - 1)), in->name);
    const testcase_input *value = testcase_find(t, input);
    char *whole = mem_format("%s=%.*s", input + sizeof begin - 1,
                             value ? (int) value->size : 0,
                             value ? (const char *) value->bytes : "");
    set_variable(all, whole);
    free(whole);
    free(input);
  }
}

replay_words replay_world_environment(const testcase *t) {
  replay_words all = {0};
  const char *setting, *named;
  for (uint32_t at = 0; (setting = next_value(t, TESTCASE_ENV, &at));)
    set_variable(&all, setting);
  add_found(&all, t);
  for (uint32_t at = 0; (named = next_value(t, "sym-env", &at));) {
    const int length = (int) strcspn(named, ":");
    char *input = mem_format("env_%.*s", length, named);
    const testcase_input *in = testcase_find(t, input);
    char *whole = mem_format("%.*s=%.*s", length, named,
                             in ? (int) in->size : 0,
                             in ? (const char *) in->bytes : "");
    set_variable(&all, whole);
    free(whole);
    free(input);
  }
  return all;
}

/* Files -------------------------------------------------------------------- */

/* Below the directory it is relative to, by its words alone. */
static bool stays_inside(const char *path) {
  if (*path == '/' || !*path) return false;
  for (const char *word = path; *word;) {
    const size_t n = strcspn(word, "/");
    if (n == 2 && !strncmp(word, "..", 2)) return false;
    word += n + (word[n] == '/');
  }
  return true;
}

/* Writes directory/path, with the directories on the way. */
static char *place(const char *directory, const char *path, const void *bytes,
                   size_t size) {
  char *whole = mem_format("%s/%s", directory, path);
  for (char *slash = whole + strlen(directory) + 1;
       (slash = strchr(slash, '/')); *slash++ = '/') {
    *slash = 0;
    mkdir(whole, 0777);
  }
  unlink(whole);                /* a file of --root under the same name */
  char *error = file_write_whole(whole, bytes, size);
  free(whole);
  return error;
}

/* Copying is by nftw, which has no context: what it copies from and to. */
static struct {
  const char *to;
  size_t from_length;
  uint64_t bytes_left;
  uint32_t files_left;
} copy;

static int copy_one(const char *path, const struct stat *s, int kind,
                    struct FTW *where) {
  const char *name = path + copy.from_length;
  (void) where;
  name += *name == '/';
  if (kind != FTW_F || !S_ISREG(s->st_mode) || !*name) return 0;
  if (!copy.files_left || (uint64_t) s->st_size > copy.bytes_left) return 0;
  copy.files_left--;
  copy.bytes_left -= (uint64_t) s->st_size;
  size_t size;
  char *error = NULL, *bytes = file_read_whole(path, &size, &error);
  if (bytes) error = place(copy.to, name, bytes, size);
  if (!error) {
    char *copied = mem_format("%s/%s", copy.to, name);
    chmod(copied, s->st_mode & 0555);
    free(copied);
  }
  free(bytes);
  free(error);                  /* without it, the run shows */
  return 0;
}

/* A directory of --root cannot be changed either.  If the copy could not be, nobody
 * could remove it: it is marked, and the fence sees to it. */
static int mark_one(const char *path, const struct stat *s, int kind,
                    struct FTW *where) {
  const char *name = path + copy.from_length;
  (void) s, (void) where;
  name += *name == '/';
  if (kind != FTW_D || !*name) return 0;
  char *copied = mem_format("%s/%s", copy.to, name);
  chmod(copied, FENCE_FIXED_MODE);
  free(copied);
  return 0;
}

/* The program must not be able to change the real files. */
static void copy_root(const testcase *t, const char *directory, bool is_root) {
  enum { MAX_FILES = 4096, MAX_BYTES = 64 << 20 };
  uint32_t at = 0;
  const char *root = next_value(t, TESTCASE_ROOT, &at);
  if (!root) return;
  copy.to = directory;
  copy.from_length = strlen(root);
  copy.files_left = MAX_FILES;
  copy.bytes_left = MAX_BYTES;
  nftw(root, copy_one, 16, FTW_PHYS);
  if (is_root) nftw(root, mark_one, 16, FTW_PHYS);
}

/* The file that an input of the option says is there; to be freed.  NULL: it does not. */
static char *named_file(const testcase *t, const testcase_input *in, const char *option,
                        uint8_t said) {
  static const char end[] = "_exists";
  const size_t length = strlen(in->name), n = sizeof end - 1;
  uint32_t at = 0;
  if (in->kind != TESTCASE_OBJECT || length <= n || strcmp(in->name + length - n, end) ||
      !in->size || in->bytes[0] != said || !next_value(t, option, &at))
    return NULL;
  return mem_format("%.*s", (int) (length - n), in->name);
}

/* One of any contents. */
static char *found_file(const testcase *t, const testcase_input *in) {
  return named_file(t, in, "sym-open", 1);
}

/* One of this machine's, of which a program in a root of its own sees a copy. */
static void place_hosts(const testcase *t, const char *directory, const testcase_input *in) {
  char *path = named_file(t, in, "host-open", 2), *bytes = NULL, *error = NULL;
  const char *inside = path ? path + strspn(path, "/") : "";
  size_t size = 0;
  if (stays_inside(inside)) bytes = file_read_whole(path, &size, &error);
  if (bytes) error = place(directory, inside, bytes, size);
  if (bytes && !error) {
    char *copied = mem_format("%s/%s", directory, inside);
    chmod(copied, 0444);
    free(copied);
  }
  free(path);
  free(bytes);
  free(error);                  /* without it, the run shows */
}

static char *place_symbolic(const testcase *t, const char *directory, const char *path,
                            bool is_root) {
  char *input = mem_format("%s_data", path), *error = NULL;
  size_t size;
  const uint8_t *bytes = testcase_contents(t, input, &size);
  /* Not looked at: it is there all the same. */
  const char *inside = path + (is_root ? strspn(path, "/") : 0);
  if (stays_inside(inside))
    error = place(directory, inside, bytes ? (const void *) bytes : "", size);
  free(input);
  return error;
}

/* A_data is the file A; PATH_data is PATH, if --sym-file or --sym-open says so. */
char *replay_world_place_files(const testcase *t, const char *directory,
                               bool is_root) {
  char *error = NULL;
  const char *named;
  copy_root(t, directory, is_root);
  for (uint32_t i = 0; i < t->inputs.count && !error; i++) {
    const testcase_input *in = &t->inputs.items[i];
    const char name[] = {in->name[0], 0};
    if (in->kind == TESTCASE_OBJECT && *name >= 'A' && *name <= 'Z' &&
        !strcmp(in->name + 1, "_data")) {
      size_t size;
      const uint8_t *bytes = testcase_contents(t, in->name, &size);
      error = place(directory, name, bytes, size);
    }
    char *found = error ? NULL : found_file(t, in);
    if (found) error = place_symbolic(t, directory, found, is_root);
    else if (is_root) place_hosts(t, directory, in);
    free(found);
  }
  for (uint32_t at = 0; !error && (named = next_value(t, "sym-file", &at));) {
    const char *colon = strrchr(named, ':');
    if (!colon) continue;
    char *path = mem_format("%.*s", (int) (colon - named), named);
    error = place_symbolic(t, directory, path, is_root);
    free(path);
  }
  return error;
}

bool replay_world_asks_library(const testcase *t) {
  for (uint32_t i = 0; i < t->inputs.count; i++)
    if (t->inputs.items[i].kind == TESTCASE_OBJECT &&
        !strncmp(t->inputs.items[i].name, "libc.", 5))
      return true;
  return false;
}

const char *replay_world_obstacle(const testcase *t, bool has_root) {
  const char *named;
  for (uint32_t i = 0; i < t->inputs.count; i++) {
    const testcase_input *in = &t->inputs.items[i];
    if (in->kind == TESTCASE_OBJECT && !strncmp(in->name, "host.", 5))
      return "the machine would have to answer as --sym-host says";
    if (in->kind != TESTCASE_OBJECT || !in->size || !in->bytes[0]) continue;
    if (!strcmp(in->name, "syscall_fails"))
      return "a system call fails, which natively it does not";
    if (!strcmp(in->name, "compare_exchange_fails"))
      return "a weak compare-exchange fails on equal values, which natively is the "
             "machine's choice";
    if (!strcmp(in->name, "libc_malloc_fails"))
      return "an allocation inside the C library fails, which natively it "
             "does not";
  }
  static const char outside[] = "a symbolic file lies outside the working directory";
  for (uint32_t at = 0; (named = next_value(t, "sym-file", &at));)
    if (!stays_inside(named + (has_root ? strspn(named, "/") : 0))) return outside;
  for (uint32_t i = 0; i < t->inputs.count; i++) {
    char *found = found_file(t, &t->inputs.items[i]);
    const bool is_inside =
        !found || stays_inside(found + (has_root ? strspn(found, "/") : 0));
    free(found);
    if (!is_inside) return outside;
  }
  return NULL;
}
