#include "replay/run_info.h"

#include <ctype.h>
#include <string.h>

static const char file_name[] = "run.info";
static const char first_line[] = "braid-run 1";

static const char *const entry_names[] = {
  [REPLAY_MAIN] = "main", [REPLAY_FUZZ] = "fuzz", [REPLAY_FUNCTION] = "function",
  [REPLAY_HARNESS] = "harness"};

/* Writing ---------------------------------------------------------------- */

/* "-" is no text at all, "%" an empty one; blanks and what is not ASCII are
 * %XX. */
static void put(FILE *out, const char *text) {
  fputc(' ', out);
  if (!text) fputc('-', out);
  else if (!*text) fputc('%', out);
  else if (!strcmp(text, "-")) fputs("%2d", out);
  else
    for (; *text; text++) {
      unsigned char c = (unsigned char) *text;
      if (isgraph(c) && c < 0x80 && c != '%') fputc(c, out);
      else fprintf(out, "%%%02x", c);
    }
}

static void put_line(FILE *out, const char *key, const char *text) {
  fputs(key, out);
  put(out, text);
  fputc('\n', out);
}

bool run_info_write(const run_info *info, outdir *d) {
  const replay_program *p = &info->program;
  FILE *out = outdir_begin(d, file_name);
  fprintf(out, "%s\n", first_line);
  put_line(out, "directory", p->directory);
  for (uint32_t i = 0; i < p->sources_count; i++)
    put_line(out, "source", p->sources[i]);
  for (uint32_t i = 0; i < p->flags_count; i++)
    put_line(out, "flag", p->flags[i]);
  put_line(out, "entry", entry_names[p->entry_kind]);
  put_line(out, "function", p->entry);
  put_line(out, "target", p->target);
  put_line(out, "error-function", p->error_function);
  put_line(out, "error-label", p->error_label);
  fprintf(out, "uninit-is-any %d\ntests %u\n", p->uninit_is_any, info->tests);
  for (uint32_t i = 0; i < info->words_count; i++) put_line(out, "word", info->words[i]);
  if (info->where) put_line(out, "where", info->where);
  if (info->digest) put_line(out, "digest", info->digest);
  if (info->build) put_line(out, "build", info->build);
  if (info->verdict) put_line(out, "verdict", info->verdict);
  for (uint32_t i = 0; i < info->checked_count; i++)
    put_line(out, "checked", outcome_text(info->checked[i]));
  for (uint32_t i = 0; i < info->bugs_count; i++) {
    const run_info_bug *b = &info->bugs[i];
    fprintf(out, "bug %u %s\n", b->test, outcome_text(b->kind));
    for (uint32_t k = 0; k < b->stack_count; k++) {
      fputs("frame", out);
      put(out, b->stack[k].function);
      put(out, b->stack[k].file);
      fprintf(out, " %u %u\n", b->stack[k].line, b->stack[k].column);
    }
  }
  return outdir_end(d);
}

/* Reading ---------------------------------------------------------------- */

typedef VEC(const char *) texts;
typedef VEC(replay_frame) frames;
typedef VEC(run_info_bug) bug_list;
typedef VEC(outcome) outcomes;

typedef struct reader {
  run_info *info;
  texts sources, flags, words;
  frames stack;                 /* of the last bug */
  bug_list bugs;
  outcomes checked;
} reader;

static int hex(char c) {
  return c >= '0' && c <= '9'   ? c - '0'
         : c >= 'a' && c <= 'f' ? c - 'a' + 10
                                : -1;
}

/* Decodes the word in place; false if it is no encoding.  NUL stands for
 * nothing that was ever written. */
static bool decode(char *word, const char **text) {
  char *to = word;
  *text = word;
  if (!strcmp(word, "-")) *text = NULL;
  if (!strcmp(word, "%")) *word = 0;
  for (char *from = word; *from; from++) {
    if (*from != '%') {
      *to++ = *from;
      continue;
    }
    int high = hex(from[1]), low = high < 0 ? -1 : hex(from[2]);
    if (low < 0 || !(high | low)) return false;
    *to++ = (char) (high << 4 | low);
    from += 2;
  }
  *to = 0;
  return true;
}

static bool number(const char *word, uint32_t *n) {
  char *end;
  if (!isdigit((unsigned char) *word)) return false;
  unsigned long long value = strtoull(word, &end, 10);
  *n = (uint32_t) value;
  return !*end && value <= UINT32_MAX;
}

static void end_bug(reader *r) {
  if (!r->bugs.count || !r->stack.count) return;
  vec_last(&r->bugs).stack = r->stack.items;
  vec_last(&r->bugs).stack_count = r->stack.count;
  vec_push(&r->info->strings, r->stack.items);
  r->stack = (frames) {0};
}

static bool take_entry(reader *r, const char *name) {
  for (size_t k = 0; name && k < sizeof entry_names / sizeof *entry_names; k++)
    if (!strcmp(entry_names[k], name)) {
      r->info->program.entry_kind = (replay_entry) k;
      return true;
    }
  return false;
}

