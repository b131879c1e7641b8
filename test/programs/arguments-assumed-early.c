/* A constructor is given them, too. */
// exit: 5
// options: --sym=none
// verdict: proved-under-assumptions
// assumes: the program is given no arguments
static int count;
__attribute__((constructor)) static void early(int argc, char **argv) {
  (void) argv;
  count = argc;
}
int main(void) { return 4 / (2 - count) - 4; }
