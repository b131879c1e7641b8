/* Settings decide which ledgers are audited; the audits themselves run on numbers.
 * Where states are joined, one of them waits while the other audits. */
#include <assert.h>
#include <braid.h>

#ifndef ENTRIES
#define ENTRIES 30000
#endif
enum { LEDGERS = 6, BINS = 64 };

static unsigned audit(unsigned ledger) {
  unsigned bins[BINS] = {0}, sum = ledger;
  for (unsigned i = 0; i < ENTRIES; i++) {
    const unsigned amount = (i * 2654435761u + ledger) >> 7;
    bins[amount % BINS] += amount & 15;
    if (bins[i % BINS] > 1000) sum = sum * 31 + bins[i % BINS];
  }
  return sum;
}

int main(void) {
  unsigned char is_wanted[LEDGERS];
  unsigned audited = 0, sum = 0;
  braid_make_symbolic(is_wanted, sizeof is_wanted, "settings");
  for (unsigned k = 0; k < LEDGERS; k++)
    if (is_wanted[k] > 9) {
      sum ^= audit(k);
      audited++;
    }
  assert(audited <= LEDGERS);
  return sum == 1;
}
