/* A concrete loop that calls a small function each turn. */
static unsigned mix(unsigned a, unsigned b) {
  return (a ^ b) * 2654435761u + (a >> 3);
}

int main(void) {
  unsigned h = 1;
  for (unsigned i = 0; i < 10000000; i++) h = mix(h, i);
  return h == 7;
}
