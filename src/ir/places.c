#include "ir/places.h"

#include "base/mem.h"
#include "base/source_names.h"
#include "ir/program.h"

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

void places_release(places *p) {
  ptrmap_release(&p->numbers);
  ptrmap_release(&p->files);
}

/* LLVM gives no text for an empty one. */
static char *text_of(LLVMMetadataRef file,
                     const char *(*get)(LLVMMetadataRef, unsigned *)) {
  unsigned length = 0;
  const char *text = get(file, &length);
  return length ? mem_format("%.*s", (int) length, text) : mem_string("");
}

static uint32_t file_number(places *p, LLVMMetadataRef file) {
  if (!file || LLVMGetMetadataKind(file) != LLVMDIFileMetadataKind) return 0;
  uint32_t number = ptrmap_get(&p->files, file);
  if (number) return number;
  char *called = text_of(file, LLVMDIFileGetFilename),
       *directory = text_of(file, LLVMDIFileGetDirectory),
       *name = source_names_of(directory, called);
  number = program_file(p->program, name, strlen(name));
  free(name);
  free(directory);
  free(called);
  ptrmap_set(&p->files, file, number);
  return number;
}

static uint32_t place(places *p, const void *key, LLVMMetadataRef file,
                      unsigned line, unsigned column) {
  vec_push(&p->program->places, ((ir_place) {file_number(p, file), line,
                                             column}));
  const uint32_t number = p->program->places.count - 1;
  ptrmap_set(&p->numbers, key, number);
  return number;
}

/* A file of Rust's own library, of a distribution's compiler or rustup's. */
static bool is_of_rust(LLVMMetadataRef file) {
  if (!file || LLVMGetMetadataKind(file) != LLVMDIFileMetadataKind) return false;
  char *name = text_of(file, LLVMDIFileGetFilename),
       *directory = text_of(file, LLVMDIFileGetDirectory),
       *path = mem_format("%s/%s", *name == '/' ? "" : directory, name);
  const char *compiler = strstr(path, "/rustc");
  const bool is = compiler && (strstr(compiler, "/library/") || strstr(compiler, "/vendor/"));
  free(path);
  free(directory);
  free(name);
  return is;
}

bool places_is_of_rust(LLVMValueRef function) {
  LLVMMetadataRef at = LLVMGetSubprogram(function);
  return at && is_of_rust(LLVMDIScopeGetFile(at));
}

static LLVMMetadataRef file_of(LLVMMetadataRef at) {
  return LLVMDIScopeGetFile(LLVMDILocationGetScope(at));
}

/* Of Rust's library that an optimiser put into the program: the program's line. */
uint32_t places_of_insn(places *p, LLVMValueRef insn) {
  LLVMMetadataRef at = LLVMInstructionGetDebugLoc(insn);
  if (!at) return 0;
  const uint32_t known = ptrmap_get(&p->numbers, at);
  if (known) return known;
  const void *key = at;
  while (LLVMDILocationGetInlinedAt(at) && is_of_rust(file_of(at)))
    at = LLVMDILocationGetInlinedAt(at);
  return place(p, key, file_of(at),
               LLVMDILocationGetLine(at), LLVMDILocationGetColumn(at));
}

uint32_t places_of_function(places *p, LLVMValueRef function) {
  LLVMMetadataRef at = LLVMGetSubprogram(function);
  if (!at) return 0;
  const uint32_t known = ptrmap_get(&p->numbers, at);
  if (known) return known;
  return place(p, at, LLVMDIScopeGetFile(at), LLVMDISubprogramGetLine(at), 0);
}

uint32_t places_of_variable(places *p, LLVMValueRef variable) {
  size_t count = 0;
  uint32_t number = 0;
  LLVMValueMetadataEntry *all = LLVMGlobalCopyAllMetadata(variable, &count);
  for (unsigned i = 0; i < count && !number; i++) {
    LLVMMetadataRef at = LLVMValueMetadataEntriesGetMetadata(all, i);
    if (LLVMGetMetadataKind(at) !=
        LLVMDIGlobalVariableExpressionMetadataKind)
      continue;
    at = LLVMDIGlobalVariableExpressionGetVariable(at);
    number = place(p, variable, LLVMDIVariableGetFile(at),
                   LLVMDIVariableGetLine(at), 0);
  }
  LLVMDisposeValueMetadataEntries(all);
  return number;
}
