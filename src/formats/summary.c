/* The summary: the verdict and what it rests on, then each bug with all that
 * is needed to understand and repeat it, then what the run did. */
#include "formats/run_report.h"

#include "base/source_names.h"
#include "files/value_text.h"

#include <string.h>

typedef struct page {
  FILE *out;
  bool colour;
} page;

enum { SHOWN_INPUTS = 24, LINE_BYTES = 400 };

static const char RED[] = "\033[1;31m", GREEN[] = "\033[1;32m",
                  YELLOW[] = "\033[1;33m", BOLD[] = "\033[1m",
                  DIM[] = "\033[2m";

static void styled(const page *p, const char *style, const char *text) {
  if (p->colour) fputs(style, p->out);
  fputs(text, p->out);
  if (p->colour) fputs("\033[0m", p->out);
}

static void label(const page *p, const char *text) {
  styled(p, DIM, text);
  fprintf(p->out, "%*s", (int) (14 - strlen(text)), "");
}

static void count(const page *p, uint64_t n, const char *noun) {
  fprintf(p->out, "%llu %s%s", (unsigned long long) n, noun,
          n == 1 ? "" : "s");
}

static void duration(const page *p, double ms) {
  if (ms < 1000) fprintf(p->out, "%.0f ms", ms);
  else if (ms < 120000) fprintf(p->out, "%.1f s", ms / 1000);
  else fprintf(p->out, "%.0f min", ms / 60000);
}

static uint32_t counted_bugs(const run_report *r, uint32_t *possible,
                             uint32_t *beside) {
  uint32_t sure = 0;
  *possible = *beside = 0;
  for (uint32_t i = 0; i < r->bugs_count; i++) {
    const report_bug *b = &r->bugs[i];
    *(b->beside ? beside : b->possible ? possible : &sure) += 1;
  }
  return sure;
}

static bool hides(const run_report *r) {
  for (uint32_t i = 0; i < r->bugs_count; i++)
    if (report_bug_hides(&r->bugs[i])) return true;
  return false;
}

static bool all_may_be_excluded(const run_report *r) {
  for (uint32_t i = 0; i < r->bugs_count; i++)
    if (r->bugs[i].calls < REPORT_SOME_CALLS) return false;
  return true;
}

static void put_verdict(const page *p, const run_report *r) {
  uint32_t possible, beside, sure = counted_bugs(r, &possible, &beside);
  const bool cut = r->cut_count || r->paths_cut || r->interrupted;
  switch (run_report_verdict(r)) {
  case REPORT_PROVED:
    styled(p, GREEN, "PROVED");
    fputs(": no bug on any path (", p->out);
    count(p, r->paths_completed, "path");
    fputs("); nothing was cut, assumed or left undecided", p->out);
    break;
  case REPORT_PROVED_UNDER_ASSUMPTIONS:
    styled(p, YELLOW, "PROVED UNDER ASSUMPTIONS");
    fputs(": no bug on any path (", p->out);
    count(p, r->paths_completed, "path");
    fputs("), if ", p->out);
    fputs(r->assumptions_count == 1 ? "the assumption below holds"
                                    : "the assumptions below hold", p->out);
    break;
  case REPORT_EXPLORED:
    styled(p, GREEN, "EXPLORED");
    fprintf(p->out, ": %s (", r->explored);
    count(p, r->paths_completed, "path");
    fputc(')', p->out);
    break;
  case REPORT_BUG:
    styled(p, RED, sure == 1 ? "BUG FOUND" : "BUGS FOUND");
    fputs(": ", p->out);
    count(p, sure, "distinct bug");
    fputs(" on ", p->out);
    count(p, r->paths_completed, "path");
    fputs(cut ? "; there may be more, since the search was cut short"
              : "; every path was explored", p->out);
    if (all_may_be_excluded(r)) fputs("; callers may exclude each", p->out);
    break;
  case REPORT_INCONCLUSIVE:
    styled(p, YELLOW, "INCONCLUSIVE");
    fputs(": no bug on ", p->out);
    count(p, r->paths_completed, "completed path");
    if (r->interrupted) fputs(", but the run was interrupted", p->out);
    else if (r->paths_cut) {
      fputs(", but ", p->out);
      count(p, r->paths_cut, "path");
      fputs(r->paths_cut == 1 ? " was cut" : " were cut", p->out);
    } else if (possible) {
      fputs(", but ", p->out);
      count(p, possible, "possible bug");
    } else if (r->explored && r->assumptions_count) {
      fputs(", under the assumptions below", p->out);
    } else if (hides(r)) {
      fputs(", but memory errors end paths early: what follows them was not "
            "explored", p->out);
    } else {
      fputs(", but something was left undecided", p->out);
    }
    break;
  }
  fputs(".\n", p->out);
  if (r->property) fprintf(p->out, "Property: %s\n", r->property);
  if (r->baseline) {
    uint32_t known = 0;
    for (uint32_t i = 0; i < r->bugs_count; i++) known += r->bugs[i].is_known;
    count(p, known, "bug");
    fprintf(p->out, " known from %s not listed.\n", r->baseline);
  }
  if (beside) {
    count(p, beside, "error");
    fputs(" of another kind ended paths and did not count.\n", p->out);
  }
}

