// A program that only writes assumes nothing about it.
// verdict: proved
#include <stdio.h>

int main(void) {
  printf("%d\n", 5);
  fflush(stdout);
  fputs("end\n", stderr);
  fclose(stdout);
  return 0;
}
