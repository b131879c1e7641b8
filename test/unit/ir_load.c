#include "test/unit/ir_harness.h"

/* The shape of the code for single C constructs. */

static void expect_code(const char *flags, const char *source,
                        const char *name, const char *want) {
  ir_program *p = harness_load(flags, source);
  char *text = harness_text(p, harness_function(p, name));
  if (strcmp(text, want)) fatal("want:\n%s\ngot:\n%s", want, text);
  free(text);
  ir_program_free(p);
}

static void a_loop_is_as_short_as_it_can_be(void) {
  expect_code("", "int f(int n) { int s = 0; for (int i = 0; i < n; i++) s +="
              " i; return s; }", "f",
              "function f(r0:32) registers 4\n"
              "b0: entry\n"
              "  const.32 r1 0\n"
              "  const.32 r2 0\n"
              "  jump b1\n"
              "b1: for.cond loop in b1 depth 1\n"
              "  slt.32 r3 r2 r0\n"
              "  branch.1 r3 b2 b3\n"
              "b2: for.body in b1 depth 1\n"
              "  add.32 r1 r1 r2 nsw\n"
              "  addi.32 r2 r2 1 nsw\n"
              "  jump b1\n"
              "b3: for.cond.cleanup\n"
              "  return r1\n");
}

static void a_missing_definition_is_explicit(void) {
  expect_code("", "int f(int c) { int x; if (c) x = 1; return x; }", "f",
              "function f(r0:32) registers 3\n"
              "b0: entry\n"
              "  uninit.32 r1\n"
              "  nei.32 r2 r0 0\n"
              "  branch.1 r2 b1 b2\n"
              "b1: if.then\n"
              "  const.32 r1 1\n"
              "  jump b2\n"
              "b2: if.end\n"
              "  return r1\n");
}

static void the_life_of_a_variable_ends_with_its_scope(void) {
  /* x of one iteration is not x of the next. */
  ir_program *p = harness_load("", "int f(int n) { int s = 0; while (n--) {"
                               " int x; if (s) s += x; x = n; s += x; }"
                               " return s; }");
  const ir_function *f = harness_function(p, "f");
  CHECK(harness_count(f, IR_UNINIT) == 1);
  for (uint32_t i = 0; i < f->insn_count; i++)
    if (f->insns[i].op == IR_UNINIT)
      CHECK(f->blocks[f->insns[i].block].loop_depth == 1);
  ir_program_free(p);
}

static void what_escapes_stays_in_memory(void) {
  ir_program *p = harness_load("", "void g(int *); int f(void) { int a = 1; {"
                               " int b = 2; volatile int c = 3; g(&a); g(&b);"
                               " a += b + c; } return a; }");
  const ir_function *f = harness_function(p, "f");
  CHECK(f->slots.count == 3);
  CHECK(!strcmp(f->slots.items[0].name, "a") && f->slots.items[0].size == 4);
  CHECK(f->slots.items[1].has_lifetime);
  CHECK(harness_count(f, IR_BEGIN) == 3 && harness_count(f, IR_END) == 3);
  CHECK(f->slots.items[0].place && f->place);
  CHECK(p->places.items[f->slots.items[0].place].line == 1);
  ir_program_free(p);
}

static void errors_are_kept_though_nobody_reads_the_result(void) {
  ir_program *p = harness_load("", "void f(int a, int b, int *p) { a / b; a +"
                               " b; *p; a << b; (void) (a ^ b); (unsigned) a +"
                               " 1u; }");
  const ir_function *f = harness_function(p, "f");
  CHECK(harness_count(f, IR_SDIV) == 1 && harness_count(f, IR_ADD) == 1);
  CHECK(harness_count(f, IR_LOAD) == 1 && harness_count(f, IR_SHL) == 1);
  CHECK(harness_count(f, IR_XOR) == 0 && harness_count(f, IR_ADDI) == 0);
  ir_program_free(p);
}

