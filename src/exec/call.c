#include "exec/event.h"
#include "exec/fan.h"
#include "exec/internal.h"

#include <assert.h>
#include <string.h>

/* Calls, variadic arguments, returns and builtins. */

/* Variadic arguments ----------------------------------------------------- */

/*
 * All variadic arguments lie in a single object, as on the target's stack; a va_list is set
 * to this object alone.
 */
typedef struct argument_area {
  uint64_t start;               /* of the newest argument */
  uint64_t end;
} argument_area;

static uint64_t place_argument(const exec *x, const ir_value *v,
                               argument_area *area) {
  const uint64_t word = x->p->pointer_bits / 8;
  const uint64_t size = v->byval_bytes ? v->byval_bytes : (v->width + 7u) / 8;
  uint64_t align = v->align > word ? v->align : word;
  if (x->p->target == IR_I386) align = v->align > 16 ? v->align : word;
  else if (!v->byval_bytes && v->width > 64) align = 16;
  /* The parts of one argument lie as in memory, not a word each. */
  if (!v->part_offset)
    area->start = (area->end + align - 1) / align * align;
  const uint64_t at = area->start + v->part_offset;
  area->end = at + size;
  return at;
}

static bool pass_variadic(exec *x, state *s, const ir_call *c,
                          const value *args, uint32_t depth, uint32_t *name) {
  argument_area area = {0};
  for (uint32_t k = c->fixed_args; k < c->arg_count; k++)
    place_argument(x, c->args + k, &area);
  const uint64_t word = x->p->pointer_bits / 8;
  *name = exec_add_dynamic(x, s, depth, (area.end + word - 1) / word * word, (expr) {0});
  if (!*name)
    return exec_finish(x, s, OUTCOME_UNSUPPORTED,
                       "more objects than the target has addresses");
  area = (argument_area) {0};
  for (uint32_t k = c->fixed_args; k < c->arg_count; k++) {
    const ir_value *v = c->args + k;
    const uint64_t at = place_argument(x, v, &area);
    if (v->byval_bytes) {
      const object *from;
      uint64_t offset, address;
      value of = args[k];
      if (!exec_need_defined(x, s, &of, x->p->pointer_bits) ||
          !exec_number(x, s, of, x->p->pointer_bits, &address) ||
          !exec_resolve(x, s, address, v->byval_bytes, false, &from, &offset))
        return false;
      const uint32_t source = from->name;
      exec_define_source(x, s, source, offset, v->byval_bytes);
      object *to = exec_own(x, s, *name);
      object_copy(to, x->t, at, exec_find(x, s, source), offset, v->byval_bytes);
      continue;
    }
    const uint32_t bytes = (v->width + 7u) / 8;
    value a = args[k];
    if (a.sym.id && v->width != 8 * bytes)
      a = value_from(x->t, expr_zext(x->t, a.sym, 8 * bytes));
    object_store(exec_own(x, s, *name), x->t, at, bytes, a);
  }
  return true;
}

static bool start_variadic(exec *x, state *s, value list) {
  if (!s->top->variadic)
    return exec_finish(x, s, OUTCOME_UNSUPPORTED,
                       "variable arguments of the function that was entered");
  const unsigned word = x->p->pointer_bits / 8;
  const value area = value_of((uint64_t) s->top->variadic
                              << x->p->object_shift);
  switch (x->p->target) {
  case IR_I386: return exec_write(x, s, list, word, area);
  case IR_AARCH64:              /* stack, gr_top, vr_top, gr_offs, vr_offs */
    for (unsigned k = 0; k < 3; k++)
      if (!exec_write(x, s, value_of(value_bits(list) + 8 * k), 8,
                      k ? value_of(0) : area))
        return false;
    return exec_write(x, s, value_of(value_bits(list) + 24), 4, value_of(0)) &&
           exec_write(x, s, value_of(value_bits(list) + 28), 4, value_of(0));
  case IR_X86_64:               /* gp_offset, fp_offset, overflow, save area */
    return exec_write(x, s, value_of(value_bits(list)), 4, value_of(48)) &&
           exec_write(x, s, value_of(value_bits(list) + 4), 4, value_of(176)) &&
           exec_write(x, s, value_of(value_bits(list) + 8), 8, area) &&
           exec_write(x, s, value_of(value_bits(list) + 16), 8, value_of(0));
  }
  return false;
}

