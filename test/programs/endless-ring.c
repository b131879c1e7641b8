// A ring of five stations hands one token round; any station may hold it.
// matrix: endless
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

enum { STATIONS = 5 };

static _Bool token[STATIONS], wants[STATIONS], works[STATIONS];

int main(void) {
  token[0] = 1;
  for (;;) {
    const unsigned who = __VERIFIER_nondet_uchar() % STATIONS;
    if (__VERIFIER_nondet_uchar() & 1) wants[who] = 1;
    if (token[who] && wants[who]) {
      works[who] = 1;
    } else if (token[who]) {
      token[who] = 0;
      token[(who + 1) % STATIONS] = 1;
    }
    unsigned tokens = 0, working = 0;
    for (unsigned k = 0; k < STATIONS; k++) {
      tokens += token[k];
      working += works[k];
    }
    assert(tokens == 1);
    assert(working <= 1);
    if (works[who]) works[who] = wants[who] = 0;
  }
}
