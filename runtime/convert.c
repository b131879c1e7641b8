/* Integers from strings. */
#include "libc.h"

#include "ctype.h"

/* The value of a digit; at least base if it is none.  Up to base 10 a symbolic
 * character is not told apart any further. */
static unsigned digit_value(char c, unsigned base) {
  if (base <= 10 || IS_DIGIT(c)) return (unsigned) c - '0';
  if (IS_ALPHA(c)) return ((unsigned) c | 32) - 'a' + 10;
  return base;
}

static int has_hex_prefix(const char *s) {
  return s[0] == '0' && (s[1] | 32) == 'x' && digit_value(s[2], 16) < 16;
}

typedef struct number {
  unsigned long long magnitude;
  int is_negative, overflows;
} number;

/* The number at s, whose magnitude is at most limit[0], after a minus sign at
 * most limit[1]. */
static number parse(const char *s, char **end, int base,
                    const unsigned long long limit[2]) {
  number n = {0, 0, 0};
  const char *start = s;
  if (base < 0 || base == 1 || base > 36) {
    *__errno_location() = EINVAL_;
    return n;
  }
  while (IS_SPACE(*s)) s++;
  if (*s == '-') { n.is_negative = 1; s++; } else if (*s == '+') s++;
  unsigned radix = (unsigned) base;
  if ((base == 0 || base == 16) && has_hex_prefix(s)) { s += 2; radix = 16; }
  else if (base == 0) radix = *s == '0' ? 8 : 10;

  const char *digits = s;
  const unsigned long long last = limit[n.is_negative] / radix;
  const unsigned long long last_digit = limit[n.is_negative] % radix;
  for (unsigned d; (d = digit_value(*s, radix)) < radix; s++) {
    if (radix <= 10) d &= 15;                   /* bounds the term: no question below asks */
    if (n.magnitude > last || (n.magnitude == last && d > last_digit))
      n.overflows = 1;
    if (!n.overflows) n.magnitude = n.magnitude * radix + d;
  }
  if (end) *end = (char *) (s == digits ? start : s);
  if (n.overflows) *__errno_location() = ERANGE_;
  return n;
}

#define SIGNED(NAME, TYPE, MIN, MAX) \
  WEAK TYPE NAME(const char *restrict s, char **restrict end, int base) { \
    static const unsigned long long limit[2] = {MAX, MAX + 1ull}; \
    const number n = parse(s, end, base, limit); \
    if (n.overflows) return n.is_negative ? MIN : MAX; \
    return (TYPE) (n.is_negative ? 0 - n.magnitude : n.magnitude); \
  }
#define UNSIGNED(NAME, TYPE, MAX) \
  WEAK TYPE NAME(const char *restrict s, char **restrict end, int base) { \
    static const unsigned long long limit[2] = {MAX, MAX}; \
    const number n = parse(s, end, base, limit); \
    if (n.overflows) return MAX; \
    return (TYPE) (n.is_negative ? 0 - n.magnitude : n.magnitude); \
  }
SIGNED(strtol, long, LONG_MIN, LONG_MAX)
SIGNED(strtoll, long long, LLONG_MIN, LLONG_MAX)
UNSIGNED(strtoul, unsigned long, ULONG_MAX)
UNSIGNED(strtoull, unsigned long long, ULLONG_MAX)

intmax_t strtoimax(const char *restrict, char **restrict, int);
WEAK intmax_t strtoimax(const char *restrict s, char **restrict end, int base) {
  return strtoll(s, end, base);
}

uintmax_t strtoumax(const char *restrict, char **restrict, int);
WEAK uintmax_t strtoumax(const char *restrict s, char **restrict end,
                         int base) {
  return strtoull(s, end, base);
}

int atoi(const char *);
WEAK int atoi(const char *s) { return (int) strtol(s, NULL, 10); }

long atol(const char *);
WEAK long atol(const char *s) { return strtol(s, NULL, 10); }

long long atoll(const char *);
WEAK long long atoll(const char *s) { return strtoll(s, NULL, 10); }
