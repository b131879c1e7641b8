#ifndef IR_LINK_H
#define IR_LINK_H

#include "base/index.h"
#include "ir/archive.h"
#include "ir/ir.h"
#include "ir/ptrmap.h"
#include "ir/ready.h"

#include <llvm-c/Types.h>

/*
 * The linker's view: modules, and an entry for each global name. link.c gathers the names
 * and chooses the definitions; resolve.c makes symbols and a program of the result.
 */
typedef struct link_module {
  LLVMModuleRef llvm;
  char *path;
  bool is_library;
  const ready_member *ready;    /* not NULL: the module was parsed lazily */
} link_module;

/* A module translated by itself, for ready_make.c. */
typedef struct link_trial {
  bool is_displaced;            /* symbols have other addresses */
  ready_globals globals;
  VEC(uint32_t) functions;      /* of the module, in order: number in the program, or
                                 * READY_NONE */
} link_trial;

/* The strength of a definition; a stronger definition replaces a weaker definition. */
typedef enum link_rank { LINK_UNDEFINED, LINK_AVAILABLE, LINK_WEAK,
                         LINK_COMMON, LINK_STRONG } link_rank;

typedef struct link_entry {
  const char *name;
  LLVMValueRef value;           /* the definition, or some declaration */
  uint32_t module;              /* of value */
  link_rank rank;
  bool is_wanted;               /* referred to, and not only weakly */
  bool is_referred;             /* by the program, not only by libraries */
  uint64_t common_size;
  uint32_t symbol;              /* once resolved */
} link_entry;

struct ir_linker {
  LLVMContextRef context;
  char *said;                   /* by LLVM, see bitcode_context_new */
  VEC(link_module) modules;
  VEC(link_entry) entries;
  hash_index index;             /* of entries but the first */
  VEC(archive *) archives;
  VEC(ready_file *) ready;      /* of the archives; NULL: none */
  ptrmap ready_functions;       /* of modules with a record: number in the module, plus 1 */
  link_trial *trial;            /* NULL: a program to run */
  struct taken { const archive *from; uint64_t offset; } *taken;
  uint32_t taken_count, taken_capacity;
  VEC(uint32_t) todo;           /* entries to look up in the archives */
  VEC(char *) names;            /* owned by no module */
  bool wants_types, wants_variables;
};

/* The entry of a global name; 0: none. */
uint32_t link_find(const ir_linker *, const char *name);
bool link_is_local(LLVMValueRef);
/* The name in an object file. */
const char *link_name(LLVMValueRef);
bool link_is_special(const char *name);         /* LLVM's own */

/* Takes a module's global into account. */
bool link_add(ir_linker *, uint32_t module, LLVMValueRef, char **message);

/* Adds a member of an archive; ready: NULL, or the record of these bytes. */
bool link_member(ir_linker *, const char *path, const archive_member *, const ready_member *ready,
                 char **message);
/* Whether a module asked for the runtime's function behind weak exchanges. */
bool link_wants_weak(const ir_linker *);

ir_program *link_resolve(ir_linker *, char **message);

/* Numbers recursive functions by the component of the call graph. */
void link_find_components(ir_program *);

#endif
