/* One path, and on it hundreds of questions about where in a table an index may be, each
 * harder than the one before.  Its time slice ends when they took long, and it follows its model
 * from then on, without them (once all were in one slice: without an end after 15 s). */
// options: --merge=off --no-seen --jobs=1
// matrix: no
// paths: 1
#include <braid.h>

int main(void) {
  unsigned char text[16], table[256];
  unsigned hash = 1, sum = 0;
  for (unsigned i = 0; i < sizeof table; i++) table[i] = (unsigned char) (i * 7 ^ i >> 3);
  braid_make_symbolic(text, sizeof text, "text");
  for (unsigned round = 0; round < 40; round++)
    for (unsigned i = 0; i < sizeof text; i++) {
      hash = (hash ^ text[i]) * 16777619u;
      sum += table[(hash >> 13 & 127) * (hash >> 24 & 1)];
    }
  return sum == 12345;
}
