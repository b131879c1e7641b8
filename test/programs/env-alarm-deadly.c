/* Nobody handles the alarm: the program ends in pause, not behind it. */
// exit: 5
// verdict: proved-under-assumptions
// paths: 1
#include <stdlib.h>
#include <unistd.h>

int main(void) {
  alarm(1);
  pause();
  abort();
}