static bool is_interesting(const replay_frame *f) { return f->file && f->line; }

/* The lines round the place, with a caret; nothing if the file is gone. */
static void put_excerpt(const page *p, const replay_frame *f) {
  char *path = is_interesting(f) ? source_names_path(f->file) : NULL;
  FILE *in = path ? fopen(path, "r") : NULL;
  char *line = NULL;
  size_t capacity = 0;
  ssize_t length;
  free(path);
  if (!in) return;
  for (uint32_t n = 1; n <= f->line && (length = getline(&line, &capacity, in))
                       >= 0; n++) {
    if (n + 1 < f->line) continue;
    while (length && (line[length - 1] == '\n' || line[length - 1] == '\r'))
      line[--length] = 0;
    if (n < f->line && !line[strspn(line, " \t")]) continue;
    fprintf(p->out, "  %6u | %.*s\n", n, LINE_BYTES, line);
    if (n < f->line || !f->column || f->column > LINE_BYTES ||
        f->column > (uint32_t) length)
      continue;
    fprintf(p->out, "  %6s | ", "");
    for (uint32_t c = 0; c + 1 < f->column; c++)
      fputc(line[c] == '\t' ? '\t' : ' ', p->out);
    styled(p, RED, "^");
    fputc('\n', p->out);
  }
  free(line);
  fclose(in);
}

static void put_frame(const page *p, const replay_frame *f) {
  fputs(f->function ? f->function : "?", p->out);
  if (f->file) fprintf(p->out, " at %s:%u", f->file, f->line);
}

/* Recursion in a stack ---------------------------------------------------- */

enum { LONGEST_CYCLE = 4, LEAST_TIMES = 3 };

static bool is_same_text(const char *a, const char *b) {
  return a == b || (a && b && !strcmp(a, b));
}

static bool is_same_call(const replay_frame *a, const replay_frame *b) {
  return a->line == b->line && is_same_text(a->function, b->function) &&
         is_same_text(a->file, b->file);
}

/* How often the first `length` calls stand in a row. */
static uint32_t times_of(const replay_frame *stack, uint32_t count, uint32_t length) {
  uint32_t same = length;
  while (same < count && is_same_call(stack + same, stack + same - length)) same++;
  return same / length;
}

/* The length of the shortest cycle of calls that the stack begins with, and how often it is
 * there; 1 and 1 where none is worth folding. */
static uint32_t cycle_of(const replay_frame *stack, uint32_t count, uint32_t *times) {
  for (uint32_t length = 1; length <= LONGEST_CYCLE && length <= count; length++) {
    *times = times_of(stack, count, length);
    if (*times >= LEAST_TIMES) return length;
  }
  return *times = 1;
}

static void put_calls(const page *p, const replay_frame *stack, uint32_t count) {
  for (uint32_t i = 0, times; i < count; ) {
    const uint32_t length = cycle_of(stack + i, count - i, &times);
    for (uint32_t k = 0; k < length; k++) {
      label(p, i + k ? "" : "  calls");
      put_frame(p, stack + i + k);
      if (k + 1 == length && length > 1) fprintf(p->out, ", these %u calls", length);
      if (k + 1 == length && times > 1) fprintf(p->out, ", %u times", times);
      fputc('\n', p->out);
    }
    i += length * times;
  }
}

