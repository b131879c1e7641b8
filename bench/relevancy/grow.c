/*
 * A program of any size, for the growth of the analysis: N modules, each with a
 * list of its own records, accessors, a table of functions, and calls into other
 * modules.  Every seventh module lets the input in.
 *
 *   grow N >program.c
 */
#include <stdio.h>
#include <stdlib.h>

static unsigned long seed = 7;

static int pick(int count) {
  seed = seed * 6364136223846793005ul + 1442695040888963407ul;
  return (int) ((seed >> 33) % (unsigned long) count);
}

static void make_module(int k, int count) {
  const int other = pick(count), third = pick(count);
  printf("typedef struct rec%d { struct rec%d *next; long key, sum; "
         "int kinds[4]; char *name; } rec%d;\n", k, k, k);
  printf("static rec%d *list%d, *spare%d;\nstatic long total%d;\n", k, k, k, k);
  printf("long get%d(const rec%d *r) { return r->key; }\n"
         "void set%d(rec%d *r, long v) { r->key = v; r->sum += v; }\n", k, k, k,
         k);
  printf("rec%d *add%d(long key) {\n"
         "  rec%d *r = spare%d ? spare%d : malloc(sizeof *r);\n"
         "  spare%d = 0;\n  set%d(r, key);\n  r->next = list%d;\n"
         "  for (int i = 0; i < 4; i++) r->kinds[i] = (int) (key >> i & 1);\n"
         "  r->name = 0;\n  return list%d = r;\n}\n", k, k, k, k, k, k, k, k, k);
  printf("static long sum%d(void) { long s = 0;\n"
         "  for (rec%d *r = list%d; r; r = r->next) s += get%d(r) ^ r->sum;\n"
         "  return s; }\n"
         "static long most%d(void) { long m = 0;\n"
         "  for (rec%d *r = list%d; r; r = r->next)\n"
         "    if (r->kinds[m & 3] && r->key > m) m = r->key;\n"
         "  return m; }\n", k, k, k, k, k, k, k);
  printf("static long (*const ways%d[])(void) = {sum%d, most%d};\n", k, k, k);
  printf("long step%d(long n) {\n  total%d += n;\n  add%d(n + %d);\n", k, k, k,
         pick(100));
  if (k % 7 == 3) printf("  add%d(__VERIFIER_nondet_int());\n", k);
  if (other < k) printf("  if (n & 1) total%d ^= step%d(n / 2);\n", k, other);
  if (third < k) printf("  set%d(add%d(n), total%d);\n", third, third, k);
  printf("  return ways%d[n & 1]() + total%d;\n}\n", k, k);
}

int main(int argc, char **argv) {
  const int count = argc > 1 ? atoi(argv[1]) : 10;
  printf("#include <stdlib.h>\nint __VERIFIER_nondet_int(void);\n");
  for (int k = 0; k < count; k++) make_module(k, count);
  printf("int main(void) {\n  long s = 0;\n");
  for (int k = 0; k < count; k++) printf("  s += step%d(%d);\n", k, pick(64));
  printf("  return s == 7;\n}\n");
  return 0;
}
