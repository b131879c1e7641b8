/*
 * SARIF 2.1.0: what code-scanning services read.  One result a bug, with the
 * branches and the input that lead to it as a code flow.
 */
#include "formats/run_report.h"

#include "base/share.h"
#include "base/source_names.h"
#include "files/json.h"
#include "files/value_text.h"
#include "formats/fingerprint.h"

#include <stdlib.h>

enum { SHOWN_INPUTS = 24 };

static bool is_rule(outcome k) {
  return outcome_class_of(k) == OUTCOME_CLASS_BUG;
}

static void put_text(json *j, const char *key, const char *text) {
  json_begin(j, key, '{');
  json_string(j, "text", text);
  json_end(j, '}');
}

/* As code-scanning services sort by: memory first, then what is undefined, then the rest. */
static const char *severity_of(outcome k) {
  switch (outcome_native_of(k)) {
  case OUTCOME_BY_ASAN: return "8.0";
  case OUTCOME_BY_MSAN: return "6.5";
  case OUTCOME_BY_UBSAN: return "5.5";
  case OUTCOME_BY_LSAN: case OUTCOME_BY_EFFECT: case OUTCOME_BY_NOBODY: break;
  }
  return "3.5";
}

/* The installed page about checks, as a URI; NULL: not installed. */
static char *find_help(void) {
  char *found = share_find("../doc/braid/doc/checks.md");
  char *whole = found ? realpath(found, NULL) : NULL;
  char *uri = whole ? fingerprint_uri(whole) : NULL;
  free(whole);
  free(found);
  return uri;
}

static void put_help(json *j, outcome k) {
  char *text = mem_format("%s Repeat the bug with braid replay; doc/checks.md says what each check "
                          "looks for.", outcome_sentence(k)),
       *markdown = mem_format("%s\n\nRepeat the bug with `braid replay`; `doc/checks.md` says what "
                              "each check looks for.", outcome_sentence(k));
  json_begin(j, "help", '{');
  json_string(j, "text", text);
  json_string(j, "markdown", markdown);
  json_end(j, '}');
  free(text);
  free(markdown);
}

static void put_rule(json *j, outcome k, const char *help) {
  json_begin(j, NULL, '{');
  json_string(j, "id", outcome_text(k));
  put_text(j, "shortDescription", outcome_sentence(k));
  put_text(j, "fullDescription", outcome_sentence(k));
  put_help(j, k);
  if (help) json_string(j, "helpUri", help);
  json_begin(j, "properties", '{');
  json_string(j, "precision", "very-high");
  if (outcome_cwe(k)) json_string(j, "security-severity", severity_of(k));
  json_begin(j, "tags", '[');
  json_string(j, NULL, "correctness");
  if (outcome_cwe(k)) {
    char tag[40];
    snprintf(tag, sizeof tag, "external/cwe/cwe-%03u", outcome_cwe(k));
    json_string(j, NULL, "security");
    json_string(j, NULL, tag);
  }
  json_end(j, ']');
  json_end(j, '}');
  json_end(j, '}');
}

static void put_location(json *j, const char *key, const replay_frame *f,
                         const char *message) {
  json_begin(j, key, '{');
  if (f->file) {
    char *uri = fingerprint_uri(f->file);
    json_begin(j, "physicalLocation", '{');
    json_begin(j, "artifactLocation", '{');
    json_string(j, "uri", uri);
    if (*f->file != '/') json_string(j, "uriBaseId", "SRCROOT");
    json_end(j, '}');
    if (f->line) {
      json_begin(j, "region", '{');
      json_number(j, "startLine", f->line);
      if (f->column) json_number(j, "startColumn", f->column);
      json_end(j, '}');
    }
    json_end(j, '}');
    free(uri);
  }
  if (f->function) {
    json_begin(j, "logicalLocations", '[');
    json_begin(j, NULL, '{');
    json_string(j, "name", f->function);
    json_string(j, "kind", "function");
    json_end(j, '}');
    json_end(j, ']');
  }
  if (message) put_text(j, "message", message);
  json_end(j, '}');
}

/* Results ----------------------------------------------------------------- */

static void put_step(json *j, const replay_frame *at, const char *text) {
  json_begin(j, NULL, '{');
  put_location(j, "location", at, text);
  json_end(j, '}');
}

/* The innermost call in a file: the C library's functions have none. */
static const replay_frame *place_of(const report_bug *b) {
  static const replay_frame nowhere;
  for (uint32_t k = 0; k < b->stack_count; k++)
    if (b->stack[k].file) return b->stack + k;
  return &nowhere;
}

/* Inputs come into being where the program begins. */
static replay_frame beginning_of(const run_report *r, const report_bug *b) {
  const uint32_t main_symbol = r->code ? ir_find_symbol(r->code, "main") : 0;
  const ir_symbol *s = main_symbol ? r->code->symbols.items + main_symbol : NULL;
  const uint32_t place = s && s->is_defined && s->kind == IR_FUNCTION
                             ? r->code->functions.items[s->function]->place : 0;
  if (place) {
    const ir_place *at = r->code->places.items + place;
    return (replay_frame) {.function = s->name, .file = r->code->files.items[at->file],
                           .line = at->line};
  }
  return *place_of(b);
}

