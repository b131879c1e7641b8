/*
 * States of random() that the program keeps: the generator is GNU's (runtime/rand.c), what
 * GNU's keeps in such a state is not modelled.
 * This replaces src/prng/random.c.
 */
#include "../primitives.h"

char *initstate(unsigned, char *, size_t);
char *initstate(unsigned seed, char *state, size_t size) {
  (void) seed, (void) state, (void) size;
  __braid_unsupported("initstate(): random numbers with a state of the program's own");
}

char *setstate(char *);
char *setstate(char *state) {
  (void) state;
  __braid_unsupported("setstate(): random numbers with a state of the program's own");
}
