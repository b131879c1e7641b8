/* argv alone tells as much as argc: a NULL behind the name. */
// exit: 5
// options: --sym=none
// verdict: proved-under-assumptions
// assumes: the program is given no arguments
int main(int argc, char **argv) {
  (void) argc;
  return argv[1] ? 1 / (argv[1][0] - 'x') : 0;
}
