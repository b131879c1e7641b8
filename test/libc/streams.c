/* <stdio.h>: formatting, scanning, and what the functions of streams return. */
#include "driver.h"

#include <locale.h>
#include <stdarg.h>

static char to[512];

static const char *const flags[] = {"", "-", "0", "+", " ", "#", "-#", "+0", "#0"};
static const char *const widths[] = {"", "1", "5", "12", ".0", ".1", ".3", "8.3", "12.10", "."};
static void format(char *f, unsigned k, const char *conversion) {
  *f = 0;
  strcat(strcat(strcat(strcat(f, "%"), flags[k % 9]), widths[k / 9 % 10]), conversion);
}

#define PRINT(NAME, ...) \
  do { \
    begin(NAME); \
    memset(to, '#', 64); \
    const int n_ = snprintf(to, sizeof to, __VA_ARGS__); \
    hex((unsigned) n_); \
    string(to); \
    end(); \
  } while (0)

static void printing(void) {
  static const double reals[] = {0, -0., 1, -1, .5, 1.5, 2.5, 9.995, 123456789, 1e10, 1e-5, 1e100,
                                 1e-300, 5e-324, 1.0 / 3, 1. / 0, -1. / 0, 0.1, 99999.5, 1e15};
  static const char *const of_reals[] = {"f", "e", "g", "a", "F", "E", "G", "A"};
  static const char *const of_integers[] = {"d", "i", "u", "o", "x", "X", "c"};
  static const char *const of_longs[] = {"ld", "lu", "lo", "lx", "lld", "zu", "jx", "td", "hd",
                                         "hhu", "hhx"};
  char f[32];
  for (unsigned k = 0; k < 20 * 8 * 3 + COUNT; k++) {
    format(f, k * 7, of_reals[k % 8]);
    PRINT("snprintf-real", f, reals[k / 8 % 20]);
    if (k % 4) continue;
    format(f, k * 5, of_reals[k / 4 % 8]);
    const size_t n = strlen(f);
    f[n + 1] = 0;
    f[n] = f[n - 1];
    f[n - 1] = 'L';
    PRINT("snprintf-long-real", f, (long double) reals[k / 8 % 20]);
  }
  for (unsigned k = 0; k < INTEGERS * 6 + COUNT; k++) {
    format(f, k, of_integers[k % 7]);
    PRINT("snprintf-integer", f, (int) integer(k % 60));
    format(f, k * 3, of_longs[k % 11]);
    PRINT("snprintf-long", f, (long) integer(k % 60));
    format(f, k, "s");
    PRINT("snprintf-string", f, k % 3 ? "abc" : "");
  }
  PRINT("snprintf-null", "%s|%10s|%.3s|%.8s", (char *) NULL, (char *) NULL, (char *) NULL, (char *) NULL);
  PRINT("snprintf-pointer", "%p|%10p|%-8p|", (void *) 0, (void *) 0, (void *) 0);
  PRINT("snprintf-pointer", "%p|%20p|%-20p|", (void *) 16, (void *) 255, (void *) 4096);
  PRINT("snprintf-positions", "%2$d %1$s %2$x", "a", 7);
  PRINT("snprintf-star", "%*d|%-*d|%.*s|%*d", 5, 1, 4, 2, 2, "abc", -4, 3);
  PRINT("snprintf-percent", "%%|%5%|%d%%", 3);
  PRINT("snprintf-group", "%'d %'.2f", 1234567, 1234567.5);
  PRINT("snprintf-wide", "%ls|%lc|%.2ls", L"abc", (wint_t) L'x', L"abc");
  begin("snprintf-errno"); errno = ENOENT; snprintf(to, sizeof to, "%m"); string(to); end();
  errno = 0;
  begin("snprintf-wide"); hex((unsigned) snprintf(to, sizeof to, "%ls", L"a\xe9")); end_errno();
  begin("snprintf-unknown"); hex((unsigned) snprintf(to, sizeof to, "%y|%d", 3)); string(to); end_errno();
  int count = -1;
  begin("snprintf-count"); snprintf(to, sizeof to, "abc%nd", &count); hex((unsigned) count); end();
  begin("snprintf-room"); memset(to, '#', 9); hex((unsigned) snprintf(to, 3, "abcdef")); bytes(to, 9); end();
  begin("snprintf-room"); hex((unsigned) snprintf(NULL, 0, "abcdef")); end();
  begin("sprintf"); hex((unsigned) sprintf(to, "%d %s", 12, "x")); string(to); end();
  char *made = NULL;
  begin("asprintf"); hex((unsigned) asprintf(&made, "%d-%s", 7, "y")); string(made); end();
  free(made);
  wchar_t wide[40] = {0};
  begin("swprintf"); hex((unsigned) swprintf(wide, 40, L"%d|%ls|%5s", 3, L"ab", "c")); wide_string(wide); end_errno();
  begin("swprintf"); hex((unsigned) swprintf(wide, 3, L"%d", 12345)); end_errno();
}

