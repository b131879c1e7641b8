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
  uint32_t stdin_size;          /*  2: symbolic bytes on standard input */
  uint32_t file_count;          /*  3: symbolic files A, B, ... */
  uint32_t file_size;           /*  4: ... of so many bytes each */
  uint32_t failures;            /*  5: system calls that may fail on a path */
};

extern struct braid_world braid_world;

#endif
