/* What every program runs before main and after it. */
int main(void) { return 0; }
