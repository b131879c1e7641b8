// exit: 5
// verdict: proved-under-assumptions
// assumes: a wide character that the locale has not makes fputwc() fail
// GNU's writes a question mark instead.
#include <assert.h>
#include <stdio.h>
#include <wchar.h>

int main(void) {
  FILE *f = tmpfile();
  if (!f) return 0;
  assert(fputwc(L'a', f) == L'a');
  assert(fputwc(0xe9, f) == WEOF);
  fclose(f);
}
