/*
 * The runtime's own libc functions against the host's, on random inputs.  The
 * runtime is compiled under other names: what is strlen there is rt_strlen
 * here (see run.sh).
 */
#define _GNU_SOURCE
#include "runtime/primitives.h"
#include "test/check.h"

#include <ctype.h>
#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#undef basename

/* The primitives, as far as these functions use them. */
void *__braid_alloc(size_t size, size_t align, int kind) {
  (void) align;
  return kind ? calloc(1, size + !size) : malloc(size + !size);
}
void __braid_free(void *p) { free(p); }
_Noreturn void __braid_error(const char *kind, const char *message) {
  fatal("%s: %s", kind, message);
}
_Noreturn void __braid_unsupported(const char *what) { fatal("%s", what); }
/* Numbers are never symbolic here. */
void __braid_move(void *to, const void *from) { (void) to; (void) from; }
size_t __braid_object_size(const void *p) { (void) p; return 0; }
/* No allocation is told to fail. */
void __braid_input(void *p, size_t n, const char *name, int kind) {
  (void) p; (void) n; (void) kind;
  fatal("an input %s", name);
}
void __braid_assume(int condition) { if (!condition) fatal("assumed"); }
int __braid_is_called_by_program(void) { return 1; }
void __braid_note_here(const char *text) { (void) text; }
/* Known, or only the first half of it. */
size_t __braid_length(const char *s, size_t limit) {
  const size_t n = strnlen(s, limit);
  return (uintptr_t) s & 2 ? n : ~(n / 2);
}
/* Some bytes pass for symbolic, so that memcmp takes both its ways. */
int __braid_is_symbolic(uint64_t value) { return value & 1; }
int __braid_is_of_pointer(const void *p) { (void) p; return 0; }

#define DECLARE(RESULT, NAME, PARAMETERS) RESULT rt_##NAME PARAMETERS
DECLARE(size_t, strlen, (const char *));
DECLARE(size_t, strnlen, (const char *, size_t));
DECLARE(int, strcmp, (const char *, const char *));
DECLARE(int, strncmp, (const char *, const char *, size_t));
DECLARE(int, strcasecmp, (const char *, const char *));
DECLARE(int, strncasecmp, (const char *, const char *, size_t));
DECLARE(char *, strcpy, (char *, const char *));
DECLARE(char *, stpcpy, (char *, const char *));
DECLARE(char *, strncpy, (char *, const char *, size_t));
DECLARE(char *, stpncpy, (char *, const char *, size_t));
DECLARE(char *, strcat, (char *, const char *));
DECLARE(char *, strncat, (char *, const char *, size_t));
DECLARE(size_t, strlcpy, (char *, const char *, size_t));
DECLARE(size_t, strlcat, (char *, const char *, size_t));
DECLARE(char *, strdup, (const char *));
DECLARE(char *, strndup, (const char *, size_t));
DECLARE(char *, strchr, (const char *, int));
DECLARE(char *, strrchr, (const char *, int));
DECLARE(char *, strchrnul, (const char *, int));
DECLARE(size_t, strspn, (const char *, const char *));
DECLARE(size_t, strcspn, (const char *, const char *));
DECLARE(char *, strpbrk, (const char *, const char *));
DECLARE(char *, strstr, (const char *, const char *));
DECLARE(char *, strcasestr, (const char *, const char *));
DECLARE(char *, strtok_r, (char *, const char *, char **));
DECLARE(char *, strsep, (char **, const char *));
DECLARE(int, memcmp, (const void *, const void *, size_t));
DECLARE(void *, memchr, (const void *, int, size_t));
DECLARE(void *, memrchr, (const void *, int, size_t));
DECLARE(void *, memmem, (const void *, size_t, const void *, size_t));
DECLARE(void *, memccpy, (void *, const void *, int, size_t));
DECLARE(void *, memcpy, (void *, const void *, size_t));
DECLARE(void *, mempcpy, (void *, const void *, size_t));
DECLARE(void *, memmove, (void *, const void *, size_t));
DECLARE(void *, memset, (void *, int, size_t));
DECLARE(int, tolower, (int));
DECLARE(int, toupper, (int));
DECLARE(const uint16_t *const *, __ctype_b_loc, (void));
DECLARE(const int32_t *const *, __ctype_tolower_loc, (void));
DECLARE(const int32_t *const *, __ctype_toupper_loc, (void));
DECLARE(long, strtol, (const char *, char **, int));
DECLARE(unsigned long, strtoul, (const char *, char **, int));
DECLARE(long long, strtoll, (const char *, char **, int));
DECLARE(unsigned long long, strtoull, (const char *, char **, int));
DECLARE(int, atoi, (const char *));
DECLARE(void, qsort, (void *, size_t, size_t,
                      int (*)(const void *, const void *)));
