#ifndef CLI_CC_ARGS_H
#define CLI_CC_ARGS_H

#include "base/vec.h"

#include <stdbool.h>

/*
 * A compiler's command line, as far as braid cc needs it: the C files, the output of each,
 * and the flags that matter.
 */
typedef enum cc_mode {
  CC_LINK,                      /* inputs to an executable or shared object */
  CC_OBJECT,                    /* each input to an object */
  CC_OTHER                      /* preprocessed, assembler, a version … */
} cc_mode;

typedef struct cc_input {
  const char *path;             /* "-": standard input */
  const char *language;         /* of -x; NULL: by the file's name */
} cc_input;

typedef struct cc_args {
  cc_mode mode;
  VEC(cc_input) inputs;         /* all except flags, C or not */
  VEC(const char *) words;      /* everything, with response files opened, without LTO */
  VEC(const char *) flags;      /* for the bitcode */
  VEC(const char *) libraries, directories;     /* of -l and -L */
  uint32_t lined;               /* directories before it are the line's */
  const char *output;           /* NULL: by the input's name */
  const char *target;           /* NULL: this machine */
  bool is_m32, has_lto;
  VEC(char *) texts;            /* of response files */
} cc_args;

/* Without argv[0]; argv must stay. */
void cc_args_init(cc_args *, int argc, char **argv);
void cc_args_release(cc_args *);

/* Whether the input is C to be executed by braid; false for tests of configure scripts
 * (conftest.c). */
bool cc_is_c(const cc_input *);

/* The object of an input, to be freed. */
char *cc_object_of(const cc_args *, const cc_input *);

/* Calls `take` with each path that the line may link, except the system's libraries. */
void cc_each_linked(const cc_args *,
                    void (*take)(void *context, const char *path),
                    void *context);

#endif
