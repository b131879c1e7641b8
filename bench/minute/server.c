/* A server that reads messages of four bytes for ever and keeps what they say. */
#include <unistd.h>

static unsigned balance[16];
static unsigned handled;

int main(void) {
  unsigned char m[4];
  while (read(0, m, sizeof m) == sizeof m) {
    switch (m[0] & 3) {
    case 0: balance[m[1] & 15] += m[2]; break;
    case 1: if (balance[m[1] & 15] >= m[2]) balance[m[1] & 15] -= m[2]; break;
    case 2: balance[m[2] & 15] = balance[m[1] & 15]; break;
    default: if (m[3] == 'q') return 0;
    }
    handled++;
  }
  return 0;
}
