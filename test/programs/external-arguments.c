// With --havoc-arguments they write where their arguments point.
// options: --externals=unknown --havoc-arguments
#include <assert.h>

int receive(int *count, char *buffer, unsigned long size);

int main(void) {
  int count = 1;
  char buffer[4] = "abc";
  if (receive(&count, buffer, sizeof buffer) < 0) return 0;
  assert(count == 1); // expect: assert
  assert(buffer[3] == 0); // expect: assert
  return 0;
}