DECLARE(void *, bsearch, (const void *, const void *, size_t, size_t,
                          int (*)(const void *, const void *)));
DECLARE(int, rand, (void));
DECLARE(void, srand, (unsigned));
DECLARE(long, random, (void));
DECLARE(int, rand_r, (unsigned *));
DECLARE(int, ffs, (int));
DECLARE(char *, basename, (const char *));
DECLARE(char *, __xpg_basename, (char *));
DECLARE(int *, __errno_location, (void));

/* ASan's own qsort and strtol stand before the host's. */
#if __has_feature(address_sanitizer)
enum { IS_WATCHED = 1 };
#else
enum { IS_WATCHED = 0 };
#endif

enum { ROUNDS = 20000, LONGEST = 24 };

static uint64_t seed = 1;

static unsigned below(unsigned n) {
  seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407;
  return (unsigned) (seed >> 33) % n;
}

/* A string of up to LONGEST characters out of a few, so that parts of two
 * strings are often equal. */
static void fill(char *s, const char *alphabet) {
  const unsigned length = below(LONGEST), choices = (unsigned) strlen(alphabet);
  for (unsigned i = 0; i < length; i++) s[i] = alphabet[below(choices)];
  s[length] = 0;
}

static const char letters[] = "aAbB\xc4\x80 ";

static int sign(int n) { return (n > 0) - (n < 0); }

static void strings_compare_as_the_host_compares(void) {
  char a[LONGEST + 1], b[LONGEST + 1];
  for (int i = 0; i < ROUNDS; i++) {
    fill(a, letters);
    fill(b, letters);
    if (below(2)) strcpy(b, a);
    if (below(2)) b[below((unsigned) strlen(b) + 1)] = 0;
    const size_t n = below(LONGEST);
    CHECK(rt_strlen(a) == strlen(a));
    CHECK(rt_strnlen(a, n) == strnlen(a, n));
    CHECK(sign(rt_strcmp(a, b)) == sign(strcmp(a, b)));
    CHECK(sign(rt_strncmp(a, b, n)) == sign(strncmp(a, b, n)));
    CHECK(sign(rt_strcasecmp(a, b)) == sign(strcasecmp(a, b)));
    CHECK(sign(rt_strncasecmp(a, b, n)) == sign(strncasecmp(a, b, n)));
  }
}

static void strings_are_searched_as_the_host_searches(void) {
  char a[LONGEST + 1], b[LONGEST + 1];
  for (int i = 0; i < ROUNDS; i++) {
    fill(a, letters);
    fill(b, letters);
    b[below(4)] = 0;
    const int c = letters[below(sizeof letters)];
    CHECK(rt_strchr(a, c) == strchr(a, c));
    CHECK(rt_strrchr(a, c) == strrchr(a, c));
    CHECK(rt_strchrnul(a, c) == strchrnul(a, c));
    CHECK(rt_strspn(a, b) == strspn(a, b));
    CHECK(rt_strcspn(a, b) == strcspn(a, b));
    CHECK(rt_strpbrk(a, b) == strpbrk(a, b));
    CHECK(rt_strstr(a, b) == strstr(a, b));
    CHECK(rt_strcasestr(a, b) == strcasestr(a, b));
  }
}