static void conditions_are_fused(void) {
  expect_code("", "int f(int a, int b) { _Bool c = !(a < b); return !c ? 1 : 2"
              "; }", "f",
              "function f(r0:32, r1:32) registers 5\n"
              "b0: entry\n"
              "  slt.32 r2 r0 r1\n"
              "  const.32 r3 1\n"
              "  const.32 r4 2\n"
              "  select.32 r2 r2 r3 r4\n"
              "  return r2\n");
}

static void characters_are_compared_as_such(void) {
  expect_code("--target=x86_64-linux-gnu",
              "int f(char *p, unsigned char c) { return *p == 'a' && c > 32; }",
              "f",
              "function f(r0:64, r1:8) registers 3\n"
              "b0: entry\n"
              "  load.8 r2 r0 0\n"
              "  eqi.8 r2 r2 97\n"
              "  branch.1 r2 b1 b2\n"
              "b1: land.rhs\n"
              "  ugti.8 r0 r1 32\n"
              "  jump b3\n"
              "b2:\n"
              "  const.1 r0 0\n"
              "  jump b3\n"
              "b3: land.end\n"
              "  zext.32 r1 r0 1\n"
              "  return r1\n");
}

static void addresses_are_arithmetic(void) {
  expect_code("--target=x86_64-linux-gnu",
              "struct S { int a; struct { char c; long d[4]; } e[3]; }; long"
              " f(struct S *s, int i, unsigned j) { return s[1].e[i].d[j]; }",
              "f",
              "function f(r0:64, r1:32, r2:32) registers 5\n"
              "b0: entry\n"
              "  addi.64 r3 r0 136\n"
              "  sext.64 r4 r1 32\n"
              "  index.64 r3 r3 r4 40\n"
              "  addi.64 r3 r3 8\n"
              "  zext.64 r4 r2 32\n"
              "  index.64 r3 r3 r4 8\n"
              "  load.64 r3 r3 0\n"
              "  return r3\n");
}

static void call_sites_tell_their_arguments(void) {
  ir_program *p = harness_load(
      "--target=x86_64-linux-gnu",
      "struct B { long a[4]; }; struct P { long a; double b; }; int g(int,"
      " ...); struct P h(struct B, struct P); long f(struct B b, struct P p) {"
      " g(1, 2.5, (char) 3, 4LL, b); return h(b, p).a; }");
  const ir_function *f = harness_function(p, "f");
  CHECK(f->calls.count == 2 && f->param_count == 3);
  const ir_call *g = f->calls.items, *h = f->calls.items + 1;
  CHECK(g->fixed_args == 1 && g->arg_count == 5);
  CHECK(g->args[1].is_float && g->args[1].width == 64);
  CHECK(g->args[2].width == 32 && !g->args[2].is_float);
  CHECK(g->args[4].byval_bytes == 32 && g->args[4].align == 8);
  CHECK(h->arg_count == 3 && h->fixed_args == 3);
  CHECK(h->args[0].byval_bytes == 32 && h->args[1].width == 64);
  CHECK(h->args[2].is_float && !h->args[1].is_float);
  CHECK(h->result_count == 2 && h->result_widths[1] == 64);
  CHECK(f->params[0].byval_bytes == 32);
  ir_program_free(p);
}

static void setjmp_keeps_variables_in_memory(void) {
  ir_program *p = harness_load(
      "", "typedef long jb[64]; int setjmp(jb) __attribute__((returns_twice));"
          "jb b; int f(int n) { int k = n; if (setjmp(b)) return k; k = 2;"
          " return n; }");
  const ir_function *f = harness_function(p, "f");
  CHECK(f->slots.count == 3 || f->slots.count == 4);
  CHECK(f->calls.items[0].returns_twice);
  ir_program_free(p);
}

