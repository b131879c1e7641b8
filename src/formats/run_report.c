#include "formats/run_report.h"

#include "base/source_names.h"
#include "files/json.h"
#include "files/value_text.h"

#include <string.h>

static bool counts(const report_bug *b) { return !b->beside && !b->possible; }

bool report_bug_hides(const report_bug *b) {
  return b->beside && outcome_hides(b->kind);
}

static bool is_tolerated(const report_bug *b) {
  return b->is_known || b->is_excused;
}

/* Tolerated bugs count only if they are to be counted. */
static report_verdict verdict(const run_report *r, bool with_tolerated) {
  bool open_ended = r->cut_count || r->paths_cut || r->interrupted;
  for (uint32_t i = 0; i < r->bugs_count; i++) {
    if (counts(&r->bugs[i]) &&
        (with_tolerated || !is_tolerated(&r->bugs[i]))) return REPORT_BUG;
    open_ended |= r->bugs[i].calls >= REPORT_SOME_CALLS;
    open_ended |= r->bugs[i].possible && !r->bugs[i].beside;
    open_ended |= report_bug_hides(&r->bugs[i]);
  }
  if (r->explored)
    return open_ended || r->assumptions_count ? REPORT_INCONCLUSIVE : REPORT_EXPLORED;
  return open_ended             ? REPORT_INCONCLUSIVE
         : r->assumptions_count ? REPORT_PROVED_UNDER_ASSUMPTIONS
                                : REPORT_PROVED;
}

report_verdict run_report_verdict(const run_report *r) {
  return verdict(r, true);
}

int run_report_status(const run_report *r) {
  return report_exit_status(verdict(r, false));
}

bool report_is_proof(report_verdict v) {
  return v == REPORT_PROVED || v == REPORT_PROVED_UNDER_ASSUMPTIONS;
}

const char *report_verdict_text(report_verdict v) {
  switch (v) {
  case REPORT_PROVED: return "proved";
  case REPORT_PROVED_UNDER_ASSUMPTIONS: return "proved-under-assumptions";
  case REPORT_BUG: return "bug";
  case REPORT_INCONCLUSIVE: return "inconclusive";
  case REPORT_EXPLORED: return "explored";
  }
  return "inconclusive";
}

const char *report_calls_text(report_calls c) {
  switch (c) {
  case REPORT_ALL_CALLS: return "it happens however the function is called";
  case REPORT_SOME_RESULTS:
    return "under-constrained: functions without code may exclude this";
  case REPORT_SOME_CALLS: return "under-constrained: the caller may exclude this";
  case REPORT_SOME_VALUES:
    return "if called so: other functions write this variable";
  case REPORT_UNASKED_NULL:
    return "if called so: with a null pointer, for which the function never looks";
  case REPORT_NO_CALL: return "if called so: no call in the program does";
  }
  return "";
}

int report_exit_status(report_verdict v) {
  switch (v) {
  case REPORT_PROVED: case REPORT_EXPLORED: return 0;
  case REPORT_BUG: return 10;
  case REPORT_PROVED_UNDER_ASSUMPTIONS: case REPORT_INCONCLUSIVE: break;
  }
  return 5;
}

static char *test_name(uint32_t number) {
  return number ? mem_format("test%06u", number) : NULL;
}

static void put_stack(json *j, const replay_frame *stack, uint32_t count) {
  json_begin(j, "stack", '[');
  for (uint32_t i = 0; i < count; i++) {
    json_begin(j, NULL, '{');
    json_string(j, "function", stack[i].function);
    json_string(j, "file", stack[i].file);
    json_number(j, "line", stack[i].line);
    json_end(j, '}');
  }
  json_end(j, ']');
}

/* By which other calls, and with which other inputs, the same comes about. */
static void put_more(json *j, const report_bug *b) {
  json_begin(j, "more", '[');
  for (uint32_t i = 0; i < b->more_count; i++) {
    const report_more *m = &b->more[i];
    char *test = test_name(m->test);
    json_begin(j, NULL, '{');
    json_string(j, "message", m->message);
    json_number(j, "column", m->stack_count ? m->stack[0].column : 0);
    put_stack(j, m->stack, m->stack_count);
    json_string(j, "test", test);
    if (m->precondition) json_string(j, "precondition", m->precondition);
    json_end(j, '}');
    free(test);
  }
  json_end(j, ']');
  if (b->more_beyond) json_bool(j, "more_beyond", true);
}

