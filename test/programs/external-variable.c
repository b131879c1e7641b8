// A variable that is defined nowhere holds anything.
// options: --externals=unknown
extern int verbosity;
extern struct { int *place; } table;

int main(void) {
  if (verbosity == 3) return 1 / (verbosity - 3); // expect: div-by-zero
  if (verbosity == 4) return *table.place; // expect: null
  return 0;
}
