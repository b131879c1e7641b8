/* Arguments that are passed on and never read are not assumed to be none. */
static int depth(int count, char **words, int n) {
  char **kept = words;
  (void) kept;
  return n ? depth(count, words, n - 1) : 0;
}

int main(int argc, char **argv) {
  (void) argc;
  return depth(0, argv, 3);
}