static void put_bug(json *j, const run_report *r, const report_bug *b) {
  static const replay_frame nowhere;
  const replay_frame *place = b->stack_count ? b->stack : &nowhere;
  char *test = test_name(b->test);
  json_begin(j, NULL, '{');
  json_string(j, "kind", outcome_text(b->kind));
  json_number(j, "cwe", outcome_cwe(b->kind));
  json_string(j, "message", b->message);
  json_string(j, "file", place->file);
  json_number(j, "line", place->line);
  json_number(j, "column", place->column);
  json_string(j, "function", place->function);
  put_stack(j, b->stack, b->stack_count);
  json_begin(j, "input", '[');
  for (uint32_t i = 0; b->input && i < b->input->inputs.count; i++) {
    char *text = value_text(r->code, &b->input->inputs.items[i]);
    json_string(j, NULL, text);
    free(text);
  }
  json_end(j, ']');
  json_string(j, "test", test);
  json_string(j, "confirmed", replay_tier_text(b->confirmed));
  json_string(j, "detail", b->detail);
  json_bool(j, "counts", counts(b));
  json_bool(j, "possible", b->possible);
  if (b->blame) json_string(j, "blame", b->blame);
  if (b->precondition) json_string(j, "precondition", b->precondition);
  if (b->calls) json_string(j, "calls", report_calls_text(b->calls));
  json_string(j, "fingerprint", b->fingerprint);
  if (b->is_known) json_bool(j, "known", true);
  if (b->is_excused) json_bool(j, "excused", true);
  if (b->more_count) put_more(j, b);
  json_end(j, '}');
  free(test);
}

static void put_counts(json *j, const char *key, const report_count *all,
                       uint32_t count) {
  json_begin(j, key, '{');
  for (uint32_t i = 0; i < count; i++)
    json_number(j, all[i].name, all[i].count);
  json_end(j, '}');
}

static void put_moments(json *j, const run_report *r) {
  json_begin(j, "jobs_over_time", '[');
  for (uint32_t k = 0; k < r->moments_count; k++) {
    const report_moment *m = r->moments + k;
    json_begin(j, NULL, '{');
    json_ms(j, "ms", m->ms);
    json_number(j, "open", m->open);
    json_number(j, "done", m->done);
    json_number(j, "processes", m->processes);
    json_number(j, "paths", m->paths);
    json_real(j, "share", m->share);
    json_real(j, "branches", m->branches);
    json_end(j, '}');
  }
  json_end(j, ']');
}

static void put_contenders(json *j, const run_report *r) {
  json_begin(j, "contenders", '{');
  if (r->contender) json_string(j, "finished_by", r->contender);
  put_counts(j, "cost_us", r->contenders, r->contenders_count);
  json_begin(j, "lost", '[');
  for (uint32_t i = 0; i < r->lost_count; i++)
    json_string(j, NULL, r->lost[i]);
  json_end(j, ']');
  json_end(j, '}');
}

static void put_covered(json *j, const char *key, uint64_t hit,
                        uint64_t total) {
  json_begin(j, key, '{');
  json_number(j, "covered", hit);
  json_number(j, "total", total);
  json_end(j, '}');
}

static void put_returns(json *j, const run_report *r) {
  json_begin(j, "zeq", '{');
  json_number(j, "returned", r->returned);
  json_number(j, "kept", r->kept);
  json_real(j, "paths_denoted", r->paths_denoted);
  json_ms(j, "ms", r->zeq_ms);
  json_begin(j, "functions", '[');
  for (uint32_t i = 0; i < r->returns_count; i++) {
    json_begin(j, NULL, '{');
    json_string(j, "name", r->returns[i].function);
    json_number(j, "returned", r->returns[i].returned);
    json_number(j, "kept", r->returns[i].kept);
    json_real(j, "paths", r->returns[i].paths);
    json_ms(j, "ms", r->returns[i].ms);
    json_end(j, '}');
  }
  json_end(j, ']');
  json_end(j, '}');
}

