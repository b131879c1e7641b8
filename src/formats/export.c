#include "formats/export.h"

#include "base/process.h"
#include "base/sha.h"
#include "formats/export_makefile.h"
#include "replay/replay_world.h"

#include <dirent.h>
#include <errno.h>
#include <ftw.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct { const char *text, *sentence; } forms[] = {
#define FORM(NAME, TEXT, SENTENCE) {TEXT, SENTENCE},
#include "formats/forms.def"
};

const char *export_form_text(export_form f) { return forms[f].text; }
const char *export_form_sentence(export_form f) { return forms[f].sentence; }

typedef struct writer {
  const run_info *info;
  const char *from, *to;
  export_form form;
  uint32_t written;
  bool has_msan;                /* some bug is seen by that build only */
  FILE *table;                  /* tests.c */
  char *error;                  /* the first; to be freed */
} writer;

static void note(writer *w, char *error) {
  if (w->error) free(error);
  else w->error = error;
}

static void make_directory(writer *w, const char *name) {
  char *path = mem_format("%s%s%s", w->to, *name ? "/" : "", name);
  if (mkdir(path, 0777) && errno != EEXIST)
    note(w, mem_format("cannot make %s: %s", path, strerror(errno)));
  free(path);
}

static void write_bytes(writer *w, const char *name, const void *bytes,
                        size_t size, bool is_executable) {
  char *path = mem_format("%s/%s", w->to, name);
  char *error = file_write_whole(path, bytes, size);
  if (error) note(w, error);
  else if (is_executable && chmod(path, 0777 & ~umask(umask(0))))
    note(w, mem_format("cannot make %s executable: %s", path,
                       strerror(errno)));
  free(path);
}

static void copy_file(writer *w, const char *path, const char *name) {
  size_t size;
  char *error = NULL, *bytes = file_read_whole(path, &size, &error);
  if (bytes) write_bytes(w, name, bytes, size, false);
  else note(w, error);
  free(bytes);
}

/* What comes with braid, beside the replay library. */
static void copy_own(writer *w, const char *beside, const char *name) {
  char *library = replay_runtime();
  char *slash = library ? strrchr(library, '/') : NULL;
  if (!slash) note(w, mem_string("runtime/replay.c is not beside braid"));
  else {
    *slash = 0;
    char *path = mem_format("%s/%s", library, beside);
    copy_file(w, path, name);
    free(path);
  }
  free(library);
}

static void copy_library(writer *w) {
  static const char *const directories[] = {
    "braid", "braid/runtime", "braid/include", "braid/include/klee"};
  for (size_t k = 0; k < sizeof directories / sizeof *directories; k++)
    make_directory(w, directories[k]);
  copy_own(w, "replay.c", "braid/runtime/replay.c");
  copy_own(w, "verifier.def", "braid/runtime/verifier.def");
  copy_own(w, "../include/braid.h", "braid/include/braid.h");
  copy_own(w, "../include/klee/klee.h", "braid/include/klee/klee.h");
}

/* Tests -------------------------------------------------------------------- */

static const run_info_bug *bug_of(const writer *w, uint32_t test) {
  for (uint32_t k = 0; k < w->info->bugs_count; k++)
    if (w->info->bugs[k].test == test) return w->info->bugs + k;
  return NULL;
}

/* "div-by-zero at prog.c:7", to be freed. */
static char *bug_text(const run_info_bug *b) {
  const replay_frame *f = b->stack_count ? b->stack : NULL;
  const char *slash = f && f->file ? strrchr(f->file, '/') : NULL;
  const bool is_seen = outcome_native_of(b->kind) != OUTCOME_BY_NOBODY;
  return mem_format("%s at %s:%u%s", outcome_text(b->kind),
                    slash ? slash + 1 : f && f->file ? f->file : "?",
                    f ? f->line : 0,
                    is_seen ? "" : " (which no sanitizer sees)");
}

static const char *program_of(writer *w, const run_info_bug *b) {
  if (!b || outcome_native_of(b->kind) != OUTCOME_BY_MSAN) return "program";
  w->has_msan = true;
  return "program-msan";
}

/* As a string of C; zeros are none of an end. */
static void put_c_string(FILE *out, const void *bytes, size_t size) {
  const uint8_t *b = bytes;
  fputc('"', out);
  for (size_t k = 0; k < size; k++) {
    if (k && k % 16 == 0 && size > 64) fputs("\"\n    \"", out);
    if (b[k] >= 0x20 && b[k] < 0x7f && !strchr("\"\\?", b[k])) fputc(b[k], out);
    else fprintf(out, "\\%03o", b[k]);
  }
  fputc('"', out);
}

static void put_c_words(FILE *out, uint32_t test, const char *what,
                        const replay_words *words, uint32_t from) {
  fprintf(out, "static const char *const %s%u[] = {", what, test);
  for (uint32_t k = from; k < words->count && words->items[k]; k++) {
    put_c_string(out, words->items[k], strlen(words->items[k]));
    fputs(", ", out);
  }
  fputs("NULL};\n", out);
}

