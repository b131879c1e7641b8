// The same client starts its count anew, but not its pauses.
// matrix: endless
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

enum { TRIES = 5 };

struct request { int tries, pause; };

int main(void) {
  struct request *r = NULL;
  unsigned answered = 0;
  for (;;) {
    const int answer = __VERIFIER_nondet_int();
    if (!r) {
      r = malloc(sizeof *r);
      if (!r) return 1;
      r->tries = 0;
      r->pause = 1;
    } else if (answer == 200) {
      answered = 1;
      free(r);
      r = NULL;
    } else if (r->tries == TRIES) {
      if (answer == 503) r->tries = 0;
      if (answer == 503) continue;
      answered = 0;
      free(r);
      r = NULL;
    } else {
      r->tries++;
      r->pause *= 2;
      assert(r->pause <= 1 << TRIES);  // expect: assert
    }
    assert(!r || r->pause == 1 << r->tries);
    assert(answered <= 1);
  }
}
