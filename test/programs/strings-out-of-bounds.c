// The error is the caller's, though the library's code does the access.
#include <string.h>
char __VERIFIER_nondet_char(void);
int __VERIFIER_nondet_int(void);

int main(void) {
  char text[3], small[2];
  for (int i = 0; i < 3; i++) text[i] = __VERIFIER_nondet_char();
  if (__VERIFIER_nondet_int()) return strlen(text) > 1; // expect: out-of-bounds
  text[2] = 0;
  strcpy(small, text);                  // expect: out-of-bounds
  return 0;
}
