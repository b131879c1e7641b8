int __VERIFIER_nondet_int(void);

static const int constant = 5;
static const char *const names[] = {"one", "two"};

int main(void) {
  int x = __VERIFIER_nondet_int();
  char *text = (char *) "text";
  char copy[] = "copy";
  copy[0] = 'C';
  if (x == 0) text[0] = 'T';            // expect: read-only
  if (x == 1) *(int *) &constant = 6;   // expect: read-only
  if (x == 2) *(char *) names[1] = 'T'; // expect: read-only
  return text[0] == 't' && copy[0] == 'C' ? 0 : 1;
}
