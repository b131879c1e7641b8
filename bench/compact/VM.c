/* A machine with a counter and a stack pointer runs a program of symbolic
 * instructions. */
#include "targets.h"

enum { SIZE = 32 };
static unsigned char code[SIZE];

int main(void) {
  int n = number(0, SIZE), pc = 0, counter = 0, depth = 0;
  symbols(code, SIZE);
  while (pc < n) {
    int op = code[pc++];
    if (op == 0) break;
    if (op == 1) counter++;
    else if (op == 2) depth++;
    else if (op == 3) counter--;
    else if (op == 4) depth--;
  }
  if (counter > 12 && depth > 9) target();
  return 0;
}
