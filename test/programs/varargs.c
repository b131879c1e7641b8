#include <assert.h>
#include <stdarg.h>
int __VERIFIER_nondet_int(void);

struct pair { long a, b; };
struct big { int v[9]; };

static long sum(const char *types, ...) {
  va_list args, again;
  long total = 0;
  va_start(args, types);
  va_copy(again, args);
  for (; *types; types++)
    switch (*types) {
    case 'i': total += va_arg(args, int); break;
    case 'l': total += va_arg(args, long); break;
    case 'd': total += (long) va_arg(args, double); break;
    case 'p': { struct pair p = va_arg(args, struct pair); total += p.a + p.b; break; }
    case 'b': { struct big b = va_arg(args, struct big); total += b.v[8]; break; }
    }
  total += va_arg(again, int);
  va_end(again);
  va_end(args);
  return total;
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < -1000 || x > 1000) return 0;
  struct pair p = {10, 20};
  struct big b = {{0, 0, 0, 0, 0, 0, 0, 0, 7}};
  assert(sum("ii", x, 1) == 2L * x + 1);
  assert(sum("idlipbiiiiiid", 1, 2.5, 3L, x, p, b, 1, 1, 1, 1, 1, 1, 4.0) ==
         1 + 2 + 3 + x + 30 + 7 + 6 + 4 + 1);
  return 0;
}
