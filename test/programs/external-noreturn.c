// What never returns ends the path; what follows is not reached.
// options: --externals=unknown
// exit: 5
// verdict: proved-under-assumptions
// assumes: calls of ready() return any value and change nothing
// assumes: calls of panic() end the program
// bugs: 0
_Noreturn void panic(const char *);
int ready(void);

int main(void) {
  if (!ready()) {
    panic("not ready");
  }
  return 0;
}