static void put_c_bytes(FILE *out, const char *name, const void *bytes,
                        size_t size) {
  fputs("{", out);
  if (name) put_c_string(out, name, strlen(name));
  else fputs("NULL", out);
  fputs(", (const unsigned char *) ", out);
  put_c_string(out, bytes, size);
  fprintf(out, ", %zu}", size);
}

/* Files, as the native run finds them: nftw has no context. */
static struct { FILE *out; size_t prefix; } listing;

static int list_one(const char *path, const struct stat *s, int kind,
                    struct FTW *where) {
  size_t size;
  char *error = NULL;
  (void) s; (void) where;
  if (kind != FTW_F) return 0;
  char *bytes = file_read_whole(path, &size, &error);
  fputs("  ", listing.out);
  if (bytes) put_c_bytes(listing.out, path + listing.prefix + 1, bytes, size);
  fputs(",\n", listing.out);
  free(bytes);
  free(error);
  return 0;
}

static void put_c_files(writer *w, const testcase *t, uint32_t test) {
  char *error = NULL, *directory = scratch_make(&error);
  if (directory) error = replay_world_place_files(t, directory, false);
  if (error) note(w, error);
  fprintf(w->table, "static const struct suite_bytes files%u[] = {\n", test);
  if (directory) {
    listing.out = w->table;
    listing.prefix = strlen(directory);
    nftw(directory, list_one, 16, FTW_PHYS);
    scratch_remove(directory);
  }
  fputs("  {NULL, NULL, 0}};\n", w->table);
  free(directory);
}

static void write_c(writer *w, const testcase *t, uint32_t test,
                    const void *ktest, size_t size) {
  replay_words arguments = replay_world_arguments(t, "program");
  replay_words environment = replay_world_environment(t);
  size_t input_size;
  const uint8_t *in = testcase_contents(t, "stdin", &input_size);
  put_c_words(w->table, test, "arguments", &arguments, 1);
  put_c_words(w->table, test, "environment", &environment, 0);
  if (in) {
    fprintf(w->table, "static const struct suite_bytes stdin%u = ", test);
    put_c_bytes(w->table, NULL, in, input_size);
    fputs(";\n", w->table);
  }
  put_c_files(w, t, test);
  fprintf(w->table, "static const struct suite_bytes inputs%u =\n  ", test);
  put_c_bytes(w->table, NULL, ktest, size);
  fputs(";\n\n", w->table);
  replay_words_release(&arguments);
  replay_words_release(&environment);
}

static void put_row(writer *w, const testcase *t, uint32_t test, FILE *rows) {
  const run_info_bug *b = bug_of(w, test);
  char *bug = b ? bug_text(b) : NULL;
  fprintf(rows, "  {\"test%06u\", ", test);
  if (bug) put_c_string(rows, bug, strlen(bug));
  else fputs("NULL", rows);
  fprintf(rows, ", \"%s\", %d, arguments%u, environment%u, &inputs%u, ",
          program_of(w, b), b && b->kind == OUTCOME_LEAK, test, test, test);
  if (testcase_find(t, "stdin")) fprintf(rows, "&stdin%u", test);
  else fputs("NULL", rows);
  fprintf(rows, ", files%u},\n", test);
  free(bug);
}

/* For sh: in quotes, in which only the quote itself is special. */
static void put_quoted(FILE *out, const char *text) {
  fputc('\'', out);
  for (; *text; text++)
    if (*text == '\'') fputs("'\\''", out);
    else fputc(*text, out);
  fputc('\'', out);
}

/* A directory: what it runs with, its files, and a script of the command. */
static void write_shell(writer *w, const testcase *t, uint32_t test,
                        const void *ktest, size_t size) {
  const run_info_bug *b = bug_of(w, test);
  size_t input_size;
  const uint8_t *in = testcase_contents(t, "stdin", &input_size);
  char *name = mem_format("test%06u", test);
  char *files = mem_format("%s/files", name);
  char *whole = mem_format("%s/%s", w->to, files);
  char *script;
  size_t length;
  make_directory(w, name);
  make_directory(w, files);
  char *error = replay_world_place_files(t, whole, false);
  if (error) note(w, error);
  FILE *out = mem_stream(&script, &length);
  fputs("# Sourced by run.sh, in a copy of files/.\n", out);
  if (b) {
    char *bug = bug_text(b);
    fputs("bug=", out);
    put_quoted(out, bug);
    fputc('\n', out);
    free(bug);
  }
  if (b && b->kind == OUTCOME_LEAK) fputs("leaks=1\n", out);
  fprintf(out, "build=%s\n", program_of(w, b));
  replay_words environment = replay_world_environment(t);
  for (uint32_t k = 0; k < environment.count; k++) {
    fputs("export ", out);
    put_quoted(out, environment.items[k]);
    fputc('\n', out);
  }
  fputs("set --", out);
  replay_words arguments = replay_world_arguments(t, "program");
  for (uint32_t k = 1; k < arguments.count && arguments.items[k]; k++) {
    fputc(' ', out);
    put_quoted(out, arguments.items[k]);
  }
  fputc('\n', out);
  mem_stream_end(out);
  char *path = mem_format("%s/command", name);
  write_bytes(w, path, script, length, false);
  free(path);
  path = mem_format("%s/inputs.ktest", name);
  write_bytes(w, path, ktest, size, false);
  free(path);
  path = mem_format("%s/stdin", name);
  write_bytes(w, path, in ? (const void *) in : "", input_size, false);
  free(path);
  free(script);
  replay_words_release(&environment);
  replay_words_release(&arguments);
  free(whole);
  free(files);
  free(name);
}

