#include "cli/cc_args.h"

#include "files/outdir.h"

#include <string.h>
#include <unistd.h>

typedef enum shape { ALONE, PREFIX, NEXT, JOINED } shape;
typedef enum fate {
  BOTH, NATIVE, LTO, OBJECT, OTHER, OUTPUT, LANGUAGE, TARGET, BITS32, BITS64,
  LIBRARY, DIRECTORY
} fate;

static const struct flag {
  const char *text;
  shape shape;
  fate fate;
} flags[] = {
#define FLAG(TEXT, SHAPE, FATE) {TEXT, SHAPE, FATE},
#include "cli/cc_flags.def"
};
enum { FLAGS = sizeof flags / sizeof *flags };

static const struct flag *find(const char *word) {
  for (const struct flag *f = flags; f < flags + FLAGS; f++) {
    const bool fits = f->shape == PREFIX || f->shape == JOINED
                          ? !strncmp(word, f->text, strlen(f->text))
                          : !strcmp(word, f->text);
    if (fits) return f;
  }
  return NULL;
}

/* Response files --------------------------------------------------------- */

static void add_word(cc_args *a, const char *word, unsigned depth);

/* Words end at white space outside quotes; a backslash takes the next character
 * as it is.  The words are written over the text, which they never outgrow. */
static void add_words(cc_args *a, char *text, unsigned depth) {
  for (char *from = text;;) {
    from += strspn(from, " \t\r\n\f\v");
    if (!*from) return;
    char *word = from, *to = from, quote = 0;
    for (; *from && (quote || !strchr(" \t\r\n\f\v", *from)); from++) {
      if (*from == '\\' && from[1]) *to++ = *++from;
      else if (quote ? *from == quote : *from == '"' || *from == '\'')
        quote = quote ? 0 : *from;
      else *to++ = *from;
    }
    const bool is_last = !*from;
    *to = 0;
    add_word(a, word, depth);
    if (is_last) return;
    from++;
  }
}

/* A file that cannot be read stands for itself; nesting has an end, since a
 * file may name itself. */
static void add_word(cc_args *a, const char *word, unsigned depth) {
  enum { MAX_DEPTH = 16 };
  size_t size;
  char *error = NULL;
  char *text = *word == '@' && depth < MAX_DEPTH
                   ? file_read_whole(word + 1, &size, &error) : NULL;
  free(error);
  if (!text) {
    vec_push(&a->words, word);
    return;
  }
  vec_push(&a->texts, text);
  add_words(a, text, depth + 1);
}

/* Words ------------------------------------------------------------------ */

static void set_mode(cc_args *a, cc_mode mode) {
  if (a->mode < mode) a->mode = mode;
}

/* The flag at *i takes its value, if it has one, along. */
static void take_flag(cc_args *a, uint32_t *i, const char **language) {
  const char *word = a->words.items[*i], *value = NULL;
  const struct flag *f = find(word);
  const char *next = *i + 1 < a->words.count ? a->words.items[*i + 1] : NULL;
  const bool takes_next =
      f && next && (f->shape == NEXT || (f->shape == JOINED &&
                                         !word[strlen(f->text)]));
  if (f && f->shape != ALONE)
    value = takes_next ? next : word + strlen(f->text);
  if (takes_next) ++*i;
  bool is_kept = false;
  switch (f ? f->fate : BOTH) {
  case TARGET: a->target = value; is_kept = true; break;
  case BITS32: a->is_m32 = is_kept = true; break;
  case BITS64: a->is_m32 = false; is_kept = true; break;
  case BOTH: is_kept = true; break;
  case NATIVE: break;
  case LTO: a->has_lto = true; break;
  case OBJECT: set_mode(a, CC_OBJECT); break;
  case OTHER: set_mode(a, CC_OTHER); break;
  case LIBRARY: vec_push(&a->libraries, value); break;
  case DIRECTORY: vec_push(&a->directories, value); break;
  case OUTPUT: a->output = value; break;
  case LANGUAGE: *language = strcmp(value, "none") ? value : NULL; break;
  }
  if (!is_kept) return;
  vec_push(&a->flags, word);
  if (takes_next) vec_push(&a->flags, next);
}

static bool is_lto(const char *word) {
  const struct flag *f = find(word);
  return f && f->fate == LTO;
}

void cc_args_init(cc_args *a, int argc, char **argv) {
  *a = (cc_args) {0};
  for (int i = 1; i < argc; i++) add_word(a, argv[i], 0);
  const char *language = NULL;
  bool only_inputs = false;
  for (uint32_t i = 0; i < a->words.count; i++) {
    const char *word = a->words.items[i];
    if (!only_inputs && !strcmp(word, "--")) only_inputs = true;
    else if (!only_inputs && word[0] == '-' && word[1])
      take_flag(a, &i, &language);
    else vec_push(&a->inputs, ((cc_input) {word, language}));
  }
  uint32_t kept = 0;
  for (uint32_t i = 0; a->has_lto && i < a->words.count; i++)
    if (!is_lto(a->words.items[i]))
      a->words.items[kept++] = a->words.items[i];
  if (a->has_lto) a->words.count = kept;
}

void cc_args_release(cc_args *a) {
  vec_release(&a->inputs);
  vec_release(&a->words);
  vec_release(&a->flags);
  vec_release(&a->libraries);
  vec_release(&a->directories);
  while (a->texts.count) free(vec_pop(&a->texts));
  vec_release(&a->texts);
}

/* Inputs ----------------------------------------------------------------- */

static const char *base_of(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

bool cc_is_c(const cc_input *in) {
  const char *base = base_of(in->path), *dot = strrchr(base, '.');
  if (!strcmp(base, "conftest.c")) return false;
  if (in->language)
    return !strcmp(in->language, "c") || !strcmp(in->language, "cpp-output");
  return dot && (!strcmp(dot, ".c") || !strcmp(dot, ".i"));
}

char *cc_object_of(const cc_args *a, const cc_input *in) {
  if (a->output) return mem_string(a->output);
  const char *base = base_of(in->path), *dot = strrchr(base, '.');
  const int length = (int) (dot ? dot - base : (long) strlen(base));
  return mem_format("%.*s.o", length, base);
}

void cc_each_linked(const cc_args *a,
                    void (*take)(void *context, const char *path),
                    void *context) {
  static const char *const formats[] = {"%s/lib%s.so", "%s/lib%s.a"};
  for (uint32_t i = 0; i < a->inputs.count; i++)
    if (!cc_is_c(a->inputs.items + i)) take(context, a->inputs.items[i].path);
  for (uint32_t i = 0; i < a->libraries.count; i++) {
    const char *name = a->libraries.items[i];
    bool is_found = false;
    for (uint32_t k = 0; k < a->directories.count && !is_found; k++)
      for (unsigned f = 0; f < 2; f++) {
        const char *directory = a->directories.items[k];
        char *path = *name == ':' ? mem_format("%s/%s", directory, name + 1)
                                  : mem_format(formats[f], directory, name);
        if (!access(path, R_OK)) {
          is_found = true;
          take(context, path);
        }
        free(path);
      }
  }
}
