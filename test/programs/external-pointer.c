// A result that is a pointer is decided when it is followed.
// options: --externals=unknown
struct item { int size; struct item *next; };
struct item *lookup(const char *);

int main(void) {
  struct item *i = lookup("a");
  if (!i) return 0;
  if (i->size == 12) return i->next->size; // expect: null
  return 0;
}
