/* Packets: a length, as many bytes, and so on. */
#include "targets.h"

enum { SIZE = 40 };
static unsigned char stream[SIZE];

int main(void) {
  int n = number(0, SIZE), at = 0, packets = 0, bytes = 0;
  symbols(stream, SIZE);
  while (at < n && packets < 3) {
    int length = stream[at++];
    if (length > n - at) return 0;
    for (int k = 0; k < length; k++) bytes++;
    at += length;
    packets++;
  }
  if (packets == 3 && bytes > 30) target();
  return 0;
}
