// Structures, pairs of floats and small integers as variadic arguments.
// target: x86_64
#include <stdarg.h>
#include <assert.h>
struct ff { float x, y; }; struct dd { double x, y; }; struct id { int i; double d; };
struct big { long a[5]; }; struct c3 { char c[3]; }; struct fff { float x,y,z; }; struct ll { long long a; int b; };
struct u { union { int i; double d; } u; char c; };
static double sum(int n, ...) {
  va_list ap; va_start(ap, n);
  double s = 0;
  struct ff a = va_arg(ap, struct ff); s += a.x + 10 * a.y;
  struct dd b = va_arg(ap, struct dd); s += b.x + 10 * b.y;
  struct id c = va_arg(ap, struct id); s += c.i + 10 * c.d;
  struct big d = va_arg(ap, struct big); s += d.a[0] + 10 * d.a[4];
  struct c3 e = va_arg(ap, struct c3); s += e.c[0] + 10 * e.c[2];
  struct fff f = va_arg(ap, struct fff); s += f.x + 10 * f.z;
  struct ll g = va_arg(ap, struct ll); s += (double) g.a + 10 * g.b;
  int i = va_arg(ap, int); s += i;
  struct u j = va_arg(ap, struct u); s += j.u.d + j.c;
  _Complex double k = va_arg(ap, _Complex double); s += __real__ k + 10 * __imag__ k;
  float m = (float) va_arg(ap, double); s += m;
  va_list aq; va_copy(aq, ap);
  s += va_arg(aq, int); s += va_arg(ap, int); va_end(aq);
  va_end(ap);
  return s;
}
int main(void) {
  struct ff a = {1, 2}; struct dd b = {3, 4}; struct id c = {5, 6}; struct big d = {{7, 0, 0, 0, 8}};
  struct c3 e = {{1, 2, 3}}; struct fff f = {1, 2, 3}; struct ll g = {9, 10}; struct u j; j.u.d = 2.5; j.c = 1;
  _Complex double k = 1.0 + 2.0i;
  double s = sum(3, a, b, c, d, e, f, g, -7, j, k, 0.25f, 11);
  assert(s == 21 + 43 + 65 + 87 + 31 + 31 + 109 - 7 + 3.5 + 21 + 0.25 + 22);
  return 0;
}
