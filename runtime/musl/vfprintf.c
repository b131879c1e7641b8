/*
 * musl's vfprintf, and a way round it: the digits of a symbolic number on the
 * program's own output would fork once a length, though hardly any program
 * cares.  There the number is handed over with its conversion and is formatted
 * when somebody reads the output.  What is returned is exact: the length is a
 * sum of comparisons, which forks nothing.  Any other stream keeps the bytes,
 * so there they are made.
 */
#include "../libc/differences.h"
#include "../world.h"

#include <float.h>
#include <stdarg.h>

/* Beside the flags of a conversion: a long double.  Where it has 64 bits GNU's %La has four
 * of them before the point; setup/musl edits that into musl's code. */
enum { LONG_REAL_FLAG = 1 << 20 };
static int has_four_bits_first(int flags) {
  return LDBL_MANT_DIG == 64 && braid_world.is_gnu && flags & LONG_REAL_FLAG;
}

#define vfprintf __musl_vfprintf
#include "src/stdio/vfprintf.c"
#undef vfprintf

int vfprintf(FILE *restrict, const char *restrict, va_list);
#define vsnprintf __musl_vsnprintf
#include "src/stdio/vsnprintf.c"
#undef vsnprintf

/* What a descriptor writes to, 1 or 2; 0: not the program's output.  Weak: a
 * program without descriptors needs none of it. */
extern int __posix_output(long fd) __attribute__((__weak__));

typedef enum argument {
  NOTHING, NUMBER, REAL, LONG_REAL, POINTER, STRANGE
} argument;

typedef struct conversion {
  const char *start, *end;      /* "%...", and past it */
  argument takes;
  int stars;                    /* widths that are arguments */
  int size;                     /* of a number, in bytes */
  int width, precision;         /* -1: not given */
  int left, plus, zero;         /* flags */
  char letter;
} conversion;

typedef struct list { va_list at; } list;

static int digit(char c) { return c >= '0' && c <= '9'; }

static int number_at(const char **p) {
  int n = 0;
  for (; digit(**p) && n < 1000000; ++*p) n = 10 * n + (**p - '0');
  return n;
}

static void parse_flags(conversion *c, const char **p) {
  for (;; ++*p) {
    switch (**p) {
    case '-': c->left = 1; break;
    case '+': c->plus = '+'; break;
    case ' ': if (!c->plus) c->plus = ' '; break;
    case '0': c->zero = 1; break;
    case '#': case '\'': c->takes = STRANGE; break;
    default: return;
    }
  }
}

static int size_at(const char **p) {
  switch (*(*p)++) {
  case 'h': if (**p != 'h') return sizeof(short); ++*p; return 1;
  case 'l': if (**p != 'l') return sizeof(long); ++*p; return sizeof(long long);
  case 'j': return sizeof(intmax_t);
  case 'z': return sizeof(size_t);
  case 't': return sizeof(ptrdiff_t);
  case 'L': return 16;
  }
  --*p;
  return sizeof(int);
}

/* The conversion at a '%'.  STRANGE: leave the whole call to musl. */
static conversion parse(const char *p) {
  conversion c = {.start = p++, .takes = NOTHING, .width = -1,
                  .precision = -1};
  parse_flags(&c, &p);
  if (*p == '*') c.stars++, p++;
  else if (digit(*p)) c.width = number_at(&p);
  if (*p == '.') {
    if (*++p == '*') c.stars++, p++;
    else c.precision = number_at(&p);
  }
  c.size = size_at(&p);
  c.letter = *p;
  switch (c.letter) {
  case 'd': case 'i': case 'u': case 'o': case 'x': case 'X':
    if (c.takes == NOTHING) c.takes = NUMBER;
    break;
  case 'c': c.takes = c.size == sizeof(int) ? NUMBER : STRANGE; break;
  case 's': case 'p': c.takes = c.size == sizeof(int) ? POINTER : STRANGE; break;
  case 'e': case 'f': case 'g': case 'a':
  case 'E': case 'F': case 'G': case 'A':
    c.takes = c.size == 16 ? LONG_REAL : REAL;
    break;
  case '%': break;
  default: c.takes = STRANGE; return c;
  }
  c.end = p + 1;
  return c;
}

static int is_signed(const conversion *c) {
  return c->letter == 'd' || c->letter == 'i';
}

