/* Floating point: queries that go to Z3. */
float __VERIFIER_nondet_float(void);

int main(void) {
  float x = __VERIFIER_nondet_float(), sum = 0;
  for (int i = 0; i < 3; i++) {
    const float y = __VERIFIER_nondet_float();
    if (y > 1.0f && y < 2.0f) sum += y * x;
    else if (y == x) sum -= 1.5f;
  }
  return sum == 4.25f;
}