static uint32_t list_bytes(const exec *x) {
  return x->p->target == IR_I386 ? 4 : x->p->target == IR_X86_64 ? 24 : 32;
}

static bool copy_list(exec *x, state *s, value to, value from) {
  const uint32_t word = x->p->pointer_bits / 8;
  for (uint32_t at = 0; at < list_bytes(x); at += word) {
    value v;
    if (!exec_read(x, s, value_of(value_bits(from) + at), word, &v) ||
        !exec_write(x, s, value_of(value_bits(to) + at), word, v))
      return false;
  }
  return true;
}

/* Calls ------------------------------------------------------------------ */

void exec_set_result(exec *x, state *s, const ir_call *c, value v) {
  if (c->result_count) exec_set(x, s, c->result, v);
}

/* A parameter takes the passed value, at its own width. */
static value fitted(exec *x, value v, unsigned from, unsigned to) {
  if (from == to || v.sym.id == EXPR_UNDEFINED.id) return v;
  if (!v.sym.id && to <= 64) return value_of(value_bits(v) & bits_mask(to));
  return value_from(x->t, expr_resize(x->t, exec_term(x, v, from), to, false));
}

/* The system call of that number is write() or writev(). */
static bool is_write(const exec *x, value number) {
  if (number.sym.id) return false;
  const uint64_t n = value_bits(number);
  switch (x->p->target) {
  case IR_I386: return n == 4 || n == 146;
  case IR_AARCH64: return n == 64 || n == 66;
  case IR_X86_64: return n == 1 || n == 20;
  }
  return false;
}

bool exec_push(exec *x, state *s, const ir_function *f, const value *args,
               const ir_call *c) {
  if (s->top && s->top->depth >= x->o.max_frames)
    return exec_finish(x, s, OUTCOME_CUT_FRAMES, NULL);
  if (s->top && exec_stack_used(s, s->top) > x->o.stack_size && !exec_leave_room(x, s))
    return false;
  const uint32_t resume = c ? s->pc : UINT32_MAX;
  x->stats.calls++;
  frame *new = frame_new(f, s->top, resume, x->o.max_loop != 0);
  new->restart = s->pc;
  new->forkfree = exec_place_of_call(x, s->top, s->pc, f);
  new->serial = ++s->calls;
  new->entered = s->frontier;
  const uint32_t given = c ? c->arg_count : f->param_count;
  for (uint32_t k = 0; k < f->param_count && k < given; k++)
    new->regs[f->params[k].reg] = fitted(
        x, args[k], c ? c->args[k].width : f->params[k].width,
        f->params[k].width);
  /* Copies and slots are made in the new frame's name, but while the caller is
   * still on top: an error in between is the caller's. */
  for (uint32_t k = 0; c && k < f->param_count && k < given; k++) {
    const uint32_t bytes = f->params[k].byval_bytes;
    if (!bytes) continue;
    const object *from;
    uint64_t offset;
    value of = args[k];
    uint64_t address;
    if (!exec_need_defined(x, s, &of, x->p->pointer_bits) ||
        !exec_number(x, s, of, x->p->pointer_bits, &address) ||
        !exec_resolve(x, s, address, bytes, false, &from, &offset)) {
      new->caller = NULL;
      frame_release(new);
      return false;
    }
    const uint32_t source = from->name;
    exec_define_source(x, s, source, offset, bytes);
    const uint32_t copy = exec_add_dynamic(x, s, new->depth, bytes, (expr) {0});
    if (!copy) {
      new->caller = NULL;
      frame_release(new);
      return exec_finish(x, s, OUTCOME_UNSUPPORTED,
                         "more objects than the target has addresses");
    }
    object_copy(exec_own(x, s, copy), x->t, 0, exec_find(x, s, source), offset,
                bytes);
    new->regs[f->params[k].reg] = value_of((uint64_t) copy
                                           << x->p->object_shift);
  }
  if (c && f->is_variadic &&
      !pass_variadic(x, s, c, args, new->depth, &new->variadic)) {
    new->caller = NULL;
    frame_release(new);
    return false;
  }
  if (f->slots.count)
    new->first_slot = exec_name_slots(x, f, new->depth, s->calls);
  if (f->slots.count && !new->first_slot) {
    new->caller = NULL;
    frame_release(new);
    return exec_finish(x, s, OUTCOME_UNSUPPORTED,
                       "more objects than the target has addresses");
  }
  if (x->strategy.has_events && c && !f->is_library) {
    new->event = event_new(f, s, x->t);
    exec_forget_caches(x);      /* the event shares the state's objects now */
  }
  if (f->symbol == x->system_call) {
    x->stats.system_calls++;
    x->stats.writes += is_write(x, args[0]);
  }
  assert(new->caller == s->top && (!s->top || new->depth == s->top->depth + 1));
  s->top = new;
  s->pc = 0;
  for (uint32_t k = 0; k < f->slots.count; k++)
    if (!f->slots.items[k].has_lifetime) exec_begin_slot(x, s, k);
  if (c && x->strategy.stops_at_recursion && f->component)
    s->at_call = x->pauses = true;
  if (!x->fixed)
    x->functions[x->p->symbols.items[f->symbol].function] = 1;
  return true;
}

