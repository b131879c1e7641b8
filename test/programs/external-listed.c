// Only what the list names is unknown.
// options: --externals=other,mystery
// exit: 5
// cut: external
// replay: no
int mystery(void);
int missing(void);

int main(void) {
  if (mystery() == 4) return missing();
  return 0;
}
