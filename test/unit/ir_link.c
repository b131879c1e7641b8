#include "test/unit/ir_harness.h"

/* Several modules and archives become one program. */

typedef struct module { const char *name, *text; } module;

static ir_linker *link_modules(const module *modules, unsigned count) {
  ir_linker *l = ir_linker_new();
  char *message = NULL;
  for (unsigned i = 0; i < count; i++) {
    char *path = harness_compile(modules[i].name, "-fcommon",
                                 modules[i].text);
    if (!ir_link_file(l, path, false, &message)) fatal("%s", message);
    free(path);
  }
  return l;
}

static ir_program *finish(ir_linker *l) {
  char *message = NULL;
  ir_program *p = ir_link_finish(l, &message);
  if (!p) fatal("%s", message);
  ir_linker_free(l);
  ir_check(p);
  return p;
}

/* The only symbol that the function calls. */
static uint32_t callee(const ir_program *p, const char *name) {
  const ir_function *f = ir_function_of(p, ir_find_symbol(p, name));
  CHECK(f && f->calls.count == 1);
  return f->calls.items[0].callee;
}

static uint64_t read_word(const ir_symbol *s, unsigned offset) {
  uint64_t word = 0;
  CHECK(s->bytes && offset + 8 <= s->size);
  memcpy(&word, s->bytes + offset, 8);
  return word;
}

static void names_are_shared_and_locals_are_not(void) {
  const module modules[] = {
      {"a", "extern int x; static int s = 1; int *ps1 = &s; int f(void);"
            "static int h(void) { return 1; } int ga(void) { return h(); }"
            "int main(void) { return f(); } int *px = &x;"},
      {"b", "int x = 5; static int s = 2; int *ps2 = &s; static int h(void) {"
            " return 2; } int gb(void) { return h(); } int f(void) { return x;"
            " }"}};
  ir_program *p = finish(link_modules(modules, 2));
  CHECK(callee(p, "main") == ir_find_symbol(p, "f"));
  CHECK(callee(p, "ga") != callee(p, "gb"));
  CHECK(p->symbols.items[callee(p, "ga")].is_local);
  CHECK(!ir_find_symbol(p, "h") && !ir_find_symbol(p, "s"));
  CHECK(read_word(harness_symbol(p, "px"), 0) ==
        harness_symbol(p, "x")->address);
  const uint64_t s1 = read_word(harness_symbol(p, "ps1"), 0);
  const uint64_t s2 = read_word(harness_symbol(p, "ps2"), 0);
  CHECK(s1 != s2 && ir_symbol_at(p, s1) && ir_symbol_at(p, s2 + 3));
  CHECK(p->symbols.items[ir_symbol_at(p, s1)].bytes[0] == 1);
  CHECK(p->symbols.items[ir_symbol_at(p, s2)].bytes[0] == 2);
  ir_program_free(p);
}

static void the_stronger_definition_wins(void) {
  const module modules[] = {
      {"a", "__attribute__((weak)) int w = 1; int c; __attribute__((weak)) int"
            " f(void) { return 1; } int t[2]; int only __attribute__((weak)) ="
            " 3;"},
      {"b", "int w = 2; int c = 7; int f(void) { return 2; } int t[5];"
            "__attribute__((weak)) int only = 4; int main(void) { return f();"
            " }"}};
  ir_program *p = finish(link_modules(modules, 2));
  CHECK(harness_symbol(p, "w")->bytes[0] == 2);
  CHECK(harness_symbol(p, "c")->bytes[0] == 7);
  CHECK(harness_symbol(p, "t")->size == 20 && !harness_symbol(p, "t")->bytes);
  CHECK(harness_symbol(p, "only")->bytes[0] == 3);
  char *text = harness_text(p, harness_function(p, "f"));
  CHECK(strstr(text, "const.32 r0 2"));
  free(text);
  ir_program_free(p);
}

static void two_strong_definitions_clash(void) {
  char *message = NULL;
  char *a = harness_compile("a", "", "int f(void) { return 1; }");
  char *b = harness_compile("b", "", "int f(void) { return 2; }");
  ir_linker *l = ir_linker_new();
  CHECK(ir_link_file(l, a, false, &message));
  CHECK(!ir_link_file(l, b, false, &message));
  CHECK(strstr(message, "'f' is defined in") && strstr(message, "a.bc and in") &&
        strstr(message, "b.bc:"));
  ir_linker_free(l);
  free(message);
  free(a);
  free(b);
}