/* The symbol that is called; 0: the instruction is done, as *lives says. */
static uint32_t callee(exec *x, state *s, const ir_call *c, bool *lives) {
  *lives = false;
  if (c->callee != IR_INDIRECT) return c->callee;
  const unsigned width = x->p->pointer_bits;
  value v = exec_get(x, s, c->target, width);
  uint64_t address;
  if (!exec_need_defined(x, s, &v, width) ||
      !exec_number(x, s, v, width, &address))
    return 0;
  if (address >> x->p->object_shift == 0) {
    exec_finish(x, s, OUTCOME_NULL_POINTER, "call of a null pointer");
    return 0;
  }
  bool is_done = false;
  if (x->lazy)
    *lives = x->o.unknowns->call_address(x, s, address, c, &is_done);
  if (is_done) return 0;
  *lives = false;
  const uint32_t symbol = ir_symbol_at(x->p, address);
  if (!symbol || x->p->symbols.items[symbol].kind != IR_FUNCTION ||
      x->p->symbols.items[symbol].address != address) {
    exec_finish(x, s, OUTCOME_BAD_CALL, "call of what is no function");
    return 0;
  }
  return symbol;
}

bool exec_is_error_function(const exec *x, const char *name) {
  return !strcmp(name, x->o.error_function ? x->o.error_function
                                           : "reach_error");
}

/* A call through a pointer must fit the function: as many values, as wide, integers for
 * integers and floats for floats.  What the library calls back may return what it
 * likes to where nothing is wanted. */
static bool has_result(const ir_call *c, const ir_function *f, bool from_library) {
  if (from_library && !c->result_count) return true;
  return c->result_count == f->result_count && c->result_floats == f->result_floats &&
         (!c->result_count ||
          !memcmp(c->result_widths, f->result_widths,
                  c->result_count * sizeof *c->result_widths));
}

static bool fits(const ir_call *c, const ir_function *f) {
  if (c->callee != IR_INDIRECT) return true;
  if (f->is_variadic ? c->arg_count < f->param_count
                     : c->arg_count != f->param_count)
    return false;
  for (uint32_t k = 0; k < f->param_count; k++)
    if (c->args[k].width != f->params[k].width ||
        c->args[k].is_float != f->params[k].is_float)
      return false;
  return true;
}

