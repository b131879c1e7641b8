// GNU's own calls for regular expressions, on numbers and on a symbol.
// A pattern is refused with a text, and texts differ between libraries.
// exit: 5
// verdict: proved-under-assumptions
// assumes: regerror() are the model's
// matrix: no
#define _GNU_SOURCE
#include <assert.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  struct re_pattern_buffer p = {0};
  struct re_registers r = {0};
  re_set_syntax(RE_SYNTAX_POSIX_EXTENDED);
  assert(!re_compile_pattern("a(b+)c", 6, &p) && p.re_nsub == 1);
  assert(re_search(&p, "xxabbcx", 7, 0, 7, &r) == 2);
  assert(r.start[0] == 2 && r.end[0] == 6 && r.start[1] == 3 && r.end[1] == 5);
  assert(re_search(&p, "xxabbcx", 7, 3, 4, &r) == -1);
  assert(re_search(&p, "xxabbcx", 7, 0, 1, &r) == -1);
  assert(re_search(&p, "abcabc", 6, 6, -6, &r) == 3 && r.end[0] == 6);
  assert(re_match(&p, "abcabc", 6, 3, NULL) == 3 && re_match(&p, "xabc", 4, 0, NULL) == -1);
  assert(re_compile_pattern("a(b", 3, &p));
  regfree(&p);
  free(r.start);
  free(r.end);

  memset(&p, 0, sizeof p);
  re_set_syntax(RE_SYNTAX_POSIX_BASIC | RE_ICASE);
  assert(!re_compile_pattern("^[a-c]\\+$", 9, &p));
  char text[2] = {'B', "aCdz"[__VERIFIER_nondet_uchar() & 3]};
  const int at = re_search(&p, text, 2, 0, 2, NULL);
  assert((at == 0) == (text[1] == 'a' || text[1] == 'C'));
  regfree(&p);
  return 0;
}
