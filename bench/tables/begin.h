/* How a program begins that has LENGTH bytes: any, or, as a fuzz target (FUZZ), a fuzzer's, and
 * spaces behind them. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifndef LENGTH
#define LENGTH 64
#endif

static void use(unsigned char *in);

#ifdef FUZZ
int LLVMFuzzerTestOneInput(const uint8_t *from, size_t count) {
  unsigned char in[LENGTH];
  memset(in, ' ', sizeof in);
  memcpy(in, from, count < sizeof in ? count : sizeof in);
  use(in);
  return 0;
}
#else
#include <braid.h>

int main(void) {
  unsigned char in[LENGTH];
  braid_make_symbolic(in, sizeof in, "in");
  use(in);
  return 0;
}
#endif
