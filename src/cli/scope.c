#include "cli/scope.h"

#include "base/mem.h"
#include "finding/inputs.h"
#include "finding/load.h"
#include "formats/scope.h"

#include <stdlib.h>

/* "1 GiB", or in bytes what is no whole number of larger units; to be freed. */
static char *size_text(uint64_t bytes) {
  static const char *const units[] = {"bytes", "KiB", "MiB", "GiB", "TiB"};
  unsigned unit = 0;
  while (unit < 4 && bytes && bytes % 1024 == 0) {
    bytes /= 1024;
    unit++;
  }
  return mem_format("%llu %s", (unsigned long long) bytes, units[unit]);
}

static void say_resources(scope *s, const options *o) {
  char *block = size_text(o->max_alloc), *stack = size_text(o->stack_size);
  char *all = mem_format("blocks of up to %s, a stack of %s", block, stack);
  scope_say(s, SCOPE_RESOURCES, all);
  free(all);
  free(stack);
  free(block);
}

char *scope_of_run(const options *o, const ir_program *p) {
  scope s = {0};
  scope_say(&s, SCOPE_TARGET, load_program_target(p));
  say_resources(&s, o);
  scope_say(&s, SCOPE_LIBRARY, o->libc == LIBC_GNU ? "as GNU's" : "as musl");
  char *inputs = inputs_text(o);
  if (inputs) scope_say(&s, SCOPE_INPUTS, inputs);
  free(inputs);
  if (p->is_optimised) scope_say(&s, SCOPE_OPTIMISED, "an optimiser");
  if (p->contracts)
    scope_say(&s, SCOPE_CONTRACTION,
              p->contracts == (IR_ROUNDS_ONCE | IR_ROUNDS_TWICE)
                  ? "once where the function may use FMA, else twice"
              : p->contracts == IR_ROUNDS_ONCE ? "once (the target's default)"
                                               : "twice (the target's default)");
  if (p->is_x87) scope_say(&s, SCOPE_X87, "each operation (x87's may round later; -msse2)");
  char *line = scope_line(&s);
  scope_release(&s);
  return line;
}
