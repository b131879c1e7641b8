#include "test/unit/ir_harness.h"

#include "base/mem.h"
#include "solver/links.h"
#include "exec/exec.h"

#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>

/*
 * The checker of states: content with a state after each of its instructions, and
 * not with one in which a single fact is wrong.  Each fault is planted in a child
 * process, which must abort.
 */

static const char text[] =
    "void __braid_input(void *, unsigned long, const char *, int);"
    "void *__braid_alloc(unsigned long, unsigned long, int);"
    "static int deeper(unsigned char *p, unsigned char x) {"
    "  p[0] = x; p[1] = 3; if (x > 7) return p[0]; return p[1]; }\n"
    "int main(void) { unsigned char x; __braid_input(&x, 1, \"x\", 0);"
    "  unsigned char *p = __braid_alloc(4, 1, 0);"
    "  return deeper(p, x); }";

typedef struct world {
  exec *exec;
  expr_table *table;
  solver *chain;
  state *other;                 /* of the branch, with the paused one */
} world;

static void born(void *context, state *child, const state *parent) {
  world *w = context;
  (void) parent;
  CHECK(!w->other);
  w->other = child;
}

static void ended(void *context, const state *s, const ending *end) {
  (void) context;
  (void) s;
  (void) end;
}

static void say(void *context, const char *said) {
  (void) context;
  fatal("the program says: %s", said);
}

static object *heap_object;

static bool find_heap(void *context, uint32_t key, void *found) {
  (void) context;
  (void) key;
  object *o = found;
  if (o->kind == OBJECT_HEAP) heap_object = o;
  return true;
}

typedef enum fault {
  NO_FAULT, FAULT_PC, FAULT_DEPTH, FAULT_STACK, FAULT_REGISTER, FAULT_SYMBOLIC,
  FAULT_UNDEFINED, FAULT_HEAP_BYTES, FAULT_OWED, FAULT_SHADOW, FAULT_INPUT,
  FAULT_UNSAT, FAULT_MODEL, FAULTS
} fault;

/* Of the newest conjunct. */
static slice *slice_of(world *w, const state *s) {
  expr last;
  path_conjuncts_from(&s->path, path_count(&s->path) - 1, &last);
  path_touch(w->chain, &s->path, varset_of(w->table, last));
  CHECK(w->chain->touched.count == 1);
  return w->chain->touched.items[0];
}

static void plant(world *w, state *s, fault which) {
  pmap_each(&s->memory.objects, find_heap, NULL);
  CHECK(heap_object && heap_object->symbolic == 1 && heap_object->undefined == 2);
  switch (which) {
  case NO_FAULT: case FAULTS: break;
  case FAULT_PC: s->pc = s->top->function->insn_count; break;
  case FAULT_DEPTH: s->top->depth++; break;
  case FAULT_STACK: s->top->stack ^= 1; break;
  case FAULT_REGISTER:          /* a number in a term's place */
    s->top->regs[0] = (value) {.sym = expr_const(w->table, 32, 5)};
    break;
  case FAULT_SYMBOLIC: heap_object->symbolic++; break;
  case FAULT_UNDEFINED: heap_object->undefined--; break;
  case FAULT_HEAP_BYTES: s->heap_bytes += 4; break;
  case FAULT_OWED: s->unfreed = 0; break;
  case FAULT_SHADOW: heap_object->shadows[0].part = 9; break;
  case FAULT_INPUT: s->inputs->symbol = UINT32_MAX / 2; break;
  case FAULT_UNSAT: slice_of(w, s)->status = SLICE_UNSAT; break;
  case FAULT_MODEL:             /* of one side 0 is no model */
    slice_of(w, s)->model = slice_of(w, w->other)->model = NULL;
    break;
  }
}

static bool aborts(world *w, state *s, fault which) {
  fflush(stdout);
  const pid_t child = fork();
  if (!child) {
    CHECK(freopen("/dev/null", "w", stderr));
    plant(w, s, which);
    state_check(w->exec, s);
    state_check(w->exec, w->other);
    _exit(0);
  }
  int status = 0;
  CHECK(waitpid(child, &status, 0) == child);
  return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

int main(void) {
  harness_begin();
  ir_program *program = harness_load("", text);
  char *message = NULL;
  world w = {.table = expr_table_new()};
  w.chain = solver_new(w.table, &solver_defaults);
  const exec_hooks hooks = {&w, born, ended, say, NULL, NULL, NULL};
  w.exec = exec_new(program, w.table, w.chain, &exec_defaults, &hooks);
  char *argv[] = {(char[]) {"prog"}};
  state *s = exec_start(w.exec, "main", 1, argv, &message);
  CHECK(s);
  unsigned steps = 0;
  while (!w.other) {
    CHECK(exec_run(w.exec, s, 1) == EXEC_RUNS);
    state_check(w.exec, s);
    CHECK(++steps < 10000);
  }
  state_check(w.exec, w.other);
  for (fault f = NO_FAULT; f < FAULTS; f++)
    if (aborts(&w, s, f) != (f != NO_FAULT))
      fatal("fault %u: %s", f, f ? "not seen" : "seen where there is none");
  state_free(s);
  state_free(w.other);
  exec_free(w.exec);
  solver_free(w.chain);
  expr_table_free(w.table);
  ir_program_free(program);
  return 0;
}
