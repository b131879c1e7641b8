/* <wchar.h>, <wctype.h>, <uchar.h>: in the locale C. */
#include "driver.h"

#include <inttypes.h>
#include <locale.h>
#include <uchar.h>
#include <wctype.h>

static const wchar_t *const words[] = {
  L"", L"a", L"b", L"ab", L"abc", L"ABC", L"aB", L"\xe9", L"\x20ac", L"a\x7f", L"12", L"-7x",
  L"0x1f", L"1.5e3", L"inf", L" 9", L"a,b", L"\x10ffff", L"zz"};
enum { WORDS = sizeof words / sizeof *words };
static wchar_t made[2][16];
static const wchar_t *word(unsigned k, unsigned room) {
  if (k < WORDS) return words[k];
  const unsigned n = below(8);
  static const wchar_t letters[] = L"aabbAB019.,\xe9\x3b1 ";
  for (unsigned i = 0; i < n; i++) made[room][i] = letters[below(14)];
  made[room][n] = 0;
  return made[room];
}
static const char *const narrow[] = {
  "", "a", "abc", "\xc3\xa9", "\xe2\x82\xac", "\x80", "a\xff", "\xf0\x9f\x98\x80", "\xc3", "ab\xc3\xa9z"};
enum { NARROW = sizeof narrow / sizeof *narrow };

static void sign(int r) { text(r < 0 ? "-" : r > 0 ? "+" : "0"); }
static void at(const void *base, const void *p) {
  if (p) hex((uint64_t) ((const char *) p - (const char *) base) / sizeof(wchar_t));
  else text("NULL");
}
#define EACH for (unsigned k = 0; k < WORDS + COUNT; k++)
#define PAIR \
  const wchar_t *a = word(k, 0), *b = word(k < WORDS ? k * 7 % WORDS : k, 1); \
  const size_t n = k % 5, both = wcslen(a) < wcslen(b) ? wcslen(a) : wcslen(b); \
  const wchar_t c = k % 3 ? L'a' : 0xe9; \
  (void) a, (void) b, (void) n, (void) c, (void) both
