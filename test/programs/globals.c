// Initial values with addresses, statics, constructors, thread-local data.
#include <assert.h>
#include <stddef.h>

struct shape { const char *name; int *counter; int (*area)(int); struct shape *next; };

static int counter = 3;
static int square(int x) { return x * x; }
static struct shape shapes[2] = {
  {"square", &counter, square, &shapes[1]}, {"none" + 1, NULL, NULL, NULL}};
static int zeros[100];
static _Thread_local int own = 9;
static int built;
int common;

__attribute__((constructor)) static void build(void) { built = 1; }

static int next(void) {
  static int number = 10;
  return number++;
}

int main(void) {
  assert(shapes[0].area(*shapes[0].counter) == 9);
  assert(shapes[0].next->name[0] == 'o');
  assert(zeros[99] == 0 && common == 0 && own == 9 && built == 1);
  own++;
  assert(own == 10 && next() == 10 && next() == 11);
  return 0;
}
