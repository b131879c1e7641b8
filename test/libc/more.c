/* Random numbers, tables, environment, sets, wide streams, messages, memory. */
#include "driver.h"

#include <iconv.h>
#include <libintl.h>
#include <locale.h>
#include <malloc.h>
#include <netdb.h>
#include <regex.h>
#include <search.h>
#include <signal.h>
#include <sys/sysmacros.h>
#include <sys/types.h>
#include <termios.h>
#include <wchar.h>

static void numbers(void) {
  unsigned own = 5;
  unsigned short x[7] = {1, 2, 3, 4, 5, 6, 7};
  for (unsigned k = 0; k < 30; k++) {
    if (k % 10 == 0) { srand(k); srandom(k + 1); srand48((long) k); }
    begin("rand"); hex((unsigned) rand()); end();
    begin("random"); hex((uint64_t) random()); end();
    begin("rand_r"); hex((unsigned) rand_r(&own)); end();
    if (k == 15) seed48(x);
    if (k == 25) lcong48(x);
    begin("lrand48-seed48-lcong48"); hex((uint64_t) lrand48()); end();
  }
}

static int by_text(const void *a, const void *b) { return strcmp(a, b); }
static void visit(const void *node, VISIT which, int depth) {
  string(*(char *const *) node);
  hex((unsigned) which);
  (void) depth;                 /* unspecified: the shape of the tree */
}
static void drop(void *p) { (void) p; }

static void tables(void) {
  static char *const words[] = {"m", "c", "x", "a", "e", "q", "z"};
  void *root = NULL;
  for (unsigned k = 0; k < 7; k++) {
    begin("tsearch"); string(*(char **) tsearch(words[k], &root, by_text)); end();
  }
  begin("tfind"); hex(tfind("e", &root, by_text) != NULL); hex(tfind("f", &root, by_text) != NULL); end();
  begin("tdelete"); hex(tdelete("c", &root, by_text) != NULL); hex(tdelete("k", &root, by_text) != NULL); end();
  (void) visit;                 /* twalk's order of inner nodes depends on the shape */
  tdestroy(root, drop);
  hcreate(20);
  for (unsigned k = 0; k < 7; k++) {
    ENTRY e = {words[k], words[6 - k]};
    begin("hsearch"); hex(hsearch(e, k % 2 ? FIND : ENTER) != NULL); end_errno();
  }
  hdestroy();
  struct hsearch_data t = {0};
  ENTRY e = {"a", "b"}, *found = NULL;
  begin("hcreate_r"); hex((unsigned) hcreate_r(5, &t)); end();
  begin("hsearch_r"); hex((unsigned) hsearch_r(e, ENTER, &found, &t)); string(found ? found->data : NULL); end();
  hdestroy_r(&t);
  struct link { struct link *next, *before; int n; } a = {NULL, NULL, 1}, b = {NULL, NULL, 2};
  insque(&a, NULL);
  insque(&b, &a);
  begin("insque"); hex(a.next == &b && b.before == &a && !b.next); end();
  remque(&a);
  begin("remque"); hex(b.before == NULL); end();
}

static void environment(void) {
#define SAY(NAME, CALL) begin(NAME); hex((uint64_t) (int64_t) (CALL)); end_errno()
  SAY("setenv", setenv("X", "1", 1));
  SAY("setenv", setenv("X", "2", 0));
  SAY("setenv", setenv("", "2", 0));
  SAY("setenv", setenv("A=B", "2", 0));
  begin("getenv"); string(getenv("X")); string(getenv("")); string(getenv("NONE")); end();
  begin("secure_getenv"); string(secure_getenv("X")); end();
  SAY("putenv", putenv("Y=3"));
  begin("getenv"); string(getenv("Y")); end();
  SAY("putenv", putenv("Y"));
  begin("getenv"); string(getenv("Y")); end();
  SAY("unsetenv", unsetenv("X"));
  SAY("unsetenv", unsetenv("A=B"));
  SAY("clearenv", clearenv());
  begin("getenv"); string(getenv("LC_ALL")); end();
}