static void put_inputs(const page *p, const run_report *r, const testcase *t) {
  bool first = true;
  if (t->arguments.count > 1) {
    label(p, "  arguments");
    for (uint32_t i = 1; i < t->arguments.count; i++)
      fprintf(p->out, "%s%s", i > 1 ? " " : "", t->arguments.items[i]);
    fputc('\n', p->out);
  }
  for (uint32_t i = 0; i < t->inputs.count; i++, first = false) {
    label(p, first ? "  input" : "");
    if (i == SHOWN_INPUTS) {
      fprintf(p->out, "and %u more in the test\n", t->inputs.count - i);
      return;
    }
    char *text = value_text(r->code, &t->inputs.items[i]);
    fprintf(p->out, "%s\n", text);
    free(text);
  }
  if (first && t->arguments.count < 2) {
    label(p, "  input");
    fputs(r->assumptions_count ? "none, with what is assumed below\n"
                               : "none: it happens on every run that reaches this line\n", p->out);
  }
}

/* The line of a compiler's output that says what is wrong. */
static const char *telling_line(const char *text) {
  const char *error = strstr(text, "error:");
  while (error && error > text && error[-1] != '\n') error--;
  return error ? error : text;
}

static void put_confirmation(const page *p, const report_bug *b) {
  label(p, "  checked");
  if (b->possible) {
    styled(p, YELLOW, "possible only");
    if (b->made_up) {
      fprintf(p->out, ": it depends on what braid makes up for %s\n", b->blame);
      return;
    }
    fprintf(p->out, ": found below an abstraction%s%s; --refine would decide\n",
            b->blame ? ", " : "", b->blame ? b->blame : "");
    return;
  }
  styled(p, replay_tier_confirms(b->confirmed) ? GREEN : YELLOW,
         replay_tier_sentence(b->confirmed));
  if (b->detail) {
    const char *line = telling_line(b->detail);
    fprintf(p->out, "; %.*s", (int) strcspn(line, "\n"), line);
  }
  fputc('\n', p->out);
}

/* "f at column 9 < g at line 7 < main at line 12", and its test. */
static void put_more(const page *p, const report_bug *b) {
  for (uint32_t k = 0; k < b->more_count; k++) {
    const report_more *m = &b->more[k];
    label(p, k ? "" : "  also");
    for (uint32_t i = 0, times; i < m->stack_count; ) {
      const uint32_t length = cycle_of(m->stack + i, m->stack_count - i, &times);
      for (uint32_t j = i; j < i + length; j++) {
        const replay_frame *f = &m->stack[j];
        fprintf(p->out, "%s%s", j ? " < " : "", f->function ? f->function : "?");
        if (!j && f->column) fprintf(p->out, " at column %u", f->column);
        if (j && f->line) fprintf(p->out, " at line %u", f->line);
      }
      if (times > 1) fprintf(p->out, " (%u times)", times);
      i += length * times;
    }
    if (m->test) fprintf(p->out, " (test%06u)", m->test);
    fputc('\n', p->out);
  }
  if (!b->more_beyond) return;
  label(p, "");
  fputs("and by further calls, which are not listed\n", p->out);
}

static void put_bug(const page *p, const run_report *r, uint32_t number) {
  const report_bug *b = &r->bugs[number - 1];
  char title[96], cwe[32] = "";
  snprintf(title, sizeof title, "%s %u: %s",
           b->beside ? "Besides" : b->possible ? "Possible bug" : "Bug", number,
           outcome_text(b->kind));
  if (outcome_cwe(b->kind))
    snprintf(cwe, sizeof cwe, " (CWE-%u)", outcome_cwe(b->kind));
  fputc('\n', p->out);
  styled(p, BOLD, title);
  fputs(cwe, p->out);
  if (b->stack_count && b->stack[0].file)
    fprintf(p->out, " at %s:%u", b->stack[0].file, b->stack[0].line);
  if (b->stack_count && b->stack[0].function)
    fprintf(p->out, " in %s", b->stack[0].function);
  fputc('\n', p->out);
  if (b->stack_count) put_excerpt(p, &b->stack[0]);
  fprintf(p->out, "  %s\n", outcome_sentence(b->kind));
  if (b->message) {
    label(p, "  exactly");
    fprintf(p->out, "%s\n", b->message);
  }
  if (b->stack_count > 1) put_calls(p, b->stack, b->stack_count);
  if (b->precondition) {
    label(p, "  provided");
    fprintf(p->out, "%s\n", b->precondition);
    label(p, "");
    fprintf(p->out, "%s\n", report_calls_text(b->calls));
  } else if (b->input) {
    put_inputs(p, r, b->input);
  }
  if (b->test) {
    label(p, "  test");
    fprintf(p->out, "%s/test%06u.ktest\n", r->directory, b->test);
    if (b->has_harness) {
      label(p, "  harness");
      fprintf(p->out, "%s/test%06u.c\n", r->directory, b->test);
    }
    label(p, "  reproduce");
    fprintf(p->out, "braid replay --test=%u %s\n", b->test, r->directory);
    label(p, "  the path");
    fprintf(p->out, "braid explain --test=%u %s\n", b->test, r->directory);
  }
  put_confirmation(p, b);
  put_more(p, b);
}

