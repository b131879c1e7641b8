/*
 * JUnit's XML, as test dashboards read it.  A case is a function of the program:
 * failed if a bug is in it, skipped if no path entered it.  The last case is the
 * verdict itself: skipped, with what was cut, unless every path was explored.
 */
#include "formats/run_report.h"

#include "files/value_text.h"
#include "files/xml.h"

#include <string.h>

static bool counts(const report_bug *b) { return !b->beside && !b->possible; }

static bool is_in(const report_bug *b, const report_function *f) {
  const replay_frame *at = b->stack;
  return b->stack_count && at->function && !strcmp(at->function, f->name) &&
         (!at->file || !f->file || !strcmp(at->file, f->file));
}

static void put_failure(FILE *out, const run_report *r, const report_bug *b) {
  fputs("      <failure type=\"", out);
  xml_text(out, outcome_text(b->kind));
  fputs("\" message=\"", out);
  xml_text(out, b->message ? b->message : outcome_sentence(b->kind));
  fputs("\">", out);
  for (uint32_t i = 0; i < b->stack_count; i++) {
    const replay_frame *f = b->stack + i;
    char *text = mem_format("%s at %s:%u\n", f->function ? f->function : "?",
                            f->file ? f->file : "?", f->line);
    xml_text(out, text);
    free(text);
  }
  for (uint32_t i = 0; b->input && i < b->input->inputs.count; i++) {
    char *value = value_text(r->code, &b->input->inputs.items[i]);
    fputs("input ", out);
    xml_text(out, value);
    fputc('\n', out);
    free(value);
  }
  fputs("</failure>\n", out);
}

static void begin_case(FILE *out, const char *suite, const char *name) {
  fputs("    <testcase classname=\"", out);
  xml_text(out, suite);
  fputs("\" name=\"", out);
  xml_text(out, name);
  fputs("\" time=\"0\">\n", out);
}

static void put_function(FILE *out, const run_report *r,
                         const report_function *f) {
  begin_case(out, f->file ? f->file : r->program, f->name);
  for (uint32_t i = 0; i < r->bugs_count; i++)
    if (counts(r->bugs + i) && is_in(r->bugs + i, f))
      put_failure(out, r, r->bugs + i);
  if (!f->was_entered)
    fputs("      <skipped message=\"no path came here\"/>\n", out);
  fputs("    </testcase>\n", out);
}

/* Bugs of no function (a leak is a place's) fail the verdict's case, too. */
static bool has_place(const run_report *r, const report_bug *b) {
  for (uint32_t k = 0; k < r->functions_count; k++)
    if (is_in(b, r->functions + k)) return true;
  return false;
}

/* Neither proved nor refuted. */
static bool is_open(report_verdict v) { return v != REPORT_PROVED && v != REPORT_BUG; }

static void put_verdict(FILE *out, const run_report *r) {
  begin_case(out, r->program, "every path");
  for (uint32_t i = 0; i < r->bugs_count; i++)
    if (counts(r->bugs + i) && !has_place(r, r->bugs + i))
      put_failure(out, r, r->bugs + i);
  const report_verdict v = run_report_verdict(r);
  if (is_open(v)) {
    fprintf(out, "      <skipped message=\"%s", report_verdict_text(v));
    if (v == REPORT_EXPLORED) {
      fputs(": ", out);
      xml_text(out, r->explored);
    }
    for (uint32_t i = 0; i < r->cut_count; i++) {
      fputs("; ", out);
      xml_text(out, r->cut[i].name);
    }
    for (uint32_t i = 0; i < r->assumptions_count; i++) {
      fputs("; assumed: ", out);
      xml_text(out, r->assumptions[i]);
    }
    fputs("\"/>\n", out);
  }
  fputs("    </testcase>\n", out);
}

void report_write_junit(const run_report *r, FILE *out) {
  uint32_t failures = 0, skipped = is_open(run_report_verdict(r));
  bool elsewhere = false;
  for (uint32_t i = 0; i < r->bugs_count; i++)
    elsewhere |= counts(r->bugs + i) && !has_place(r, r->bugs + i);
  for (uint32_t k = 0; k < r->functions_count; k++) {
    bool failed = false;
    for (uint32_t i = 0; i < r->bugs_count; i++)
      failed |= counts(r->bugs + i) && is_in(r->bugs + i, r->functions + k);
    failures += failed;
    skipped += !r->functions[k].was_entered;
  }
  failures += elsewhere;
  const uint32_t tests = r->functions_count + 1;
  fprintf(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
          "<testsuites tests=\"%u\" failures=\"%u\">\n"
          "  <testsuite name=\"", tests, failures);
  xml_text(out, r->program);
  fprintf(out, "\" tests=\"%u\" failures=\"%u\" errors=\"0\" skipped=\"%u\" "
          "time=\"%.3f\">\n", tests, failures, skipped, r->total_ms / 1000);
  if (r->scope) {
    fputs("    <properties>\n      <property name=\"scope\" value=\"", out);
    xml_text(out, r->scope);
    fputs("\"/>\n    </properties>\n", out);
  }
  for (uint32_t k = 0; k < r->functions_count; k++)
    put_function(out, r, r->functions + k);
  put_verdict(out, r);
  fputs("  </testsuite>\n</testsuites>\n", out);
}
