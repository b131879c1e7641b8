// exit: 5
// verdict: proved-under-assumptions
// assumes: unrelated objects lie in the order of their names
// A union is written in one function and read in another: no function shows both.
#include <stdint.h>
union u { int *p; uintptr_t n; };
static int a, b;
__attribute__((noinline)) static void set(union u *x, int *p) { x->p = p; }
__attribute__((noinline)) static uintptr_t get(union u *x) { return x->n; }
int main(void) {
  union u x, y; set(&x, &a); set(&y, &b);
  if (get(&x) < get(&y)) return 1;
  __builtin_trap();
}
