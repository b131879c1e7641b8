// A later pointer may point to what only one of two joined sides made up.
// options: --externals=unknown
// replay: no
struct box { int a; };
struct box *get(void);
int ask(void);

int main(void) {
  struct box *p = get(), *q = get();
  int which = ask();
  if (!p || !q) return 0;
  if (which) p->a = 7;
  else which = 5;
  if (which != 5) {
    q->a = 9;
    if (p == q) return 1 / (which - which); // expect: div-by-zero
  }
  return 0;
}
