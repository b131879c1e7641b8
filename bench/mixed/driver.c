/* Unknown calls in a loop: each answer is looked at and forgotten, what is left of
 * it is a count.  Run with functions without code returning anything. */
#include <assert.h>
int poll_device(int port);
int read_device(int port);

enum { PORTS = 16 };

static int probe(int port) {
  const int status = poll_device(port);
  if (status < 0) return 0;
  if (status & 1) return read_device(port) > 0;
  if (status & 2) return read_device(port) < 0;
  return 1;
}

int main(void) {
  int found = 0;
  for (int port = 0; port < PORTS; port++) found += probe(port);
  assert(found >= 0 && found <= PORTS);
  return 0;
}
