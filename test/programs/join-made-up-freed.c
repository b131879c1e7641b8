// What one side made up and freed does not come to be once more when the sides
// are joined; what the other side did not look at is not gone for it.
// options: --externals=unknown
// replay: no
#include <stdlib.h>

struct box { int a; struct box *next; };
struct box *get(void);
int ask(void);

int main(void) {
  struct box *p = get();
  int which = ask();
  if (!p) return 0;
  if (which == 1) p->a = 1;
  else if (which == 2) free(p);
  else which = 3;
  int k = which * 2;
  if (k == 4) k = p->a;               // expect: use-after-free
  if (k == 6) k = p->a;
  return k;
}
