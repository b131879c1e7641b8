/* <time.h>, <langinfo.h>, <locale.h>, addresses, getopt, regular expressions. */
#include "driver.h"

#include <arpa/inet.h>
#include <fnmatch.h>
#include <getopt.h>
#include <langinfo.h>
#include <locale.h>
#include <monetary.h>
#include <netinet/ether.h>
#include <regex.h>
#include <time.h>
#include <wchar.h>

static void put_tm(const struct tm *t) {
  if (!t) { text("NULL"); return; }
  const int parts[] = {t->tm_sec, t->tm_min, t->tm_hour, t->tm_mday, t->tm_mon, t->tm_year,
                       t->tm_wday, t->tm_yday, t->tm_isdst};
  for (unsigned k = 0; k < 9; k++) { put('.'); hex((unsigned) parts[k]); }
}
static const time_t moments[] = {0, 1, -1, 86399, 951782400, 1700000000, 4102444800, -2208988800,
                                 1709164800, 253402300799, -62135596800};
static time_t moment(unsigned k) {
  if (k < 11) return moments[k];
  return (time_t) (int64_t) (any_bits() >> 32) - 1000000000;
}

static void formats(void) {
  static const char letters[] = "aAbBcCdDeFgGhHIjklmMnprRsStTuUVwWxXyYzZ%+PEOvqi";
  for (unsigned k = 0; k < 11 + COUNT; k++) {
    struct tm t;
    char to[128];
    wchar_t wide[64];
    const time_t when = moment(k);
    gmtime_r(&when, &t);
    begin("gmtime_r"); put_tm(&t); end();
    begin("gmtime"); put_tm(gmtime(&when)); end();
    begin("timegm"); hex((uint64_t) timegm(&t)); put_tm(&t); end();
    begin("asctime"); string(asctime(&t)); end();
    begin("asctime_r"); string(asctime_r(&t, to)); end();
    begin("ctime"); string(ctime(&when)); end();
    begin("ctime_r"); string(ctime_r(&when, to)); end();
    begin("localtime"); put_tm(localtime(&when)); end();
    begin("localtime_r"); struct tm u; put_tm(localtime_r(&when, &u)); end();
    begin("mktime"); hex((uint64_t) mktime(&u)); end();
    begin("difftime"); const double d = difftime(when, 5); uint64_t w; memcpy(&w, &d, 8); hex(w); end();
    for (const char *l = letters; *l; l++) {
      static const char *const modes[] = {"%", "%-", "%0", "%_", "%^", "%#", "%5", "%E", "%O", "%010", "%+"};
      const char last[] = {*l, 0};
      char f[8], name[16] = "strftime-";
      strcat(strcpy(f, modes[(k + (unsigned) (l - letters)) % (k < 11 ? 11 : 1)]), last);
      strcat(name, f[1] == *l ? "plain" : "mode");
      static char names[2][16];
      char *kept = names[f[1] == *l];
      strcpy(kept, name);
      memset(to, '#', 9);
      begin(kept);
      string(f);
      const size_t n = strftime(to, sizeof to, f, &t);
      hex(n);
      if (n) string(to);
      end();
    }
    begin("wcsftime"); hex(wcsftime(wide, 64, L"%Y-%m-%d %j", &t)); end();
    begin("strftime-room"); hex(strftime(to, 4, "%Y", &t)); end();
    t.tm_mon += 14; t.tm_mday -= 40; t.tm_sec += 1000;
    begin("timegm"); hex((uint64_t) timegm(&t)); put_tm(&t); end();
  }
  static const char *const ins[] = {
    "2024-02-29", "24", "99", "69", "68", "100", "Mon", "monday", "mo", "Jan", "january", "12:34:56",
    "12:34", "1:2:3 PM", "11 pm", "60", "61", "62", "366", "0", "007", " 5", "%", "+0100", "-05:30", "Z",
    "UTC", "1700000000", "-5", "2/3/04", "53", "7", "20", "abc", "", "13 AM", "00 AM", "2024"};
  static const char *const fs[] = {
    "%Y-%m-%d", "%y", "%C", "%a", "%A", "%b", "%B", "%H:%M:%S", "%T", "%R", "%r", "%I %p", "%S", "%j",
    "%d", "%e", "%m", "%%", "%z", "%Z", "%s", "%D", "%U", "%W", "%w", "%u", "%n%d", "%t", "%h", "%G",
    "%g", "%V", "%k", "%l", "%P", "%F", "%c", "%x", "%X", "%Ey", "%Od", "%5Y", "%C%y", "%Y%j"};
  for (unsigned k = 0; k < 38 * 44; k++) {
    struct tm t;
    static char names[44][20];
    memset(&t, 0, sizeof t);
    strcat(strcpy(names[k / 38], "strptime-"), fs[k / 38] + 1);
    begin(names[k / 38]);
    string(ins[k % 38]);
    const char *rest = strptime(ins[k % 38], fs[k / 38], &t);
    if (rest) { hex((uint64_t) (rest - ins[k % 38])); put_tm(&t); }
    else text("NULL");
    end();
  }
}

