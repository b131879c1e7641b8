// exit: 5
// verdict: proved-under-assumptions
// assumes: no environment variable is set
// ... and as the third argument of main.
#include <assert.h>
#include <stddef.h>

int main(int count, char **arguments, char **environment) {
  (void) count, (void) arguments;
  assert(environment[0] && !environment[1]);
}
