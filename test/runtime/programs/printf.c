/* Formats: the same text as from the host's libc. */
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <wchar.h>

static const double numbers[] = {
  0, -0.0, 1, -1, 0.1, 3.14159265358979, 1e10, 1e-10, 1.7976931348623157e308,
  2.2250738585072014e-308, 123456789.125, 0.5, 1.5, 2.5, 99.9999, 1e22, 1e23,
  1.0 / 3, 1e15, 123456, 1234567, 0.0001, 0.00001, 1e300 * 1e300
};
static const char *const formats[] = {
  "%f", "%e", "%g", "%a", "%.0f", "%.3e", "%#g", "%10.2f", "%-12.4g|", "%+f",
  "% f", "%010.3f", "%G", "%E", "%.17g", "%.0e", "%#.0f"
};

int main(void) {
  for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    for (unsigned k = 0; k < sizeof formats / sizeof *formats; k++) {
      printf(formats[k], numbers[i]);
      putchar(' ');
    }
    putchar('\n');
  }
  printf("%d %i %u %o %x %X %#x %#o\n", -5, 6, 7u, 8, 255, 255, 255, 8);
  printf("%5d|%-5d|%05d|%+d|% d|%.3d|%8.3d|\n", 42, 42, 42, 42, 42, 7, 7);
  printf("%hhd %hd %ld %lld %jd %zu %td\n", (signed char) -1, (short) -2, -3L,
         -4LL, (intmax_t) -5, (size_t) 6, (ptrdiff_t) -7);
  printf("%s|%10s|%-10s|%.2s|%c|%%\n", "abc", "abc", "abc", "abc", 'x');
  printf("%2$s %1$d\n", 1, "two");
  printf("%" PRIu64 " %" PRIx32 "\n", UINT64_MAX, UINT32_C(0xdeadbeef));
  printf("%ls %lc\n", L"wide", (wint_t) L'w');
  printf("%Lf %Lg %Le\n", 1.25L, 1e-5L, 1e100L);
  char small[5];
  printf("%d %s\n", snprintf(small, sizeof small, "%s", "123456789"), small);
  int count;
  printf("four%n", &count);
  printf(" %d\n", count);
  puts("puts");
  fputs("fputs ", stdout);
  putc('p', stdout);
  fwrite("utc\n", 1, 4, stdout);
  fprintf(stderr, "error %d\n", 1);
  return count;
}
