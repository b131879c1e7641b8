#include "test/unit/ir_harness.h"

#include "exec/forkfree.h"

/* Regions become fork-free by iterations and calls, and lose it for good by a fork. */

enum { ENOUGH = 4 };

typedef struct fixture {
  const char *path;
  ir_program *program;
  forkfree_map *map;
  const ir_function *function;
  uint32_t outer, inner;        /* heads of its loops */
  state *state;
} fixture;

static unsigned tests;

static fixture begin(void) {
  fixture x = {0};
  char *name = mem_format("forkfree%u", tests++);
  x.path = harness_compile(name, "",
      "int sink;\n"
      "int main(void) { for (int i = 0; i < 3; i++) { sink++;\n"
      "  for (int j = 0; j < 3; j++) sink += i * j; } return sink; }");
  free(name);
  x.program = harness_link(&x.path, 1);
  x.map = forkfree_new(x.program, ENOUGH);
  x.function = ir_function_of(x.program, ir_find_symbol(x.program, "main"));
  for (uint32_t b = 0; b < x.function->block_count; b++) {
    if (!x.function->blocks[b].is_loop_head) continue;
    if (x.function->blocks[b].loop_depth == 1) x.outer = b;
    else x.inner = b;
  }
  x.state = state_new();
  x.state->top = frame_new(x.function, NULL, UINT32_MAX, false);
  return x;
}

static void end(fixture *x) {
  state_free(x->state);
  forkfree_free(x->map);
  ir_program_free(x->program);
  free((char *) x->path);
}

static void turn(fixture *x, uint32_t head, unsigned times) {
  while (times--) forkfree_iteration(x->map, x->function, head);
}

static uint32_t at(const fixture *x, uint32_t block) {
  return forkfree_at(x->map, x->state->top, block);
}

static void part(fixture *x, uint32_t block) {
  x->state->pc = x->function->blocks[block].first;
  forkfree_fork(x->map, x->state);
}

static void enough_iterations_make_a_loop_fork_free_and_not_the_one_round_it(void) {
  fixture x = begin();
  turn(&x, x.inner, ENOUGH - 1);
  CHECK(!at(&x, x.inner));
  turn(&x, x.inner, 1);
  CHECK(at(&x, x.inner));
  CHECK(!at(&x, x.outer));
  end(&x);
}

static void the_outermost_fork_free_loop_is_the_region(void) {
  fixture x = begin();
  turn(&x, x.inner, ENOUGH);
  const uint32_t inner = at(&x, x.inner);
  turn(&x, x.outer, ENOUGH);
  CHECK(at(&x, x.outer));
  CHECK(at(&x, x.inner) == at(&x, x.outer));
  CHECK(at(&x, x.inner) != inner);
  end(&x);
}

static void where_a_path_parts_it_is_loud_for_good(void) {
  fixture x = begin();
  turn(&x, x.inner, ENOUGH);
  turn(&x, x.outer, ENOUGH);
  part(&x, x.outer);            /* not in the inner loop */
  CHECK(!at(&x, x.outer));
  CHECK(at(&x, x.inner));
  part(&x, x.inner);
  CHECK(!at(&x, x.inner));
  turn(&x, x.inner, 2 * ENOUGH);
  turn(&x, x.outer, 2 * ENOUGH);
  CHECK(!at(&x, x.inner) && !at(&x, x.outer));
  for (unsigned k = 0; k < 2 * ENOUGH; k++)
    CHECK(!forkfree_call(x.map, 0, x.function));
  end(&x);
}

static void a_call_is_fork_free_as_is_where_it_was_made(void) {
  fixture x = begin();
  turn(&x, x.inner, ENOUGH);
  const uint32_t place = at(&x, x.inner);
  CHECK(forkfree_call(x.map, place, x.function) == place);
  for (unsigned k = 1; k < ENOUGH; k++)
    CHECK(!forkfree_call(x.map, 0, x.function));
  const uint32_t whole = forkfree_call(x.map, 0, x.function);
  CHECK(whole && whole != place);
  x.state->top->forkfree = whole;
  CHECK(at(&x, 0) == whole);
  part(&x, 0);
  CHECK(!at(&x, 0));
  CHECK(at(&x, x.inner) == place);      /* nothing forks in there */
  end(&x);
}

static void templates_look_at_a_while_and_on_where_they_are_of_use(void) {
  fixture x = begin();
  turn(&x, x.inner, ENOUGH);
  forkfree_place *place = x.map->places.items + at(&x, x.inner);
  CHECK(!forkfree_is_known(x.map, at(&x, x.inner)));
  for (unsigned k = 0; k < 600; k++)
    forkfree_note(x.map, at(&x, x.inner), x.function, x.inner);
  CHECK(forkfree_is_known(x.map, at(&x, x.inner)));
  place->has_templates = true;
  CHECK(!forkfree_is_known(x.map, at(&x, x.inner)));
  end(&x);
}

int main(void) {
  harness_begin();
  enough_iterations_make_a_loop_fork_free_and_not_the_one_round_it();
  the_outermost_fork_free_loop_is_the_region();
  where_a_path_parts_it_is_loud_for_good();
  a_call_is_fork_free_as_is_where_it_was_made();
  templates_look_at_a_while_and_on_where_they_are_of_use();
  return 0;
}
