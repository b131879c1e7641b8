// Without it they change nothing, which is an assumption.
// options: --externals=unknown
// exit: 5
// verdict: proved-under-assumptions
// assumes: calls of receive() return any value and change nothing
// bugs: 0
#include <assert.h>

void receive(int *count);

int main(void) {
  int count = 1;
  receive(&count);
  assert(count == 1);
  return 0;
}
