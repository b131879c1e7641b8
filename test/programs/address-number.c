// exit: 5
// verdict: proved-under-assumptions
// assumes: address-number.c:11: objects lie where braid puts them, and addresses are its numbers
// Harnesses of Linux drivers ask so whether a pointer is an error's number.  A program that is not
// linked to lie anywhere has its variables below.
#include <stdint.h>
#include <stdlib.h>
static int variable;
static long is_error(const void *p) {
  uint64_t number = (uintptr_t) p;
  return number > 4294967295u;
}
int main(void) {
  if (!is_error(&variable)) abort();
  return 0;
}