bool exec_call(exec *x, state *s, const ir_insn *i) {
  const ir_call *c = s->top->function->calls.items + i->imm;
  bool lives;
  const uint32_t symbol = callee(x, s, c, &lives);
  if (!symbol) return lives;
  const ir_symbol *target = x->p->symbols.items + symbol;
  if (exec_is_error_function(x, target->name))
    return exec_finish(x, s, OUTCOME_REACH_ERROR,
                       exec_intern_format(x, "%s() was called",
                                          target->name));
  if (x->primitives[symbol])
    return exec_primitive(x, s, x->primitives[symbol], c);
  const ir_function *f = target->is_defined ? ir_function_of(x->p, symbol)
                                            : NULL;
  bool is_done = false;
  if (!f && x->lazy)
    lives = x->o.unknowns->call(x, s, symbol, c, &is_done);
  if (is_done) return lives;
  if (!f)
    return exec_finish(x, s, OUTCOME_EXTERNAL,
                       exec_intern_format(x, "%s() has no code",
                                          target->name));
  if (!fits(c, f))
    return exec_finish(x, s, OUTCOME_BAD_CALL,
                       exec_intern_format(x, "%s() takes other arguments",
                                          target->name));
  if (c->callee == IR_INDIRECT && !has_result(c, f, s->top->function->is_library))
    return exec_finish(x, s, OUTCOME_BAD_CALL,
                       exec_intern_format(x, "%s() has a result of another type",
                                          target->name));
  value few[16], *args = c->arg_count <= 16
      ? few : mem_resize(NULL, c->arg_count, sizeof *args);
  few[0] = (value) {0};         /* gcc 14 does not see that none is read of none */
  for (uint32_t k = 0; k < c->arg_count; k++)
    args[k] = exec_get(x, s, c->args[k].reg, c->args[k].width);
  lives = exec_push(x, s, f, args, c);
  if (args != few) free(args);
  return lives;
}

/* Called by what starts the program: main, and nothing else of the user's. */
static bool is_main(const frame *f) {
  return f->caller && !f->caller->caller && f->resume != UINT32_MAX &&
         f->caller->function->is_library && !f->function->is_library;
}

/* The result of main is the exit status, checked here, at a place in the program. */
static bool look_at_status(exec *x, state *s, const ir_insn *i) {
  value v = s->top->regs[i->a];
  if (!exec_need_defined(x, s, &v, s->top->function->result_widths[0]))
    return false;
  state_own_top(s)->regs[i->a] = v;
  return true;
}

bool exec_return(exec *x, state *s, const ir_insn *i) {
  if (s->top->fan && !fan_resolve(x, s)) return false;
  frame *f = s->top;
  if (!f->caller)
    return exec_finish_exit(x, s, i->b ? exec_status(x, s, f->regs[i->a]) : 0);
  if (f->is_any_call) return s->at_return = x->pauses = true;
  assert(f->refs && (f->resume == UINT32_MAX ||
         f->caller->function->insns[f->resume].op == IR_CALL));
  const bool is_last = is_main(f);
  if (is_last && i->b == 1 && f->regs[i->a].sym.id) {
    if (!look_at_status(x, s, i)) return false;
    f = s->top;
  }
  exec_leave_frame(x, s);
  frame *caller = f->caller;
  const uint32_t resume = f->resume;
  /* The last owner of the frame hands the caller on, without a copy. */
  if (f->refs == 1) f->caller = NULL;
  else caller->refs++;
  assert(i->a + i->b <= f->function->reg_count);
  s->top = caller;
  if (resume == UINT32_MAX) {
    s->pc = f->restart;
  } else {
    const ir_call *c = caller->function->calls.items +
                       caller->function->insns[resume].imm;
    frame *top = state_own_top(s);
    assert(c->result + c->result_count <= caller->function->reg_count);
    for (uint32_t k = 0; k < c->result_count; k++)
      top->regs[c->result + k] =
          k < i->b ? fitted(x, f->regs[i->a + k],
                            f->function->result_widths[k],
                            c->result_widths[k])
          : is_last ? value_of(0)       /* void main() */
                    : (value) {.sym = EXPR_UNDEFINED};
    s->pc = resume + 1;
  }
  /* Where joins made another caller, what changed since is not known.  What
   * returns to the library, as main does, mostly ends. */
  if (f->event && f->event->has_forked && f->event->before->top == caller &&
      !caller->function->is_library) {
    event_retain(f->event);
    event_release(s->left);     /* of a return where the state did not pause */
    s->left = f->event;
    x->pauses = true;
  }
  if (x->strategy.joins &&
      !(f->forkfree && exec_place(x, caller, state_insn(s)->block) == f->forkfree))
    x->pauses = true;
  frame_release(f);
  return true;
}

/* Calls that stand for others -------------------------------------------- */

void exec_drop_top(exec *x, state *s) {
  assert(s->top->caller);
  frame *dead = s->top;
  exec_leave_frame(x, s);
  s->top = dead->caller;
  frame_retain(s->top);
  frame_release(dead);
}