static void write_corpus(writer *w, const testcase *t, uint32_t test) {
  size_t size;
  const uint8_t *bytes = testcase_fuzz_data(t, &size);
  if (!bytes) return;
  const bool is_bug = bug_of(w, test);
  char *name = mem_format("%s%s", is_bug ? "crashes/crash-" : "corpus/",
                          sha1(bytes, size).hex);
  write_bytes(w, name, bytes, size, false);
  free(name);
}

static void write_test(writer *w, uint32_t test, FILE *rows) {
  testcase t;
  char *path = mem_format("%s/test%06u.ktest", w->from, test), *text;
  char *error = ktest_read(&t, path);
  size_t size;
  free(path);
  if (error) {
    note(w, error);
    return;
  }
  FILE *out = mem_stream(&text, &size);
  ktest_write(&t, out);
  mem_stream_end(out);
  /* What no native run can be like is no test. */
  if (!replay_world_obstacle(&t, false)) {
    if (w->form == EXPORT_CORPUS) write_corpus(w, &t, test);
    else if (w->form == EXPORT_SHELL) write_shell(w, &t, test, text, size);
    else {
      write_c(w, &t, test, text, size);
      put_row(w, &t, test, rows);
    }
    w->written++;
  }
  free(text);
  testcase_release(&t);
}

static void write_makefile(writer *w) {
  char *error, *text = export_makefile(w->info, w->form, w->to, w->has_msan, &error);
  if (error) note(w, error);
  write_bytes(w, "Makefile", text, strlen(text), false);
  free(text);
}

/* The suite ------------------------------------------------------------------ */

static char *check(const run_info *info, export_form form) {
  const replay_program *p = &info->program;
  if (p->entry_kind == REPLAY_HARNESS || p->entry_kind == REPLAY_FUNCTION)
    return mem_string("the tests of --entry have no main of their own to run; "
                      "test000001.c beside a bug's test is plain C already");
  if (form == EXPORT_CORPUS && p->entry_kind != REPLAY_FUZZ)
    return mem_string("the program is no fuzz target "
                      "(LLVMFuzzerTestOneInput)");
  if (!replay_is_native(p))
    return mem_format("the program is for %s, which does not run here",
                      p->target);
  return NULL;
}

static bool is_empty(const char *path) {
  DIR *d = opendir(path);
  bool any = false;
  for (const struct dirent *e; d && (e = readdir(d));)
    any |= strcmp(e->d_name, ".") && strcmp(e->d_name, "..");
  if (d) closedir(d);
  return !any;
}

static void write_tests(writer *w) {
  char *table, *rows;
  size_t table_size, rows_size;
  FILE *list = mem_stream(&rows, &rows_size);
  w->table = mem_stream(&table, &table_size);
  fputs("/* Written by braid export. */\n#include \"suite.h\"\n\n", w->table);
  for (uint32_t k = 1; k <= w->info->tests && !w->error; k++)
    write_test(w, k, list);
  mem_stream_end(list);
  fprintf(w->table, "const struct suite_test suite_tests[] = {\n%s"
          "  {NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL}};\n"
          "const size_t suite_count = %u;\n", rows, w->written);
  mem_stream_end(w->table);
  if (w->form == EXPORT_C || w->form == EXPORT_CMOCKA) {
    write_bytes(w, "tests.c", table, table_size, false);
    copy_own(w, "export/suite.h", "suite.h");
    copy_own(w, "export/suite.c", "suite.c");
    if (w->form == EXPORT_C) copy_own(w, "export/main.c", "main.c");
    else copy_own(w, "export/cmocka.c", "cmocka.c");
  }
  if (w->form == EXPORT_SHELL) copy_own(w, "export/run.sh", "run.sh");
  free(table);
  free(rows);
}

char *export_suite(const run_info *info, const char *directory,
                   export_form form, const char *output, uint32_t *written) {
  writer w = {.info = info, .from = directory, .to = output, .form = form,
              .error = check(info, form)};
  if (!w.error && !is_empty(output))
    w.error = mem_format("%s is there and not empty", output);
  if (!w.error) make_directory(&w, "");
  if (!w.error) copy_library(&w);
  if (!w.error && form == EXPORT_CORPUS) {
    make_directory(&w, "corpus");
    make_directory(&w, "crashes");
  }
  if (!w.error) write_tests(&w);
  if (!w.error) write_makefile(&w);
  *written = w.written;
  return w.error;
}
