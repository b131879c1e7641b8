/* Standard input is read: without an option it is symbolic. */
// assumes: standard input, files and variables have no more bytes than braid chose
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  if (getchar() == 'G' && getchar() == 'I' && getchar() == 'F') abort(); // expect: abort
  return 0;
}
