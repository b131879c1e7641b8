/* What goes wrong inside the library is the caller's line. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <braid.h>

static void leaks(void) {
  char *copy = strdup("lost");          // expect: leak
  copy[0] = 'L';
}

static void reads_unwritten(void) {
  char text[8];
  text[7] = 0;
  if (strlen(text) == 3) puts("x");     // expect: uninit
}

static void overruns(void) {
  char small[4];
  snprintf(small, 9, "%d", 12345678);   // expect: out-of-bounds
  puts(small);
}

static void takes_null(void) {
  puts(braid_bool("really") ? NULL : "fine");  // expect: null
}

int main(void) {
  switch (braid_choose(4, "which")) {
  case 0: leaks(); break;
  case 1: reads_unwritten(); break;
  case 2: overruns(); break;
  case 3: takes_null(); break;
  }
  return 0;
}
