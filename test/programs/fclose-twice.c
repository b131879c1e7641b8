/* Any use of a standard stream after fclose is undefined, until freopen opens it again. */
#include <braid.h>
#include <stdio.h>

int main(void) {
  const int choice = braid_range(0, 5, "choice");
  if (!freopen("new.txt", "w+", stdin)) return 1;
  fclose(stdin);
  switch (choice) {
  case 0: return 0;
  case 1: fclose(stdin); break;   // expect: bad-argument
  case 2: return getchar();       // expect: bad-argument
  case 3: rewind(stdin); break;   // expect: bad-argument
  case 4:
    if (!freopen("new.txt", "r", stdin)) return 1;
    return getchar() != EOF || fclose(stdin);
  }
  fclose(stdout);
  return 0;
}
// replay: no
