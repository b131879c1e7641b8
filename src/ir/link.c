#include "ir/link.h"

#include "ir/answers.h"
#include "ir/guard.h"
#include "ir/lower.h"

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>
#include <stdlib.h>
#include <string.h>

ir_linker *ir_linker_new(void) {
  ir_linker *l = mem_zeroed(1, sizeof *l);
  l->context = bitcode_context_new(&l->said);
  vec_push(&l->entries, ((link_entry) {.name = ""}));
  return l;
}

void ir_linker_free(ir_linker *l) {
  if (!l) return;
  /* Damage that LLVM did not see may show up as late as here. */
  guard_begin(l->modules.count ? l->modules.items[0].path : "");
  for (uint32_t i = 0; i < l->modules.count; i++)
    LLVMDisposeModule(l->modules.items[i].llvm);
  LLVMContextDispose(l->context);
  guard_end();
  for (uint32_t i = 0; i < l->modules.count; i++)
    free(l->modules.items[i].path);
  for (uint32_t i = 0; i < l->archives.count; i++)
    archive_free(l->archives.items[i]);
  for (uint32_t i = 0; i < l->names.count; i++) free(l->names.items[i]);
  vec_release(&l->modules);
  vec_release(&l->entries);
  for (uint32_t i = 0; i < l->ready.count; i++) ready_close(l->ready.items[i]);
  vec_release(&l->archives);
  vec_release(&l->ready);
  ptrmap_release(&l->ready_functions);
  vec_release(&l->todo);
  vec_release(&l->names);
  index_release(&l->index);
  free(l->taken);
  free(l->said);
  free(l);
}

const char *link_name(LLVMValueRef v) {
  size_t length;
  const char *name = LLVMGetValueName2(v, &length);
  return *name == '\1' ? name + 1 : name;
}

bool link_is_special(const char *name) { return !strncmp(name, "llvm.", 5); }

bool link_is_local(LLVMValueRef v) {
  const LLVMLinkage linkage = LLVMGetLinkage(v);
  return linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage;
}

uint32_t link_find(const ir_linker *l, const char *name) {
  uint32_t step = 0, n;
  while ((n = index_next(&l->index, hash_bytes(name, strlen(name)), &step)))
    if (!strcmp(l->entries.items[n].name, name)) break;
  return n;
}

static link_entry *entry(ir_linker *l, const char *name) {
  const uint32_t known = link_find(l, name);
  if (known) return l->entries.items + known;
  index_add(&l->index, hash_bytes(name, strlen(name)), l->entries.count);
  vec_push(&l->entries, ((link_entry) {.name = name}));
  return &vec_last(&l->entries);
}

static link_rank rank_of(LLVMValueRef v) {
  switch (LLVMGetLinkage(v)) {
  case LLVMAvailableExternallyLinkage: return LINK_AVAILABLE;
  case LLVMLinkOnceAnyLinkage: case LLVMLinkOnceODRLinkage:
  case LLVMWeakAnyLinkage: case LLVMWeakODRLinkage:
  case LLVMLinkOnceODRAutoHideLinkage:
    return LINK_WEAK;
  case LLVMCommonLinkage: return LINK_COMMON;
  default: return LINK_STRONG;
  }
}

static void want(ir_linker *l, link_entry *e) {
  if (!e->is_wanted) vec_push(&l->todo, (uint32_t) (e - l->entries.items));
  e->is_wanted = true;
}

static uint64_t size_of(const link_module *m, LLVMValueRef v) {
  return LLVMABISizeOfType(LLVMGetModuleDataLayout(m->llvm),
                           LLVMGlobalGetValueType(v));
}

