/* A program without input. */
static int twice(int x) { return 2 * x; }

int main(void) { return twice(3) - twice(1) - 4; }
