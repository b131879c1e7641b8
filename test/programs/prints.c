// prints: hello 42 ffff -1
// prints: 1.50 [  ab] c%
#include <stdio.h>

int main(void) {
  printf("hello %d %x %ld\n", 42, 0xffffu, -1L);
  printf("%.2f [%4s] %c%%\n", 1.5, "ab", 'c');
  return 0;
}
