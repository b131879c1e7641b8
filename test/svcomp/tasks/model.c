/* True where a long has 32 bits, false where it has 64. */
extern long __VERIFIER_nondet_long(void);
extern void abort(void);
void reach_error(void) { abort(); }
int main(void) {
  unsigned long x = (unsigned long) __VERIFIER_nondet_long();
  if (sizeof(long) == 8 && x >> 20 >> 20 == 77) reach_error();
  return 0;
}
