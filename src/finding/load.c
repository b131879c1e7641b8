#include "finding/load.h"

#include "base/mem.h"
#include "base/share.h"
#include "finding/entry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *load_target_name(uint64_t target) {
  switch (target) {
  case TARGET_X86_64: return "x86_64";
  case TARGET_I386: return "i386";
  }
#if defined __aarch64__
  return "aarch64";
#else
  return "x86_64";
#endif
}

static const char *name_of(int target) {
  switch (target) {
  case IR_AARCH64: return "aarch64";
  case IR_X86_64: return "x86_64";
  case IR_I386: return "i386";
  }
  return "";
}

const char *load_program_target(const ir_program *p) { return name_of((int) p->target); }

/* Before the libraries of another target are linked to it. */
static bool is_for(const ir_linker *linker, const char *target, char **message) {
  const char *own = name_of(ir_linker_target(linker));
  if (!*own || !strcmp(own, target)) return true;
  const bool is_offered = strcmp(own, "aarch64");
  *message = mem_format("the bitcode is for %s: %s%s", own, is_offered ? "run with --target="
                        : "braid runs that only on such a machine; compile for ",
                        is_offered ? own : "x86_64 or i386");
  return false;
}

/* The runtime first, then libc: what both define is the runtime's. */
static bool link_libraries(ir_linker *linker, const char *target,
                           char **message) {
  for (unsigned k = 0; k < 2; k++) {
    char name[64];
    snprintf(name, sizeof name, k ? "libc-%s.a" : "braid-rt-%s.a", target);
    char *archive = share_find(name);
    if (!archive && !k) {
      *message = mem_format("the runtime \"%s\" is missing: run \"make\", or "
                            "set BRAID_SHARE", name);
      return false;
    }
    const bool linked = !archive || ir_link_archive(linker, archive, message);
    free(archive);
    if (!linked) return false;
  }
  return true;
}

static bool is_bitcode(const char *file) {
  const char *dot = strrchr(file, '.');
  return dot && !strcmp(dot, ".bc");
}

static ir_program *load(const options *o, const bitcode *files, bool has_variables,
                        char **message) {
  ir_linker *linker = ir_linker_new();
  ir_program *p = NULL;
  bool linked = true;
  for (uint32_t k = 0; linked && k < files->files.count; k++) {
    /* Bitcode that is not ours may crash LLVM: a child tries it first. */
    if (k < o->files.count && is_bitcode(o->files.items[k]))
      linked = ir_probe_file(files->files.items[k], message);
    const bool is_own = k < o->files.count && !strcmp(files->files.items[k], o->files.items[k]);
    linked = linked && (is_own ? ir_link_file(linker, files->files.items[k], false, message)
                               : ir_link_compiled(linker, files->files.items[k], message));
  }
  if (entry_is_incomplete(o)) ir_link_types(linker);
  if (has_variables) ir_link_variables(linker);
  ir_link_want(linker, "main");
  ir_link_want(linker, "__braid_start");
  if (linked && is_for(linker, load_target_name(o->target), message) &&
      link_libraries(linker, load_target_name(o->target), message))
    p = ir_link_finish(linker, message);
  if (p) ir_check(p);
  for (uint32_t k = 0; p && o->entry && k < files->files.count; k++)
    ir_callers_read(&p->callers, files->files.items[k], o->entry);
  ir_linker_free(linker);
  return p;
}

ir_program *load_program(const options *o, const bitcode *files, char **message) {
  return load(o, files, false, message);
}

ir_program *load_with_variables(const options *o, const bitcode *files, char **message) {
  return load(o, files, true, message);
}

bool load_defines(const ir_program *p, const char *name) {
  const uint32_t symbol = ir_find_symbol(p, name);
  const ir_function *f = symbol ? ir_function_of(p, symbol) : NULL;
  return f && !f->is_library;
}
