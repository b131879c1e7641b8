/*
 * Random arguments for what is easy to get wrong: numbers from text and back,
 * sorting, searching.  The numbers are the same wherever it runs.
 */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state = 88172645463325252;

static uint64_t next(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state;
}

static unsigned below(unsigned n) { return (unsigned) (next() >> 33) % n; }

static void text_from(const char *letters, char *to, unsigned length) {
  const unsigned n = (unsigned) strlen(letters);
  while (length--) *to++ = letters[below(n)];
  *to = 0;
}

static void convert_to_double(void) {
  for (int k = 0; k < 60; k++) {
    char text[40], *end;
    text_from(k % 3 ? "0123456789.e-" : "0123456789", text, 1 + below(30));
    errno = 0;
    const double x = strtod(text, &end);
    printf("%s: %a, %d used, errno %d\n", text, x, (int) (end - text), errno);
    printf("%.17g %e %.3f %g\n", x, x, x > 1e9 ? 0 : x, x);
  }
}

static void convert_to_integer(void) {
  for (int k = 0; k < 60; k++) {
    char text[40], *end;
    static const int bases[] = {0, 2, 8, 10, 16, 36};
    const int base = bases[below(6)];
    text_from("0123456789abcxz+- ", text, 1 + below(22));
    errno = 0;
    const long long x = strtoll(text, &end, base);
    printf("%s in %d: %lld, %d used, errno %d\n", text, base, x,
           (int) (end - text), errno);
  }
}

static void format_integers(void) {
  for (int k = 0; k < 100; k++) {
    char format[32], text[120];
    const int width = (int) below(20), precision = (int) below(20);
    const char flags[] = {"-+ 0#"[below(5)], "-+ 0#"[below(5)], 0};
    const uint64_t n = next() >> below(64);
    const char *letters = strpbrk(flags, "#") ? "oxX" : "diuoxX";
    const char letter = letters[below((unsigned) strlen(letters))];
    if (k % 2) snprintf(format, sizeof format, "%%%s%dll%c", flags, width + 1,
                        letter);
    else snprintf(format, sizeof format, "%%%s%d.%dll%c", flags, width + 1,
                  precision, letter);
    const int length = snprintf(text, sizeof text, format,
                                (unsigned long long) n);
    printf("%s: [%s] %d\n", format, text, length);
  }
}

static int order(const void *a, const void *b) {
  const unsigned x = *(const unsigned *) a, y = *(const unsigned *) b;
  return (x > y) - (x < y);
}

static void sort_and_search(void) {
  for (int k = 0; k < 12; k++) {
    unsigned list[40];
    const unsigned n = below(40);
    for (unsigned i = 0; i < n; i++) list[i] = below(50);
    qsort(list, n, sizeof *list, order);
    for (unsigned i = 0; i < n; i++) printf("%u ", list[i]);
    const unsigned wanted = below(50);
    const unsigned *found = bsearch(&wanted, list, n, sizeof *list, order);
    printf("| %u %s\n", wanted, found ? "found" : "is not there");
  }
}

static void strings(void) {
  for (int k = 0; k < 60; k++) {
    char a[24], b[8], copy[24];
    text_from("abc", a, below(20));
    text_from("abc", b, below(4));
    const char *at = strstr(a, b);
    printf("%s %s: %d %zu %zu %d %d\n", a, b, at ? (int) (at - a) : -1,
           strspn(a, b), strcspn(a, b), strcmp(a, b) > 0,
           strncmp(a, b, 2) > 0);
    strcpy(copy, a);
    for (char *word = strtok(copy, b); word; word = strtok(NULL, b))
      printf("<%s>", word);
    puts("");
  }
}

int main(void) {
  convert_to_double();
  convert_to_integer();
  format_integers();
  sort_and_search();
  strings();
  return 0;
}
