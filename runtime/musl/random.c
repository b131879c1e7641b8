/* Random numbers that never fail, as the host's libc has them and musl has not.  All of
 * them come from getrandom(): any with --sym-host=random. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/random.h>

void arc4random_buf(void *, size_t);
void arc4random_buf(void *to, size_t n) {
  for (size_t at = 0; at < n;) {
    const ssize_t got = getrandom((char *) to + at, n - at, 0);
    if (got < 0) abort();
    at += (size_t) got;
  }
}

uint32_t arc4random(void);
uint32_t arc4random(void) {
  uint32_t word;
  arc4random_buf(&word, sizeof word);
  return word;
}

/* Every number below the bound, all about as often; natively exactly. */
uint32_t arc4random_uniform(uint32_t);
uint32_t arc4random_uniform(uint32_t bound) {
  return (uint32_t) ((uint64_t) arc4random() * bound >> 32);
}
