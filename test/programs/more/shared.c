/* The second file of two-files.c. */
static int counter = 100;               /* not the other file's */
int shared = 5;

int bump(void) { return ++counter; }
int overridden(void) { return 2; }
