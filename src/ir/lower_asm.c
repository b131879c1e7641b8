#include "ir/lower.h"

#include <ctype.h>
#include <string.h>

/*
 * Inline assembly.  An empty template is a barrier: it moves nothing, so an
 * output tied to an input is that input.  Everything else is not understood:
 * each output becomes an unconstrained value, and the reason, which is
 * reported and counted, says so.
 */
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

static bool is_blank(const char *text) {
  return text[strspn(text, " \t\n\r;")] == '\0';
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

/* For each direct output the argument tied to it, or NULL. */
static void find_ties(LLVMValueRef v, const char *constraints,
                      LLVMValueRef *tied, uint32_t outputs,
                      bool *writes_memory) {
  unsigned arg = 0;
  int direct[64], count = 0;    /* direct output of each output */
  uint32_t seen = 0;
  *writes_memory = strstr(constraints, "~{memory}") != NULL;
  while (*constraints) {
    const constraint c = next(&constraints);
    if (c.is_clobber) continue;
    if (c.is_output) {
      if (count < 64) direct[count++] = c.is_indirect ? -1 : (int) seen;
      if (c.is_indirect) {
        arg++;
        *writes_memory = true;
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

void lower_asm(lower *l, LLVMValueRef v) {
  draft *d = &l->draft;
  LLVMValueRef callee = LLVMGetCalledValue(v);
  size_t length;
  const char *text = LLVMGetInlineAsmAsmString(callee, &length);
  const char *constraints = LLVMGetInlineAsmConstraintString(callee, &length);
  const type_layout result = *lower_layout(l, v);
  LLVMValueRef *tied = mem_zeroed(result.count, sizeof *tied);
  operand_list list = {0};
  bool writes_memory;
  find_ties(v, constraints, tied, result.count, &writes_memory);
  char *reason = reason_of(text, writes_memory);
  for (uint32_t i = 0; i < result.count; i++) {
    const unsigned width = result.parts[i].width;
    operand r = build_missing(width);
    if (is_blank(text) && tied[i]) r = lower_scalar(l, tied[i]);
    if (r.kind == OPERAND_MISSING || r.width != width)
      r = build_havoc(d, width, reason);
    vec_push(&list, r);
  }
  if (!is_blank(text) && !result.count) build_havoc(d, 1, reason);
  lower_define(l, v, list.items, list.count);
  vec_release(&list);
  free(tied);
  free(reason);
}
