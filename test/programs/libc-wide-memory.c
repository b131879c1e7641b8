// exit: 0
// Streams over wide strings hold any wide character, also in the locale C, as GNU's do.
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

int main(void) {
  wchar_t text[300], word[20];
  assert(swprintf(text, 300, L"h\u00e9%d%lc%ls", 3, L'\u20ac', L"\U0001f600") == 5);
  assert(!wcscmp(text, L"h\u00e93\u20ac\U0001f600"));
  assert(swprintf(text, 300, L"a%lcb", 0) == 3 && text[1] == 0 && text[2] == 'b');
  assert(swprintf(text, 300, L"%s", "\xe9") == -1);       /* no character of the locale C */
  assert(swprintf(text, 300, L"%0200d\u00e9%0120d", 1, 2) == -1);
  assert(swprintf(text, 300, L"\u00e9%0280d\u00e9", 1) == 282 && text[281] == 0xe9);

  int number = 0;
  assert(swscanf(L"\u00e9 12 \u20ac", L"%ls %d %lc", word, &number, word + 5) == 3);
  assert(word[0] == 0xe9 && word[1] == 0 && number == 12 && word[5] == 0x20ac);
  assert(swscanf(L"12\u00e9", L"%d", &number) == 1);

  wchar_t *made;
  size_t size;
  FILE *f = open_wmemstream(&made, &size);
  assert(fputwc(0xe9, f) == 0xe9 && fwprintf(f, L"%d\u20ac", 7) == 2);
  fclose(f);
  assert(size == 3 && !wcscmp(made, L"\u00e97\u20ac"));
  free(made);
}