static void the_program_wins_over_the_library(void) {
  for (unsigned order = 0; order < 2; order++) {
    char *message = NULL;
    char *a = harness_compile("a", "", "int f(void) { return 1; } int main("
                                       "void) { return f(); }");
    char *b = harness_compile("b", "", "int f(void) { return 2; } int g(void)"
                                       " { return f(); }");
    ir_linker *l = ir_linker_new();
    CHECK(ir_link_file(l, order ? a : b, !order, &message));
    CHECK(ir_link_file(l, order ? b : a, order, &message));
    ir_program *p = finish(l);
    const ir_symbol *f = harness_symbol(p, "f");
    CHECK(!f->is_library && callee(p, "g") == ir_find_symbol(p, "f"));
    CHECK(harness_symbol(p, "g")->is_library);
    char *text = harness_text(p, harness_function(p, "f"));
    CHECK(strstr(text, "const.32 r0 1"));
    free(text);
    ir_program_free(p);
    free(a);
    free(b);
  }
}

static void what_nobody_defines_has_an_address_unless_weak(void) {
  const module modules[] = {
      {"a", "extern int strong, weak __attribute__((weak)); void *f(int, ...);"
            "int *p[] = {&strong, &weak}; int main(void) { return f(1) != 0;"
            " }"}};
  ir_program *p = finish(link_modules(modules, 1));
  const ir_symbol *table = harness_symbol(p, "p");
  const ir_symbol *f = harness_symbol(p, "f");
  CHECK(read_word(table, 0) == harness_symbol(p, "strong")->address);
  CHECK(read_word(table, 0) != 0 && read_word(table, 8) == 0);
  CHECK(!f->is_defined && f->is_variadic && f->returns_pointer);
  CHECK(f->result_count == 1 && f->result_widths[0] == p->pointer_bits);
  CHECK(!ir_function_of(p, ir_find_symbol(p, "f")));
  ir_program_free(p);
}

static void aliases_are_names(void) {
  const module modules[] = {
      {"a", "int x = 3; extern int y __attribute__((alias(\"x\"))); int *py ="
            " &y; static int dummy(void) { return 0; } int hook(void)"
            " __attribute__((weak, alias(\"dummy\"))); int other(void)"
            " __attribute__((weak, alias(\"dummy\"))); int main(void) { return"
            " hook(); } int second(void) { return other(); }"},
      {"b", "int hook(void) { return 9; } extern int y; int *qy = &y;"}};
  ir_program *p = finish(link_modules(modules, 2));
  const uint64_t x = harness_symbol(p, "x")->address;
  CHECK(ir_find_symbol(p, "y") == ir_find_symbol(p, "x"));
  CHECK(read_word(harness_symbol(p, "py"), 0) == x);
  CHECK(read_word(harness_symbol(p, "qy"), 0) == x);
  CHECK(!strcmp(p->symbols.items[callee(p, "main")].name, "hook"));
  CHECK(!strcmp(p->symbols.items[callee(p, "second")].name, "dummy"));
  ir_program_free(p);
}

static void archives_give_what_is_missing_and_no_more(void) {
  char *message = NULL;
  char *a = harness_compile("m1", "", "int g(void); int f(void) { return g()"
                                      "; } int f2;");
  char *b = harness_compile("member_with_a_long_name", "",
                            "int g(void) { return 2; } int main(void) {"
                            " return 3; }");
  char *c = harness_compile("m3", "", "int unused(void) { return 1; }");
  char *d = harness_compile("m4", "", "int weak_only = 1;");
  char *m = harness_compile("prog", "", "int f(void); extern int weak_only"
                                        " __attribute__((weak)); int main("
                                        "void) { return f() + (&weak_only !="
                                        " 0); }");
  CHECK(!harness_run("rm -f lib.a; llvm-ar-19 rcs lib.a m1.bc "
                     "member_with_a_long_name.bc m3.bc m4.bc"));
  char *path = harness_path("lib.a");
  ir_linker *l = ir_linker_new();
  CHECK(ir_link_file(l, m, false, &message));
  CHECK(ir_link_archive(l, path, &message));
  ir_program *p = finish(l);
  CHECK(harness_symbol(p, "g")->is_defined);
  CHECK(harness_symbol(p, "g")->is_library);
  CHECK(!harness_symbol(p, "main")->is_library);
  CHECK(!ir_find_symbol(p, "unused"));
  CHECK(!harness_symbol(p, "weak_only")->is_defined);
  ir_program_free(p);
  l = ir_linker_new();
  CHECK(ir_link_archive(l, path, &message));
  ir_link_want(l, "unused");
  ir_link_want(l, "nowhere");
  p = finish(l);
  CHECK(harness_symbol(p, "unused")->is_defined && p->functions.count == 1);
  ir_program_free(p);
  free(a);
  free(b);
  free(c);
  free(d);
  free(m);
  free(path);
}