static void sets(void) {
  sigset_t s, u, v;
  SAY("sigemptyset", sigemptyset(&s));
  SAY("sigisemptyset", !!sigisemptyset(&s));
  SAY("sigaddset", sigaddset(&s, SIGINT));
  SAY("sigaddset", sigaddset(&s, 0));
  SAY("sigaddset", sigaddset(&s, 65));
  SAY("sigaddset", sigaddset(&s, 32));
  SAY("sigismember", sigismember(&s, SIGINT));
  SAY("sigismember", sigismember(&s, SIGTERM));
  SAY("sigismember", sigismember(&s, 100));
  SAY("sigdelset", sigdelset(&s, SIGTERM));
  SAY("sigdelset", sigdelset(&s, -1));
  SAY("sigfillset", sigfillset(&u));
  for (int k = 1; k < 65; k++) { SAY("sigismember", sigismember(&u, k)); }
  SAY("sigandset", sigandset(&v, &s, &u));
  SAY("sigorset", sigorset(&v, &s, &u));
  begin("gnu_dev_makedev"); hex(makedev(0x12345, 0x6789a)); end();
  begin("gnu_dev_major"); hex(major(0x123456789abcull)); end();
  begin("gnu_dev_minor"); hex(minor(0x123456789abcull)); end();
  struct termios t = {0};
  SAY("cfsetispeed", cfsetispeed(&t, B9600));
  SAY("cfsetospeed", cfsetospeed(&t, B19200));
  SAY("cfsetospeed", cfsetospeed(&t, 12345));
  SAY("cfgetispeed", cfgetispeed(&t));
  SAY("cfgetospeed", cfgetospeed(&t));
  cfmakeraw(&t);
  begin("cfmakeraw"); hex(t.c_iflag); hex(t.c_oflag); hex(t.c_lflag); hex(t.c_cflag); end();
}

static void messages(void) {
  for (int k = -12; k < 4; k++) { begin("gai_strerror"); string(gai_strerror(k)); end(); }
  for (int k = 0; k < 6; k++) { begin("hstrerror"); string(hstrerror(k)); end(); }
  regex_t r;
  regcomp(&r, "a", 0);
  for (int k = 0; k < 14; k++) {
    char to[64];
    begin("regerror"); hex(regerror(k, &r, to, sizeof to)); string(to); end();
  }
  regfree(&r);
  begin("gettext"); string(gettext("hello")); end();
  begin("dgettext"); string(dgettext("d", "hello")); end();
  begin("dcgettext"); string(dcgettext("d", "hello", LC_MESSAGES)); end();
  begin("ngettext"); string(ngettext("one", "many", 1)); string(ngettext("one", "many", 2)); end();
  begin("dngettext"); string(dngettext("d", "one", "many", 0)); end();
  begin("textdomain"); string(textdomain(NULL)); string(textdomain("x")); end();
  begin("bindtextdomain"); string(bindtextdomain("x", "/tmp")); end();
  begin("bind_textdomain_codeset"); string(bind_textdomain_codeset("x", "UTF-8")); end();
}

static void wide_streams(void) {
  FILE *f = fopen("braid-libc-test", "w");
  SAY("putwc", putwc(L'a', f));
  SAY("fputws", fputws(L"bc 12\nx", f));
  fclose(f);
  f = fopen("braid-libc-test", "r");
  wchar_t w[16] = {0};
  SAY("fwide", fwide(f, 1) > 0);
  SAY("fgetwc", fgetwc(f));
  SAY("ungetwc", ungetwc(L'q', f));
  SAY("getwc", getwc(f));
  begin("fgetws"); wide_string(fgetws(w, 4, f)); end();
  int n = 0;
  SAY("fwscanf", fwscanf(f, L"%d", &n));
  fclose(f);
  remove("braid-libc-test");
  static const char *const codes[] = {"UTF-8", "UTF-16LE", "ISO-8859-1", "ASCII", "UTF-32BE", "nosuch", "utf8"};
  for (unsigned k = 0; k < 7 * 4; k++) {
    static const char *const ins[] = {"abc", "\xc3\xa9", "\xe2\x82\xac", "\xff" "a"};
    iconv_t c = iconv_open(codes[k % 7], "UTF-8");
    begin("iconv_open"); hex(c != (iconv_t) -1); end_errno();
    if (c == (iconv_t) -1) continue;
    char *in = (char *) ins[k / 7], to[32] = "", *out = to;
    size_t in_left = strlen(in), out_left = sizeof to;
    begin("iconv"); hex(iconv(c, &in, &in_left, &out, &out_left)); bytes(to, sizeof to - out_left);
    hex(in_left); end_errno();
    SAY("iconv_close", iconv_close(c));
  }
}

static void memory(void) {
  void *p = NULL;
  SAY("posix_memalign", posix_memalign(&p, 3, 8));
  SAY("posix_memalign", posix_memalign(&p, 64, 8));
  begin("posix_memalign"); hex((uintptr_t) p % 64); end();
  free(p);
  p = aligned_alloc(32, 64); begin("aligned_alloc"); hex((uintptr_t) p % 32); end(); free(p);
  p = memalign(32, 64); begin("memalign"); hex((uintptr_t) p % 32); end(); free(p);
  p = malloc(0); begin("malloc"); hex(p != NULL); end(); free(p);
  p = calloc(0, 5); begin("calloc"); hex(p != NULL); end(); free(p);
  SAY("calloc", calloc(SIZE_MAX / 2, 3) != NULL);
  SAY("reallocarray", reallocarray(NULL, SIZE_MAX / 2, 3) != NULL);
  p = realloc(malloc(3), 0); begin("realloc"); hex(p != NULL); end(); free(p);
}

int main(void) {
  numbers();
  tables();
  sets();
  messages();
  wide_streams();
  memory();
  environment();
  flush();
  return 0;
}
