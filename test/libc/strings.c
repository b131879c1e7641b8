/* <string.h>, <strings.h>, <ctype.h>, <stdlib.h>'s conversions and sorting.  Comparisons are
 * printed as signs, pointers as distances. */
#include "driver.h"

#include <ctype.h>
#include <inttypes.h>
#include <libgen.h>
#include <locale.h>
#include <search.h>

static const char *const words[] = {
  "", "a", "b", "ab", "abc", "ABC", "abd", "aB", "b,c", " x", "\t12", "a1", "a10", "a9", "a01",
  "x=1", "\xe9", "a\xff", "\x80", "/", "//", "/usr", "/usr/", "usr/lib", "/a//b/", ".", "..",
  "file.c", "v1.10", "v1.9", "000", "00a", "aaaa", "aaab", "zz"};
enum { WORDS = sizeof words / sizeof *words };

static char made[8][64];
/* A word of the list, or a random one of few letters, so that words share beginnings. */
static const char *word(unsigned k, unsigned room) {
  if (k < WORDS) return words[k];
  const unsigned n = below(9);
  static const char letters[] = "aabbAB01.,/ \xe9";
  for (unsigned i = 0; i < n; i++) made[room][i] = letters[below(sizeof letters - 1)];
  made[room][n] = 0;
  return made[room];
}

static void sign(int r) { text(r < 0 ? "-" : r > 0 ? "+" : "0"); }
static void at(const void *base, const void *p) {
  if (p) hex((uint64_t) ((const char *) p - (const char *) base));
  else text("NULL");
}

#define EACH for (unsigned k = 0; k < WORDS + COUNT; k++)
#define PAIR \
  const char *a = word(k, 0), *b = word(k < WORDS ? k * 7 % WORDS : k, 1); \
  const size_t n = k % 7; \
  const int c = k % 3 ? 'a' : k % 2 ? '/' : 0; \
  (void) a, (void) b, (void) n, (void) c
