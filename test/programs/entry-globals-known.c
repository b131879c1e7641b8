// Without --havoc-globals they hold what they are initialised to.
// options: --entry=next
// exit: 5
// verdict: proved-under-assumptions
// assumes: next() is entered with any arguments
// bugs: 0
// paths: 1
static int counter = 1;

int next(void) {
  if (counter == 41) return 5 / (counter - 41);
  return counter;
}
