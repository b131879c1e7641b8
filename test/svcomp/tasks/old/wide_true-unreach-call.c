extern void __VERIFIER_error(void);
int main(void) {
  if (sizeof(long) != 8) __VERIFIER_error();
  return 0;
}
