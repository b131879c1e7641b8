/* A parser with concrete tables: a table of a checksum is computed first, then a
 * header of optional fields is read, each of which may be there or not. */
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);

enum { FIELDS = 30 };

static unsigned table[256];

static void prepare(void) {
  for (unsigned n = 0; n < 256; n++) {
    unsigned c = n;
    for (int k = 0; k < 8; k++) c = c & 1 ? 0xedb88320u ^ (c >> 1) : c >> 1;
    table[n] = c;
  }
}

int main(void) {
  unsigned present = 0, length = 0;
  prepare();
  assert(table[255] == 0x2d02ef8d);
  for (int k = 0; k < FIELDS; k++)
    if (__VERIFIER_nondet_uchar() & 1) {
      present |= 1u << k;
      length += 4;
    }
  assert(length <= 4 * FIELDS && length % 4 == 0);
  assert(present < 1u << FIELDS);
  return 0;
}
