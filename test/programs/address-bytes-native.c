// exit: 5
// verdict: proved-under-assumptions
// options: --native=on --native-after=1
// acted: native
// assumes: address-bytes-native.c:16: objects lie where braid puts them
// As address-bytes.c, where native code reads the bytes.
#include <assert.h>
#include <string.h>

static struct { char text[4096]; void *p; } both;

static unsigned sum(const char *bytes, unsigned n) {
  unsigned all = 0;
  for (unsigned i = 0; i < n; i++)
    all +=
        bytes[i] == 1;
  return all;
}

int main(void) {
  memset(both.text, 'x', sizeof both.text);
  assert(!sum(both.text, sizeof both.text));
  both.p = &both;
  assert(sum((const char *) &both, sizeof both) < 9);
  return 0;
}
