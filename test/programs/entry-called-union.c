// What is called is a function's address, whatever the union calls it.
// options: --entry=apply
// exit: 5
// verdict: bug
// replay: no
struct operation {
  union { const double *constant; int (*function)(int); } value;
};

int apply(struct operation *o) {
  if (!o || !o->value.function) return 0;
  int n = o->value.function(3);
  return n == 17 ? 1 / (n - 17) : 0; // expect: div-by-zero
}
