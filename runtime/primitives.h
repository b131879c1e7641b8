#ifndef RUNTIME_PRIMITIVES_H
#define RUNTIME_PRIMITIVES_H

#include <stddef.h>
#include <stdint.h>

/*
 * What the executor itself does for a program under test.  Everything else that
 * a program may call (klee_*, __VERIFIER_*, libc, system calls) is C in this
 * directory or in libc, written on top of these; its state is ordinary memory
 * of the program, so forking, joining and comparing states need no special
 * case for it.
 */

/* Makes n bytes at p symbolic.  kind 0: an object (KLEE's); kind 1: one nondet
 * value, whose type is `name`. */
void __braid_input(void *p, size_t n, const char *name, int kind);

void __braid_assume(int condition);             /* ends the path silently */

/* Ends the path with a bug: "assert", "abort", "reach_error", "user",
 * "overlap" (memcpy), "free" (invalid free), ... and a message. */
_Noreturn void __braid_error(const char *kind, const char *message);
_Noreturn void __braid_exit(int status);        /* the program's normal end */
_Noreturn void __braid_silent_exit(int status); /* ends the path, no test */

/* A new heap object with exact bounds; kind: 0 malloc (uninitialised), or of
 * these.  NULL: larger than --max-alloc. */
enum {
  BRAID_ZEROED = 1,             /* calloc */
  BRAID_OWN = 2                 /* the environment's, not the program's: no leak */
};
void *__braid_alloc(size_t size, size_t align, int kind);
void __braid_free(void *);                      /* checks; accepts NULL */
/* The whole object that p points to is read-only, or may be written. */
void __braid_protect(void *p, int may_write);
size_t __braid_object_size(const void *);       /* 0: no live object */
/* The contents of the second object, as far as both reach; one size is a term. */
void __braid_move(void *, const void *);
/* The object that p points to ends behind its first zero byte from now on. */
void __braid_end_string(void *p);
/* strnlen, as a term where the program itself asks; or ~n: that is not known, and the
 * first n bytes are not zero. */
size_t __braid_length(const char *p, size_t limit);
/* Ends the path with an error unless p .. p+n is valid to read or write. */
void __braid_check(const void *p, size_t n, int write);

int __braid_is_symbolic(uint64_t value);
/* The byte there may be part of a pointer's number. */
int __braid_is_of_pointer(const void *);
uint64_t __braid_value(uint64_t value);         /* one value; constrains, counted */
/* Prints the term to the run's messages. */
void __braid_print(const char *text, uint64_t value);
void __braid_warn(const char *message);
/* Something that bounds what "proved" means: listed in the report, once. */
void __braid_note(const char *assumption);
/* The same with the place of the program's call. */
void __braid_note_here(const char *assumption);
int __braid_is_replay(void);                    /* 0 here, 1 natively */

/* What the program wrote to stdout or stderr (fd 1 or 2). */
void __braid_output(int fd, const void *data, size_t n);
/* A number there, formatted only when somebody reads it: `conversion` is
 * printf's for a long long, "%-5.2lld". */
void __braid_output_number(int fd, uint64_t number, const char *conversion);

/*
 * A file below the directory of --root, as it was when first asked for: its
 * size, its st_mode in *mode, and up to `room` of its bytes at `to`; of a
 * directory, the names in it, each with its NUL.  Or minus an error number.
 */
long __braid_host_file(const char *path, void *to, size_t room,
                       uint32_t *mode);

/* Whether the library function that asks was called by the program itself. */
int __braid_is_called_by_program(void);

/*
 * The other way round: a program starts at __braid_start, after its
 * constructors.  It calls main, then exit: handlers, stdio's buffers, at last
 * __braid_exit.  environment is a NULL-terminated list as argv is; world.h says
 * what the executor may set before.
 */
_Noreturn void __braid_start(int argc, char **argv, char **environment);

/* Where arguments were words of options and a constructor takes arguments, constructors have
 * waited for this call. */
void __braid_construct(int argc, char **argv, char **environment);

/* Ends the path with the outcome "unsupported" (a system call without model). */
_Noreturn void __braid_unsupported(const char *what);

#endif
