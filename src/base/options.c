#include "base/options.h"

#include "base/fatal.h"
#include "base/libs.h"
#include "base/limits.h"
#include "base/mem.h"
#include "base/suggest.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(OUTCOME_COUNT < 64, "a set of outcomes is one word");

typedef enum group {
  GROUP_CHECKS, GROUP_SEARCH, GROUP_BUDGETS, GROUP_SOLVER, GROUP_PROGRAM,
  GROUP_WORLD, GROUP_OUTPUT, GROUPS
} group;

static const char *const titles[GROUPS] = {
  "What counts as a bug", "Search", "Budgets (none unless given)",
  "Solver links", "The program", "Environment (N: symbolic bytes)",
  "Output",
};

typedef struct row {
  const char *text;
  option_kind kind;
  size_t offset;                /* of the field in struct options */
  uint64_t low, high;
  const char *argument, *help;
  group group;
} row;

static const row rows[] = {
#define OPTION(FIELD, TEXT, KIND, DEFAULT, LOW, HIGH, ARGUMENT, HELP, GROUP) \
  {TEXT, OPTION_##KIND, offsetof(options, FIELD), LOW, HIGH, ARGUMENT, HELP, \
   GROUP_##GROUP},
#include "base/options.def"
};
enum { ROWS = sizeof rows / sizeof *rows };

static void *field(options *o, const row *r) { return (char *) o + r->offset; }

static uint64_t all_bugs(void) {
  uint64_t set = 0;
  for (unsigned k = 1; k < OUTCOME_COUNT; k++)
    if (outcome_is_bug((outcome) k)) set |= OPTIONS_BIT(k);
  return set;
}

void options_init(options *o) {
  *o = (options) {
#define OPTION(FIELD, TEXT, KIND, DEFAULT, LOW, HIGH, ARGUMENT, HELP, GROUP) \
    .FIELD = DEFAULT,
#include "base/options.def"
  };
  /* Real programs order unrelated pointers on purpose, to sort them; and unsigned
   * numbers wrap, and conversions cut, as C defines it. */
  o->checks &= all_bugs() & ~OPTIONS_BIT(OUTCOME_POINTER_ORDER) &
               ~OPTIONS_BIT(OUTCOME_UNSIGNED_OVERFLOW) &
               ~OPTIONS_BIT(OUTCOME_IMPLICIT_CONVERSION);
}

void options_release(options *o) {
  for (uint32_t k = 0; k < o->libraries.count; k++) {
    free(o->libraries.items[k]);
    free(o->headers.items[k]);
  }
  vec_release(&o->libraries);
  vec_release(&o->headers);
  vec_release(&o->files);
  vec_release(&o->originals);
  vec_release(&o->flags);
  vec_release(&o->arguments);
  vec_release(&o->world);
}

/* Quantities ------------------------------------------------------------- */

typedef struct unit { const char *text; uint64_t factor; } unit;

static const unit times[] = {
  {"", 1000}, {"ms", 1}, {"s", 1000}, {"min", 60000}, {"m", 60000},
  {"h", 3600000}, {NULL, 0}};
static const unit sizes[] = {
  {"B", 1}, {"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30},
  {"K", 1 << 10}, {"M", 1 << 20}, {"G", 1 << 30}, {NULL, 0}};
static const unit plain[] = {{"", 1}, {NULL, 0}};

/* Digits, then a unit, and nothing else. */
static bool read_quantity(const char *text, const unit *units,
                          uint64_t *value) {
  char *end;
  if (*text < '0' || *text > '9') return false;
  errno = 0;
  const unsigned long long digits = strtoull(text, &end, 10);
  if (errno) return false;
  for (; units->text; units++)
    if (!strcmp(end, units->text)) {
      if (digits > INT64_MAX / units->factor) return false;
      *value = digits * units->factor;
      return true;
    }
  return false;
}

bool options_read_time(const char *text, uint64_t *ms) {
  return read_quantity(text, times, ms);
}

bool options_read_size(const char *text, uint64_t *bytes) {
  return read_quantity(text, sizes, bytes);
}

/* The shortest way to write it: the largest unit that divides it. */
static char *write_quantity(uint64_t value, const unit *units) {
  const unit *best = NULL;
  for (const unit *u = units; u->text; u++)
    if (*u->text && value % u->factor == 0 &&
        (!best || u->factor > best->factor))
      best = u;
  return best ? mem_format("%" PRIu64 "%s", value / best->factor, best->text)
              : mem_format("%" PRIu64, value);
}

/* Words ------------------------------------------------------------------ */

/* Cuts the next word off a list; the caller frees it.  NULL at the end. */
static char *next_word(const char **list, char separator) {
  if (!*list) return NULL;
  const char *end = strchr(*list, separator);
  const size_t length = end ? (size_t) (end - *list) : strlen(*list);
  char *word = mem_format("%.*s", (int) length, *list);
  *list = end ? end + 1 : NULL;
  return word;
}

typedef VEC(const char *) words;

/* "X" and, if one is near, "; did you mean Y?". */
static char *unknown(const char *what, const char *prefix, const char *word,
                     const words *known) {
  const char *near = suggest_nearest(word, known->items, known->count);
  return near ? mem_format("unknown %s %s%s; did you mean %s%s?", what, prefix,
                           word, prefix, near)
              : mem_format("unknown %s %s%s", what, prefix, word);
}

static bool set_choice(uint64_t *to, const row *r, const char *text,
                       char **message) {
  const char *list = r->argument;
  char *word;
  for (uint64_t i = 0; (word = next_word(&list, '|')); i++) {
    const bool found = !strcmp(word, text);
    free(word);
    if (!found) continue;
    assert(i <= r->high);
    *to = i;
    return true;
  }
  *message = mem_format("--%s is one of %s, not \"%s\"", r->text, r->argument,
                        text);
  return false;
}

/* What follows "lattice:" is for the room of lattices to read. */
static bool set_merge(options *o, uint64_t *to, const row *r, const char *text,
                      char **message) {
  static const char prefix[] = "lattice:";
  const size_t length = sizeof prefix - 1;
  if (strncmp(text, prefix, length) || !text[length])
    return set_choice(to, r, text, message);
  o->lattices = text + length;
  *to = MERGE_LATTICE;
  return true;
}

static bool set_checks(uint64_t *to, const char *list, bool on,
                       char **message) {
  char *word;
  while ((word = next_word(&list, ','))) {
    const outcome bug = outcome_find(word);
    const uint64_t set = !strcmp(word, "all") ? all_bugs()
                         : outcome_is_bug(bug) ? OPTIONS_BIT(bug) : 0;
    if (!set) {
      words known = {0};
      vec_push(&known, "all");
      for (unsigned k = 1; k < OUTCOME_COUNT; k++)
        if (outcome_is_bug((outcome) k))
          vec_push(&known, outcome_text((outcome) k));
      *message = unknown("check", "", word, &known);
      vec_release(&known);
      free(word);
      return false;
    }
    free(word);
    *to = on ? *to | set : *to & ~set;
  }
  return true;
}

static bool set_tests(options *o, uint64_t *to, const char *list,
                      char **message) {
  static const char *const names[] = {"none", "ktest", "xml", "raw", "pack"};
  static const uint64_t formats[] = {0, OPTIONS_KTEST, OPTIONS_XML,
                                     OPTIONS_RAW, OPTIONS_PACK};
  enum { FORMATS = sizeof formats / sizeof *formats };
  uint64_t set = 0;
  bool named = false;
  char *word;
  while ((word = next_word(&list, ','))) {
    unsigned i = 0;
    while (i < FORMATS && strcmp(word, names[i])) i++;
    bool good = true;
    if (i < FORMATS) set |= formats[i], named = true;
    else if (!strncmp(word, "paths:", 6))
      good = read_quantity(word + 6, plain, &o->test_paths) && o->test_paths;
    else if (!strcmp(word, "paths")) o->test_paths = UINT64_MAX;
    else if (!strcmp(word, "new")) o->test_new = true;
    else good = false;
    if (!good)
      *message = mem_format("--tests takes ktest, pack, xml, raw, none, new, "
                            "paths and paths:N, not \"%s\"", word);
    free(word);
    if (!good) return false;
  }
  if (named) *to = set;         /* new, paths:N leave the formats */
  else if (o->test_paths == UINT64_MAX) *to = OPTIONS_PACK;     /* millions */
  return true;
}

/* An argument that is described as N|WORD may be that word; else NULL. */
static const char *word_for_none(const row *r) {
  const char *bar = strchr(r->argument, '|');
  return bar ? bar + 1 : NULL;
}

static bool set_quantity(uint64_t *to, const row *r, const char *text,
                         const unit *units, const char *sample,
                         char **message) {
  uint64_t value;
  if (!read_quantity(text, units, &value)) {
    const char *word = word_for_none(r);
    *message = mem_format("--%s takes %s%s%s, not \"%s\"", r->text, sample, word ? " or " : "",
                          word ? word : "", text);
    return false;
  }
  if (value < r->low || value > r->high) {
    char *low = write_quantity(r->low, units);
    char *high = write_quantity(r->high, units);
    *message = r->high == INT64_MAX
                   ? mem_format("--%s is at least %s, not %s", r->text, low,
                                text)
                   : mem_format("--%s is %s to %s, not %s", r->text, low, high,
                                text);
    free(low);
    free(high);
    return false;
  }
  *to = value;
  return true;
}

static bool is_word_for_none(const row *r, const char *text) {
  const char *word = word_for_none(r);
  return word && !strcmp(word, text);
}

static bool set(options *o, const row *r, bool on, const char *text,
                char **message) {
  switch (r->kind) {
  case OPTION_SWITCH: *(bool *) field(o, r) = on; return true;
  case OPTION_NUMBER:
    return set_quantity(field(o, r), r, is_word_for_none(r, text) ? "0" : text, plain,
                        "a number", message);
  case OPTION_TIME:
    return set_quantity(field(o, r), r, text, times,
                        "a time such as 90s or 10min", message);
  case OPTION_SIZE:
    return set_quantity(field(o, r), r, text, sizes,
                        "a size such as 512MiB or 2GiB", message);
  case OPTION_CHOICE: return set_choice(field(o, r), r, text, message);
  case OPTION_MODE:
    if (text) return set_choice(field(o, r), r, text, message);
    *(uint64_t *) field(o, r) = on ? r->low : r->high;
    return true;
  case OPTION_MERGE: return set_merge(o, field(o, r), r, text, message);
  case OPTION_TEXT:
    if (!*text) *message = mem_format("--%s is empty", r->text);
    *(const char **) field(o, r) = text;
    return *text;
  case OPTION_CHECKS: return set_checks(field(o, r), text, on, message);
  case OPTION_TESTS: return set_tests(o, field(o, r), text, message);
  case OPTION_LIMIT:
    ++*(uint64_t *) field(o, r);
    return limits_set(text, message);
  case OPTION_WORDS: ++*(uint64_t *) field(o, r); return true;
  }
  fatal("an option of kind %d", (int) r->kind);
}

/* Command line ----------------------------------------------------------- */

static bool has_no_form(const row *r) {
  return r->kind == OPTION_SWITCH || r->kind == OPTION_MODE ||
         r->kind == OPTION_CHECKS;
}

static const row *find_row(const char *name, bool *on) {
  *on = true;
  for (const row *r = rows; r < rows + ROWS; r++)
    if (!strcmp(r->text, name)) return r;
  *on = false;
  if (strncmp(name, "no-", 3)) return NULL;
  for (const row *r = rows; r < rows + ROWS; r++)
    if (has_no_form(r) && !strcmp(r->text, name + 3)) return r;
  return NULL;
}

static char *unknown_option(const char *name) {
  words known = {0};
  VEC(char *) negated = {0};
  for (const row *r = rows; r < rows + ROWS; r++) {
    vec_push(&known, r->text);
    if (!has_no_form(r)) continue;
    vec_push(&negated, mem_format("no-%s", r->text));
    vec_push(&known, vec_last(&negated));
  }
  vec_push(&known, "help");
  char *message = unknown("option", "--", name, &known);
  while (negated.count) free(vec_pop(&negated));
  vec_release(&negated);
  vec_release(&known);
  return message;
}

/* Names of rows with two dashes: what the world's description begins with. */
static const char *const dashed[] = {
#define OPTION(FIELD, TEXT, KIND, DEFAULT, LOW, HIGH, ARGUMENT, HELP, GROUP) \
  "--" TEXT,
#include "base/options.def"
};

/* The row's words, of which the first may have followed a "=". */
static bool take_words(options *o, const row *r, const char *first, int argc,
                       char **argv, int *i, char **message) {
  vec_push(&o->world, dashed[r - rows]);
  for (uint64_t k = 0; k < r->high; k++) {
    const char *word = !k && first ? first
                       : *i + 1 < argc ? argv[++*i] : NULL;
    if (!word || !*word) {
      *message = mem_format("--%s needs %s: --%s %s", r->text,
                            r->high == 1 ? "a value" : "values", r->text,
                            r->argument);
      return false;
    }
    vec_push(&o->world, word);
  }
  return set(o, r, true, NULL, message);
}

/* Long option at argv[*i]; *i moves on when its value is the next argument. */
static bool parse_long(options *o, int argc, char **argv, int *i,
                       char **message) {
  const char *text = argv[*i] + (argv[*i][1] == '-' ? 2 : 1);
  const char *equals = strchr(text, '=');
  const size_t length = equals ? (size_t) (equals - text) : strlen(text);
  char *name = mem_format("%.*s", (int) length, text);
  const char *value = equals ? equals + 1 : NULL;
  bool on, good = false;
  const row *r = find_row(name, &on);
  const bool stands_alone =
      r && (r->kind == OPTION_SWITCH || (r->kind == OPTION_MODE && !value));
  if (!r) *message = unknown_option(name);
  else if (value && (r->kind == OPTION_SWITCH ||
                     (r->kind == OPTION_MODE && !on)))
    *message = mem_format("--%s takes no value", name);
  else if (r->kind == OPTION_WORDS)
    good = take_words(o, r, value, argc, argv, i, message);
  else if (!stands_alone && !value && *i + 1 >= argc)
    *message = mem_format("--%s needs a value: --%s=%s", name, name,
                          r->argument);
  else {
    if (!stands_alone && !value) value = argv[++*i];
    good = set(o, r, on, value, message);
  }
  free(name);
  return good;
}

/* Flags for the compiler, by their beginning; whether the next argument
 * belongs to them when nothing follows at once. */
static const struct { const char *text; bool takes_next; } flags[] = {
  {"-ansi", false}, {"-pedantic", false}, {"-pthread", false},
  {"-isystem", true}, {"-include", true}, {"-std=", false}, {"-I", true},
  {"-D", true}, {"-U", true}, {"-W", false}, {"-f", false},
  {"-march=", false}, {"-mcpu=", false}, {"-mtune=", false},
  /* instruction sets: nothing that would change how values are laid out */
  {"-msse", false}, {"-mssse", false}, {"-mavx", false}, {"-mfma", false},
  {"-mbmi", false}, {"-mpopcnt", false}, {"-mlzcnt", false}, {"-mcrc32", false},
  {"-mcx16", false}, {"-maes", false}, {"-mpclmul", false}, {"-mf16c", false},
  {"-mfpmath=sse", false},
};

/* Flags of ordinary builds that change nothing here: braid has levels of optimisation and debug
 * information of its own, and links the C library whole. */
static bool is_needless(const char *text) {
  static const char *const whole[] = {"-pipe", "-lm", "-lc", "-lpthread", "-lrt", "-ldl",
                                      "-lutil"};
  for (size_t k = 0; k < sizeof whole / sizeof *whole; k++)
    if (!strcmp(text, whole[k])) return true;
  return !strncmp(text, "-O", 2) || !strncmp(text, "-g", 2);
}

/* A library of `braid lib`, as if its archive and its headers were named.  Its archive is no
 * name for the program: it comes behind the files. */
static bool add_library(options *o, const char *name, char **message) {
  libs all;
  const char *directory;
  libs_init(&all);
  char *archive = libs_find(&all, name, &directory);
  if (archive) {
    char *headers = mem_format("%s/include", directory);
    vec_push(&o->libraries, archive);
    vec_push(&o->headers, headers);
    vec_push(&o->flags, "-isystem");
    vec_push(&o->flags, headers);
  } else {
    *message = mem_format("no library with bitcode for -l%s: braid lib builds those of the "
                          "archive (braid help lib)", name);
  }
  libs_release(&all);
  return archive;
}

static bool parse_short(options *o, int argc, char **argv, int *i,
                        char **message) {
  const char *text = argv[*i];
  if (!strcmp(text, "-m32") || !strcmp(text, "-m64")) {
    if (text[2] == '3') o->target = TARGET_I386;
    else if (o->target == TARGET_I386) o->target = TARGET_NATIVE;
    return true;
  }
  if (!strcmp(text, "-w")) {
    vec_push(&o->flags, text);
    return true;
  }
  if (is_needless(text)) return true;
  if (!strncmp(text, "-l", 2) && text[2]) return add_library(o, text + 2, message);
  for (size_t f = 0; f < sizeof flags / sizeof *flags; f++) {
    const size_t length = strlen(flags[f].text);
    if (strncmp(text, flags[f].text, length)) continue;
    vec_push(&o->flags, text);
    if (text[length] || !flags[f].takes_next) return true;
    if (*i + 1 >= argc) {
      *message = mem_format("%s needs a value", text);
      return false;
    }
    vec_push(&o->flags, argv[++*i]);
    return true;
  }
  char *name = mem_format("%.*s", (int) strcspn(text + 1, "="), text + 1);
  bool on;
  const row *r = find_row(name, &on);
  free(name);
  if (r && r->group == GROUP_WORLD)
    return parse_long(o, argc, argv, i, message);
  *message = r
                 ? mem_format("unknown option %s; did you mean -%s?", text,
                              text)
                 : mem_format("unknown option %s (compiler flags that are "
                              "passed on: -I -D -U -W -w -f -std= -include "
                              "-isystem -l -m32 -march= -mavx2 ...)", text);
  return false;
}

/* Every word was taken by the option before it. */
static char *nothing_to_run(int argc, char **argv) {
  static const char text[] = "nothing to run: name a C or a bitcode file";
  for (int i = 2; i < argc && strcmp(argv[i - 1], "--"); i++)
    if (argv[i][0] != '-' && argv[i - 1][0] == '-')
      return mem_format("%s (\"%s\" is the value of %s)", text, argv[i], argv[i - 1]);
  return mem_string(text);
}

bool options_parse(options *o, int argc, char **argv, char **message) {
  *message = NULL;
  options_init(o);
  o->argc = argc;
  o->argv = argv;
  for (int i = 1; i < argc; i++) {
    if (!strcmp(argv[i], "--")) {
      while (++i < argc) vec_push(&o->arguments, argv[i]);
      break;
    }
    if (argv[i][0] != '-' || !argv[i][1]) vec_push(&o->files, argv[i]);
    else if (!(argv[i][1] == '-' ? parse_long(o, argc, argv, &i, message)
                                 : parse_short(o, argc, argv, &i, message)))
      return false;
  }
  if (o->files.count) {
    for (uint32_t k = 0; k < o->libraries.count; k++)
      vec_push(&o->files, o->libraries.items[k]);
    return true;
  }
  *message = nothing_to_run(argc, argv);
  return false;
}

/* Help ------------------------------------------------------------------- */

static char *default_of(options *o, const row *r) {
  const uint64_t *value = field(o, r);
  const char *list = r->argument;
  switch (r->kind) {
  case OPTION_TIME: return *value ? write_quantity(*value, times) : NULL;
  case OPTION_SIZE: return *value ? write_quantity(*value, sizes) : NULL;
  case OPTION_NUMBER:
    return *value ? mem_format("%" PRIu64, *value) : NULL;
  case OPTION_CHOICE: case OPTION_MODE: case OPTION_MERGE:
    for (uint64_t i = 0; i < *value; i++) free(next_word(&list, '|'));
    return next_word(&list, '|');
  case OPTION_TESTS: return mem_string("ktest");
  case OPTION_SWITCH: case OPTION_TEXT: case OPTION_CHECKS: case OPTION_LIMIT:
  case OPTION_WORDS: return NULL;
  }
  return NULL;
}

static void help_row(options *o, const row *r, FILE *out) {
  const bool off = r->kind == OPTION_SWITCH && *(bool *) field(o, r);
  const bool several = r->kind == OPTION_WORDS && r->high > 1;
  char *left = mem_format("--%s%s%s%s", off ? "no-" : "", r->text,
                          several ? " " : *r->argument ? "=" : "", r->argument);
  char *value = default_of(o, r);
  /* An argument too long for its column gets a line to itself, or several. */
  const char *rest = left;
  for (size_t cut = 76; strlen(rest) > 76; rest += cut, cut = 76) {
    while (cut > 1 && rest[cut - 1] != '|') cut--;
    fprintf(out, "  %.*s\n", (int) cut, rest);
  }
  fprintf(out, strlen(left) > 27 ? "  %s\n%31s" : "  %-28s %s", rest, "");
  fprintf(out, "%s%s", off ? "without " : "", r->help);
  if (value) fprintf(out, " [%s]", value);
  fputc('\n', out);
  free(left);
  free(value);
}

static void help_checks(FILE *out) {
  int column = fprintf(out, "  %-28s ", "--no-check=LIST");
  column += fprintf(out, "do not look for these; all, or:");
  for (unsigned k = 1; k < OUTCOME_COUNT; k++) {
    if (!outcome_is_bug((outcome) k)) continue;
    const char *text = outcome_text((outcome) k);
    if (column + (int) strlen(text) > 76)
      column = fprintf(out, "\n%30s", "") - 1;
    column += fprintf(out, " %s", text);
  }
  fputc('\n', out);
}

void options_help(FILE *out) {
  options o;
  options_init(&o);
  fputs("Usage: braid run [options] FILE.c... | FILE.bc [-- arguments]\n"
        "\n"
        "Explores every path of the program and says what can go wrong.\n"
        "Compiler flags are passed on: -I -D -U -W -w -f -std= -include -isystem "
        "-m32\n-march= -mcpu= -mtune= and names of instruction sets (-msse4.2, -mavx2, "
        "...).\n", out);
  for (group g = 0; g < GROUPS; g++) {
    fprintf(out, "\n%s:\n", titles[g]);
    for (const row *r = rows; r < rows + ROWS; r++) {
      if (r->group != g) continue;
      help_row(&o, r, out);
      if (r->group == GROUP_CHECKS && r->kind == OPTION_CHECKS)
        help_checks(out);
    }
  }
  fputs("\n"
        "Exit status: 0 proved, 10 a bug was found, 5 neither (what was cut or "
        "assumed\n"
        "is listed), 1 wrong usage, 2 bad input, 6 an error of braid's own.\n",
        out);
  options_release(&o);
}
