/*
 * Random programs that copy what was never written, for test/uninit/random.sh.
 *
 *   uninit_generate SEED
 *
 * The generator knows of every byte of every object what it is: one of the
 * unknown values that memory starts with, or a number.  Copies of all kinds move
 * these about.  At the end it claims of pairs of bytes that they are equal: where
 * they are the same, the claim holds; otherwise it can fail, and the line says so
 * (`// expect: assert`, see test/program.sh).
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { RECORDS = 4, BYTES = 16, HEAPS = 2, HEAP = 24, WORDS = 3,
       OBJECTS = RECORDS + HEAPS + WORDS };

/* Unknown values are numbered from 256 on. */
static int content[OBJECTS][HEAP];
static int next_unknown = 256;
static uint64_t seed;

static unsigned pick(unsigned n) {
  seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (unsigned) (seed >> 33) % n;
}

static bool is_record(unsigned o) { return o < RECORDS; }
static bool is_heap(unsigned o) { return o >= RECORDS && o < RECORDS + HEAPS; }

static unsigned size_of(unsigned o) {
  return is_record(o) ? BYTES : is_heap(o) ? HEAP : 4;
}

/* A pointer to its bytes, as C. */
static const char *bytes_of(unsigned o) {
  static char text[4][32];
  static unsigned turn;
  char *t = text[turn++ % 4];
  if (is_record(o)) snprintf(t, 32, "((unsigned char *) &r%u)", o);
  else if (is_heap(o)) snprintf(t, 32, "h%u", o - RECORDS);
  else snprintf(t, 32, "((unsigned char *) &w%u)", o - RECORDS - HEAPS);
  return t;
}

static void move(unsigned to, unsigned at, unsigned from, unsigned from_at,
                 unsigned count) {
  int aside[HEAP];
  for (unsigned k = 0; k < count; k++) aside[k] = content[from][from_at + k];
  for (unsigned k = 0; k < count; k++) content[to][at + k] = aside[k];
}

static void copy_range(void) {
  const unsigned to = pick(OBJECTS), from = pick(OBJECTS);
  const unsigned most = size_of(to) < size_of(from) ? size_of(to)
                                                    : size_of(from);
  const unsigned count = 1 + pick(most);
  const unsigned at = pick(size_of(to) - count + 1);
  const unsigned from_at = pick(size_of(from) - count + 1);
  switch (pick(3)) {
  case 0:
    if (to == from) {
      printf("  memmove(%s + %u, %s + %u, %u);\n", bytes_of(to), at,
             bytes_of(from), from_at, count);
      break;
    }
    printf("  memcpy(%s + %u, %s + %u, %u);\n", bytes_of(to), at,
           bytes_of(from), from_at, count);
    break;
  case 1:
    printf("  memmove(%s + %u, %s + %u, %u);\n", bytes_of(to), at,
           bytes_of(from), from_at, count);
    break;
  case 2:
    if (to == from) return;
    printf("  for (int k = 0; k < %u; k++) %s[%u + k] = %s[%u + k];\n", count,
           bytes_of(to), at, bytes_of(from), from_at);
    break;
  }
  move(to, at, from, from_at, count);
}

static void copy_record(void) {
  const unsigned to = pick(RECORDS), from = pick(RECORDS);
  static const char *const forms[] = {
    "  r%u = r%u;\n", "  r%u = same(r%u);\n", "  r%u = *through(&r%u);\n",
    "  { struct r t = r%2$u; r%1$u = t; }\n"};
  printf(forms[pick(4)], to, from);
  move(to, 0, from, 0, BYTES);
}

static void copy_word(void) {
  const unsigned to = pick(WORDS), from = pick(WORDS);
  static const char *const forms[] = {
    "  w%u = w%u;\n", "  w%u = word(w%u);\n",
    "  w%1$u = choice > 3 ? w%2$u : word(w%2$u);\n"};
  printf(forms[pick(3)], to, from);
  move(RECORDS + HEAPS + to, 0, RECORDS + HEAPS + from, 0, 4);
}

static void write_byte(void) {
  const unsigned o = pick(OBJECTS), at = pick(size_of(o)), n = pick(3);
  printf("  %s[%u] = %u;\n", bytes_of(o), at, n);
  content[o][at] = (int) n;
}

static void grow(void) {
  const unsigned h = pick(HEAPS);
  printf("  h%u = realloc(h%u, %u);\n  if (!h%u) return 0;\n", h, h, HEAP, h);
}

static void claim(unsigned number) {
  unsigned a = 0, at = 0, b = 0, bt = 0;
  /* Half of the claims are about bytes that are the same. */
  for (unsigned tries = 0; tries < 200; tries++) {
    a = pick(OBJECTS), at = pick(size_of(a));
    b = pick(OBJECTS), bt = pick(size_of(b));
    if (a == b && at == bt) continue;
    if (number % 2 == 0 || content[a][at] == content[b][bt]) break;
  }
  const bool holds = content[a][at] == content[b][bt];
  printf("  if (choice == %u) assert(%s[%u] == %s[%u]);%s\n", number,
         bytes_of(a), at, bytes_of(b), bt, holds ? "" : "  // expect: assert");
}

int main(int argc, char **argv) {
  seed = argc > 1 ? strtoull(argv[1], NULL, 10) * 7919 + 1 : 1;
  for (unsigned o = 0; o < OBJECTS; o++)
    for (unsigned k = 0; k < size_of(o); k++) content[o][k] = next_unknown++;
  puts("// options: --uninit=nondet --no-check=leak\n// replay: no\n"
       "#include <assert.h>\n#include <stdlib.h>\n#include <string.h>\n"
       "unsigned char __VERIFIER_nondet_uchar(void);\n"
       "struct r { int a; unsigned char b[3], c; short d[4]; };\n"
       "static struct r same(struct r x) { return x; }\n"
       "static struct r *through(struct r *x) { return x; }\n"
       "static unsigned word(unsigned x) { return x; }\n"
       "int main(void) {\n  unsigned char choice = __VERIFIER_nondet_uchar();");
  for (unsigned k = 0; k < RECORDS; k++) printf("  struct r r%u;\n", k);
  for (unsigned k = 0; k < WORDS; k++) printf("  unsigned w%u;\n", k);
  for (unsigned k = 0; k < HEAPS; k++)
    printf("  unsigned char *h%u = malloc(%u);\n  if (!h%u) return 0;\n", k,
           HEAP, k);
  for (unsigned steps = 6 + pick(10); steps; steps--)
    switch (pick(8)) {
    case 0: case 1: case 2: copy_range(); break;
    case 3: case 4: copy_record(); break;
    case 5: copy_word(); break;
    case 6: write_byte(); break;
    case 7: grow(); break;
    }
  for (unsigned k = 0; k < 8; k++) claim(k);
  puts("  return 0;\n}");
  return 0;
}
