// No pointer, no bug, nothing cut: but any function has callers that braid did
// not see, so it is proved under assumptions only.
// options: --entry=clamp
// exit: 5
// verdict: proved-under-assumptions
// assumes: clamp() is entered with any arguments
// paths: 3
int clamp(int n) {
  if (n < 0) return 0;
  if (n > 100) return 100;
  return n;
}