#define RUN(NAME, RESULT) EACH { PAIR; begin(#NAME); RESULT; end(); }
#define COPY(NAME, CALL) \
  EACH { \
    PAIR; \
    wchar_t to[48]; \
    wmemset(to, L'#', 47); \
    to[47] = 0; \
    wcscpy(to, L"xy"); \
    begin(#NAME); \
    at(to, CALL); \
    for (unsigned i = 0; i < 20; i++) { put('.'); hex((uint32_t) to[i]); } \
    end(); \
  }

static void strings(locale_t l) {
  RUN(wcscmp, sign(wcscmp(a, b))) RUN(wcsncmp, sign(wcsncmp(a, b, n)))
  RUN(wmemcmp, sign(wmemcmp(a, b, both))) RUN(wcscoll, sign(wcscoll(a, b)))
  RUN(wcscasecmp, sign(wcscasecmp(a, b))) RUN(wcsncasecmp, sign(wcsncasecmp(a, b, n)))
  RUN(wcscasecmp_l, sign(wcscasecmp_l(a, b, l))) RUN(wcscoll_l, sign(wcscoll_l(a, b, l)))
  RUN(wcsncasecmp_l, sign(wcsncasecmp_l(a, b, n, l)))
  RUN(wcslen, hex(wcslen(a))) RUN(wcsnlen, hex(wcsnlen(a, n))) RUN(wcschr, at(a, wcschr(a, c)))
  RUN(wcsrchr, at(a, wcsrchr(a, c))) RUN(wmemchr, at(a, wmemchr(a, c, wcslen(a))))
  RUN(wcsspn, hex(wcsspn(a, b))) RUN(wcscspn, hex(wcscspn(a, b)))
  RUN(wcspbrk, at(a, wcspbrk(a, b))) RUN(wcsstr, at(a, wcsstr(a, b)))
  RUN(wcswcs, at(a, wcswcs(a, b)))
  COPY(wcscpy, wcscpy(to, a)) COPY(wcsncpy, wcsncpy(to, a, n + 2)) COPY(wcscat, wcscat(to, a))
  COPY(wcsncat, wcsncat(to, a, n)) COPY(wcpcpy, wcpcpy(to, a))
  COPY(wcpncpy, wcpncpy(to, a, n + 2)) COPY(wmemcpy, wmemcpy(to, a, wcslen(a)))
  COPY(wmemmove, wmemmove(to + 1, to, 5)) COPY(wmemset, wmemset(to, c, n))
  RUN(wcsdup, wchar_t *d = wcsdup(a); wide_string(d); free(d))
  RUN(wcsxfrm, wchar_t to[32]; hex(wcsxfrm(to, a, 32)))
  RUN(wcstok, wchar_t in[40]; wchar_t *rest; wcscat(wcscpy(in, a), b);
      for (wchar_t *p = wcstok(in, L"a,", &rest); p; p = wcstok(NULL, L"a,", &rest)) wide_string(p))
  RUN(wcswidth, hex((unsigned) wcswidth(a, n + 1)))
#define NUMBER(NAME, ...) \
  RUN(NAME, wchar_t *e = NULL; hex((uint64_t) NAME(a, &e, ##__VA_ARGS__)); put(' '); at(a, e))
#define REAL(NAME, TYPE) \
  RUN(NAME, wchar_t *e = NULL; const double r = (double) NAME(a, &e); uint64_t w; \
      memcpy(&w, &r, 8); hex(w); put(' '); at(a, e))
  NUMBER(wcstol, 0) NUMBER(wcstoul, 10) NUMBER(wcstoll, 16) NUMBER(wcstoull, 0)
  NUMBER(wcstoimax, 0) NUMBER(wcstoumax, 0)
  REAL(wcstod, double) REAL(wcstof, float) REAL(wcstold, long double)
}

/* Characters of the locale's own set, and beyond. */
static wint_t character(unsigned k) {
  if (k < 260) return k;
  static const wint_t others[] = {WEOF, 0x130, 0x131, 0x17f, 0x3b1, 0x3c9, 0x410, 0x2028, 0x20ac,
                                  0x3000, 0x4e00, 0xac00, 0xd800, 0xfeff, 0xffff, 0x1f600, 0x10ffff,
                                  0x110000};
  if (k < 260 + 18) return others[k - 260];
  return (wint_t) (any_bits() >> (44 + below(12)));
}

static void characters(locale_t l) {
  mbstate_t state;
#define EACH_CHARACTER for (unsigned k = 0; k < 278 + COUNT; k++)
#define CLASS(NAME) \
  EACH_CHARACTER { \
    const wint_t c = character(k); \
    begin(#NAME); hex(!!(NAME)(c)); end(); \
    begin(#NAME "_l"); hex(!!(NAME##_l)(c, l)); end(); \
  }
  CLASS(iswalnum) CLASS(iswalpha) CLASS(iswblank) CLASS(iswcntrl) CLASS(iswdigit)
  CLASS(iswgraph) CLASS(iswlower) CLASS(iswprint) CLASS(iswpunct) CLASS(iswspace)
  CLASS(iswupper) CLASS(iswxdigit)
#define MAP(NAME, CALL) \
  EACH_CHARACTER { const wint_t c = character(k); begin(#NAME); hex((uint64_t) CALL); end(); }
  MAP(towlower, towlower(c)) MAP(towupper, towupper(c)) MAP(towlower_l, towlower_l(c, l))
  MAP(towupper_l, towupper_l(c, l)) MAP(wctob, wctob(c))
  MAP(btowc, btowc((int) (c & 511) - 1)) MAP(wcwidth, wcwidth((wchar_t) c))
  static const char *const classes[] = {"alpha", "digit", "upper", "xyz", "", "blank"};
  static const char *const maps[] = {"tolower", "toupper", "xyz"};
  EACH_CHARACTER {
    const wint_t c = character(k);
    const char *class = classes[k % 6], *map = maps[k % 3];
    begin("wctype"); hex(!!wctype(class)); end();
    begin("wctype_l"); hex(!!wctype_l(class, l)); end();
    begin("iswctype"); hex(!!iswctype(c, wctype(class))); end();
    begin("iswctype_l"); hex(!!iswctype_l(c, wctype_l(class, l), l)); end();
    begin("wctrans"); hex(!!wctrans(map)); end();
    begin("wctrans_l"); hex(!!wctrans_l(map, l)); end();
    if (k % 3 == 2) continue;
    begin("towctrans"); hex(towctrans(c, wctrans(map))); end();
    begin("towctrans_l"); hex(towctrans_l(c, wctrans_l(map, l), l)); end();
  }
  EACH_CHARACTER {
    const wchar_t c = (wchar_t) character(k);
    char to[16] = "";
    memset(&state, 0, sizeof state);
    begin("wcrtomb"); hex(wcrtomb(to, c, &state)); bytes(to, 4); end_errno();
    memset(to, 0, sizeof to);
    begin("wctomb"); hex((uint64_t) wctomb(to, c)); bytes(to, 4); end_errno();
    memset(to, 0, sizeof to);
    memset(&state, 0, sizeof state);
    begin("c32rtomb"); hex(c32rtomb(to, (char32_t) c, &state)); bytes(to, 4); end_errno();
    if ((unsigned) c >= 0xd800) continue;
    memset(to, 0, sizeof to);
    memset(&state, 0, sizeof state);
    begin("c16rtomb"); hex(c16rtomb(to, (char16_t) c, &state)); bytes(to, 4); end_errno();
  }
}

static void multibyte(void) {
  mbstate_t state;
  for (unsigned k = 0; k < 256 + NARROW * 3; k++) {
    char own[] = {(char) k, 0};
    const char *s = k < 256 ? own : narrow[(k - 256) % NARROW];
    const size_t n = k < 256 ? 1 : k % 4 + 1;
    wchar_t w = 7, to[16] = {0};
    char32_t c32 = 7;
    char16_t c16 = 7;
    if (n > strlen(s) + 1) continue;
    memset(&state, 0, sizeof state);
    begin("mbrtowc"); hex(mbrtowc(&w, s, n, &state)); put(' '); hex((uint32_t) w); end_errno();
    memset(&state, 0, sizeof state);
    begin("mbrlen"); hex(mbrlen(s, n, &state)); end_errno();
    begin("mbsinit"); hex(!!mbsinit(&state)); end();
    w = 7;
    begin("mbtowc"); hex((uint64_t) mbtowc(&w, s, n)); put(' '); hex((uint32_t) w); end_errno();
    begin("mblen"); hex((uint64_t) mblen(s, n)); end_errno();
    begin("mbstowcs"); hex(mbstowcs(to, s, 8)); end_errno();
    memset(&state, 0, sizeof state);
    begin("mbrtoc32"); hex(mbrtoc32(&c32, s, n, &state)); put(' '); hex(c32); end_errno();
    memset(&state, 0, sizeof state);
    begin("mbrtoc16"); hex(mbrtoc16(&c16, s, n, &state)); put(' '); hex(c16); end_errno();
    const char *from = s;
    memset(&state, 0, sizeof state);
    begin("mbsrtowcs"); hex(mbsrtowcs(to, &from, 8, &state)); end_errno();
    from = s;
    memset(&state, 0, sizeof state);
    begin("mbsnrtowcs"); hex(mbsnrtowcs(to, &from, n, 8, &state)); end_errno();
  }
  EACH {
    const wchar_t *a = word(k, 0), *from = a;
    char to[64] = "";
    begin("wcstombs"); hex(wcstombs(to, a, sizeof to)); bytes(to, 4); end_errno();
    memset(&state, 0, sizeof state);
    begin("wcsrtombs"); hex(wcsrtombs(to, &from, sizeof to, &state)); end_errno();
    from = a;
    memset(&state, 0, sizeof state);
    begin("wcsnrtombs"); hex(wcsnrtombs(to, &from, 3, sizeof to, &state)); end_errno();
  }
}

int main(void) {
  locale_t l = newlocale(LC_ALL_MASK, "C", (locale_t) 0);
  strings(l);
  characters(l);
  multibyte();
  freelocale(l);
  flush();
  return 0;
}
