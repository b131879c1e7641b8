/* An argument and a variable of exactly so many characters. */
// options: --sym-arg =3 --sym-env MODE:=2
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
  assert(argc == 2 && strlen(argv[1]) == 3);
  assert(strlen(getenv("MODE")) == 2);
  return 0;
}
