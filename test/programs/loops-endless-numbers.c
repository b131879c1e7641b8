// One path without any split, which hangs: nothing but templates can say so,
// and by default they are tried when it has become long.
// options: --loops=auto --merge=summary
// matrix: no
extern void reach_error(void);

int main(void) {
  unsigned x = 0, y = 0;
  while (1) {
    x += 2;                     // expect: hang
    y++;
    if (x & 1) reach_error();
  }
  return 0;
}
