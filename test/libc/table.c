/* runtime/libc/differences.def as the tables of doc/libc.md. */
#include <stdio.h>
#include <string.h>

/* Each word as code. */
static void functions(const char *list) {
  while (*list) {
    const size_t n = strcspn(list, " ");
    printf("`%.*s` ", (int) n, list);
    list += n + (list[n] == ' ');
  }
}

int main(void) {
  printf("| explored | any |\n|---|---|\n");
#define CHOICE(NAME, WHAT) printf("| `" #NAME "` | %s |\n", WHAT);
#include "../../runtime/libc/differences.def"
  printf("\n| as the GNU C library | |\n|---|---|\n");
#define GNU(FUNCTIONS, WHAT) \
  printf("| "); \
  functions(FUNCTIONS); \
  printf("| %s |\n", WHAT);
#include "../../runtime/libc/differences.def"
  printf("\n| asks for the assumption | as the report lists it |\n|---|---|\n");
#define ASSUMED(NAME, FUNCTIONS, TEXT) \
  printf("| "); \
  functions(FUNCTIONS); \
  printf("| %s |\n", TEXT);
#include "../../runtime/libc/differences.def"
  printf("\nExact in every library, or assumed: ");
#define NEAR(KIND, NAME) printf("`" #NAME "` ");
#include "../../runtime/libc/differences.def"
  printf("and their variants.\n");
  return 0;
}
