// Null pointers that nobody follows, and addresses that a type does not allow.
#include <braid.h>
#include <stddef.h>

struct s { int first, second; };

__attribute__((noinline)) static int use(const void *p) { return p != NULL; }
__attribute__((noinline, nonnull)) static void wants(const void *p) { (void) p; }
__attribute__((noinline, returns_nonnull)) static void *gives(void *p) {
  return p;                             // expect: returns-nonnull
}

int main(void) {
  static _Alignas(16) char bytes[16];
  static struct s s;
  unsigned i = braid_u8("i") & 7u;
  struct s *p = i ? &s : NULL;
  char *c = i ? bytes : NULL;
  switch (braid_u8("which")) {
  case 0: return use(&p->first);        // expect: null-member
  case 1: return use(&p->second);       // expect: null-member
  case 2: return p->second;             // expect: null
  case 3: return use(c + 1);            // expect: pointer-overflow
  case 4: return use(c + i);            // expect: pointer-overflow
  case 5: wants(c); break;              // expect: nonnull
  case 6: use(gives(c)); break;
  case 7: return *(int *) (void *) (bytes + i);         // expect: alignment
  case 8: return *(int *) (void *) (bytes + (i & 4));
  case 9: *(short *) (void *) (bytes + 3) = 1; break;   // expect: alignment
  case 10: return i ? use(c + 1) : use(c);
  }
  return 0;
}