state *exec_call_alone(exec *x, const state *s, frame *base, uint32_t pc,
                       uint32_t calls) {
  assert(base->refs && base->depth < s->top->depth);
  const ir_function *f = s->top->function;
  value *args = mem_resize(NULL, f->param_count + 1, sizeof *args);
  for (uint32_t k = 0; k < f->param_count; k++) args[k] = s->top->regs[f->params[k].reg];
  state *alone = state_copy(s);
  while (alone->top->depth > base->depth) exec_drop_top(x, alone);
  frame_release(alone->top);
  frame_retain(base);
  alone->top = base;
  alone->pc = pc;
  alone->calls = calls;
  alone->at_call = false;
  const bool fits = exec_stack_used(alone, base) <= x->o.stack_size &&
                    base->depth < x->o.max_frames;
  if (!fits) state_free(alone);
  if (!fits || !exec_push(x, alone, f, args, NULL)) alone = NULL;
  else state_own_top(alone)->is_any_call = true;
  free(args);
  return alone;
}

void exec_return_values(exec *x, state *s, const ir_insn *i, const value *values) {
  assert(s->top->caller && i->op == IR_RETURN);
  frame *top = state_own_top(s);
  for (uint32_t k = 0; k < i->b; k++) top->regs[i->a + k] = values[k];
  exec_return(x, s, i);
}

/* Builtins --------------------------------------------------------------- */

static bool restore_stack(exec *x, state *s, value saved) {
  if (saved.sym.id)
    return exec_finish(x, s, OUTCOME_UNSUPPORTED,
                       "a symbolic place of the stack");
  exec_drop_dynamics(x, s, value_bits(saved));
  return true;
}

static bool object_size(exec *x, state *s, const ir_call *c) {
  /* Not known at compile time: the answer that asks for no check. */
  const value least = exec_get(x, s, c->args[1].reg, 1);
  exec_set_result(x, s, c, value_of(value_bits(least)
                                        ? 0 : bits_mask(c->result_widths[0])));
  return true;
}

bool exec_builtin(exec *x, state *s, const ir_insn *i) {
  const ir_call *c = s->top->function->calls.items + i->imm;
  const unsigned width = x->p->pointer_bits;
  value a = {0}, b = {0};
  switch (c->builtin) {
  case IR_BUILTIN_VA_START: case IR_BUILTIN_VA_COPY:
    a = exec_get(x, s, c->args[0].reg, width);
    if (a.sym.id)
      return exec_finish(x, s, OUTCOME_UNSUPPORTED, "a symbolic va_list");
    if (c->builtin == IR_BUILTIN_VA_START) {
      if (!start_variadic(x, s, a)) return false;
      break;
    }
    b = exec_get(x, s, c->args[1].reg, width);
    if (b.sym.id)
      return exec_finish(x, s, OUTCOME_UNSUPPORTED, "a symbolic va_list");
    if (!copy_list(x, s, a, b)) return false;
    break;
  case IR_BUILTIN_VA_END: break;
  case IR_BUILTIN_STACKSAVE:
    exec_set_result(x, s, c, value_of(s->dynamics ? s->dynamics->name : 0));
    break;
  case IR_BUILTIN_STACKRESTORE:
    if (!restore_stack(x, s, exec_get(x, s, c->args[0].reg, width)))
      return false;
    break;
  case IR_BUILTIN_TRAP: case IR_BUILTIN_DEBUGTRAP:
    return exec_finish(x, s, OUTCOME_ABORT, "a trap instruction");
  case IR_BUILTIN_ASSUME: {
    value v = exec_get(x, s, c->args[0].reg, 1);
    if (!exec_need_defined(x, s, &v, 1)) return false;
    if (!exec_require(x, s, exec_term(x, v, 1), OUTCOME_UNREACHABLE,
                      "__builtin_assume of what is false"))
      return false;
    break;
  }
  case IR_BUILTIN_OBJECTSIZE:
    if (!object_size(x, s, c)) return false;
    break;
  case IR_BUILTIN_RETURNADDRESS: case IR_BUILTIN_FRAMEADDRESS:
    exec_set_result(x, s, c, value_of(0));
    break;
  default: return exec_float_builtin(x, s, c);
  }
  s->pc++;
  return true;
}
