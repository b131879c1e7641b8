/* A register is polled until it is ready, then a block is read: unknown functions in
 * loops of any length, and a buffer of the caller. */
#include <assert.h>

unsigned status(void), data(void);

unsigned start(unsigned *buffer, unsigned blocks) {
  unsigned waited = 0, read = 0, last = 0;
  if (!buffer) return 0;
  while ((status() & 1) == 0) waited++;
  for (unsigned k = 0; k < blocks; k++) {
    last = data();
    read++;
  }
  buffer[0] = last;
  assert(read == blocks);
  assert(waited != 300 || blocks < 5);          /* fails */
  return waited;
}
