#include "replay/replay.h"

#include "replay/sanitizer.h"

#include <signal.h>
#include <string.h>

/* Lines by which braid and a sanitizer may differ. */
enum { NEAR_LINES = 2 };

static const char *base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

static bool same_file(const char *a, const char *b) {
  return !strcmp(base_name(a), base_name(b));
}

static bool is_near(uint32_t a, uint32_t b) {
  return (a > b ? a - b : b - a) <= NEAR_LINES;
}

static bool is_exact(const replay_prediction *p, const sanitizer_report *s) {
  for (uint32_t i = 0; i < p->stack_count; i++) {
    const replay_frame *f = &p->stack[i];
    if (s->file && f->file && f->line == s->line && same_file(f->file, s->file)) return true;
  }
  return false;
}

/* A bug inside a library function that braid executes and a sanitizer only
 * watches is seen at the call: so any frame of the predicted stack will do. */
static bool same_place(const replay_prediction *p, const char *file,
                       const char *function, uint32_t line) {
  bool known = false;
  if (!file || p->kind == OUTCOME_LEAK) return true;
  for (uint32_t i = 0; i < p->stack_count; i++) {
    const replay_frame *f = &p->stack[i];
    if (!f->file || !f->line) continue;
    known = true;
    if (!same_file(f->file, file)) continue;
    if (f->line == line) return true;
    bool here = !function || !f->function || !strcmp(f->function, function);
    if (here && (is_near(f->line, line) || p->kind == OUTCOME_UNINIT ||
                 p->kind == OUTCOME_STACK_OVERFLOW))
      return true;
  }
  return !known;
}

/* Bad accesses that differ only in what happens to lie at the address. */
static bool is_access(outcome o) {
  return o == OUTCOME_OUT_OF_BOUNDS || o == OUTCOME_NULL_POINTER ||
         o == OUTCOME_BAD_POINTER || o == OUTCOME_USE_AFTER_FREE ||
         o == OUTCOME_USE_AFTER_SCOPE || o == OUTCOME_READ_ONLY;
}

static bool same_kind(outcome predicted, outcome seen) {
  if (predicted == seen) return true;
  if (is_access(predicted) && is_access(seen)) return true;
  /* UBSan sees first what then is a bad access: p[-1] by an unsigned offset. */
  if (predicted == OUTCOME_OUT_OF_BOUNDS || predicted == OUTCOME_BAD_POINTER)
    return seen == OUTCOME_ARRAY_BOUNDS || seen == OUTCOME_POINTER_OVERFLOW;
  if (predicted == OUTCOME_NULL_POINTER)
    return seen == OUTCOME_NULL_MEMBER || seen == OUTCOME_POINTER_OVERFLOW;
  if (predicted == OUTCOME_BAD_CALL) return is_access(seen);
  /* Freeing a pointer into freed memory is both. */
  if (predicted == OUTCOME_INVALID_FREE) return seen == OUTCOME_DOUBLE_FREE;
  if (predicted == OUTCOME_DOUBLE_FREE) return seen == OUTCOME_INVALID_FREE;
  return false;
}

static replay_tier tier_of(outcome_native who) {
  switch (who) {
  case OUTCOME_BY_ASAN: return REPLAY_ASAN;
  case OUTCOME_BY_LSAN: return REPLAY_LSAN;
  case OUTCOME_BY_UBSAN: return REPLAY_UBSAN;
  case OUTCOME_BY_MSAN: return REPLAY_MSAN;
  case OUTCOME_BY_EFFECT: return REPLAY_EFFECT;
  case OUTCOME_BY_NOBODY: break;
  }
  return REPLAY_NOT_REPRODUCED;
}

/* glibc: "prog: FILE:LINE: FUNCTION: Assertion `...' failed."  Where FILE
 * starts, and the place in *file (to be freed) if it can be read; NULL: no
 * assertion failed. */
static const char *assertion(const char *output, char **file, uint32_t *line) {
  const char *found = strstr(output, ": Assertion `"), *start = found;
  if (!found) return NULL;
  while (start > output && start[-1] != '\n') start--;
  for (const char *p = start; p < found; p++) {
    char *end;
    if (p[0] == ':' && p[1] == ' ') start = p + 2;      /* past "prog: " */
    if (p[0] != ':' || p[1] < '0' || p[1] > '9') continue;
    *line = (uint32_t) strtoul(p + 1, &end, 10);
    if (*end != ':') continue;
    *file = mem_format("%.*s", (int) (p - start), start);
    break;
  }
  return start;
}

/* The replay library ends the program where the error function is entered;
 * what the prediction says happened further inside it. */
static bool is_inside(const replay_prediction *p, const char *function) {
  for (uint32_t i = 0; i < p->stack_count; i++)
    if (p->stack[i].function && !strcmp(p->stack[i].function, function))
      return true;
  return false;
}