static void put_invariants(json *j, const run_report *r) {
  json_begin(j, "invariants", '[');
  for (uint32_t k = 0; k < r->invariants_count; k++) {
    const report_invariant *i = r->invariants + k;
    json_begin(j, NULL, '{');
    char *place = mem_format("%s:%u", i->file, i->line);
    json_string(j, "place", place);
    free(place);
    json_string(j, "function", i->function);
    json_string(j, "invariant", i->text);
    json_string(j, "language", i->is_c ? "C" : "braid");
    json_end(j, '}');
  }
  json_end(j, ']');
  json_bool(j, "invariants_checked", r->invariants_checked);
}

void report_write_json(const run_report *r, FILE *out) {
  json writer = {out, 0, false}, *j = &writer;
  json_begin(j, NULL, '{');
  json_string(j, "verdict", report_verdict_text(run_report_verdict(r)));
  json_string(j, "program", r->program);
  json_string(j, "source_root", source_names_root());
  json_string(j, "property", r->property);
  json_string(j, "command", r->command);
  json_string(j, "version", r->version);
  if (r->explored) json_string(j, "explored", r->explored);
  if (r->scope) json_string(j, "scope", r->scope);
  json_begin(j, "assumptions", '[');
  for (uint32_t i = 0; i < r->assumptions_count; i++)
    json_string(j, NULL, r->assumptions[i]);
  json_end(j, ']');
  json_begin(j, "cut", '[');
  for (uint32_t i = 0; i < r->cut_count; i++) {
    json_begin(j, NULL, '{');
    json_string(j, "what", r->cut[i].name);
    json_number(j, "count", r->cut[i].count);
    json_end(j, '}');
  }
  json_end(j, ']');
  json_bool(j, "interrupted", r->interrupted);
  json_number(j, "paths_completed", r->paths_completed);
  json_number(j, "paths_cut", r->paths_cut);
  json_number(j, "paths_digest", r->paths_digest);
  json_number(j, "instructions", r->instructions);
  json_number(j, "forks", r->forks);
  json_number(j, "joins", r->joins);
  if (r->made_up) json_number(j, "objects_made_up", r->made_up);
  json_number(j, "states_peak", r->states_peak);
  if (r->jobs) json_number(j, "jobs", r->jobs);
  if (r->ledger_jobs) json_number(j, "jobs_in_ledger", r->ledger_jobs);
  if (r->jobs || r->ledger_jobs)
    json_number(j, "instructions_replayed", r->replayed);
  if (r->moments_count) put_moments(j, r);
  json_begin(j, "bugs", '[');
  for (uint32_t i = 0; i < r->bugs_count; i++) put_bug(j, r, &r->bugs[i]);
  json_end(j, ']');
  json_number(j, "tests", r->tests);
  json_number(j, "tests_run_on", r->tests_run_on);
  put_counts(j, "queries", r->queries, r->queries_count);
  if (r->joining_count)
    put_counts(j, "joining", r->joining, r->joining_count);
  if (r->contenders_count) put_contenders(j, r);
  if (r->optimistic_asked) {
    json_number(j, "optimistic_asked", r->optimistic_asked);
    json_number(j, "optimistic_kept", r->optimistic_kept);
  }
  if (r->seeds) {
    json_begin(j, "seeds", '[');
    for (uint32_t k = 0; k < r->seeds_count; k++) json_string(j, NULL, r->seeds[k]);
    json_end(j, ']');
    json_number(j, "seed_instructions", r->seed_instructions);
    json_ms(j, "seed_ms", r->seed_ms);
  }
  if (r->seeds || r->put_off || r->unasked) {
    json_number(j, "unasked", r->unasked);
    json_number(j, "unasked_taken", r->unasked_taken);
  }
  if (r->put_off) json_number(j, "put_off", r->put_off);
  if (r->seen_count) put_counts(j, "seen", r->seen, r->seen_count);
  put_counts(j, "strategies", r->strategies, r->strategies_count);
  if (r->loops_count) put_counts(j, "loops", r->loops, r->loops_count);
  if (r->invariants_count) put_invariants(j, r);
  if (r->proposals_count) {
    json_begin(j, "invariants_not_inductive", '[');
    for (uint32_t k = 0; k < r->proposals_count; k++)
      json_string(j, NULL, r->proposals[k]);
    json_end(j, ']');
  }
  if (r->paths_denoted > 0) put_returns(j, r);
  if (r->native_count)
    put_counts(j, "native", r->native, r->native_count);
  if (r->hunted_count) put_counts(j, "native_runs", r->hunted, r->hunted_count);
  json_begin(j, "time", '{');
  json_ms(j, "total_ms", r->total_ms);
  json_ms(j, "used_ms", r->used_ms);
  json_ms(j, "counted_ms", r->counted_ms);
  json_ms(j, "explored_ms", r->explored_ms);
  json_ms(j, "explored_solver_ms", r->explored_solver_ms);
  json_ms(j, "explored_counted_ms", r->explored_counted_ms);
  if (r->explored_counted_ms > 0)
    json_ms(j, "explored_per_counted", r->explored_ms / r->explored_counted_ms);
  json_ms(j, "solver_ms", r->solver_ms);
  for (uint32_t i = 0; i < r->times_count; i++)
    json_ms(j, r->times[i].name, r->times[i].ms);
  json_end(j, '}');
  json_string(j, "fence", r->ran_natively ? fence_text(r->fence) : NULL);
  json_number(j, "memory_peak_bytes", r->memory_peak_bytes);
  json_number(j, "sweeps", r->sweeps);
  json_number(j, "swept_terms", r->swept_terms);
  json_begin(j, "coverage", '{');
  put_covered(j, "lines", r->covered.lines_hit, r->covered.lines_total);
  put_covered(j, "branches", r->covered.branches_hit,
              r->covered.branches_total);
  json_string(j, "measured",
              !r->covered.lines_total && !r->covered.branches_total ? NULL
              : r->covered_natively                                 ? "natively"
                                                            : "in braid");
  json_end(j, '}');
  json_end(j, '}');
}