static void copies_write_what_the_host_writes(void) {
  char a[LONGEST + 1], b[LONGEST + 1], ours[4 * LONGEST], theirs[4 * LONGEST];
  for (int i = 0; i < ROUNDS; i++) {
    fill(a, letters);
    fill(b, letters);
    const size_t n = below(2 * LONGEST);
    memset(ours, 'x', sizeof ours);
    memset(theirs, 'x', sizeof theirs);
    CHECK(rt_stpcpy(ours, a) - ours == stpcpy(theirs, a) - theirs);
    CHECK(rt_strcat(ours, b) == ours && strcat(theirs, b) == theirs);
    CHECK(rt_strncat(ours, a, n) == ours && strncat(theirs, a, n) == theirs);
    CHECK(!memcmp(ours, theirs, sizeof ours));
    CHECK(rt_strncpy(ours, b, n) == ours && strncpy(theirs, b, n) == theirs);
    CHECK(!memcmp(ours, theirs, sizeof ours));
    CHECK(rt_stpncpy(ours, a, n) - ours == stpncpy(theirs, a, n) - theirs);
    CHECK(!memcmp(ours, theirs, sizeof ours));
    char *copy = rt_strdup(a), *part = rt_strndup(a, n);
    CHECK(!strcmp(copy, a));
    CHECK(!strncmp(part, a, n) && strlen(part) == strnlen(a, n));
    free(copy);
    free(part);
  }
}

/* The host's libc may lack them, so their definition is the oracle. */
static void bounded_copies_truncate_and_terminate(void) {
  char a[LONGEST + 1], b[LONGEST + 1], to[3 * LONGEST], whole[3 * LONGEST];
  for (int i = 0; i < ROUNDS; i++) {
    fill(a, letters);
    fill(b, letters);
    const size_t n = 1 + below(2 * LONGEST);
    CHECK(rt_strlcpy(to, a, n) == strlen(a));
    CHECK(strlen(to) == (strlen(a) < n ? strlen(a) : n - 1));
    CHECK(!strncmp(to, a, n - 1));
    strcat(strcpy(whole, to), b);
    CHECK(rt_strlcat(to, b, n) == strlen(whole));
    CHECK(strlen(to) == (strlen(whole) < n ? strlen(whole) : n - 1));
    CHECK(!strncmp(to, whole, n - 1));
  }
}

static void tokens_are_cut_as_the_host_cuts(void) {
  char a[LONGEST + 1], b[LONGEST + 1];
  for (int i = 0; i < ROUNDS; i++) {
    fill(a, "ab,; ");
    strcpy(b, a);
    char *ours, *theirs, *p = a, *q = b;
    do {
      p = rt_strtok_r(p == a ? a : NULL, ",; ", &ours);
      q = strtok_r(q == b ? b : NULL, ",; ", &theirs);
      CHECK(!p == !q && (!p || (!strcmp(p, q) && p - a == q - b)));
    } while (p && p != a && q != b);
    fill(a, "ab,;");
    strcpy(b, a);
    ours = a;
    theirs = b;
    do {
      p = rt_strsep(&ours, ",;");
      q = strsep(&theirs, ",;");
      CHECK(!p == !q && (!p || !strcmp(p, q)));
    } while (p);
  }
}

