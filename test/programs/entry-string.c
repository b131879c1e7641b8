// A string that may not fit: the local buffer's bounds are known.
// options: --entry=greet --lazy-array=6 --no-lazy-null
// exit: 5
// verdict: bug
int greet(const char *name) {
  char buffer[4];
  int n = 0;
  while (name[n]) {
    buffer[n] = name[n]; // expect: out-of-bounds
    n++;
  }
  buffer[n] = 0; // expect: out-of-bounds
  return buffer[0];
}
