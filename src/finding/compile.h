#ifndef FINDING_COMPILE_H
#define FINDING_COMPILE_H

#include "base/options.h"
#include "base/vec.h"

#include <stdbool.h>

/* The bitcode of a run's files, in their order, and then further bitcode found in objects
 * and executables.  Compiled or unpacked files lie in a scratch directory, removed by
 * compile_release, and at the latest when braid ends.  Until compile_release signals to end
 * braid wait. */
typedef struct bitcode {
  VEC(char *) files;
  char *scratch;                /* NULL: none was needed */
} bitcode;

/* Compiles the C files among o->files with clang, takes *.bc unchanged, and takes bitcode
 * out of the output of `braid cc`.  Nothing is optimised: clang runs at -O1 for its nsw
 * flags and lifetime markers, with its passes off, since passes fold undefined behaviour
 * away.
 *
 * False, and a message to be freed, on bad input (exit 2); clang's own messages were shown
 * on stderr. */
bool compile_to_bitcode(const options *o, bitcode *, char **message);
void compile_release(bitcode *);

/* Appends the flags that make clang compile for another target than this machine: none for
 * this machine.  The strings live as long as braid. */
typedef VEC(const char *) compile_flags;

/* The clang for bitcode, and its flags for braid: before the user's flags. */
const char *compile_compiler(void);
void compile_fixed_flags(compile_flags *flags);
/* Flags of braid that follow from the user's flags, and come last. */
void compile_last_flags(const char *const *given, uint32_t count,
                        compile_flags *flags);

#endif