static void memory_is_compared_and_searched_as_by_the_host(void) {
  unsigned char a[LONGEST], b[LONGEST];
  for (int i = 0; i < ROUNDS; i++) {
    for (int k = 0; k < LONGEST; k++)
      b[k] = a[k] = (unsigned char) (below(3) * 127);
    b[below(LONGEST)] = (unsigned char) below(256);
    b[below(LONGEST)] = (unsigned char) below(256);
    const size_t n = below(LONGEST + 1), m = below(4);
    const int c = (int) below(256);
    CHECK(sign(rt_memcmp(a, b, n)) == sign(memcmp(a, b, n)));
    CHECK(rt_memchr(a, c, n) == memchr(a, c, n));
    CHECK(rt_memrchr(a, c, n) == memrchr(a, c, n));
    CHECK(rt_memmem(a, n, b, m) == memmem(a, n, b, m));
    unsigned char ours[LONGEST] = {0}, theirs[LONGEST] = {0};
    void *p = rt_memccpy(ours, a, c, n), *q = memccpy(theirs, a, c, n);
    CHECK(!p == !q && (!p || (unsigned char *) p - ours ==
                             (unsigned char *) q - theirs));
    CHECK(!memcmp(ours, theirs, LONGEST));
    CHECK(rt_memset(ours, c, n) == ours && memset(theirs, c, n) == theirs);
    CHECK(rt_mempcpy(ours, b, n) == ours + n);
    memcpy(theirs, b, n);
    const size_t from = below(LONGEST), to = below(LONGEST);
    const size_t room = LONGEST - (from > to ? from : to);
    CHECK(rt_memmove(ours + to, ours + from, room) == ours + to);
    memmove(theirs + to, theirs + from, room);
    CHECK(!memcmp(ours, theirs, LONGEST));
  }
}

static void characters_have_the_classes_of_the_host(void) {
#define CLASS(NAME) DECLARE(int, NAME, (int));
  CLASS(isupper) CLASS(islower) CLASS(isalpha) CLASS(isdigit) CLASS(isxdigit)
  CLASS(isspace) CLASS(isprint) CLASS(isgraph) CLASS(isblank) CLASS(iscntrl)
  CLASS(isalnum) CLASS(ispunct)
#undef CLASS
  for (int c = -1; c < 256; c++) {
#define CLASS(NAME) CHECK(rt_##NAME(c) == (NAME)(c));
    CLASS(isupper) CLASS(islower) CLASS(isalpha) CLASS(isdigit) CLASS(isxdigit)
    CLASS(isspace) CLASS(isprint) CLASS(isgraph) CLASS(isblank) CLASS(iscntrl)
    CLASS(isalnum) CLASS(ispunct)
#undef CLASS
    CHECK(rt_tolower(c) == (tolower)(c));
    CHECK(rt_toupper(c) == (toupper)(c));
  }
  for (int c = -128; c < 256; c++) {
    CHECK((*rt___ctype_b_loc())[c] == (*__ctype_b_loc())[c]);
    CHECK((*rt___ctype_tolower_loc())[c] == (*__ctype_tolower_loc())[c]);
    CHECK((*rt___ctype_toupper_loc())[c] == (*__ctype_toupper_loc())[c]);
  }
}

static void write_number(char *s) {
  static const char *const spaces[] = {"", "", " ", "\t\n "};
  static const char *const signs[] = {"", "", "-", "+", "+-"};
  static const char *const prefixes[] = {"", "", "0x", "0X", "0", "0xg"};
  strcpy(s, spaces[below(4)]);
  strcat(s, signs[below(5)]);
  strcat(s, prefixes[below(6)]);
  const unsigned length = below(24);
  char *end = s + strlen(s);
  const char *digits = below(2) ? "0123456789" : "019afFzZ :";
  for (unsigned i = 0; i < length; i++) *end++ = digits[below(10)];
  *end = 0;
}

