/* The host's <regex.h>, <ftw.h> and <math.h> are the library's. */
#include <assert.h>
#include <ftw.h>
#include <math.h>
#include <regex.h>

int main(void) {
  regex_t re;
  regmatch_t at[3];
  assert(!regcomp(&re, "(a+)(b|c)", REG_EXTENDED));
  assert(re.re_nsub == 2);
  assert(!regexec(&re, "xaab", 3, at, 0));
  assert(at[1].rm_so == 1 && at[1].rm_eo == 3 && at[2].rm_so == 3);
  regfree(&re);
  volatile double zero = 0;
  assert(ilogb(zero) == FP_ILOGB0);
  return 0;
}