/* What a run without any sanitizer's help shows. */
static bool shows_effect(const replay_program *program,
                         const replay_prediction *p,
                         const replay_run_result *r) {
  const char *error = program->error_function ? program->error_function
                                              : "reach_error";
  const bool aborted =
      r->signal == SIGABRT && (!r->error_reached || is_inside(p, error));
  /* __builtin_trap, by machine. */
  const bool trapped = r->signal == SIGILL || r->signal == SIGTRAP;
  char *file = NULL;
  uint32_t line = 0;
  bool asserted = assertion(r->output, &file, &line), shown = false;
  switch (outcome_native_of(p->kind)) {
  case OUTCOME_BY_EFFECT:
    if (p->kind == OUTCOME_REACH_ERROR) shown = r->error_reached || r->signal == SIGABRT;
    else if (p->kind == OUTCOME_USER) shown = r->user_error;
    else if (p->kind == OUTCOME_HANG) shown = r->timed_out && r->is_spinning;
    else if (p->kind == OUTCOME_ASSERT)
      shown = aborted && !r->user_error &&
              (!asserted || same_place(p, file, NULL, line));
    else shown = trapped || (aborted && !asserted && !r->user_error);
    break;
  case OUTCOME_BY_UBSAN:
    shown = p->kind == OUTCOME_DIV_BY_ZERO   ? r->signal == SIGFPE
            : p->kind == OUTCOME_UNREACHABLE ? trapped
                                             : false;
    break;
  case OUTCOME_BY_ASAN:
    shown = r->signal == SIGSEGV || r->signal == SIGBUS;
    break;
  case OUTCOME_BY_LSAN:
  case OUTCOME_BY_MSAN:
  case OUTCOME_BY_NOBODY:
    shown = false;
    break;
  }
  free(file);
  return shown;
}

static char *first_line(const char *text) {
  return mem_format("%.*s", (int) strcspn(text, "\n"), text);
}

static char *describe(const sanitizer_report *s) {
  static const char *const names[] = {
    [OUTCOME_BY_ASAN] = "ASan", [OUTCOME_BY_LSAN] = "LSan",
    [OUTCOME_BY_UBSAN] = "UBSan", [OUTCOME_BY_MSAN] = "MSan"};
  if (!s->file) return mem_format("%s: %s", names[s->who], s->headline);
  return mem_format("%s: %s at %s:%u", names[s->who], s->headline,
                    base_name(s->file), s->line);
}

static char *describe_end(const replay_run_result *r) {
  char *file = NULL;
  uint32_t line;
  if (r->timed_out && r->is_spinning)
    return mem_string("it computed until it was ended, without system calls");
  const char *asserted = assertion(r->output, &file, &line);
  free(file);
  if (asserted) return first_line(asserted);
  if (r->error_reached) return mem_string("the error function was called");
  if (r->signal) return mem_format("the program ended by signal %d (%s)",
                                   r->signal, strsignal(r->signal));
  return mem_format("the program ended with status %d", r->exit_status);
}

replay_answer replay_judge(const replay_program *program,
                           const replay_prediction *p,
                           const replay_run_result *r) {
  if (!r->started)
    return (replay_answer) {REPLAY_NOT_BUILT,
                            mem_string(r->output ? r->output : "not started")};
  sanitizer_reports all = sanitizer_parse(r->output);
  const sanitizer_report *other = NULL, *same = NULL;
  bool is_sure = false;         /* others that UBSan reports may be near */
  for (uint32_t i = 0; i < all.count && !is_sure; i++) {
    const sanitizer_report *s = &all.items[i];
    if (s->kind == OUTCOME_NONE) continue;
    if (same_kind(p->kind, s->kind) &&
        same_place(p, s->file, s->function, s->line)) {
      is_sure = is_exact(p, s);
      if (!same || is_sure) same = s;
    } else if (!other) {
      other = s;
    }
  }
  replay_answer a;
  if (same && (is_sure || !p->is_exact))
    a = (replay_answer) {tier_of(same->who), describe(same)};
  else if (shows_effect(program, p, r))
    a = (replay_answer) {REPLAY_EFFECT, describe_end(r)};
  else if (program->error_label && p->kind == OUTCOME_REACH_ERROR)
    a = (replay_answer) {REPLAY_BRAID,
                         mem_string("a label cannot be seen natively")};
  else if (p->kind == OUTCOME_LEAK && strstr(r->output, "LeakSanitizer has"))
    a = (replay_answer) {REPLAY_BRAID,
                         mem_string("LeakSanitizer cannot run here (ptrace)")};
  else if (r->timed_out && p->kind == OUTCOME_HANG)
    a = (replay_answer) {REPLAY_BRAID,
                         mem_string("natively it did not end either")};
  else if (r->timed_out)
    a = (replay_answer) {REPLAY_TIMED_OUT, NULL};
  else if (other)
    a = (replay_answer) {REPLAY_OTHER, describe(other)};
  else if (r->signal)
    a = (replay_answer) {REPLAY_OTHER, describe_end(r)};
  else if (r->assumption_failed)
    a = (replay_answer) {REPLAY_NOT_REPRODUCED,
                         mem_string("an assumption failed natively")};
  else if (outcome_native_of(p->kind) == OUTCOME_BY_NOBODY)
    a = (replay_answer) {REPLAY_BRAID,
                         mem_string("no sanitizer sees this kind")};
  else
    a = (replay_answer) {REPLAY_NOT_REPRODUCED, describe_end(r)};
  sanitizer_reports_release(&all);
  return a;
}