static void assembly_is_a_barrier_or_unknown(void) {
  ir_program *p = harness_load(
      "", "int f(int a) { int b, c; __asm__ volatile(\"\" : \"+r\"(a) : :"
          " \"memory\"); __asm__(\"mov %0, %1\" : \"=r\"(b) : \"r\"(a));"
          " __asm__ volatile(\"wfe\" : : : \"memory\"); __asm__(\"\" :"
          " \"=r\"(c)); return a + b + c; }");
  const ir_function *f = harness_function(p, "f");
  CHECK(harness_count(f, IR_HAVOC) == 3);
  CHECK(p->strings.count == 3);
  CHECK(!strcmp(p->strings.items[0], "inline assembly: mov $0, $1"));
  CHECK(!strcmp(p->strings.items[1],
                "inline assembly (writes memory): wfe"));
  ir_program_free(p);
}

static void initial_values_are_bytes(void) {
  ir_program *p = harness_load(
      "--target=x86_64-linux-gnu",
      "struct S { char a; int b : 5, c : 9; double d; long double e; float f;"
      " void *p; _Bool g; } s = {1, -2, 100, 1.5, 2.0L, -1.0f, &s.f, 1};"
      "_BitInt(40) w = -3; union { int i; char c[8]; } u = {7}; __int128 x ="
      " (__int128) 5 << 64; _Float16 h = 1.5f16; int z[100]; typedef int v4"
      " __attribute__((vector_size(16))); v4 v = {1, 2, 3, -1};"
      "const unsigned long diff = (char *) &s.d - (char *) &s;");
  const uint8_t *s = harness_symbol(p, "s")->bytes;
  uint64_t word;
  uint32_t half;
  CHECK(harness_symbol(p, "s")->size == 64 && s[0] == 1);
  memcpy(&word, s + 8, 8);
  CHECK(word == 0x3ff8000000000000);
  memcpy(&word, s + 16, 8);
  CHECK(word == 0x8000000000000000 && s[24] == 0 && s[25] == 0x40);
  memcpy(&half, s + 32, 4);
  CHECK(half == 0xbf800000);
  memcpy(&word, s + 40, 8);
  CHECK(word == harness_symbol(p, "s")->address + 32 && s[48] == 1);
  CHECK(harness_symbol(p, "s")->relocations.count == 1);
  CHECK(harness_symbol(p, "s")->relocations.items[0].addend == 32);
  CHECK(harness_symbol(p, "w")->bytes[0] == 0xfd &&
        harness_symbol(p, "w")->bytes[4] == 0xff);
  CHECK(harness_symbol(p, "u")->bytes[0] == 7);
  CHECK(harness_symbol(p, "x")->bytes[8] == 5);
  CHECK(harness_symbol(p, "h")->bytes[1] == 0x3e);
  CHECK(!harness_symbol(p, "z")->bytes && harness_symbol(p, "z")->size == 400);
  CHECK(harness_symbol(p, "v")->bytes[4] == 2 &&
        harness_symbol(p, "v")->bytes[15] == 0xff);
  CHECK(harness_symbol(p, "diff")->bytes[0] == 8);
  CHECK(harness_symbol(p, "diff")->is_constant);
  ir_program_free(p);
}

static void coverage_edges_are_numbered_through(void) {
  ir_program *p = harness_load(
      "", "int f(int a) { if (a) return 1; switch (a) { case 3: case 4: return"
          " 2; case 9: return 3; } return 0; } int g(int a) { if (a) return"
          " 1; return 2; }");
  const ir_function *f = harness_function(p, "f"), *g = harness_function(p,
                                                                         "g");
  CHECK(p->edge_count == 8 && f->edge_count == 6 && g->edge_count == 2);
  CHECK(f->switches.count == 1 && f->switches.items[0].count == 3);
  CHECK(f->switches.items[0].values[2] == 9);
  ir_program_free(p);
}

