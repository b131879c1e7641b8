// main is a function like any other: its arguments are then made up, too.
// options: --entry=main --no-lazy-null
// exit: 5
// verdict: bug
int main(int argc, char **argv) {
  if (argc == 2 && argv[1][0] == '-') return 1 / (argv[1][1] - 'x'); // expect: div-by-zero
  return 0;
}