static bool take_checked(reader *r, const char *name) {
  const outcome kind = name ? outcome_find(name) : OUTCOME_NONE;
  if (!outcome_is_bug(kind)) return false;
  vec_push(&r->checked, kind);
  return true;
}

/* What goes into a compiler's command line as a name is one. */
static bool is_name(const char *text) {
  for (const char *c = text; c && *c; c++)
    if (!isalnum((unsigned char) *c) && !strchr("_$.", *c) && !(*c & 0x80))
      return false;
  return true;
}

/* A line of one text: false if it is not well formed or of no known key. */
static bool take_text(reader *r, const char *key, char *word) {
  replay_program *p = &r->info->program;
  const char *text;
  if (!decode(word, &text)) return false;
  if ((!strcmp(key, "function") || !strcmp(key, "error-function") ||
       !strcmp(key, "error-label")) && !is_name(text))
    return false;
  if (!strcmp(key, "directory")) p->directory = text;
  else if (!strcmp(key, "function")) p->entry = text;
  else if (!strcmp(key, "target")) p->target = text;
  else if (!strcmp(key, "error-function")) p->error_function = text;
  else if (!strcmp(key, "error-label")) p->error_label = text;
  else if (!strcmp(key, "entry")) return take_entry(r, text);
  else if (!strcmp(key, "verdict")) r->info->verdict = text;
  else if (!strcmp(key, "where")) r->info->where = text;
  else if (!strcmp(key, "digest")) r->info->digest = text;
  else if (!strcmp(key, "build")) r->info->build = text;
  else if (!strcmp(key, "word") && text) vec_push(&r->words, text);
  else if (!strcmp(key, "checked")) return take_checked(r, text);
  else if (!strcmp(key, "source") && text) vec_push(&r->sources, text);
  else if (!strcmp(key, "flag") && text) vec_push(&r->flags, text);
  else return false;
  return true;
}

static bool take_line(reader *r, char *line) {
  char *word[6] = {0}, *rest = line;
  unsigned words = 0;
  while (words < 6 && rest) word[words++] = strsep(&rest, " ");
  if (words < 2 || rest) return false;
  if (!strcmp(word[0], "tests"))
    return words == 2 && number(word[1], &r->info->tests);
  if (!strcmp(word[0], "uninit-is-any")) {
    uint32_t yes;
    bool well = words == 2 && number(word[1], &yes);
    r->info->program.uninit_is_any = well && yes;
    return well;
  }
  if (!strcmp(word[0], "bug")) {
    run_info_bug b = {0};
    end_bug(r);
    if (words != 3 || !number(word[1], &b.test)) return false;
    b.kind = outcome_find(word[2]);
    vec_push(&r->bugs, b);
    return outcome_is_bug(b.kind);
  }
  if (!strcmp(word[0], "frame")) {
    replay_frame f = {0};
    bool well = r->bugs.count && words == 5 && decode(word[1], &f.function) &&
                decode(word[2], &f.file) && number(word[3], &f.line) &&
                number(word[4], &f.column);
    if (well) vec_push(&r->stack, f);
    return well;
  }
  return words == 2 && take_text(r, word[0], word[1]);
}

char *run_info_read(run_info *info, const char *directory) {
  char *path = mem_format("%s/%s", directory, file_name);
  char *error = NULL;
  size_t size;
  *info = (run_info) {0};
  reader r = {.info = info};
  char *text = file_read_whole(path, &size, &error), *rest = text;
  if (text) {
    uint32_t line = 1;
    vec_push(&info->strings, text);
    if (strcmp(strsep(&rest, "\n"), first_line))
      error = mem_format("%s: not a file of braid's", path);
    for (char *start; !error && (start = strsep(&rest, "\n"));) {
      line++;
      if (*start && !take_line(&r, start))
        error = mem_format("%s:%u: not understood", path, line);
    }
    if (!error && !r.sources.count)
      error = mem_format("%s: names no source file", path);
  } else {
    char *reason = error;
    error = mem_format("%s is not the directory of a run: %s", directory,
                       reason);
    free(reason);
  }
  end_bug(&r);
  vec_release(&r.stack);
  info->program.sources = r.sources.items;
  info->program.sources_count = r.sources.count;
  info->program.flags = r.flags.items;
  info->program.flags_count = r.flags.count;
  info->words = r.words.items;
  info->words_count = r.words.count;
  vec_push(&info->strings, r.words.items);
  info->bugs = r.bugs.items;
  info->bugs_count = r.bugs.count;
  vec_push(&info->strings, r.sources.items);
  vec_push(&info->strings, r.flags.items);
  vec_push(&info->strings, r.bugs.items);
  info->checked = r.checked.items;
  info->checked_count = r.checked.count;
  vec_push(&info->strings, r.checked.items);
  if (error) run_info_release(info);
  free(path);
  return error;
}

void run_info_release(run_info *info) {
  for (uint32_t i = 0; i < info->strings.count; i++)
    free(info->strings.items[i]);
  vec_release(&info->strings);
  *info = (run_info) {0};
}
