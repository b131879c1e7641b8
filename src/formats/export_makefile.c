#include "formats/export_makefile.h"

#include "ir/embedded.h"

#include <stdlib.h>
#include <string.h>

typedef struct maker {
  const run_info *info;
  const char *to;
  export_form form;
  bool has_msan;
  char *error;                  /* the first; to be freed */
} maker;

static void note(maker *w, char *error) {
  if (w->error) free(error);
  else w->error = error;
}

/* A word of a command in a rule: for sh, and $ for make. */
static void put_word(FILE *out, const char *text) {
  if (text[strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                        "0123456789_./-=+,:")] == 0) {
    fputs(text, out);
    return;
  }
  fputc('\'', out);
  for (; *text; text++)
    if (*text == '\'') fputs("'\\''", out);
    else if (*text == '$') fputs("$$", out);
    else fputc(*text, out);
  fputc('\'', out);
}

static bool ends_part(char c) { return !c || c == '/'; }

/* Of an absolute path, from the suite: a suite moves with the tree it is in. */
static void put_path(FILE *out, const maker *w, const char *path) {
  char *from = realpath(w->to, NULL), *name;
  size_t common = 0, size;
  if (!from || *path != '/') {
    put_word(out, path);
    free(from);
    return;
  }
  for (size_t k = 0; ; k++) {
    if (ends_part(from[k]) && ends_part(path[k])) common = k;
    if (!from[k] || from[k] != path[k]) break;
  }
  FILE *text = mem_stream(&name, &size);
  const char *rest = path + common + (path[common] == '/'), *before = "";
  for (const char *up = from + common; *up; before = "/") {
    up += 1 + strcspn(up + 1, "/");
    fprintf(text, "%s..", before);
  }
  fprintf(text, "%s%s", *rest ? before : "", *rest || *before ? rest : ".");
  mem_stream_end(text);
  put_word(out, name);
  free(name);
  free(from);
}

/* What braid cc built is compiled unit by unit, as its build did. */
static void put_unit(FILE *out, maker *w, const embedded_unit *u, unsigned number) {
  const char *directory = embedded_word(u, 0), *source = embedded_word(u, 1), *flag;
  if (!source || !strcmp(source, "-")) {
    note(w, mem_string("a part of the program was compiled from standard input"));
    return;
  }
  fputs("cd ", out);
  put_path(out, w, *directory ? directory : w->info->program.directory);
  fputs(" && $(CC) -w", out);
  for (uint32_t k = 2; (flag = embedded_word(u, k)); k++) {
    fputc(' ', out);
    put_word(out, flag);
  }
  fprintf(out, " $(OWN) $(1) -c -o $(CURDIR)/unit%u.o ", number);
  put_word(out, source);
  fputc('\n', out);
}

/* The units of all such files, and what they are linked with. */
static void put_units(FILE *out, maker *w) {
  const replay_program *p = &w->info->program;
  char *libraries, *error = NULL;
  size_t size;
  unsigned units = 0;
  const char *name;
  FILE *linked = mem_stream(&libraries, &size);
  fputs("define COMPILE_UNITS\n", out);
  for (uint32_t k = 0; k < p->sources_count && !error; k++) {
    embedded e;
    if (!embedded_is_candidate(p->sources[k]) || !embedded_open(&e, p->sources[k], &error))
      continue;
    for (uint32_t i = 0; i < e.units.count; i++)
      put_unit(out, w, e.units.items + i, units++);
    for (uint32_t i = 0; i < e.parts.count; i++) {
      fputs(" $(abspath ", linked);
      put_path(linked, w, e.parts.items[i]);
      fputc(')', linked);
    }
    for (uint32_t i = 0; (name = embedded_needed(&e, i)); i++)
      if (strncmp(name, "libc.so", 7) && strncmp(name, "ld-linux", 8))
        fprintf(linked, " -l:%s", name);
    embedded_close(&e);
  }
  mem_stream_end(linked);
  fputs("endef\nOBJECTS =", out);
  for (unsigned k = 0; k < units; k++) fprintf(out, " unit%u.o", k);
  fprintf(out, "\nLIBRARIES =%s\n", libraries);
  if (units) fputs("SECTIONS = -ffunction-sections -fdata-sections\n", out);
  free(libraries);
  if (error) note(w, error);
}

/* As the native builds of replay_build.c. */
static void put_language(FILE *out, const replay_program *p) {
  static const char *const flags[] = {REPLAY_CXX, "-fno-sanitize=vptr"};
  bool is_cxx = false;
  for (uint32_t k = 0; k < p->sources_count; k++) is_cxx |= replay_is_cxx(p->sources[k]);
  fprintf(out, "ENTRIES = -finstrument-functions%s\n", is_cxx ? "-after-inlining" : "");
  if (!is_cxx) return;
  fputs("LIBRARIES += -lstdc++\nCXX_FLAGS =", out);
  for (size_t k = 0; k < sizeof flags / sizeof *flags; k++) fprintf(out, " %s", flags[k]);
  fputc('\n', out);
}

