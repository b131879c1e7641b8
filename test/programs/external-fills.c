// A function without code is taken to fill memory that was never written, no other.
// options: --externals=unknown
// assumes: calls of receive() return any value and change nothing but memory that was never written
#include <assert.h>

int receive(char *to, int size);

int main(void) {
  char buffer[8], half[8], known = 1;
  half[7] = 1;
  if (receive(buffer, sizeof buffer)) return 1;
  receive(half, sizeof half);
  receive(&known, 1);
  assert(known == 1);
  if (buffer[3] == 'x') assert(buffer[5] != 'y');       // expect: assert
  if (half[2] == 'z') return 2;                        // expect: uninit
  return 0;
}
