// exit: 5
// verdict: proved-under-assumptions
// assumes: an address that is printed is the model
// A pointer as wide text: musl's own way there fails, and then counts with its -1.
#include <assert.h>
#include <stdio.h>
#include <wchar.h>

int main(void) {
  wchar_t text[64];
  const int n = swprintf(text, 64, L"<%p>%d", (void *) text, 5);
  assert(n > 4 && text[0] == L'<' && text[1] == L'0' && text[n - 1] == L'5');
  assert(swprintf(text, 64, L"%6d|%x", -12, 255) == 9 && !wcscmp(text, L"   -12|ff"));
  return 0;
}