static void put_flow(json *j, const run_report *r, const report_bug *b) {
  const replay_frame beginning = beginning_of(r, b);
  json_begin(j, "codeFlows", '[');
  json_begin(j, NULL, '{');
  json_begin(j, "threadFlows", '[');
  json_begin(j, NULL, '{');
  json_begin(j, "locations", '[');
  for (uint32_t i = 0; b->input && i < b->input->inputs.count &&
                       i < SHOWN_INPUTS; i++) {
    char *value = value_text(r->code, &b->input->inputs.items[i]);
    char *text = mem_format("input %s", value);
    put_step(j, &beginning, text);
    free(text);
    free(value);
  }
  for (uint32_t i = 0; i < b->steps_count; i++)
    put_step(j, &b->steps[i].at, b->steps[i].text);
  put_step(j, place_of(b), b->message ? b->message
                                      : outcome_sentence(b->kind));
  json_end(j, ']');
  json_end(j, '}');
  json_end(j, ']');
  json_end(j, '}');
  json_end(j, ']');
}

static void put_result(json *j, const run_report *r, const report_bug *b) {
  unsigned index = 0;
  for (unsigned k = 0; k < (unsigned) b->kind; k++)
    index += is_rule((outcome) k);
  json_begin(j, NULL, '{');
  json_string(j, "ruleId", outcome_text(b->kind));
  json_number(j, "ruleIndex", index);
  json_string(j, "level", b->beside || b->calls >= REPORT_UNASKED_NULL ? "note"
                             : b->possible || b->calls >= REPORT_SOME_CALLS ? "warning"
                                                                : "error");
  char *text = mem_format("%s%s%s%s", b->possible ? "Possibly: " : "",
                          outcome_sentence(b->kind), b->message ? " " : "",
                          b->message ? b->message : "");
  put_text(j, "message", text);
  free(text);
  json_begin(j, "locations", '[');
  if (b->stack_count) put_location(j, NULL, place_of(b), NULL);
  json_end(j, ']');
  if (b->stack_count > 1) {
    json_begin(j, "stacks", '[');
    json_begin(j, NULL, '{');
    json_begin(j, "frames", '[');
    for (uint32_t i = 0; i < b->stack_count; i++)
      put_step(j, b->stack + i, NULL);
    json_end(j, ']');
    json_end(j, '}');
    json_end(j, ']');
  }
  put_flow(j, r, b);
  json_begin(j, "partialFingerprints", '{');
  json_string(j, "primaryLocationLineHash", b->fingerprint);
  json_end(j, '}');
  if (r->baseline)
    json_string(j, "baselineState", b->is_known ? "unchanged" : "new");
  json_begin(j, "properties", '{');
  json_string(j, "confirmed", replay_tier_text(b->confirmed));
  json_number(j, "test", b->test);
  json_end(j, '}');
  json_end(j, '}');
}

/* A directory's URI ends with a slash. */
static void put_root(json *j) {
  char *uri = fingerprint_uri(source_names_root()), *whole = mem_format("%s/", uri);
  json_begin(j, "originalUriBaseIds", '{');
  json_begin(j, "SRCROOT", '{');
  json_string(j, "uri", whole);
  json_end(j, '}');
  json_end(j, '}');
  free(whole);
  free(uri);
}

void report_write_sarif(const run_report *r, FILE *out) {
  json writer = {out, 0, false}, *j = &writer;
  json_begin(j, NULL, '{');
  json_string(j, "$schema",
              "https://json.schemastore.org/sarif-2.1.0.json");
  json_string(j, "version", "2.1.0");
  json_begin(j, "runs", '[');
  json_begin(j, NULL, '{');
  json_begin(j, "tool", '{');
  json_begin(j, "driver", '{');
  json_string(j, "name", "braid");
  json_string(j, "version", r->version);
  json_begin(j, "rules", '[');
  char *help = find_help();
  for (unsigned k = 0; k < OUTCOME_COUNT; k++)
    if (is_rule((outcome) k)) put_rule(j, (outcome) k, help);
  free(help);
  json_end(j, ']');
  json_end(j, '}');
  json_end(j, '}');
  json_begin(j, "invocations", '[');
  json_begin(j, NULL, '{');
  json_string(j, "commandLine", r->command ? r->command : "");
  json_bool(j, "executionSuccessful", true);
  json_end(j, '}');
  json_end(j, ']');
  put_root(j);
  json_begin(j, "results", '[');
  for (uint32_t i = 0; i < r->bugs_count; i++) put_result(j, r, r->bugs + i);
  json_end(j, ']');
  json_string(j, "columnKind", "unicodeCodePoints");
  json_begin(j, "properties", '{');
  json_string(j, "verdict", report_verdict_text(run_report_verdict(r)));
  if (r->scope) json_string(j, "scope", r->scope);
  json_end(j, '}');
  json_end(j, '}');
  json_end(j, ']');
  json_end(j, '}');
}
