// argc and all arguments symbolic by one option, as verification tasks take main.
// options: --sym-argv 2
#include <assert.h>
#include <string.h>

int main(int argc, char **argv) {
  assert(argc >= 1 && argc <= 3 && !argv[argc]);
  if (argc == 1) return 0;
  assert(strlen(argv[1]) <= 2);
  if (argc == 3 && argv[1][0] == '-' && !argv[2][0])
    assert(argv[1][1] != 'x');                  // expect: assert
  return 0;
}
