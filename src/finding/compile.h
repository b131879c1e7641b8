#ifndef FINDING_COMPILE_H
#define FINDING_COMPILE_H

#include "base/options.h"
#include "base/vec.h"

#include <stdbool.h>

/* The bitcode of a run's files, in their order, and then the rest of what was
 * found in objects and executables.  What was compiled or unpacked lies in a
 * scratch directory, which goes with compile_release, and at the latest when
 * braid ends.  Until compile_release signals that end braid wait. */
typedef struct bitcode {
  VEC(char *) files;
  char *scratch;                /* NULL: none was needed */
} bitcode;

/* Compiles the C files among o->files with clang and takes *.bc as they are;
 * from what `braid cc` made it takes the bitcode.
 * Nothing is optimised: clang runs at -O1 for its nsw flags and lifetime
 * markers, and its passes are off, since they fold undefined behaviour away.
 *
 * False, and a message that the caller frees, on bad input (exit 2); clang's
 * own messages have then been shown on stderr. */
bool compile_to_bitcode(const options *o, bitcode *, char **message);
void compile_release(bitcode *);

/* Appends the flags that make clang compile for a target other than this
 * machine: none if it is this one.  The strings live as long as braid. */
typedef VEC(const char *) compile_flags;

/* The clang that makes bitcode, and the flags that make it what braid wants:
 * they come before the user's. */
const char *compile_compiler(void);
void compile_fixed_flags(compile_flags *flags);
/* What the user's flags ask of ours; it follows them. */
void compile_last_flags(const char *const *given, uint32_t count,
                        compile_flags *flags);

#endif