/* KLEE's form of one bug: Error:, File:, Line:, Stack:. */
static void report_write_err(const report_bug *b, FILE *out) {
  fprintf(out, "Error: %s\n",
          b->message ? b->message : outcome_sentence(b->kind));
  if (b->stack_count && b->stack[0].file)
    fprintf(out, "File: %s\nLine: %u\n", b->stack[0].file, b->stack[0].line);
  fputs("Stack: \n", out);
  for (uint32_t i = 0; i < b->stack_count; i++) {
    const replay_frame *f = &b->stack[i];
    fprintf(out, "\t#%u in %s ()", i, f->function ? f->function : "??");
    if (f->file) fprintf(out, " at %s:%u", f->file, f->line);
    fputc('\n', out);
  }
  fprintf(out, "Info: \n\tkind: %s\n", outcome_text(b->kind));
  if (outcome_cwe(b->kind)) fprintf(out, "\tcwe: %u\n", outcome_cwe(b->kind));
  fprintf(out, "\tconfirmed: %s\n", replay_tier_text(b->confirmed));
  if (b->detail) fprintf(out, "\tnatively: %s\n", b->detail);
  if (b->precondition) fprintf(out, "\tprovided: %s\n", b->precondition);
  if (b->calls) fprintf(out, "\t%s\n", report_calls_text(b->calls));
}

/* test000001.KIND.err, or bug000001.KIND.err of one without a test. */
static bool write_err(const report_bug *b, uint32_t number, outdir *d) {
  char *test = b->test ? test_name(b->test) : mem_format("bug%06u", number);
  char *name = mem_format("%s.%s.err", test, outcome_text(b->kind));
  report_write_err(b, outdir_begin(d, name));
  free(test);
  free(name);
  return outdir_end(d);
}

bool run_report_write(const run_report *r, outdir *d) {
  outdir_release_reserve(d);
  report_print(r, outdir_begin(d, "summary.txt"), false);
  bool written = outdir_end(d);
  report_write_json(r, outdir_begin(d, "stats.json"));
  written &= outdir_end(d);
  report_write_sarif(r, outdir_begin(d, "results.sarif"));
  written &= outdir_end(d);
  report_write_junit(r, outdir_begin(d, "junit.xml"));
  written &= outdir_end(d);
  for (uint32_t i = 0; i < r->bugs_count; i++) {
    const report_bug *b = &r->bugs[i];
    if (b->possible) continue;
    written &= write_err(b, i + 1, d);
    for (uint32_t k = 0; k < b->more_count; k++) {
      const report_more *m = &b->more[k];
      if (!m->test) continue;
      report_bug other = *b;
      other.message = m->message;
      other.stack = m->stack;
      other.stack_count = m->stack_count;
      other.test = m->test;
      other.confirmed = REPLAY_BRAID;
      other.detail = NULL;
      other.precondition = m->precondition;
      written &= write_err(&other, 0, d);
    }
  }
  return written;
}
