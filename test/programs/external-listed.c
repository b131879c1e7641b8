// Only what the list names is unknown.
// options: --externals=mystery,other
// exit: 5
// verdict: inconclusive
// cut: external
// replay: no
int mystery(void);
int missing(void);
int other(void);

int main(void) {
  if (mystery() == 4) return missing() + other();
  return 0;
}
