#ifndef IR_BITCODE_H
#define IR_BITCODE_H

#include <llvm-c/Types.h>
#include <stdbool.h>
#include <stddef.h>

/* A file's bytes, mapped. */
typedef struct bitcode_file {
  const unsigned char *data;
  size_t size;
} bitcode_file;

bool bitcode_open(bitcode_file *, const char *path, char **message);
void bitcode_close(bitcode_file *);

/* A context that prints nothing: LLVM's messages go into *text, which outlives the context
 * and is freed by the caller. */
LLVMContextRef bitcode_context_new(char **text);

/* The parsed module; otherwise NULL and a message naming the file.  The bytes may go away
 * afterwards.  `text` is the context's. */
LLVMModuleRef bitcode_parse(LLVMContextRef, char **text, const char *name,
                            const void *data, size_t size, bool verify,
                            char **message);

/* The module without its functions' code, which bitcode_materialise reads; the bytes stay as long
 * as the module.  NULL: bitcode_parse says why. */
LLVMModuleRef bitcode_parse_lazily(LLVMContextRef, const char *name, const void *data,
                                   size_t size);
/* Reads the code of a function that is not a mere declaration. */
void bitcode_materialise(LLVMValueRef function);

#endif