bool link_add(ir_linker *l, uint32_t module, LLVMValueRef v, char **message) {
  const link_module *m = l->modules.items + module;
  const char *name = link_name(v);
  if (link_is_local(v) || link_is_special(name)) return true;
  link_entry *e = entry(l, name);
  if (!e->value) {
    e->value = v;
    e->module = module;
  }
  if (LLVMIsDeclaration(v)) {
    e->is_referred |= !m->is_library && LLVMGetFirstUse(v);
    if (LLVMGetLinkage(v) != LLVMExternalWeakLinkage) want(l, e);
    return true;
  }
  const link_rank rank = rank_of(v);
  const bool was_library = l->modules.items[e->module].is_library;
  if (rank == LINK_AVAILABLE) want(l, e);
  if (rank == LINK_COMMON) {
    const uint64_t size = size_of(m, v);
    if (size > e->common_size) e->common_size = size;
  }
  if (rank == LINK_STRONG && e->rank == LINK_STRONG && !m->is_library &&
      !was_library) {
    *message = mem_format("'%s' is defined in %s and in %s: name the files of one program",
                          name, l->modules.items[e->module].path, m->path);
    return false;
  }
  /* The program wins over the library, the stronger over the weaker, the
   * first over the next. */
  const bool is_first = e->rank == LINK_UNDEFINED;
  const bool wins = was_library != m->is_library && e->rank > LINK_AVAILABLE
                        ? was_library && rank > LINK_AVAILABLE
                        : rank > e->rank;
  if (is_first || wins) {
    e->value = v;
    e->module = module;
    e->rank = rank;
  }
  return true;
}

static const struct { const char *prefix; int target; } targets[] = {
    {"aarch64", IR_AARCH64}, {"arm64", IR_AARCH64}, {"x86_64", IR_X86_64},
    {"i386", IR_I386}, {"i486", IR_I386}, {"i586", IR_I386},
    {"i686", IR_I386}};

static int target_of(LLVMModuleRef m) {
  const char *triple = LLVMGetTarget(m);
  for (unsigned i = 0; i < sizeof targets / sizeof *targets; i++)
    if (!strncmp(triple, targets[i].prefix, strlen(targets[i].prefix)))
      return targets[i].target;
  return -1;
}

int ir_linker_target(const ir_linker *l) {
  return l->modules.count ? target_of(l->modules.items[0].llvm) : -1;
}

static bool has_same_model(ir_linker *l, const char *path, LLVMModuleRef m,
                           char **message) {
  const int target = target_of(m);
  LLVMTargetDataRef data = LLVMGetModuleDataLayout(m);
  if (target < 0 || LLVMByteOrder(data) != LLVMLittleEndian ||
      LLVMPointerSize(data) != (target == IR_I386 ? 4 : 8)) {
    *message = mem_format("%s: the target '%s' is not supported", path,
                          LLVMGetTarget(m));
    return false;
  }
  if (!l->modules.count || target == target_of(l->modules.items[0].llvm))
    return true;
  *message = mem_format("%s is compiled for %s, but %s for %s: compile them with one target "
                        "(braid cc -m32, clang --target=...)", path, LLVMGetTarget(m),
                        l->modules.items[0].path, LLVMGetTarget(l->modules.items[0].llvm));
  return false;
}

static bool has_weak_exchange(LLVMModuleRef m) {
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
        if (LLVMIsAAtomicCmpXchgInst(i) && LLVMGetWeak(i)) return true;
  return false;
}

/* Takes over the module. */
static bool add_module(ir_linker *l, LLVMModuleRef llvm, const char *path,
                       bool is_library, const ready_member *ready, char **message) {
  if (!has_same_model(l, path, llvm, message)) {
    LLVMDisposeModule(llvm);
    return false;
  }
  if (LLVMGetFirstGlobalIFunc(llvm)) {
    *message = mem_format("%s: indirect functions (ifunc) are not supported",
                          path);
    LLVMDisposeModule(llvm);
    return false;
  }
  vec_push(&l->modules, ((link_module) {llvm, mem_string(path), is_library, ready}));
  const uint32_t module = l->modules.count - 1;
  uint32_t function = 0;
  for (LLVMValueRef v = LLVMGetFirstFunction(llvm); v; v = LLVMGetNextFunction(v)) {
    if (!link_add(l, module, v, message)) return false;
    if (ready) ptrmap_set(&l->ready_functions, v, ++function);
  }
  for (LLVMValueRef v = LLVMGetFirstGlobal(llvm); v; v = LLVMGetNextGlobal(v))
    if (!link_add(l, module, v, message)) return false;
  for (LLVMValueRef v = LLVMGetFirstGlobalAlias(llvm); v;
       v = LLVMGetNextGlobalAlias(v))
    if (!link_add(l, module, v, message)) return false;
  /* A module with a record has none (ready_make.c). */
  if (!ready && has_weak_exchange(llvm)) ir_link_want(l, LOWER_WEAK_FAILS);
  return true;
}

