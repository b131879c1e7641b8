/* Found by the laboratory: a pointer to a variable that is gone was taken for one
 * behind the end of the function's first variable, which lives on. */
static short *kept;

int main(void) {
  char first[3] = {28};
  for (int k = 0; k < 1; k++) {
    short gone[3] = {48};
    char *to = first;
    kept = &gone[1];
    kept[0] = *to;
  }
  return kept[0]; // expect: use-after-scope
}
