// No input gets into any of the blocks.
unsigned __VERIFIER_nondet_uint(void);
void reach_error(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
  if (x * x % 4 == 2) reach_error();    /* no square is */
  if (x < 10 && y < 10 && x + y == 19) reach_error();
  if ((x & 1) && x % 2 == 0) reach_error();
  if (x > y && y > 1000 && x < 1001) reach_error();
  if ((x ^ y) == 0 && x != y) reach_error();
  if ((x | 0x80) < 0x80) reach_error();
  return 0;
}
