/* There are no arguments, which is an assumption: with one the copy overflows. */
// exit: 5
// options: --sym=none
// verdict: proved-under-assumptions
// assumes: the program is given no arguments
#include <string.h>

static int copy(int count, char **words) {
  char name[8];
  if (count > 1) strcpy(name, words[1]);
  return 0;
}

int main(int argc, char **argv) { return copy(argc, argv); }
