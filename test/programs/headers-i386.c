// matrix: no
// target: i386
// options: --sym-files 1 =4
// Compiled with the headers of the C library that it runs on: uses-headers.h.
#include "uses-headers.h"

int main(void) {
  if (use_files() == 'q') abort();  // expect: abort
}
