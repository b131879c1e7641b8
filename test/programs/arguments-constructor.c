// What --sym-args stands for is given to constructors as to main, as GNU's library does, and not
// the words of the option.
// options: --sym-args 0 2 8
#include <stdlib.h>
#include <string.h>

static int count;
static char **values;

static void early(int argc, char **argv) {
  if (argc > 1 && !strcmp(argv[1], "--sym-ar")) exit(0);
  if (argc > 3 || argv[argc]) abort();
  count = argc;
  values = argv;
}

__attribute__((constructor)) static void later(int argc) {
  if (count != argc) abort();
}

/* Before all constructors that name no priority. */
__attribute__((section(".init_array.00099"), used))
static void (*const listed)(int, char **) = early;

int main(int argc, char **argv) {
  if (count != argc || values != argv) abort();
  return 0;
}