static void locales(void) {
  static const nl_item items[] = {CODESET, RADIXCHAR, THOUSEP, D_T_FMT, D_FMT, T_FMT, T_FMT_AMPM, AM_STR,
                                  PM_STR, DAY_1, DAY_7, ABDAY_1, MON_1, MON_12, ABMON_1, ERA, ERA_D_FMT,
                                  ALT_DIGITS, YESEXPR, NOEXPR, CRNCYSTR, YESSTR, NOSTR};
  for (unsigned k = 0; k < sizeof items / sizeof *items; k++) {
    begin("nl_langinfo"); string(nl_langinfo(items[k])); end();
  }
  const struct lconv *l = localeconv();
  begin("localeconv"); string(l->decimal_point); string(l->thousands_sep); string(l->grouping);
  string(l->int_curr_symbol); string(l->currency_symbol); string(l->mon_decimal_point);
  string(l->positive_sign); hex((unsigned char) l->frac_digits); hex((unsigned char) l->p_sep_by_space);
  hex((unsigned char) l->int_n_sign_posn); end();
  char to[40];
  begin("strfmon"); hex((uint64_t) strfmon(to, sizeof to, "%n|%i", 12.5, 3.0)); end();
  static const char *const names[] = {"C", "POSIX", "xx", "C.UTF-8", "", "C.utf8", "de_DE"};
  for (unsigned k = 0; k < 7; k++) {
    begin("setlocale"); string(setlocale((int) (k % 7), names[k])); end();
    begin("setlocale"); string(setlocale(LC_ALL, NULL)); end();
  }
  setlocale(LC_ALL, "C");
}

static void addresses(void) {
  static const char *const ins[] = {"127.0.0.1", "1.2.3", "1.2", "1", "256.1.1.1", "0x7f.1", "010.1.1.1", "1.2.3.4.5",
                                    "1.2.3.4 x", " 1.2.3.4", "", "::1", "::", "1::2", "::ffff:1.2.3.4", "1:2:3:4:5:6:7:8",
                                    "1:2:3:4:5:6:7", "::1::", "12345::", "fe80::1%lo", "1.2.3.04", "00:11:22:aa:Bb:c",
                                    "1:2:3:4:5:6", "g:1:2:3:4:5"};
  for (unsigned k = 0; k < 24 + COUNT; k++) {
    char own[24];
    snprintf(own, sizeof own, "%u.%u.%u.%u", below(300), below(256), below(256), below(256));
    const char *in = k < 24 ? ins[k] : own;
    unsigned char b[16] = {0};
    char to[64] = "";
    struct in_addr a = {0};
    begin("inet_pton"); const int four = inet_pton(AF_INET, in, b); hex((uint64_t) four); if (four) bytes(b, 4); end();
    memset(b, 0, 16);
    const int six = inet_pton(AF_INET6, in, b);
    begin("inet_pton"); hex((uint64_t) six); if (six) bytes(b, 16); else memset(b, 0, 16); end();
    begin("inet_ntop"); string(inet_ntop(AF_INET6, b, to, sizeof to)); end_errno();
    begin("inet_ntop"); string(inet_ntop(AF_INET6, b, to, 5)); end_errno();
    begin("inet_ntop"); string(inet_ntop(AF_INET, b + 12, to, sizeof to)); end_errno();
    begin("inet_aton"); const int ok = inet_aton(in, &a); hex((unsigned) ok); if (ok) hex(a.s_addr); end();
    begin("inet_addr"); hex(inet_addr(in)); end();
    begin("inet_network"); hex(inet_network(in)); end();
    begin("inet_ntoa"); string(inet_ntoa(a)); end();
    begin("inet_lnaof"); hex(inet_lnaof(a)); end();
    begin("inet_netof"); hex(inet_netof(a)); end();
    begin("inet_makeaddr"); hex(inet_makeaddr(below(256), 5).s_addr); end();
    struct ether_addr e, *p = ether_aton(in);
    begin("ether_aton"); if (p) bytes(p, 6); else text("NULL"); end();
    begin("ether_aton_r"); text(ether_aton_r(in, &e) ? "yes" : "no"); end();
    if (!p) continue;
    begin("ether_ntoa"); string(ether_ntoa(p)); end();
    begin("ether_ntoa_r"); string(ether_ntoa_r(p, to)); end();
  }
  for (unsigned k = 0; k < INTEGERS + COUNT; k++) {
    const int64_t n = integer(k);
    begin("htonl"); hex(htonl((uint32_t) n)); end();
    begin("htons"); hex(htons((uint16_t) n)); end();
    begin("ntohl"); hex(ntohl((uint32_t) n)); end();
    begin("ntohs"); hex(ntohs((uint16_t) n)); end();
  }
}

