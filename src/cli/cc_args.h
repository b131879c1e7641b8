#ifndef CLI_CC_ARGS_H
#define CLI_CC_ARGS_H

#include "base/vec.h"

#include <stdbool.h>

/*
 * What a compiler's command line asks for, as far as braid cc must know it:
 * which C files become part of which output, and with which flags they mean
 * what they mean.
 */
typedef enum cc_mode {
  CC_LINK,                      /* inputs to one executable or shared object */
  CC_OBJECT,                    /* each input to its object */
  CC_OTHER                      /* preprocessed, assembler, a version … */
} cc_mode;

typedef struct cc_input {
  const char *path;             /* "-": standard input */
  const char *language;         /* as -x gave it; NULL: by the file's name */
} cc_input;

typedef struct cc_args {
  cc_mode mode;
  VEC(cc_input) inputs;         /* all that is no flag, C or not */
  VEC(const char *) words;      /* all of it, response files opened, no LTO */
  VEC(const char *) flags;      /* for the bitcode */
  VEC(const char *) libraries, directories;     /* of -l and -L */
  uint32_t lined;               /* directories before it are the line's */
  const char *output;           /* NULL: by the input's name */
  const char *target;           /* NULL: this machine */
  bool is_m32, has_lto;
  VEC(char *) texts;            /* of response files */
} cc_args;

/* argv[0] is not part of it; argv must stay. */
void cc_args_init(cc_args *, int argc, char **argv);
void cc_args_release(cc_args *);

/* Whether it is C that braid would want to execute.  What configure scripts try
 * (conftest.c) is not. */
bool cc_is_c(const cc_input *);

/* The object of an input, to be freed. */
char *cc_object_of(const cc_args *, const cc_input *);

/* What else the line may link, but for the system's libraries: calls `take`
 * with each path. */
void cc_each_linked(const cc_args *,
                    void (*take)(void *context, const char *path),
                    void *context);

#endif
