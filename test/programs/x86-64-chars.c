// target: x86_64
#include <assert.h>
#include <stdarg.h>
char __VERIFIER_nondet_char(void);

static int last(int count, ...) {
  va_list args;
  int value = 0;
  va_start(args, count);
  while (count--) value = va_arg(args, int);
  va_end(args);
  return value;
}

int main(void) {
  char c = __VERIFIER_nondet_char();
  int i = c;
  assert(i >= -128 && i <= 127);        /* plain char is signed on x86 */
  if (i < 0) assert((unsigned char) c >= 128);
  assert(last(8, 1, 2, 3, 4, 5, 6, 7, i) == i);
  return 0;
}