static void put_share(const page *p, uint64_t hit, uint64_t total,
                      const char *noun) {
  fprintf(p->out, "%llu of %llu %s (%.1f%%)", (unsigned long long) hit,
          (unsigned long long) total, noun,
          100 * (double) hit / (double) total);
}

static bool is_cut_at_external(const run_report *r) {
  static const char name[] = "external:";
  for (uint32_t i = 0; i < r->cut_count; i++)
    if (!strncmp(r->cut[i].name, name, sizeof name - 1)) return true;
  return false;
}

static void put_limits(const page *p, const run_report *r) {
  if (r->scope) {
    label(p, "scope");
    fprintf(p->out, "%s\n", r->scope);
  }
  for (uint32_t i = 0; i < r->assumptions_count; i++) {
    label(p, i ? "" : "assumed");
    fprintf(p->out, "%s\n", r->assumptions[i]);
  }
  for (uint32_t i = 0; i < r->cut_count; i++) {
    outcome known = outcome_find(r->cut[i].name);
    label(p, i ? "" : "cut");
    count(p, r->cut[i].count, known ? "path" : "time");
    fprintf(p->out, ": %s", r->cut[i].name);
    if (known) fprintf(p->out, ". %s", outcome_sentence(known));
    fputc('\n', p->out);
  }
  if (is_cut_at_external(r)) {
    label(p, "");
    fputs("name the file that has the code, or let such functions return anything: "
          "--externals=unknown\n", p->out);
  }
}

/* Where most returns looked alike. */
static void put_returns(const page *p, const run_report *r) {
  enum { SHOWN = 5 };
  if (!r->returned) return;
  label(p, "returns");
  fprintf(p->out, "%llu of %llu kept, %.3g paths denoted in all, in ",
          (unsigned long long) r->kept, (unsigned long long) r->returned,
          r->paths_denoted);
  duration(p, r->zeq_ms);
  fputc('\n', p->out);
  for (uint32_t i = 0; i < r->returns_count && i < SHOWN; i++) {
    const report_returns *f = r->returns + i;
    if (f->kept == f->returned) continue;
    label(p, "");
    fprintf(p->out, "%s: %llu of %llu, for %.3g paths\n", f->function,
            (unsigned long long) f->kept, (unsigned long long) f->returned,
            f->paths);
  }
}

/* Those that can be read first; all are in stats.json. */
static void put_invariants(const page *p, const run_report *r) {
  enum { SHOWN = 12 };
  uint32_t shown = 0;
  for (uint32_t k = 0; k < r->proposals_count; k++) {
    label(p, k ? "" : "not used");
    fprintf(p->out, "%s  BRAID_INVARIANT: not found to be inductive\n", r->proposals[k]);
  }
  if (!r->invariants_count) return;
  label(p, "invariants");
  count(p, r->invariants_count, "invariant");
  fputs(r->invariants_checked ? ", proved again by Z3 alone\n" : "\n", p->out);
  for (unsigned own = 0; own < 2; own++)
    for (uint32_t k = 0; k < r->invariants_count; k++) {
      const report_invariant *i = r->invariants + k;
      if (i->is_c == own || ++shown > SHOWN) continue;
      label(p, "");
      fprintf(p->out, "%s:%u  %s\n", i->file, i->line, i->text);
    }
  if (r->invariants_count <= SHOWN) return;
  label(p, "");
  fprintf(p->out, "%u more in stats.json\n", r->invariants_count - SHOWN);
}