static bool link_file(ir_linker *l, const char *path, bool is_library, bool has_source,
                      char **message) {
  bitcode_file file;
  if (!bitcode_open(&file, path, message)) return false;
  if (!is_library) guard_begin(path);
  LLVMModuleRef m = bitcode_parse(l->context, &l->said, path, file.data,
                                  file.size, !is_library, message);
  if (!is_library) guard_end();
  if (m && !is_library) LLVMSetIsNewDbgInfoFormat(m, false);    /* names of variables */
  bitcode_close(&file);
  size_t length;
  const char *source = m && has_source ? LLVMGetSourceFileName(m, &length) : "";
  return m && add_module(l, m, *source ? source : path, is_library, NULL, message);
}

bool ir_link_file(ir_linker *l, const char *path, bool is_library, char **message) {
  return link_file(l, path, is_library, false, message);
}

bool ir_link_compiled(ir_linker *l, const char *path, char **message) {
  return link_file(l, path, false, true, message);
}

bool ir_link_archive(ir_linker *l, const char *path, char **message) {
  archive *a = archive_open(path, message);
  if (!a) return false;
  vec_push(&l->archives, a);
  ready_file *ready = ready_open(path);
  vec_push(&l->ready, ready);
  return true;
}

void ir_link_want(ir_linker *l, const char *symbol) {
  char *name = mem_string(symbol);
  vec_push(&l->names, name);
  want(l, entry(l, name));
}

static bool is_taken(const ir_linker *l, const archive *a, uint64_t offset) {
  for (uint32_t i = 0; i < l->taken_count; i++)
    if (l->taken[i].from == a && l->taken[i].offset == offset) return true;
  return false;
}

bool link_member(ir_linker *l, const char *path, const archive_member *member,
                 const ready_member *ready, char **message) {
  char *full = mem_format("%s(%s)", path, member->name);
  LLVMModuleRef m =
      ready ? bitcode_parse_lazily(l->context, full, member->data, member->size) : NULL;
  if (!m) ready = NULL;
  if (!m)
    m = bitcode_parse(l->context, &l->said, full, member->data, member->size, false, message);
  const bool ok = m && add_module(l, m, full, true, ready, message);
  free(full);
  return ok;
}

bool link_wants_weak(const ir_linker *l) { return link_find(l, LOWER_WEAK_FAILS) != 0; }

/* Adds the member that defines the symbol, if one does. */
static bool take(ir_linker *l, const archive *a, const ready_file *ready, const char *name,
                 bool *is_found, char **message) {
  const uint64_t offset = archive_find(a, name);
  archive_member member;
  *is_found = offset != 0;
  if (!offset || is_taken(l, a, offset)) return true;
  char *path = mem_string(archive_path(a));
  bool ok = archive_get(a, offset, &member);
  if (!ok) *message = mem_format("%s: the archive is damaged", path);
  if (l->taken_count == l->taken_capacity) {
    l->taken_capacity = mem_grown(l->taken_capacity, l->taken_count + 1);
    l->taken = mem_resize(l->taken, l->taken_capacity, sizeof *l->taken);
  }
  l->taken[l->taken_count++] = (struct taken) {a, offset};
  const ready_member *known =
      ok && ready ? ready_find(ready, offset, member.data, member.size) : NULL;
  ok = ok && link_member(l, path, &member, known, message);
  free(path);
  return ok;
}

void ir_link_types(ir_linker *l) { l->wants_types = true; }

void ir_link_variables(ir_linker *l) { l->wants_variables = true; }

static bool search_archives(ir_linker *l, char **message) {
  for (uint32_t i = 0; i < l->todo.count; i++) {
    const link_entry e = l->entries.items[l->todo.items[i]];
    bool is_found = e.rank > LINK_AVAILABLE;
    for (uint32_t k = 0; k < l->archives.count && !is_found; k++)
      if (!take(l, l->archives.items[k], l->ready.items[k], e.name, &is_found, message))
        return false;
  }
  return true;
}

ir_program *ir_link_finish(ir_linker *l, char **message) {
  if (!link_choose_answers(l, message) || !search_archives(l, message)) return NULL;
  if (!l->modules.count) {
    *message = mem_string("no program to run");
    return NULL;
  }
  ir_program *p = link_resolve(l, message);
  if (p) link_find_components(p);
  return p;
}
