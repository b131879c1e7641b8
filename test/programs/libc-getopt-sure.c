/* Where no operand comes before an option, nothing depends on the environment. */
#include <assert.h>
#include <unistd.h>

int main(void) {
  char *argv[] = {"prog", "-a", "-b", "3", "x", NULL};
  assert(getopt(5, argv, "+ab:") == 'a');
  assert(getopt(5, argv, "+ab:") == 'b' && optarg == argv[3]);
  assert(getopt(5, argv, "+ab:") == -1 && optind == 4);
  return 0;
}
