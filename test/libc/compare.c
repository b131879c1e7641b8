/*
 * compare NATIVE BRAID ASSUMPTIONS
 *
 * Holds the lines of a driver against each other: what this machine's C library answered, and
 * what braid's did.  Each difference must be one that runtime/libc/differences.def names; one
 * of class ASSUMED must be among the assumptions of the run, one of class NEAR must be near.
 */
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum kind { UNKNOWN, NEARLY, ASSUMPTION } kind;
typedef struct row { kind kind; const char *functions, *text; } row;
static const row rows[] = {
#define NEAR(KIND, NAME) NEAR_##KIND(NAME)
#define NEAR_TYPES(NAME) {NEARLY, #NAME " " #NAME "f " #NAME "l", NULL},
#define NEAR_UNARY NEAR_TYPES
#define NEAR_INTEGER_UNARY NEAR_TYPES
#define NEAR_BESSEL NEAR_TYPES
#define NEAR_BINARY NEAR_TYPES
#define NEAR_INTEGER_BINARY NEAR_TYPES
#define NEAR_ORDER NEAR_TYPES
#define NEAR_COMPLEX NEAR_TYPES
#define NEAR_COMPLEX_BINARY NEAR_TYPES
#define NEAR_MEASURE NEAR_TYPES
#define NEAR_BOTH NEAR_TYPES
#define NEAR_SIGNED(NAME) {NEARLY, #NAME "_r " #NAME "f_r " #NAME "l_r", NULL},
#define ASSUMED(NAME, FUNCTIONS, TEXT) {ASSUMPTION, FUNCTIONS, TEXT},
#include "../../runtime/libc/differences.def"
};
enum { ROWS = sizeof rows / sizeof *rows };

static int lists(const char *functions, const char *name, size_t n) {
  for (const char *p = functions; (p = strstr(p, name)); p++)
    if ((p == functions || p[-1] == ' ') && (!p[n] || p[n] == ' ')) return 1;
  return 0;
}

/* Words of the report are broken into lines: white space counts as one blank. */
static char *read_all(const char *path) {
  FILE *f = fopen(path, "r");
  if (!f) { perror(path); exit(2); }
  size_t size = 1 << 16, used = 0;
  char *text = malloc(size + 1);
  for (size_t n; (n = fread(text + used, 1, size - used, f)) > 0;) {
    used += n;
    if (used == size) text = realloc(text, (size *= 2) + 1);
  }
  fclose(f);
  text[used] = 0;
  return text;
}

static const char *assumptions;
static unsigned failures, differing, lines;

/* A number of 128 bits as the sign, exponent and fraction of a long double. */
static long double number(const char *p, char type) {
  uint64_t high = 0, low;
  char *end;
  low = strtoull(p, &end, 16);
  if (*end == ':') {
    high = low;
    low = strtoull(end + 1, NULL, 16);
  }
  if (type == 'f') {
    const uint32_t w = (uint32_t) low;
    float f;
    memcpy(&f, &w, 4);
    return f;
  }
  if (type == 'd') {
    double d;
    memcpy(&d, &low, 8);
    return d;
  }
  long double l = 0;
  memcpy(&l, &low, 8);
  memcpy((char *) &l + 8, &high, sizeof l > 12 ? 8 : 2);
  /* Beyond the range of a double there may be nothing. */
  return fabsl(l) > DBL_MAX ? (l < 0 ? -INFINITY : INFINITY) : fabsl(l) < 1e-300L ? 0 : l;
}

/* "~~~": any result, which is assumed of every call.  "~d BITS" within 16 units of the last place; "~~d BITS ...": within a millionth of the
 * larger part, or of 1, since errors of parts add up and grow near zeros.  A long double may be as
 * far off as a double. */
static int is_near(const char *native, const char *braid) {
  const char *a = strchr(native, '~'), *b = strchr(braid, '~');
  if (!a || !b) return 0;
  if (!strncmp(a, "~~~", 3)) return 1;
  const int marks = a[1] == '~' ? 2 : 1;
  const int is_rough = marks == 2 || !strncmp(native, "lgamma", 6);     /* near zeros */
  a += marks;
  b += marks;
  const char type = *a;
  long double x[2] = {0}, y[2] = {0}, largest = is_rough ? 1 : 0;
  for (unsigned k = 0; k < 2 && (a = strchr(a, ' ')) && (b = strchr(b, ' ')) && a[1] > ' '; k++) {
    x[k] = number(++a, type);
    y[k] = number(++b, type);
    if (isnan(x[k]) != isnan(y[k]) || isinf(x[k]) != isinf(y[k])) return is_rough;
    if (isnan(x[k]) || x[k] == y[k]) { x[k] = y[k] = 0; continue; }
    if (fabsl(x[k]) > largest) largest = fabsl(x[k]);
    if (fabsl(y[k]) > largest) largest = fabsl(y[k]);
  }
  const long double bound = is_rough ? (type == 'f' ? 1e-3L : 1e-6L) : 16 * (type == 'f' ? 0x1p-23L : 0x1p-52L);
  const long double least = type == 'f' ? 0x1p-140L : 0x1p-1066L;
  for (unsigned k = 0; k < 2; k++)
    if (fabsl(x[k] - y[k]) > bound * largest + least) return 0;
  return 1;
}

static void judge(const char *native, const char *braid) {
  char name[64];
  size_t n = strcspn(native, " -");
  if (n >= sizeof name) n = sizeof name - 1;
  memcpy(name, native, n);
  name[n] = 0;
  differing++;
  for (unsigned k = 0; k < ROWS; k++) {
    if (!lists(rows[k].functions, name, n)) continue;
    if (rows[k].kind == NEARLY && is_near(native, braid)) return;
    if (rows[k].kind == ASSUMPTION && strstr(assumptions, rows[k].text)) return;
  }
  if (failures++ < 20) printf("  here   %s\n  braid  %s\n", native, braid);
}

int main(int argc, char **argv) {
  if (argc != 4) return 2;
  char *a = read_all(argv[1]), *b = read_all(argv[2]);
  assumptions = read_all(argv[3]);
  while (*a || *b) {
    const size_t m = strcspn(a, "\n"), n = strcspn(b, "\n");
    const int has_more_a = a[m] == '\n', has_more_b = b[n] == '\n';
    a[m] = b[n] = 0;
    lines++;
    if (strcmp(a, b)) {
      if (!*a || !*b) {
        printf("  %s ends before the other\n", *a ? "braid" : "the native run");
        failures++;
        break;
      }
      judge(a, b);
    }
    a += m + (size_t) has_more_a;
    b += n + (size_t) has_more_b;
  }
  printf("%u calls, %u with a difference, %u of these unexplained\n", lines, differing, failures);
  return failures != 0;
}
