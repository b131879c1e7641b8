// A terminal of which nothing is known, and random numbers that are any numbers.
// options: --sym-host=random
// exit: 10
// replay: no
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int tgetent(char *, const char *), tgetnum(const char *), tgetflag(const char *);
char *tgetstr(const char *, char **);
int tputs(const char *, int, int (*)(int));

static char seen[8];
static int count;
static int put(int c) { return seen[count++] = (char) c; }

int main(void) {
  char entry[2048];
  assert(tgetent(entry, "vt100") != 1 && tgetnum("co") == -1 && !tgetflag("am"));
  assert(!tgetstr("cl", NULL));
  assert(!tputs("20*ab", 1, put) && count == 2 && seen[0] == 'a');
  const unsigned n = arc4random_uniform(6);
  assert(n < 6);
  if (n == 5 && arc4random() == 77) abort(); // expect: abort
  return 0;
}