#define RUN(NAME, RESULT) EACH { PAIR; begin(#NAME); RESULT; end(); }
#define COPY(NAME, CALL) \
  EACH { \
    PAIR; \
    char to[96]; \
    memset(to, '#', sizeof to); \
    strcpy(to, "xy"); \
    begin(#NAME); \
    at(to, CALL); \
    bytes(to, 40); \
    end(); \
  }

static void comparisons(void) {
  locale_t l = newlocale(LC_ALL_MASK, "C", (locale_t) 0);
  RUN(strcmp, sign(strcmp(a, b))) RUN(strncmp, sign(strncmp(a, b, n)))
  RUN(strcoll, sign(strcoll(a, b))) RUN(strcasecmp, sign(strcasecmp(a, b)))
  RUN(strncasecmp, sign(strncasecmp(a, b, n))) RUN(strverscmp, sign(strverscmp(a, b)))
  RUN(memcmp, sign(memcmp(a, b, strlen(a) < strlen(b) ? strlen(a) : strlen(b))))
  RUN(bcmp, hex(!!bcmp(a, b, strlen(a) < strlen(b) ? strlen(a) : strlen(b))))
  RUN(strcoll_l, sign(strcoll_l(a, b, l))) RUN(strcasecmp_l, sign(strcasecmp_l(a, b, l)))
  RUN(strncasecmp_l, sign(strncasecmp_l(a, b, n, l)))
  freelocale(l);
}

static void searches(void) {
  RUN(strlen, hex(strlen(a))) RUN(strnlen, hex(strnlen(a, n))) RUN(strchr, at(a, strchr(a, c)))
  RUN(strrchr, at(a, strrchr(a, c))) RUN(strchrnul, at(a, strchrnul(a, c)))
  RUN(index, at(a, index(a, c))) RUN(rindex, at(a, rindex(a, c)))
  RUN(memchr, at(a, memchr(a, c, strlen(a)))) RUN(memrchr, at(a, memrchr(a, c, strlen(a))))
  RUN(rawmemchr, at(a, rawmemchr(a, 0))) RUN(strspn, hex(strspn(a, b)))
  RUN(strcspn, hex(strcspn(a, b))) RUN(strpbrk, at(a, strpbrk(a, b)))
  RUN(strstr, at(a, strstr(a, b))) RUN(strcasestr, at(a, strcasestr(a, b)))
  RUN(memmem, at(a, memmem(a, strlen(a), b, strlen(b))))
}

static void copies(void) {
  COPY(strcpy, strcpy(to, a)) COPY(strncpy, strncpy(to, a, n + 3)) COPY(strcat, strcat(to, a))
  COPY(strncat, strncat(to, a, n)) COPY(stpcpy, stpcpy(to, a))
  COPY(stpncpy, stpncpy(to, a, n + 3)) COPY(memcpy, memcpy(to, a, strlen(a)))
  COPY(mempcpy, mempcpy(to, a, strlen(a))) COPY(memmove, memmove(to + n, to, 9))
  COPY(memset, memset(to, c, n)) COPY(memccpy, memccpy(to, a, c, strlen(a)))
  COPY(bcopy, (bcopy(a, to, strlen(a)), to)) COPY(bzero, (bzero(to, n), to))
  COPY(explicit_bzero, (explicit_bzero(to, n), to)) COPY(swab, (swab("abcdefgh", to, (ssize_t) n), to))
  RUN(strdup, char *d = strdup(a); string(d); free(d))
  RUN(strndup, char *d = strndup(a, n); string(d); free(d))
  EACH {
    PAIR;
    char to[40];
    memset(to, '#', sizeof to);
    begin("strxfrm");
    hex(strxfrm(to, a, n));
    if (strlen(a) < n) bytes(to, n);
    end();
  }
  EACH {
    PAIR;
    char in[96], *rest = in, *part;
    strcpy(in, a);
    strcat(in, b);
    begin("strsep");
    for (unsigned i = 0; i < 9 && (part = strsep(&rest, "a,/")); i++) string(part);
    end();
    strcat(strcpy(in, a), b);
    begin("strtok_r");
    for (part = strtok_r(in, "a,/", &rest); part; part = strtok_r(NULL, "a,/", &rest))
      string(part);
    end();
    strcat(strcpy(in, a), b);
    begin("strtok");
    for (part = strtok(in, "b1"); part; part = strtok(NULL, "b1")) string(part);
    end();
    strcpy(in, a);
    begin("dirname"); string(dirname(in)); end();
    strcpy(in, a);
    begin("basename"); string(basename(in)); end();
  }
}

static void characters(void) {
  locale_t l = newlocale(LC_ALL_MASK, "C", (locale_t) 0);
#define CLASS(NAME) \
  for (int k = -1; k < 256; k++) { \
    begin(#NAME); hex((unsigned) (NAME)(k)); end(); \
    begin(#NAME "_l"); hex((unsigned) (NAME##_l)(k, l)); end(); \
  }
  CLASS(isalnum) CLASS(isalpha) CLASS(isblank) CLASS(iscntrl) CLASS(isdigit) CLASS(isgraph)
  CLASS(islower) CLASS(isprint) CLASS(ispunct) CLASS(isspace) CLASS(isupper) CLASS(isxdigit)
  CLASS(tolower) CLASS(toupper)
  for (int k = -200; k < 300; k++) {
    begin("isascii"); hex((unsigned) !!isascii(k)); end();
    begin("toascii"); hex((unsigned) toascii(k)); end();
  }
  freelocale(l);
}

static const char *const numbers[] = {
  "", "0", "1", "-1", "+5", " 42", "0x1f", "0X", "0x", "0xg", "010", "08", "0b101", "0b", "12a",
  "99999999999", "-99999999999", "9223372036854775807", "9223372036854775808",
  "-9223372036854775808", "-9223372036854775809", "18446744073709551615",
  "18446744073709551616", "zz", "1e", "1e+", "1e5", "1.5", ".5", "5.", ".", "-.", "inf", "-inf",
  "infinity", "infinit", "nan", "nan(1)", "nan(", "nan(a b)", "NAN(0x1)", "0x1p", "0x1p3",
  "0x.8", "0x1.8p-1", "1e400", "-1e400", "1e-400", "4.9e-324", "2e-324", "0.1", "1e22", "1e23",
  "123456789012345678901234567890", "1.7976931348623157e308", "1.7976931348623159e308", "--1",
  "+-1", "1 2", "\n7", "1_000", "1,5"};
enum { NUMBERS = sizeof numbers / sizeof *numbers };
static const char *digits(unsigned k) {
  if (k < NUMBERS) return numbers[k];
  static const char letters[] = "0123456789019.eExX-+aFp";
  const unsigned n = 1 + below(12);
  for (unsigned i = 0; i < n; i++) made[2][i] = letters[below(sizeof letters - 1)];
  made[2][n] = 0;
  return made[2];
}

static void put_real(const void *p, size_t size) {
  uint64_t w[2] = {0};
  memcpy(w, p, size);
  hex(w[1]);
  put(':');
  hex(w[0]);
}

static void conversions(void) {
  static const int bases[] = {0, 10, 16, 8, 2, 36, 1, 37, -1};
  locale_t l = newlocale(LC_ALL_MASK, "C", (locale_t) 0);
  enum { LBYTES = LDBL_MANT_DIG == 64 ? 10 : sizeof(long double) };
#define INTEGER(NAME) \
  for (unsigned k = 0; k < NUMBERS * 3 + COUNT; k++) { \
    const char *s = digits(k % 2 ? k : k / 3); \
    char *end_at = (char *) s - 1; \
    begin(#NAME); \
    const uint64_t r = (uint64_t) NAME(s, &end_at, bases[k % 9]); \
    hex(r); \
    put(' '); \
    if (bases[k % 9] >= 0 && bases[k % 9] != 1 && bases[k % 9] < 37) at(s, end_at); \
    end_errno(); \
  }
  INTEGER(strtol) INTEGER(strtoul) INTEGER(strtoll) INTEGER(strtoull) INTEGER(strtoimax)
  INTEGER(strtoumax)
#define REAL(NAME, TYPE, SIZE, CALL) \
  for (unsigned k = 0; k < NUMBERS + COUNT; k++) { \
    const char *s = digits(k); \
    char *end_at = NULL; \
    begin(#NAME); \
    TYPE r = CALL; \
    put_real(&r, SIZE); \
    put(' '); \
    if (end_at) at(s, end_at); \
    end_errno(); \
  }
  REAL(strtod, double, 8, strtod(s, &end_at)) REAL(strtof, float, 4, strtof(s, &end_at))
  REAL(strtold, long double, LBYTES, strtold(s, &end_at))
  REAL(strtod_l, double, 8, strtod_l(s, &end_at, l))
  REAL(strtof_l, float, 4, strtof_l(s, &end_at, l))
  REAL(strtold_l, long double, LBYTES, strtold_l(s, &end_at, l))
  REAL(atof, double, 8, atof(s))
#define SIMPLE(NAME, CALL) \
  for (unsigned k = 0; k < NUMBERS + COUNT; k++) { \
    const char *s = digits(k); \
    if (strspn(s, "-0123456789") > 9) continue; \
    begin(#NAME); hex((uint64_t) CALL); end(); \
  }
  SIMPLE(atoi, atoi(s)) SIMPLE(atol, atol(s)) SIMPLE(atoll, atoll(s)) SIMPLE(a64l, a64l(s))
#define NUMBER(NAME, CALL) \
  for (unsigned k = 0; k < INTEGERS + COUNT; k++) { \
    const int64_t n = integer(k); \
    (void) n; \
    begin(#NAME); CALL; end(); \
  }
  NUMBER(abs, if ((int) n != INT_MIN) hex((unsigned) abs((int) n)))
  NUMBER(labs, if (n != INT64_MIN) hex((uint64_t) labs(n)))
  NUMBER(llabs, if (n != INT64_MIN) hex((uint64_t) llabs(n)))
  NUMBER(imaxabs, if (n != INT64_MIN) hex((uint64_t) imaxabs(n)))
  NUMBER(ffs, hex((unsigned) ffs((int) n))) NUMBER(ffsl, hex((unsigned) ffsl(n)))
  NUMBER(ffsll, hex((unsigned) ffsll(n))) NUMBER(l64a, string(l64a((long) (n & INT_MAX))))
  NUMBER(div, div_t d = div((int) (n >> 1), 7); hex((unsigned) d.quot); put(' '); hex((unsigned) d.rem))
  NUMBER(ldiv, ldiv_t d = ldiv(n, -7); hex((uint64_t) d.quot); put(' '); hex((uint64_t) d.rem))
  NUMBER(lldiv, lldiv_t d = lldiv(n, 10); hex((uint64_t) d.quot); put(' '); hex((uint64_t) d.rem))
  NUMBER(imaxdiv, imaxdiv_t d = imaxdiv(n, 3); hex((uint64_t) d.quot); put(' '); hex((uint64_t) d.rem))
  static const double reals[] = {0, 1, -1, .5, 3.14159, 1234.5678, 1e10, 1e-7, -99.996, 1e20};
  for (unsigned k = 0; k < 10 * 8; k++) {
    int point = 0, is_negative = 0;
    char to[64];
    begin("ecvt"); string(ecvt(reals[k % 10], (int) (k / 10) + 1, &point, &is_negative));
    hex((unsigned) point); hex((unsigned) !!is_negative); end();
    begin("fcvt"); string(fcvt(reals[k % 10], (int) (k / 10) + 1, &point, &is_negative));
    hex((unsigned) point); hex((unsigned) !!is_negative); end();
    begin("gcvt"); string(gcvt(reals[k % 10], (int) (k / 10) + 1, to)); end();
  }
  for (int k = -2; k < 140; k++) {
    char to[80];
    begin("strerror"); string(strerror(k)); end();
    begin("strerror_l"); string(strerror_l(k, l)); end();
    begin("strerror_r"); string(strerror_r(k, to, sizeof to)); end();
    if (k < 66) { begin("strsignal"); string(strsignal(k)); end(); }
  }
  freelocale(l);
}

static int by_first(const void *a, const void *b) { return *(const char *) a - *(const char *) b; }
static int by_first_and(const void *a, const void *b, void *c) {
  return (*(const char *) a - *(const char *) b) * *(int *) c;
}
static char *const tokens[] = {"ro", "rw", "size", NULL};

static void sorting(void) {
  for (unsigned k = 0; k < 10 + COUNT / 4; k++) {
    char in[40];
    const size_t n = k % 12;
    for (size_t i = 0; i < 2 * n; i++) in[i] = (char) ('a' + below(9));
    int down = -1;
    begin("qsort_r"); qsort_r(in, n, 2, by_first_and, &down); bytes(in, 2 * n); end();
    begin("qsort"); qsort(in, n, 2, by_first); bytes(in, 2 * n); end();
    size_t count = n;
    begin("lfind"); at(in, lfind("e", in, &count, 2, by_first)); end();
    begin("lsearch"); at(in, lsearch("ez", in, &count, 2, by_first)); hex(count); end();
    begin("bsearch"); void *found = bsearch("e", in, n, 2, by_first);
    text(found ? "found" : "none"); end();
    char options[40], *rest = options, *value;
    strcpy(options, k % 3 ? "rw,size=9,x=1" : "ro=,,size");
    begin("getsubopt");
    while (*rest) {
      value = NULL;
      hex((unsigned) getsubopt(&rest, tokens, &value));
      string(value);
    }
    end();
  }
  unsigned short x[3] = {1, 2, 3};
  srand48(7);
  for (unsigned k = 0; k < 20; k++) {
    double d = drand48(), e = erand48(x);
    begin("drand48"); put_real(&d, 8); end();
    begin("erand48"); put_real(&e, 8); end();
    begin("lrand48"); hex((uint64_t) lrand48()); end();
    begin("mrand48"); hex((uint64_t) mrand48()); end();
    begin("nrand48"); hex((uint64_t) nrand48(x)); end();
    begin("jrand48"); hex((uint64_t) jrand48(x)); end();
  }
}

int main(void) {
  comparisons();
  searches();
  copies();
  characters();
  conversions();
  sorting();
  flush();
  return 0;
}
