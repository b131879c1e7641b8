// exit: 5
// verdict: proved-under-assumptions
// assumes: no environment variable is set
// The environment read without getenv(): what it holds is the model's.
#include <assert.h>
#include <stddef.h>

extern char **environ;

int main(void) {
  int count = 0;
  while (environ[count]) count++;
  assert(count == 1);
}
