#include <assert.h>
#include <string.h>
char __VERIFIER_nondet_char(void);

int main(void) {
  char text[4];
  for (int i = 0; i < 3; i++) text[i] = __VERIFIER_nondet_char();
  text[3] = 0;
  size_t n = strlen(text);
  assert(n <= 3 && text[n] == 0);
  for (size_t i = 0; i < n; i++) assert(text[i] != 0);
  if (!strcmp(text, "ab")) assert(n == 2 && text[0] == 'a');
  char *x = strchr(text, 'x');
  if (x) assert(*x == 'x' && x < text + 3);
  char copy[4];
  strcpy(copy, text);
  assert(!strcmp(copy, text) && strlen(copy) == n);
  assert(!strncmp("abc", "abd", 2) && strcmp("abc", "abd") < 0);
  return 0;
}