static void options(void) {
  static const char *const parts[] = {"-a", "-b", "x", "--", "-", "--all", "--file=1", "--fil", "y", "-ab", "-bx",
                                      "--b", "-z", "--color", "--al=2", "-W", "all"};
  static const char *const lists[] = {"ab:", "+ab:", "-ab:", ":ab:", "ab::", "aW;", "", "-:a"};
  static const struct option named[] = {{"all", 0, NULL, 'A'}, {"file", 1, NULL, 'F'}, {"filter", 0, NULL, 'G'},
                                        {"color", 2, NULL, 'C'}, {"b", 0, NULL, 'B'}, {0}};
  opterr = 0;
  for (unsigned k = 0; k < 60 + 4 * COUNT; k++) {
    char *argv[8] = {"prog"};
    const int argc = 1 + (int) below(6);
    for (int i = 1; i < argc; i++) argv[i] = (char *) parts[below(17)];
    const char *list = lists[below(8)];
    optind = 0;
    begin(k % 3 == 0 ? "getopt" : k % 3 == 1 ? "getopt_long" : "getopt_long_only");
    for (unsigned i = 0; i < 12; i++) {
      int index = -1;
      const int r = k % 3 == 0   ? getopt(argc, argv, list)
                    : k % 3 == 1 ? getopt_long(argc, argv, list, named, &index)
                                 : getopt_long_only(argc, argv, list, named, &index);
      put(' ');
      hex((unsigned) r);
      put(',');
      hex((unsigned) optind);
      if (r == '?' || r == ':') hex((unsigned) optopt);
      if (index >= 0) { put('@'); hex((unsigned) index); }
      if (optarg) string(optarg);
      if (r == -1) break;
    }
    for (int i = optind; i < argc; i++) string(argv[i]);
    end();
  }
}

static void patterns(void) {
  static const char *const res[] = {"a", "a*", "^a", "a$", "[abc]", "[^a]", "a\\|b", "a|b", "(a)(b)", "\\(a\\)\\1",
                                    "(a)\\1", "a+", "a\\+", "a?", "a{2}", "a\\{2\\}", "[[:alpha:]]", "[", "*a", "(", "a**",
                                    "x*", "(a*)*", "(a|ab)(c|bcd)", "[a-", "\\w", "\\.", "a{,2}", "()", ""};
  static const char *const ins[] = {"", "a", "b", "ab", "aa", "aaa", "abc", "abcd", "xaay", "a|b", "A", "*a"};
  for (unsigned k = 0; k < 30 * 12 * 2; k++) {
    regex_t r;
    regmatch_t m[3] = {{-1, -1}, {-1, -1}, {-1, -1}};
    const int extended = k >= 360;
    static char names[60][24];
    char *name = names[k / 12];
    strcat(strcpy(name, extended ? "regexec-E" : "regexec-B"), res[k / 12 % 30]);
    const int failed = regcomp(&r, res[k / 12 % 30], extended ? REG_EXTENDED : 0);
    begin(extended ? "regcomp-extended" : "regcomp-basic");
    string(res[k / 12 % 30]);
    hex((unsigned) !!failed);
    if (!failed) {
      hex((unsigned) r.re_nsub);
      const int missed = regexec(&r, ins[k % 12], 3, m, 0);
      put(' ');
      hex((unsigned) !!missed);
      for (unsigned i = 0; !missed && i < 3; i++) {
        put(',');
        hex((unsigned) m[i].rm_so);
        put('-');
        hex((unsigned) m[i].rm_eo);
      }
      regfree(&r);
    }
    end();
  }
  static const char *const globs[] = {"*", "a*", "?", "[ab]", "[!a]", "[a-c]*", "\\*", "*/b", "a/*", "", "[", "[]a]", ".*",
                                      "[[:alpha:]]", "**", "a\\"};
  static const char *const names[] = {"", "a", "b", "abc", "a/b", ".a", "*", "A", "[", "]", "a/.b"};
  static const int modes[] = {0, FNM_PATHNAME, FNM_PERIOD, FNM_NOESCAPE, FNM_PATHNAME | FNM_PERIOD, FNM_CASEFOLD};
  for (unsigned k = 0; k < 16 * 11 * 6; k++) {
    begin("fnmatch"); hex((unsigned) !!fnmatch(globs[k % 16], names[k / 16 % 11], modes[k / 176])); end();
  }
}

int main(void) {
  formats();
  locales();
  addresses();
  options();
  patterns();
  flush();
  return 0;
}
