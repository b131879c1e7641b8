// Arrays at the end of a struct go on past it; unions may hold pointers.
// options: --entry=evaluate --no-check=overflow
// exit: 5
// verdict: bug
struct message {
  unsigned char kind;
  union { int *place; long number; } value;
  int items[1];
};
struct open { int n; short items[]; };

int evaluate(struct message *m, struct open *o) {
  if (!m || !o) return 0;
  if (m->kind == 1) return *m->value.place; // expect: null
  if (m->kind == 2 && m->value.number == 5)
    return 7 / (m->items[3] + o->items[2]); // expect: div-by-zero
  return 0;
}
