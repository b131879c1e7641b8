#include "relevancy/relevancy.h"
#include "test/unit/ir_harness.h"

/* Small programs whose marks are known by thought: each function named is
 * relevant, or is not. */

static const char start[] =
    "void __braid_input(void *, unsigned long, const char *, int);\n"
    "static int input(void) { int v; __braid_input(&v, sizeof v, \"v\", 0);"
    " return v; }\n"
    "int sink;\n"
    "__attribute__((noinline)) void a(int v) { sink = v + 1; }\n"
    "__attribute__((noinline)) void b(int v) { sink = v + 2; }\n";

static unsigned tests;

static bool has_marks(const relevancy_marks *m, const ir_function *f) {
  (void) f;
  return !m->is_irrelevant;
}

static bool has_parting(const relevancy_marks *m, const ir_function *f) {
  for (uint32_t b = 0; b < f->block_count; b++)
    if (relevancy_parts(m, b)) return true;
  return false;
}

static bool ask(const char *text, relevancy_options o, const char *function,
                bool (*question)(const relevancy_marks *,
                                 const ir_function *)) {
  char *name = mem_format("marks%u", tests++);
  char *all = mem_format("%s%s", start, text);
  const char *path = harness_compile(name, "", all);
  ir_program *p = harness_link(&path, 1);
  o.entry = "main";
  relevancy *r = relevancy_new(p, &o);
  const uint32_t symbol = ir_find_symbol(p, function);
  CHECK(symbol);
  const relevancy_marks *m = relevancy_of(r, p->symbols.items[symbol].function);
  CHECK(m->is_reached);
  const bool answer = question(m, ir_function_of(p, symbol));
  relevancy_free(r);
  ir_program_free(p);
  free((char *) path);
  free(all);
  free(name);
  return answer;
}

static bool classic(const char *text, const char *function) {
  return ask(text, relevancy_defaults, function, has_marks);
}

static bool joined(const char *text, const char *function) {
  relevancy_options o = relevancy_defaults;
  o.joins = true;
  return ask(text, o, function, has_marks);
}

static bool parts(const char *text, const char *function) {
  relevancy_options o = relevancy_defaults;
  o.joins = true;
  return ask(text, o, function, has_parting);
}

static void values_flow_through_calls_and_memory(void) {
  const char *direct = "int main(void) { a(input()); b(3); return 0; }";
  CHECK(classic(direct, "a"));
  CHECK(!classic(direct, "b"));
  const char *fields =
      "struct { int x, y; } g;\n"
      "int main(void) { g.x = input(); a(g.x); b(g.y); return 0; }";
  CHECK(classic(fields, "a"));
  CHECK(!classic(fields, "b"));
  const char *array =
      "struct { int x, y; } g[8];\n"
      "int main(int n, char **v) { g[n].x = input(); a(g[n + 1].x);"
      " b(g[n].y); return 0; }";
  CHECK(classic(array, "a"));
  CHECK(!classic(array, "b"));
}

static void an_index_counts_and_so_does_what_it_wrote(void) {
  const char *read = "int t[4] = {1, 2, 3, 4};\n"
                     "int main(void) { a(t[input() & 3]); b(t[1]); return 0; }";
  CHECK(classic(read, "a"));
  CHECK(!classic(read, "b"));
  const char *write = "int t[4];\n"
                      "int main(void) { t[input() & 3] = 1; a(t[1]); b(2);"
                      " return 0; }";
  CHECK(classic(write, "a"));
  CHECK(!classic(write, "b"));
}

static void functions_are_found_through_pointers(void) {
  const char *text =
      "void (*const table[])(int) = {a, b};\n"
      "int main(int n, char **v) { table[n](input()); return 0; }";
  CHECK(classic(text, "a"));
  CHECK(classic(text, "b"));
}

/* The results of one function go back to the calls that they belong to, however
 * deep. */
static void a_result_goes_back_to_its_own_call(void) {
  const char *text =
      "int down(int n, int v) { return n ? down(n - 1, v) : v; }\n"
      "int main(int n, char **v) { a(down(n, input())); b(down(n, 7));"
      " return 0; }";
  CHECK(classic(text, "a"));
  CHECK(!classic(text, "b"));
}

static void control_counts_where_states_are_joined(void) {
  const char *text =
      "int main(void) { int x = 1, y = 1; if (input()) x = 2; y++;"
      " a(x); b(y); return 0; }";
  CHECK(!classic(text, "a"));
  CHECK(joined(text, "a"));
  CHECK(!joined(text, "b"));
  const char *called =
      "int g, h;\n"
      "void set(void) { g = 5; }\n"
      "int main(void) { if (input()) set(); a(g); b(h); return 0; }";
  CHECK(!classic(called, "a"));
  CHECK(joined(called, "a"));
  CHECK(!joined(called, "b"));
}

/* A state may be a turn ahead of another when they meet. */
static void loops_round_a_branch_count_as_a_whole(void) {
  const char *text =
      "int main(void) { for (int k = 0; k < 9; k++) { a(k);"
      " if (input()) sink++; } for (int k = 0; k < 9; k++) b(k);"
      " return 0; }";
  CHECK(!classic(text, "a"));
  CHECK(joined(text, "a"));
  CHECK(!joined(text, "b"));
}

static void paths_part_at_branches_addresses_and_calls_of_those(void) {
  const char *text =
      "int t[4];\n"
      "void c(int v) { if (v) sink = 1; }\n"
      "void d(int v) { sink = t[v & 3]; }\n"
      "void e(int v) { for (int k = 0; k < 9; k++) sink += v; }\n"
      "void f(int v) { e(v); c(v); }\n"
      "int main(void) { const int v = input(); f(v); d(v); a(v); return 0; }";
  CHECK(parts(text, "c"));
  CHECK(parts(text, "d"));
  CHECK(parts(text, "f"));
  CHECK(parts(text, "main"));
  CHECK(!parts(text, "e"));     /* it is marked, but its branch is not */
  CHECK(joined(text, "e"));
  CHECK(!parts(text, "a"));
}

int main(void) {
  harness_begin();
  paths_part_at_branches_addresses_and_calls_of_those();
  values_flow_through_calls_and_memory();
  an_index_counts_and_so_does_what_it_wrote();
  functions_are_found_through_pointers();
  a_result_goes_back_to_its_own_call();
  control_counts_where_states_are_joined();
  loops_round_a_branch_count_as_a_whole();
  return 0;
}
