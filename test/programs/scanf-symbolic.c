/* A symbolic character of a number forks once: space, sign, digit or none of them. */
#include <stdio.h>

int main(void) {
  int n = 0;
  if (fscanf(stdin, "%d", &n) != 1) return 0;
  if (n == -123) return 1 / (n + 123);      // expect: div-by-zero
  return 0;
}
// options: --sym-stdin 5
// paths: 65