/* How many, what was stored in each, how far. */
static void scan(const char *name, const char *in, const char *f) {
  int a = -7, b = -7;
  begin(name);
  hex((unsigned) sscanf(in, f, &a, &b));
  put(' ');
  hex((unsigned) a);
  put(' ');
  hex((unsigned) b);
  end_errno();
}
static void scan_real(const char *in, const char *f) {
  float a = -7;
  int n = -1;
  uint32_t w;
  begin("sscanf-real");
  hex((unsigned) sscanf(in, f, &a, &n));
  memcpy(&w, &a, 4);
  put(' ');
  if (a == a) hex(w);
  put(' ');
  hex((unsigned) n);
  end_errno();
}
static void scan_text(const char *in, const char *f) {
  char a[32] = "#", b[32] = "#";
  int n = -1;
  begin("sscanf-text");
  hex((unsigned) sscanf(in, f, a, b, &n));
  string(a);
  string(b);
  end_errno();
}

static void scanning(void) {
  static const char *const ins[] = {"", " ", "1", "-1", "+", "-", "0x", "0x1", "0xg", "08", "12 34",
                                    "12,34", "a", "1a", "99999999999999999999", "0b1", " 7 8", "%5"};
  static const char *const fs[] = {"%d %d", "%i %i", "%u%u", "%x %x", "%o", "%2d%d", "%d,%d", "%%%d",
                                   "%*d %d", "%1i%n", "%hd %hhd", "%d%n", "%3x"};
  for (unsigned k = 0; k < 18 * 13; k++) scan("sscanf-integer", ins[k % 18], fs[k / 18]);
  static const char *const reals[] = {"1", "1e", "1e+", "1e5", ".", "5.", ".5", "-", "inf", "infi", "in",
                                      "infinity", "nan", "nan(", "nan(1)", "na", "0x", "0x1p", "0x1p3",
                                      "0x.p1", "1e400", "e5", "", " 2.5x", "1.e", "1..2", "0x1.8"};
  static const char *const real_fs[] = {"%f%n", "%3f%n", "%g", "%a%n"};
  for (unsigned k = 0; k < 27 * 4; k++) scan_real(reals[k % 27], real_fs[k / 27]);
  static const char *const texts[] = {"abc def", "a]b", "-", "", "  x y", "a-z", "^a", "abc"};
  static const char *const text_fs[] = {"%s %s", "%3s%s", "%[a-c]%s", "%[]a]%s", "%[^b]%s", "%c%c",
                                        "%2c%s", "%[a-]%s", "%*s%s", "%4[^ ] %s", "x%s"};
  for (unsigned k = 0; k < 8 * 11; k++) scan_text(texts[k % 8], text_fs[k / 8]);
  char *made = NULL;
  begin("sscanf-made"); hex((unsigned) sscanf("hello", "%ms", &made)); string(made); end();
  free(made);
  void *p = NULL;
  begin("sscanf-pointer"); hex((unsigned) sscanf("0x10", "%p", &p)); hex((uintptr_t) p); end();
  begin("sscanf-pointer"); p = (void *) 1; hex((unsigned) sscanf("(nil)", "%p", &p)); hex((uintptr_t) p); end();
  int n = 0;
  begin("swscanf"); hex((unsigned) swscanf(L"12 x", L"%d", &n)); hex((unsigned) n); end();
}