static void numbers_are_read_as_the_host_reads(void) {
  static const char *const limits[] = {
    "9223372036854775807", "9223372036854775808", "-9223372036854775808",
    "-9223372036854775809", "18446744073709551615", "18446744073709551616",
    "-18446744073709551615", "-18446744073709551616", "2147483648"};
  char s[64];
  for (int i = 0; i < 3 * ROUNDS; i++) {
    if (i < 9) strcpy(s, limits[i]); else write_number(s);
    const int base = i < 9 || below(3) == 0 ? 10 : (int) below(38);
    const int is_base = base == 0 || (2 <= base && base <= 36);
#define SAME(TYPE, NAME) do { \
      char *ours = s, *theirs = s; \
      *rt___errno_location() = errno = 0; \
      const TYPE a = rt_##NAME(s, &ours, base); \
      const TYPE b = NAME(s, &theirs, base); \
      CHECK(a == b && *rt___errno_location() == errno); \
      CHECK(ours == theirs || (IS_WATCHED && !is_base)); \
    } while (0)
    SAME(long, strtol);
    SAME(unsigned long, strtoul);
    SAME(long long, strtoll);
    SAME(unsigned long long, strtoull);
#undef SAME
    CHECK(rt_atoi(s) == atoi(s));
  }
}

typedef struct pair { int key, number; } pair;

static uint64_t trace;

static int compare_keys(const void *a, const void *b) {
  const pair *p = a, *q = b;
  trace = trace * 31 + (uint64_t) (p->number * 97 + q->number);
  return (p->key > q->key) - (p->key < q->key);
}

static void sorting_sees_the_pairs_that_the_host_sees(void) {
  pair ours[40], theirs[40];
  for (int i = 0; i < ROUNDS / 10; i++) {
    const unsigned n = below(40);
    for (unsigned k = 0; k < n; k++)
      ours[k] = theirs[k] = (pair) {(int) below(10), (int) k};
    trace = 0;
    rt_qsort(ours, n, sizeof *ours, compare_keys);
    const uint64_t seen = trace;
    trace = 0;
    qsort(theirs, n, sizeof *theirs, compare_keys);
    CHECK(!memcmp(ours, theirs, n * sizeof *ours));
    CHECK(seen == trace || IS_WATCHED);
    const pair key = {(int) below(10), 0};
    const pair *found = rt_bsearch(&key, ours, n, sizeof key, compare_keys);
    CHECK(!found == !bsearch(&key, ours, n, sizeof key, compare_keys));
    CHECK(!found || found->key == key.key);
  }
}

static void random_numbers_are_those_of_the_host(void) {
  for (int k = 0; k < 100; k++) CHECK(rt_rand() == rand());
  for (int i = 0; i < 100; i++) {
    const unsigned start = i < 3 ? (unsigned) i - 1 : below(UINT_MAX);
    rt_srand(start);
    srand(start);
    for (int k = 0; k < 100; k++) CHECK(rt_rand() == rand());
    CHECK(rt_random() == random());
    unsigned a = start, b = start;
    for (int k = 0; k < 10; k++) CHECK(rt_rand_r(&a) == rand_r(&b) && a == b);
  }
}

static void names_of_files_are_cut_as_by_the_host(void) {
  char a[LONGEST + 1], b[LONGEST + 1];
  for (int i = 0; i < ROUNDS; i++) {
    fill(a, "a/b/");
    strcpy(b, a);
    const char *slash = strrchr(a, '/');
    CHECK(rt_basename(a) == (slash ? slash + 1 : a));
    CHECK(!strcmp(rt___xpg_basename(a), __xpg_basename(b)));
  }
}

static void bits_are_found(void) {
  for (int i = 0; i < ROUNDS; i++) {
    const int n = (int) (below(UINT_MAX) << below(32));
    CHECK(rt_ffs(n) == ffs(n));
  }
}

int main(void) {
  strings_compare_as_the_host_compares();
  strings_are_searched_as_the_host_searches();
  copies_write_what_the_host_writes();
  bounded_copies_truncate_and_terminate();
  tokens_are_cut_as_the_host_cuts();
  memory_is_compared_and_searched_as_by_the_host();
  characters_have_the_classes_of_the_host();
  numbers_are_read_as_the_host_reads();
  sorting_sees_the_pairs_that_the_host_sees();
  random_numbers_are_those_of_the_host();
  names_of_files_are_cut_as_by_the_host();
  bits_are_found();
  return 0;
}
