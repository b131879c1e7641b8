// exit: 5
// verdict: proved-under-assumptions
// assumes: no environment variable is set
// The one variable that is set is the model's choice, too.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  const char *locale = getenv("LC_ALL");
  assert(locale && !strcmp(locale, "C"));
}
