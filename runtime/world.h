#ifndef RUNTIME_WORLD_H
#define RUNTIME_WORLD_H

#include <stdint.h>

/*
 * What the run's options say about the world round the program.  The executor
 * may overwrite fields of the global variable `braid_world`, if the program
 * links it, before __braid_start; the initial values mean "nothing symbolic".
 * Each field is 32 bits wide on every target, at 4 times its line's number.
 */
struct braid_world {
  uint32_t fuzz_limit;          /*  0: largest size for a fuzz target */
  uint32_t expand_arguments;    /*  1: argv holds --sym-arg ... to expand */
  uint32_t stdin_size;          /*  2: symbolic bytes on standard input, at most */
  uint32_t file_count;          /*  3: symbolic files A, B, ... */
  uint32_t file_size;           /*  4: ... of so many bytes each, at most */
  uint32_t failures;            /*  5: system calls that may fail on a path */
  uint32_t malloc_may_fail;     /*  6: each allocation may */
  uint32_t has_root;            /*  7: __braid_host_file has files */
  uint32_t exact_output;        /*  8: symbolic numbers are formatted at once */
  uint32_t host;                /*  9: assumptions that are inputs instead, a
                                 *     bit each (posix/assumptions.def) */
  uint32_t stdin_is_exact;      /* 10: stdin_size is the size, not the most */
  uint32_t files_are_exact;     /* 11: likewise file_size */
  uint32_t is_gnu;              /* 12: --libc=gnu */
  uint32_t short_name;          /* 13: where the name of the file begins in argv[0] */
  uint32_t must_end;            /* 14: the property is that every run ends */
  uint32_t is_chosen;           /* 15: braid chose the sizes, not the user */
  uint32_t open_size;           /* 16: a file that is looked for has up to so many
                                 *     bytes, or is not there; 0: is not there */
  uint32_t variable_size;       /* 17: a variable that is asked for is not set, or
                                 *     has up to so many characters; 0: is not set */
  uint32_t host_size;           /* 18: a file that is looked for below /usr may be this
                                 *     machine's, if that has no more bytes */
};

extern struct braid_world braid_world;

/* --sym-file PATH:N or PATH:=N, in the order given. */
struct braid_named_file { const char *path; uint32_t size, is_exact; };
enum { BRAID_NAMED_FILES = 16 };
extern struct braid_named_file braid_named_files[BRAID_NAMED_FILES];
extern uint32_t braid_named_file_count;

/* --sym-getenv: the environment that the program began with, and its NULL when so many variables
 * were added. */
enum { BRAID_VARIABLES = 1 };
extern char **braid_environment, **braid_environment_end;

/* --sym-socket N, in the order given: what each peer sends. */
enum { BRAID_PEERS = 8 };
extern uint32_t braid_peers[BRAID_PEERS];
extern uint32_t braid_peer_count;

#endif
