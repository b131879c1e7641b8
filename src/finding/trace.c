#include "finding/trace.h"

#include "base/mem.h"
#include "finding/gate.h"

#include <string.h>

/* Of the C++ ABI, in the library that the solver needs anyway. */
char *__cxa_demangle(const char *name, char *to, size_t *size, int *status);

/* What Rust writes for signs that C++ names do not have; its names end with a hash. */
static const struct sign { const char *coded, *text; } signs[] = {
  {"_$", "$"}, {"$LT$", "<"}, {"$GT$", ">"}, {"$RF$", "&"}, {"$BP$", "*"}, {"$C$", ","},
  {"$u20$", " "}, {"$u27$", "'"}, {"$u5b$", "["}, {"$u5d$", "]"}, {"$u7b$", "{"},
  {"$u7d$", "}"}, {"$u7e$", "~"}, {"..", "::"}
};

static bool ends_with_hash(const char *name, size_t n) {
  static const unsigned HASH = 19;      /* ::h and sixteen digits */
  return n > HASH && !strncmp(name + n - HASH, "::h", 3) &&
         strspn(name + n - HASH + 3, "0123456789abcdef") == HASH - 3;
}

static void decode_rust(char *name) {
  size_t n = strlen(name);
  if (!ends_with_hash(name, n)) return;
  name[strlen(name) - strlen("::h0123456789abcdef")] = '\0';
  for (size_t k = 0; k < sizeof signs / sizeof *signs; k++)
    for (char *at = name; (at = strstr(at, signs[k].coded)); at++) {
      const size_t before = strlen(signs[k].coded), after = strlen(signs[k].text);
      memcpy(at, signs[k].text, after);
      memmove(at + after, at + before, strlen(at + before) + 1);
    }
}

/* C++ and Rust names as people write them. */
static const char *shown(session *s, const char *name) {
  if (strncmp(name, "_Z", 2)) return name;
  char *text = __cxa_demangle(name, NULL, NULL, &(int) {0});
  if (!text) return name;
  decode_rust(text);
  vec_push(&s->texts, text);
  return text;
}

static replay_frame frame_at(session *s, const ir_function *f, uint32_t place) {
  const ir_program *p = s->program;
  const ir_place *at = p->places.items + place;
  replay_frame r = {.function = f ? shown(s, f->name) : NULL};
  if (place) {
    r.file = p->files.items[at->file];
    r.line = at->line;
    r.column = at->column;
  }
  return r;
}

/* Of endless recursion nobody wants to read every call. */
enum { INNERMOST = 16, OUTERMOST = 8 };

static void shorten(session *s, session_stack *stack) {
  if (stack->count <= INNERMOST + OUTERMOST + 1) return;
  const uint32_t left = stack->count - INNERMOST - OUTERMOST;
  vec_push(&s->texts, mem_format("(%u more calls)", left));
  stack->items[INNERMOST] = (replay_frame) {.function = vec_last(&s->texts)};
  memmove(stack->items + INNERMOST + 1, stack->items + stack->count - OUTERMOST,
          OUTERMOST * sizeof *stack->items);
  stack->count = INNERMOST + OUTERMOST + 1;
}

void trace_stack(session *s, const state *at, const ending *end,
                 session_bug *bug) {
  bool innermost = true;
  uint32_t pc = at->pc;
  vec_push(&bug->key, (uint32_t) end->kind);
  if (end->kind == OUTCOME_LEAK) {
    vec_push(&bug->stack, frame_at(s, NULL, end->place));
    vec_push(&bug->key, end->place);
    return;
  }
  vec_push(&bug->key, end->site);
  for (const frame *f = at->top; f; pc = f->resume, f = f->caller) {
    const ir_function *function = f->function;
    const uint32_t here = pc < function->insn_count ? pc : 0;
    if (!function->is_library) {
      const uint32_t place = innermost ? end->place
                                       : function->insns[here].place;
      vec_push(&bug->stack, frame_at(s, function, place));
      const uint32_t site = exec_site(s->exec, function, here);
      if (innermost || site != vec_last(&bug->key)) vec_push(&bug->key, site);
      innermost = false;
    }
    if (f->resume == UINT32_MAX) break;
  }
  shorten(s, &bug->stack);
}

/* The instruction that takes the edge, and in which function. */
static const ir_insn *branch_of(const ir_program *p, uint32_t edge,
                                const ir_function **in) {
  for (uint32_t n = 0; n < p->functions.count; n++) {
    const ir_function *f = *in = p->functions.items[n];
    if (!f || edge - f->first_edge >= f->edge_count) continue;
    for (uint32_t k = 0; k < f->insn_count; k++) {
      const ir_insn *i = f->insns + k;
      if (i->op == IR_BRANCH && edge - i->imm < 2) return i;
      if (i->op != IR_SWITCH) continue;
      const ir_switch *w = f->switches.items + i->imm;
      if (w->otherwise_edge == edge) return i;
      for (uint32_t c = 0; c < w->count; c++)
        if (w->edges[c] == edge) return i;
    }
  }
  return NULL;
}

static report_step step_of(session *s, uint32_t edge) {
  const ir_function *f;
  const ir_insn *i = branch_of(s->program, edge, &f);
  if (!i) return (report_step) {.text = "a branch"};
  report_step step = {frame_at(s, f, i->place), NULL};
  if (i->op == IR_BRANCH) {
    step.text = edge == i->imm ? "the condition holds"
                               : "the condition does not hold";
    return step;
  }
  const ir_switch *w = f->switches.items + i->imm;
  step.text = "no case fits";
  for (uint32_t k = 0; k < w->count; k++) {
    if (w->edges[k] != edge) continue;
    vec_push(&s->texts, mem_format("case %lld", (long long) bits_signed(
                                       w->values[k], i->width)));
    step.text = vec_last(&s->texts);
  }
  return step;
}

/* Instructions of a path that is re-executed for its branches: 0.2 s, with a look at each. */
enum { LONGEST = 1 << 24 };

void trace_branches(session *s, const fixed_inputs *inputs, const state *at,
                    const ending *end, session_bug *bug, exec_trace *t) {
  if (exec_model_length(s->exec, at) > LONGEST) return;
  exec_set_trace(s->twin, t);
  gate_confirms(s, inputs, at, end);
  exec_set_trace(s->twin, NULL);
  uint64_t k = t->count > EXEC_TRACED ? t->count - EXEC_TRACED : 0;
  for (; k < t->count; k++)
    vec_push(&bug->steps, step_of(s, t->edges[k % EXEC_TRACED]));
}
