#include "ir/lower.h"

#include <ctype.h>
#include <string.h>

/*
 * Inline assembly.  An empty template is a barrier: it moves nothing, so an
 * output tied to an input is that input.  So is one of instructions that wait or keep
 * accesses in order, since there is one thread.  Everything else is not understood:
 * each output, in a register or in memory, becomes an unconstrained value, and
 * the reason, which is reported and counted, says so.  What a clobber of memory
 * does is not known, and is an assumption.
 */
enum { MAX_OUTPUTS = 64 };

typedef struct constraint {
  bool is_output, is_indirect, is_clobber;
  int tied;                     /* number of the output; -1: none */
} constraint;

/* Reads one constraint and steps over it. */
static constraint next(const char **text) {
  constraint c = {.tied = -1};
  const char *p = *text;
  const size_t length = strcspn(p, ",");
  *text = p + length + (p[length] == ',');
  c.is_clobber = *p == '~';
  c.is_output = *p == '=' || *p == '+';
  /* Alternatives and register names may hide further marks; the leading ones
   * are what LLVM writes. */
  while (*p == '=' || *p == '+' || *p == '&' || *p == '%' || *p == '*') {
    c.is_indirect |= *p == '*';
    p++;
  }
  if (isdigit((unsigned char) *p)) c.tied = atoi(p);
  return c;
}

static bool is_barrier(const char *text) {
  static const char *const known[] = {
    "mfence", "lfence", "sfence", "pause",
    "dmb ish", "dmb ishst", "dmb ishld", "dmb sy", "dsb sy", "isb", "yield"};
  text += strspn(text, " \t\n\r;");
  size_t length = strlen(text);
  while (length && strchr(" \t\n\r;", text[length - 1])) length--;
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (strlen(known[i]) == length && !strncmp(text, known[i], length)) return true;
  return !length;
}

/* The template on one line, not too long for a report. */
static char *reason_of(const char *text, bool writes_memory) {
  char *line = mem_string(text);
  for (char *p = line; *p; p++)
    if (iscntrl((unsigned char) *p)) *p = ' ';
  char *reason = mem_format("inline assembly%s: %.120s",
                            writes_memory ? " (writes memory)" : "", line);
  free(line);
  return reason;
}

/* Arguments that point to outputs in memory. */
typedef struct places_written {
  unsigned args[MAX_OUTPUTS], count;
} places_written;

/* For each direct output the argument tied to it, or NULL. */
static void find_ties(LLVMValueRef v, const char *constraints,
                      LLVMValueRef *tied, uint32_t outputs,
                      places_written *in_memory) {
  unsigned arg = 0;
  int direct[MAX_OUTPUTS], count = 0;   /* direct output of each output */
  uint32_t seen = 0;
  while (*constraints) {
    const constraint c = next(&constraints);
    if (c.is_clobber) continue;
    if (c.is_output) {
      if (count < MAX_OUTPUTS)
        direct[count++] = c.is_indirect ? -1 : (int) seen;
      if (c.is_indirect) {
        if (in_memory->count < MAX_OUTPUTS)
          in_memory->args[in_memory->count++] = arg;
        arg++;
      } else {
        seen++;
      }
      continue;
    }
    if (c.tied >= 0 && c.tied < count && direct[c.tied] >= 0 &&
        (uint32_t) direct[c.tied] < outputs &&
        arg < LLVMGetNumArgOperands(v))
      tied[direct[c.tied]] = LLVMGetOperand(v, arg);
    arg++;
  }
}

/* An output in memory is whatever its type holds. */
static void write_anything(lower *l, LLVMValueRef v, unsigned arg,
                           const char *reason) {
  static const char name[] = "elementtype";
  draft *d = &l->draft;
  LLVMAttributeRef type = LLVMGetCallSiteEnumAttribute(
      v, arg + 1, LLVMGetEnumAttributeKindForName(name, strlen(name)));
  const type_layout *layout =
      type ? types_layout(l->constants.types, LLVMGetTypeAttributeValue(type))
           : NULL;
  if (!layout || !layout->is_supported) {
    build_unsupported(d, reason);
    return;
  }
  const uint32_t stores = layout->is_packed ? 1 : layout->count;
  for (uint32_t i = 0; i < stores; i++) {
    const unsigned width =
        layout->parts[i].width * (layout->is_packed ? layout->count : 1);
    const operand any = build_havoc(d, width, reason);
    build_store(d, any, lower_scalar(l, LLVMGetOperand(v, arg)),
                layout->is_packed ? 0 : layout->parts[i].offset);
  }
}

void lower_asm(lower *l, LLVMValueRef v) {
  draft *d = &l->draft;
  LLVMValueRef callee = LLVMGetCalledValue(v);
  size_t length;
  const char *text = LLVMGetInlineAsmAsmString(callee, &length);
  const char *constraints = LLVMGetInlineAsmConstraintString(callee, &length);
  const type_layout result = *lower_layout(l, v);
  LLVMValueRef *tied = mem_zeroed(result.count, sizeof *tied);
  operand_list list = {0};
  places_written in_memory = {.count = 0};
  find_ties(v, constraints, tied, result.count, &in_memory);
  char *reason = reason_of(text, strstr(constraints, "~{memory}") != NULL);
  for (uint32_t i = 0; i < result.count; i++) {
    const unsigned width = result.parts[i].width;
    operand r = build_missing(width);
    if (is_barrier(text) && tied[i]) r = lower_scalar(l, tied[i]);
    if (r.kind == OPERAND_MISSING || r.width != width)
      r = build_havoc(d, width, reason);
    vec_push(&list, r);
  }
  for (unsigned i = 0; i < in_memory.count && !is_barrier(text); i++)
    write_anything(l, v, in_memory.args[i], reason);
  if (!is_barrier(text) && !result.count && !in_memory.count)
    build_havoc(d, 1, reason);
  lower_define(l, v, list.items, list.count);
  vec_release(&list);
  free(tied);
  free(reason);
}
