// Whoever knows that there are three elements asks for errors.
// options: --entry=sum --lazy-array=3 --lazy-bounds=error
// exit: 5
// verdict: bug
// options: --no-check=overflow --no-lazy-null
int sum(const int *a, unsigned n) {
  int s = 0;
  for (unsigned i = 0; i < n && i < 8; i++) s += a[i]; // expect: out-of-bounds
  return s;
}