static void put_program(FILE *out, maker *w) {
  const replay_program *p = &w->info->program;
  const char *watched = p->error_function ? p->error_function : "reach_error";
  fputs("# The program under test.\nSOURCES =", out);
  for (uint32_t k = 0; k < p->sources_count; k++) {
    if (embedded_is_candidate(p->sources[k])) continue;
    fputc(' ', out);
    put_path(out, w, p->sources[k]);
  }
  fputs("\nFLAGS =", out);
  for (uint32_t k = 0; k < p->flags_count; k++) {
    fputc(' ', out);
    put_word(out, p->flags[k]);
  }
  fprintf(out, "\nDIRECTORY = ");
  put_path(out, w, p->directory ? p->directory : ".");
  fputc('\n', out);
  put_units(out, w);
  put_language(out, p);
  fprintf(out, "\n"
    "ifeq ($(origin CC),default)\n"
    "CC := $(notdir $(firstword $(shell command -v clang-" BRAID_LLVM " clang) clang))\n"
    "endif\n"
    "OWN = -g -O0 -fno-omit-frame-pointer $(SECTIONS) $(CXX_FLAGS) -idirafter $(CURDIR)/braid/include\n"
    "ASAN = -fsanitize=address,undefined,float-cast-overflow "
    "-fno-sanitize-recover=undefined,float-cast-overflow\n"
    "LIBRARY = $(CURDIR)/braid/runtime/replay.c\n"
    "ALL = $(abspath $(SOURCES) $(OBJECTS))\n\n"
    "program: $(SOURCES)\n"
    "\t$(CC) -w $(OWN) $(ASAN) -fno-sanitize=function -c -o replay.o $(LIBRARY)\n"
    "\t$(CC) -w $(OWN) -DBRAID_ERROR=%s -c -o watch.o $(LIBRARY)\n"
    "\t$(call COMPILE_UNITS,$(ASAN) $(ENTRIES))\n"
    "\tcd $(DIRECTORY) && $(CC) -w $(FLAGS) $(OWN) $(ASAN) "
    "$(ENTRIES) -o $(CURDIR)/$@ $(ALL) $(CURDIR)/replay.o "
    "$(CURDIR)/watch.o $(LIBRARIES) -lm -Wl,--gc-sections\n\n"
    "program-msan: $(SOURCES)\n"
    "\t$(call COMPILE_UNITS,-fsanitize=memory)\n"
    "\tcd $(DIRECTORY) && $(CC) -w $(FLAGS) $(OWN) -fsanitize=memory "
    "-o $(CURDIR)/$@ $(ALL) $(LIBRARY) $(LIBRARIES) -lm -Wl,--gc-sections\n\n", watched);
}

static void put_rules(FILE *out, const maker *w) {
  const char *programs = w->has_msan ? "program program-msan" : "program";
  switch (w->form) {
  case EXPORT_C: case EXPORT_CMOCKA: {
    const bool is_cmocka = w->form == EXPORT_CMOCKA;
    fprintf(out, "all: suite %s\n\n"
      "suite: suite.c %s.c tests.c suite.h\n"
      "\t$(CC) -w -g -o $@ suite.c %s.c tests.c%s\n\n"
      "check: all\n\t./suite%s\n\n", programs, is_cmocka ? "cmocka" : "main",
      is_cmocka ? "cmocka" : "main", is_cmocka ? " -lcmocka" : "",
      " $(KNOWN)");
    break;
  }
  case EXPORT_SHELL:
    fprintf(out, "all: %s\n\ncheck: all\n\tsh ./run.sh $(KNOWN)\n\n", programs);
    break;
  case EXPORT_CORPUS:
    fputs("FUZZER = -fsanitize=fuzzer,address,undefined "
      "-fno-sanitize-recover=undefined\n\n"
      "all: fuzz\n\n"
      "fuzz: $(SOURCES)\n"
      "\t$(call COMPILE_UNITS,$(FUZZER))\n"
      "\tcd $(DIRECTORY) && $(CC) -w $(FLAGS) $(OWN) $(FUZZER) "
      "-o $(CURDIR)/$@ $(ALL) $(LIBRARIES) -lm -Wl,--gc-sections\n\n"
      "# Every input once; those in crashes/ fail until the bug is mended.\n"
      "check: fuzz\n"
      "\t./fuzz -runs=0 corpus\n"
      "\tset -e; for f in crashes/*; do [ ! -e \"$$f\" ] || ./fuzz \"$$f\" || "
      "[ \"$(KNOWN)\" ]; done\n\n", out);
    break;
  case EXPORT_FORMS: break;
  }
  fputs("clean:\n\trm -f suite fuzz program program-msan *.o\n\n"
        ".PHONY: all check clean\n", out);
}

char *export_makefile(const run_info *info, export_form form, const char *directory,
                      bool has_msan, char **error) {
  maker w = {info, directory, form, has_msan, NULL};
  char *text;
  size_t size;
  FILE *out = mem_stream(&text, &size);
  fprintf(out, "# A regression suite that braid wrote (--as=%s).\n"
    "#   make check           each bug is a test that fails until it is mended\n"
    "#   make check KNOWN=--known   only other failures count\n"
    "\n.DEFAULT_GOAL = all\n\n", export_form_text(form));
  put_program(out, &w);
  put_rules(out, &w);
  mem_stream_end(out);
  *error = w.error;
  return text;
}