/* The argument as a 64-bit number of the same value. */
static uint64_t take_number(const conversion *c, list *args) {
  if (c->size == sizeof(long long) || c->size == sizeof(long)) {
    if (c->size == sizeof(long long)) return va_arg(args->at, uint64_t);
    const unsigned long n = va_arg(args->at, unsigned long);
    return is_signed(c) ? (uint64_t) (long) n : n;
  }
  const unsigned n = va_arg(args->at, unsigned);
  if (c->size == 1)
    return is_signed(c) ? (uint64_t) (signed char) n : (unsigned char) n;
  if (c->size == sizeof(short))
    return is_signed(c) ? (uint64_t) (short) n : (unsigned short) n;
  return is_signed(c) ? (uint64_t) (int) n : n;
}

static void skip_argument(const conversion *c, list *args) {
  for (int k = 0; k < c->stars; k++) (void) va_arg(args->at, int);
  switch (c->takes) {
  case NOTHING: case STRANGE: break;
  case NUMBER: take_number(c, args); break;
  case REAL: (void) va_arg(args->at, double); break;
  case LONG_REAL: (void) va_arg(args->at, long double); break;
  case POINTER: (void) va_arg(args->at, void *); break;
  }
}

static int is_symbolic_number(const conversion *c, const list *args) {
  if (c->takes != NUMBER || c->letter == 'c' || c->stars) return 0;
  list copy;
  va_copy(copy.at, *(va_list *) &args->at);
  const uint64_t n = take_number(c, &copy);
  va_end(copy.at);
  return __braid_is_symbolic(n);
}

/* Past the literal text at p; NULL: a symbolic byte is in it. */
static const char *literal_end(const char *p) {
  for (;; p++) {
    if (__braid_is_symbolic((unsigned char) *p)) return NULL;
    if (!*p || *p == '%') return p;
  }
}

/* Whether there is a symbolic number, and nothing that only musl can do. */
static int has_symbolic_number(const char *format, va_list from) {
  list args;
  int found = 0;
  va_copy(args.at, from);
  for (const char *p = format; (p = literal_end(p)) && *p;) {
    const conversion c = parse(p);
    if (c.takes == STRANGE) { p = NULL; break; }
    found |= is_symbolic_number(&c, &args);
    skip_argument(&c, &args);
    p = c.end;
  }
  va_end(args.at);
  return found;
}

static int digits(uint64_t n, int letter) {
  int count = 1;
  if (letter == 'o')
    for (int k = 3; k < 64; k += 3) count += n >> k != 0;
  else if (letter == 'x' || letter == 'X')
    for (int k = 4; k < 64; k += 4) count += n >> k != 0;
  else
    for (uint64_t limit = 10, k = 1; k < 20; k++, limit *= 10)
      count += n >= limit;
  return count;
}

/* The characters of the number, without a branch on it. */
static int length(const conversion *c, uint64_t n) {
  const uint64_t negative = is_signed(c) ? n >> 63 : 0;
  const uint64_t absolute = (n ^ -negative) + negative;
  int count = digits(absolute, c->letter);
  if (c->precision == 0) count -= absolute == 0;
  if (c->precision > 0)
    count += (c->precision > count) * (c->precision - count);
  if (is_signed(c)) count += c->plus ? 1 : (int) negative;
  if (c->width > 0) count += (c->width > count) * (c->width - count);
  return count;
}

/* The conversion for a 64-bit number, as the host is to do it. */
static int put_symbolic(FILE *f, int to, const conversion *c, uint64_t n) {
  char text[64], *p = text;
  *p++ = '%';
  if (c->left) *p++ = '-';
  if (c->plus) *p++ = (char) c->plus;
  if (c->zero) *p++ = '0';
  for (int k = 0; k < 2; k++) {
    char reversed[10];
    int count = 0, rest = k ? c->precision : c->width;
    if (rest < 0) continue;
    if (k) *p++ = '.';
    do reversed[count++] = (char) ('0' + rest % 10); while (rest /= 10);
    while (count) *p++ = reversed[--count];
  }
  *p++ = 'l';
  *p++ = 'l';
  *p++ = c->letter;
  *p = 0;
  if (fflush(f)) return -1;
  __braid_output_number(to, n, text);
  return length(c, n);
}

/* A conversion of something concrete, or of what forks no more than once a
 * character. */
