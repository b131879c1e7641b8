#ifndef TEST_UNIT_IR_HARNESS_H
#define TEST_UNIT_IR_HARNESS_H

#include "ir/ir.h"
#include "test/check.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* C snippets compiled with clang-19 into a directory of their own. */
static char harness_dir[] = "/tmp/braid-ir-XXXXXX";

static inline void harness_clean(void) {
  char *command = mem_format("rm -rf %s", harness_dir);
  if (system(command)) fprintf(stderr, "cannot remove %s\n", harness_dir);
  free(command);
}

static inline void harness_begin(void) {
  CHECK(mkdtemp(harness_dir));
  atexit(harness_clean);
}

static inline char *harness_path(const char *name) {
  return mem_format("%s/%s", harness_dir, name);
}

static inline void harness_write(const char *name, const char *text) {
  char *path = harness_path(name);
  FILE *out = fopen(path, "w");
  CHECK(out);
  fputs(text, out);
  fclose(out);
  free(path);
}

/* Runs a command in the directory. */
static inline int harness_run(const char *command) {
  char *whole = mem_format("cd %s && %s", harness_dir, command);
  const int status = system(whole);
  free(whole);
  return status;
}

/* As braid compiles, and as others may have. */
static const char *const harness_plain = "-O1 -Xclang -disable-llvm-passes";
static const char *const harness_optimised = "-O2";

/* NAME.c with the text becomes NAME.bc; the caller frees the path. */
static inline char *harness_compile_as(const char *mode, const char *name,
                                       const char *flags, const char *text) {
  char *source = mem_format("%s.c", name);
  harness_write(source, text);
  char *command = mem_format(
      "clang-19 -w %s -g -fno-discard-value-names -emit-llvm -c %s %s.c "
      "-o %s.bc", mode, flags, name, name);
  CHECK(!harness_run(command));
  char *bitcode = mem_format("%s/%s.bc", harness_dir, name);
  free(source);
  free(command);
  return bitcode;
}

static inline char *harness_compile(const char *name, const char *flags,
                                    const char *text) {
  return harness_compile_as(harness_plain, name, flags, text);
}

static inline ir_program *harness_link(const char *const *paths,
                                       unsigned count) {
  ir_linker *l = ir_linker_new();
  char *message = NULL;
  for (unsigned i = 0; i < count; i++) {
    const size_t length = strlen(paths[i]);
    const bool ok = !strcmp(paths[i] + length - 2, ".a")
                        ? ir_link_archive(l, paths[i], &message)
                        : ir_link_file(l, paths[i], false, &message);
    if (!ok) fatal("%s", message);
  }
  ir_program *p = ir_link_finish(l, &message);
  if (!p) fatal("%s", message);
  ir_linker_free(l);
  ir_check(p);
  return p;
}

static inline ir_program *harness_load(const char *flags, const char *text) {
  char *path = harness_compile("snippet", flags, text);
  const char *const paths[] = {path};
  ir_program *p = harness_link(paths, 1);
  free(path);
  return p;
}

static inline const ir_function *harness_function(const ir_program *p,
                                                  const char *name) {
  for (uint32_t i = 0; i < p->functions.count; i++)
    if (!strcmp(p->functions.items[i]->name, name))
      return p->functions.items[i];
  fatal("no function %s", name);
}

static inline const ir_symbol *harness_symbol(const ir_program *p,
                                              const char *name) {
  const uint32_t symbol = ir_find_symbol(p, name);
  if (!symbol) fatal("no symbol %s", name);
  return p->symbols.items + symbol;
}

static inline unsigned harness_count(const ir_function *f, ir_opcode op) {
  unsigned count = 0;
  for (uint32_t i = 0; i < f->insn_count; i++) count += f->insns[i].op == op;
  return count;
}

/* The function as ir_print shows it, without places; the caller frees. */
static inline char *harness_text(const ir_program *p, const ir_function *f) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  ir_print_function(p, f, out);
  fclose(out);
  char *to = text;
  for (const char *from = text; *from; from++) {
    if (*from == '\t') from += strcspn(from, "\n");
    *to++ = *from;
  }
  *to = '\0';
  return text;
}

#endif