static void streams(void) {
  char room[64];
  FILE *f = fmemopen(room, sizeof room, "w+");
#define SAY(NAME, CALL) begin(NAME); hex((uint64_t) (int64_t) (CALL)); end_errno()
  SAY("fputs", fputs("abc\n", f));
  SAY("fputs", fputs("", f));
  SAY("fputc", fputc(300, f));
  SAY("putc", putc('x', f));
  SAY("fwrite", fwrite("abcd", 2, 2, f));
  SAY("fwrite", fwrite("abcd", 0, 2, f));
  SAY("fprintf", fprintf(f, "%d\n", 5));
  SAY("fputs_unlocked", fputs_unlocked("q", f));
  SAY("fputc_unlocked", fputc_unlocked('q', f));
  SAY("putc_unlocked", putc_unlocked('q', f));
  SAY("fflush", fflush(f));
  SAY("ftell", ftell(f));
  SAY("ftello", ftello(f));
  SAY("fseek", fseek(f, 2, SEEK_SET));
  SAY("fseeko", fseeko(f, 1, SEEK_CUR));
  SAY("fgetc", fgetc(f));
  SAY("ungetc", ungetc('z', f));
  SAY("getc", getc(f));
  SAY("getc_unlocked", getc_unlocked(f));
  SAY("fgetc_unlocked", fgetc_unlocked(f));
  begin("fgets"); string(fgets(to, 4, f)); end_errno();
  begin("fgets"); string(fgets(to, 1, f)); end_errno();
  char *line = NULL;
  size_t size = 0;
  SAY("getline", getline(&line, &size, f));
  SAY("getdelim", getdelim(&line, &size, 'q', f));
  SAY("fread", fread(to, 1, 5, f));
  SAY("feof", !!feof(f));
  SAY("ferror", !!ferror(f));
  SAY("getline", getline(&line, &size, f) < 0);
  clearerr(f);
  SAY("feof_unlocked", !!feof_unlocked(f));
  SAY("fseek", fseek(f, -100, SEEK_SET));
  SAY("fseek", fseek(f, 0, 9));
  rewind(f);
  int n = -1;
  SAY("fscanf", fscanf(f, "%d", &n));
  SAY("fileno", fileno(f));
  SAY("fclose", fclose(f));
  free(line);
  FILE *out = fopen("braid-libc-test", "w");
  SAY("fgetc-write-only", fgetc(out));
  SAY("ferror", !!ferror(out));
  SAY("fread-write-only", fread(to, 1, 1, out));
  SAY("fputs", fputs("12 abc\nlast", out));
  SAY("fileno", fileno(out) > 2);
  SAY("fclose", fclose(out));
  FILE *in = fopen("braid-libc-test", "r");
  SAY("fputc-read-only", fputc('x', in));
  SAY("fputs-read-only", fputs("x", in));
  SAY("fwrite-read-only", fwrite("x", 1, 1, in));
  SAY("fprintf-read-only", fprintf(in, "x"));
  clearerr(in);
  SAY("fscanf", fscanf(in, "%d", &n));
  SAY("setvbuf", setvbuf(in, NULL, _IONBF, 0));
  fpos_t at;
  SAY("fgetpos", fgetpos(in, &at));
  SAY("getw", getw(in));
  SAY("fsetpos", fsetpos(in, &at));
  SAY("fclose", fclose(in));
  SAY("fopen", fopen("no/such", "r") != NULL);
  SAY("fopen-mode", fopen("braid-libc-test", "q") != NULL);
  SAY("remove", remove("braid-libc-test"));
  SAY("remove", remove("braid-libc-test"));
  size_t made_size = 0;
  char *made = NULL;
  FILE *m = open_memstream(&made, &made_size);
  fputs("hello", m);
  fflush(m);
  begin("open_memstream"); string(made); hex(made_size); end();
  SAY("fwide", fwide(m, 0));
  fclose(m);
  free(made);
  wchar_t *wide = NULL;
  FILE *w = open_wmemstream(&wide, &made_size);
  SAY("fputwc", fputwc(L'x', w));
  SAY("fputws", fputws(L"abc", w));
  SAY("fwprintf", fwprintf(w, L"%d", 12));
  fclose(w);
  begin("open_wmemstream"); wide_string(wide); hex(made_size); end();
  free(wide);
}

/* What is printed goes to standard error: standard output is compared. */
static void standard(void) {
  flush();
  const int kept = dup(1);
  dup2(2, 1);
  const int results[] = {puts("abc"), puts(""), putchar('x'), putchar_unlocked('x'),
                         printf("%s %d\n", "abc", 5)};
  fflush(stdout);
  dup2(kept, 1);
  begin("puts"); hex((unsigned) results[0]); end();
  begin("puts"); hex((unsigned) results[1]); end();
  begin("putchar"); hex((unsigned) results[2]); end();
  begin("putchar_unlocked"); hex((unsigned) results[3]); end();
  begin("printf"); hex((unsigned) results[4]); end();
}

int main(void) {
  printing();
  scanning();
  streams();
  standard();
  flush();
  return 0;
}