static void labels_survive(void) {
  ir_program *p = harness_load(
      "", "int f(int a) { if (a) goto ERROR; return 1; ERROR: return 2; }");
  const ir_function *f = harness_function(p, "f");
  bool found = false;
  for (uint32_t b = 0; b < f->block_count; b++)
    found |= !strcmp(f->blocks[b].label, "ERROR");
  CHECK(found);
  ir_program_free(p);
}

static void liveness_is_what_is_read_before_written(void) {
  ir_program *p = harness_load("", "int f(int n, int m) { int s = 0; for (int"
                               " i = 0; i < n; i++) s += i; return s; }");
  const ir_function *f = harness_function(p, "f");
  const uint64_t *entry = ir_live_in(f, 0);
  CHECK(*entry == 1);           /* n; m is never read */
  CHECK(__builtin_popcountll(*ir_live_in(f, 1)) == 3);
  CHECK(__builtin_popcountll(*ir_live_in(f, f->block_count - 1)) == 1);
  ir_program_free(p);
}

static void narrow_values_fill_their_bytes_in_memory(void) {
  ir_program *p = harness_load("--target=x86_64-linux-gnu -std=c23",
                               "void f(unsigned _BitInt(33) *a, _Bool *b, long"
                               " double *c) { *a = *a + 1; *b = !*b; *c = *c +"
                               " 1; }");
  const ir_function *f = harness_function(p, "f");
  unsigned widths = 0;
  for (uint32_t i = 0; i < f->insn_count; i++)
    if (f->insns[i].op == IR_LOAD || f->insns[i].op == IR_STORE)
      widths += f->insns[i].width;
  CHECK(widths == 2 * (64 + 8 + 80));
  ir_program_free(p);
}

static void every_target_loads(void) {
  static const struct { const char *flags; unsigned bits; } targets[] = {
      {"--target=aarch64-linux-gnu", 64}, {"--target=x86_64-linux-gnu", 64},
      {"--target=i686-linux-gnu", 32}};
  for (unsigned i = 0; i < 3; i++) {
    ir_program *p = harness_load(
        targets[i].flags,
        "#include <stdarg.h>\nint f(int n, ...) { va_list a, b; va_start(a, n"
        "); va_copy(b, a); int s = 0; while (n--) s += va_arg(a, int) + (int)"
        " va_arg(b, double); va_end(a); va_end(b); return s; } int main(void) {"
        " return f(2, 1, 2.0); } long x[3] = {(long) &x[1]};");
    CHECK(p->pointer_bits == targets[i].bits);
    const ir_function *f = harness_function(p, "f");
    CHECK(f->is_variadic && harness_count(f, IR_UNSUPPORTED) == 0);
    CHECK(harness_count(f, IR_BUILTIN) == 4);
    CHECK(harness_symbol(p, "x")->relocations.items[0].bytes ==
          targets[i].bits / 8);
    ir_program_free(p);
  }
}

static void foreign_features_end_the_path_only(void) {
  ir_program *p = harness_load(
      "", "int f(int a) { __asm__ goto(\"\" : : : : out); return a; out: return"
          " 2; } __bf16 g(__bf16 *a) { return *a; }");
  CHECK(harness_count(harness_function(p, "f"), IR_UNSUPPORTED) == 1);
  ir_program_free(p);
}

int main(void) {
  harness_begin();
  a_loop_is_as_short_as_it_can_be();
  a_missing_definition_is_explicit();
  the_life_of_a_variable_ends_with_its_scope();
  what_escapes_stays_in_memory();
  errors_are_kept_though_nobody_reads_the_result();
  conditions_are_fused();
  characters_are_compared_as_such();
  addresses_are_arithmetic();
  call_sites_tell_their_arguments();
  setjmp_keeps_variables_in_memory();
  assembly_is_a_barrier_or_unknown();
  initial_values_are_bytes();
  coverage_edges_are_numbered_through();
  labels_survive();
  liveness_is_what_is_read_before_written();
  narrow_values_fill_their_bytes_in_memory();
  every_target_loads();
  foreign_features_end_the_path_only();
}
