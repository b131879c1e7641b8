#ifndef REPLAY_HUNT_WORLD_H
#define REPLAY_HUNT_WORLD_H

#include "files/testcase.h"
#include "hunt/area.h"

/*
 * The world of a program with main() as parts of an input mutated by native runs
 * (hunt/parts.h), and tests as such inputs.  The objects of a test have the names and sizes
 * of an exploration (runtime/arguments.c, runtime/posix/given.c).
 */
typedef struct hunt_world {
  hunt_part part[HUNT_PARTS];
  uint32_t count;
  uint32_t longest;             /* bytes of an input */
} hunt_world;

/* Reads the words among the arguments of a test.  False: no symbolic input possible in a
 * native run, or too many inputs.  Standard input and files of variable length are cut to
 * at most HUNT_LONGEST bytes of input. */
bool hunt_world_init(hunt_world *, const testcase *words);

/* The input for a test, in `bytes`, which has room for HUNT_LONGEST; its size. */
uint32_t hunt_world_input(const hunt_world *, const testcase *, uint8_t *bytes);

/* Adds the objects of an input to a test. */
void hunt_world_test(const hunt_world *, const uint8_t *bytes, uint32_t size, testcase *);

#endif