static void data_models_do_not_mix(void) {
  char *message = NULL;
  char *a = harness_compile("a64", "--target=x86_64-linux-gnu", "int a;");
  char *b = harness_compile("b32", "--target=i686-linux-gnu", "int b;");
  ir_linker *l = ir_linker_new();
  CHECK(ir_link_file(l, a, false, &message));
  CHECK(!ir_link_file(l, b, false, &message));
  CHECK(strstr(message, "b32.bc is compiled for i686"));
  ir_linker_free(l);
  free(message);
  free(a);
  free(b);
}

static void constructors_come_in_order(void) {
  const module modules[] = {
      {"a", "__attribute__((constructor(200))) void late(void) {}"
            "__attribute__((destructor)) void d1(void) {}"},
      {"b", "__attribute__((constructor(101))) void early(void) {}"
            "__attribute__((constructor)) void last(void) {} int main(void) {"
            " return 0; }"}};
  static const char *const want[] = {"early", "late", "last"};
  ir_program *p = finish(link_modules(modules, 2));
  CHECK(p->constructors.count == 3 && p->destructors.count == 1);
  for (unsigned i = 0; i < 3; i++)
    CHECK(!strcmp(p->functions.items[p->constructors.items[i]]->name,
                  want[i]));
  ir_program_free(p);
}

static void inline_functions_count_only_if_nobody_else_has_them(void) {
  const module modules[] = {
      {"a", "inline int f(void) { return 1; } int main(void) { return f(); }"}
      , {"b", "int f(void) { return 2; }"}};
  ir_program *p = finish(link_modules(modules, 1));
  CHECK(harness_symbol(p, "f")->is_defined);
  ir_program_free(p);
  p = finish(link_modules(modules, 2));
  char *text = harness_text(p, harness_function(p, "f"));
  CHECK(strstr(text, "const.32 r0 2"));
  free(text);
  ir_program_free(p);
}

static void an_object_of_many_pages_owns_them(void) {
  char *path = harness_compile("pages", "--target=i686-linux-gnu",
                               "char a[4096], b[10000] = {1}, c; int g; char"
                               " *end = a + 4096; extern char w"
                               " __attribute__((weak)); char *pw = &w;");
  const char *const paths[] = {path};
  ir_program *p = harness_link(paths, 1);
  const uint32_t a = ir_find_symbol(p, "a"), b = ir_find_symbol(p, "b");
  const uint64_t start = p->symbols.items[b].address;
  CHECK(p->pointer_bits == 32 && p->object_shift == 12);
  CHECK(ir_symbol_at(p, start + 9999) == b && ir_symbol_at(p, start) == b);
  CHECK(ir_symbol_at(p, p->symbols.items[a].address + 4096) == a);
  CHECK(ir_symbol_at(p, start - 1) != b);
  CHECK(!ir_symbol_at(p, 0) && !ir_symbol_at(p, 4095));
  CHECK(!ir_symbol_at(p, (uint64_t) p->first_free_name << 12));
  ir_program_free(p);
  free(path);
}

int main(void) {
  harness_begin();
  names_are_shared_and_locals_are_not();
  the_stronger_definition_wins();
  two_strong_definitions_clash();
  the_program_wins_over_the_library();
  what_nobody_defines_has_an_address_unless_weak();
  aliases_are_names();
  archives_give_what_is_missing_and_no_more();
  data_models_do_not_mix();
  constructors_come_in_order();
  inline_functions_count_only_if_nobody_else_has_them();
  an_object_of_many_pages_owns_them();
}
