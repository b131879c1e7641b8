extern int oracle(void);
extern void abort(void);
void reach_error(void) { abort(); }
int main(void) {
  if (oracle()) reach_error();
  return 0;
}