static void put_work(const page *p, const run_report *r) {
  const coverage *c = &r->covered;
  fputc('\n', p->out);
  if (c->lines_total || c->branches_total) {
    label(p, "coverage");
    if (c->lines_total) put_share(p, c->lines_hit, c->lines_total, "lines");
    if (c->lines_total && c->branches_total) fputs(", ", p->out);
    if (c->branches_total)
      put_share(p, c->branches_hit, c->branches_total, "branches");
    fputs(r->covered_natively ? ", natively by the tests\n" : "\n", p->out);
  }
  if (r->input_limit) {
    label(p, "input");
    fprintf(p->out, "of up to %llu bytes (--max-len)\n",
            (unsigned long long) *r->input_limit);
  }
  enum { SEEDS = 8 };
  for (uint32_t k = 0; k < r->seeds_count && k < SEEDS; k++) {
    label(p, k ? "" : "seeds");
    fprintf(p->out, "%s\n", r->seeds[k]);
  }
  if (r->seeds_count > SEEDS) {
    label(p, "");
    fprintf(p->out, "%u more in stats.json\n", r->seeds_count - SEEDS);
  }
  if (r->unasked && r->seeds_count) {
    label(p, "");
    count(p, r->unasked, "other side");
    fprintf(p->out, " left without a question, %llu of them asked about since\n",
            (unsigned long long) r->unasked_taken);
  }
  if (r->optimistic_asked) {
    label(p, "too hard");
    count(p, r->optimistic_asked, "question");
    fprintf(p->out, " asked with less of the path; %llu new inputs of that\n",
            (unsigned long long) r->optimistic_kept);
  }
  if (r->corpus) {
    label(p, "corpus");
    fprintf(p->out, "%llu new in %s\n", (unsigned long long) r->corpus_added,
            r->corpus);
  }
  label(p, "tests");
  fprintf(p->out, "%u in %s", r->tests - r->lost_tests, r->directory);
  if (r->lost_tests) fprintf(p->out, "; %u more could not be written", r->lost_tests);
  fputc('\n', p->out);
  if (r->ran_natively) {
    label(p, "native runs");
    fputs(fence_sentence(r->fence), p->out);
    if (r->fence_obstacle && r->fence != FENCE_UNCONFINED)
      fprintf(p->out, " (%s)", r->fence_obstacle);
    fputc('\n', p->out);
  }
  put_limits(p, r);
  label(p, "paths");
  fprintf(p->out, "%llu completed, %llu cut; ",
          (unsigned long long) r->paths_completed,
          (unsigned long long) r->paths_cut);
  count(p, r->forks, "fork");
  if (r->joins) fputs(", ", p->out), count(p, r->joins, "join");
  fputs(", ", p->out);
  count(p, r->instructions, "instruction");
  fputc('\n', p->out);
  if (r->contender) {
    label(p, "done by");
    fprintf(p->out, "%s\n", r->contender);
  }
  for (uint32_t i = 0; i < r->lost_count; i++) {
    label(p, i ? "" : "given up");
    fprintf(p->out, "%s\n", r->lost[i]);
  }
  put_invariants(p, r);
  put_returns(p, r);
  label(p, "time");
  duration(p, r->total_ms);
  if (r->explored_ms > 0) {
    fputs("; exploring took ", p->out);
    duration(p, r->explored_ms);
    fputs(" of processor time, of which the solver ", p->out);
    /* The solver's time is elapsed time, which other processes make longer. */
    duration(p, r->explored_solver_ms < r->explored_ms ? r->explored_solver_ms : r->explored_ms);
  }
  fprintf(p->out, "; at most %.1f MiB of memory\n",
          (double) r->memory_peak_bytes / (1 << 20));
}

void report_print(const run_report *r, FILE *out, bool colour) {
  page p = {out, colour};
  if (r->program) fprintf(out, "%s: ", r->program);
  put_verdict(&p, r);
  for (uint32_t i = 1; i <= r->bugs_count; i++)
    if (!r->bugs[i - 1].is_known) put_bug(&p, r, i);
  put_work(&p, r);
}