static int put_concrete(FILE *f, const conversion *c, list *args) {
  char text[64];
  const size_t n = (size_t) (c->end - c->start);
  if (n >= sizeof text) return -1;
  memcpy(text, c->start, n);
  text[n] = 0;
  return __musl_vfprintf(f, text, args->at);
}

static int print_lazily(FILE *f, int to, const char *p, va_list from) {
  list args;
  int total = 0;
  va_copy(args.at, from);
  for (const char *next; *p && total >= 0; p = next) {
    int count;
    if (*p != '%') {
      next = literal_end(p);
      count = (int) fwrite(p, 1, (size_t) (next - p), f);
    } else {
      const conversion c = parse(p);
      next = c.end;
      if (is_symbolic_number(&c, &args)) {
        count = put_symbolic(f, to, &c, take_number(&c, &args));
      } else {
        count = put_concrete(f, &c, &args);
        skip_argument(&c, &args);
      }
    }
    total = count < 0 ? -1 : total + count;
  }
  va_end(args.at);
  return total;
}

/* Addresses that become text. */
static void look_at_addresses(const char *format, va_list from) {
  list args;
  va_copy(args.at, from);
  for (const char *p = format; (p = literal_end(p)) && *p;) {
    const conversion c = parse(p);
    if (c.takes == STRANGE) break;
    list copy;
    va_copy(copy.at, args.at);
    for (int k = 0; k < c.stars; k++) (void) va_arg(copy.at, int);
    const uintptr_t address = c.letter == 'p' ? va_arg(copy.at, uintptr_t) : 0;
    va_end(copy.at);
    if (__braid_is_symbolic(address) || address) __braid_note_here(differs_ADDRESSES);
    skip_argument(&c, &args);
    p = c.end;
  }
  va_end(args.at);
}

int vfprintf(FILE *restrict f, const char *restrict format, va_list args) {
  /* A buffer of the program's own can be read back, and a system call that
   * may fail must be made. */
  const int may = !braid_world.exact_output && !braid_world.failures &&
                  (f->fd == 1 || f->fd == 2) && !(f->flags & F_SVB);
  const int to = may && __posix_output ? __posix_output(f->fd) : 0;
  look_at_addresses(format, args);
  if (!to || !has_symbolic_number(format, args))
    return __musl_vfprintf(f, format, args);
  return print_lazily(f, to, format, args);
}

/* A string that is printed must not be where it is printed to ------------- */

/* Whether the two may lie in one object; no fork. */
static int may_overlap(const char *to, const char *from) {
  enum { BITS = sizeof to == 8 ? 32 : 20 };
  const uintptr_t t = (uintptr_t) to, f = (uintptr_t) from;
  const uintptr_t apart = (t - f) ^ -(uintptr_t) (t < f);
  return !__braid_is_symbolic(apart) && !(apart >> BITS);
}

/* The next string argument from *format on that may; NULL: none. */
static const char *next_near(const char *to, const char **format, list *args,
                             size_t *length) {
  for (const char *p = *format; (p = literal_end(p)) && *p;) {
    const conversion c = parse(p);
    if (c.takes == STRANGE) return NULL;
    list copy;
    va_copy(copy.at, args->at);
    skip_argument(&c, args);
    const char *text = NULL;
    if (c.letter == 's' && !c.stars) text = va_arg(copy.at, const char *);
    va_end(copy.at);
    p = *format = c.end;
    if (text && may_overlap(to, text)) {
      *length = c.precision >= 0 ? strnlen(text, (size_t) c.precision)
                                 : strlen(text) + 1;
      return text;
    }
  }
  return NULL;
}

static void need_apart(char *to, size_t n, const char *format, va_list from) {
  list args;
  const char *p = format, *text;
  size_t length;
  va_copy(args.at, from);
  while ((text = next_near(to, &p, &args, &length))) {
    va_list again;
    va_copy(again, from);
    const size_t all = (size_t) __musl_vsnprintf(NULL, 0, format, again) + 1;
    va_end(again);
    const uintptr_t t = (uintptr_t) to, f = (uintptr_t) text;
    if (t < f + length && f < t + (all < n ? all : n))
      __braid_error("bad-argument",
                    "sprintf: a string argument overlaps the destination");
  }
  va_end(args.at);
}

int vsnprintf(char *restrict to, size_t n, const char *restrict format,
              va_list args) {
  if (n) need_apart(to, n, format, args);
  return __musl_vsnprintf(to, n, format, args);
}
