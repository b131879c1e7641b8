/* A smaller machine: push and add. */
#include "targets.h"

enum { SIZE = 32 };
static unsigned char code[SIZE];

int main(void) {
  int n = number(0, SIZE), depth = 0;
  symbols(code, SIZE);
  for (int pc = 0; pc < n; pc++) {
    if (code[pc] == 'p') depth++;
    else if (code[pc] == 'a' && depth > 1) depth--;
    else return 0;
  }
  if (depth == 25) target();
  return 0;
}
