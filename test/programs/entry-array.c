// A pointer and a length: how far the array goes only the caller knows, so what
// lies past the elements made up is cut, not accused.
// options: --entry=sum --lazy-array=3 --no-check=overflow
// exit: 5
// verdict: inconclusive
// bugs: 0
// cut: cut-lazy
int sum(const int *a, unsigned n) {
  int s = 0;
  if (!a) return 0;
  for (unsigned i = 0; i < n; i++) s += a[i];
  return s;
}
