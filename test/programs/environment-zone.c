// exit: 5
// verdict: proved-under-assumptions
// assumes: no environment variable is set
// So is the time zone, which the library asks for.
#include <assert.h>
#include <time.h>

int main(void) {
  const time_t noon = 43200;
  struct tm t;
  assert(localtime_r(&noon, &t) && t.tm_hour == 12);
}
