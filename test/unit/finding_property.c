#include "finding/property.h"
#include "test/check.h"

#include <stdlib.h>
#include <string.h>

#define BIT OPTIONS_BIT
#define CHECK_LINE(FORMULA) "CHECK( init(main()), LTL(" FORMULA ") )\n"
#define COVER_LINE(GOAL) "COVER( init(main()), FQL(COVER EDGES(" GOAL ")) )\n"

static property read(const char *text) {
  property p;
  char *message;
  CHECK(property_parse(&p, text, "x.prp", &message));
  CHECK(!message && p.is_narrow);
  return p;
}

static bool refuses(const char *text, const char *because) {
  property p;
  char *message;
  if (property_parse(&p, text, "x.prp", &message)) return false;
  const bool refused = strstr(message, because) != NULL;
  free(message);
  return refused;
}

static void unreachable_calls_name_their_function(void) {
  property p = read(CHECK_LINE("G ! call(reach_error())"));
  CHECK(p.counted == BIT(OUTCOME_REACH_ERROR));
  CHECK(!strcmp(p.error_function, "reach_error"));
  property_release(&p);
  p = read("CHECK(init(main()),LTL(G!call(__VERIFIER_error())))");
  CHECK(!strcmp(p.error_function, "__VERIFIER_error"));
  property_release(&p);
}

static void lines_add_up(void) {
  property p = read(CHECK_LINE("G valid-free") CHECK_LINE("G valid-deref")
                    "\n" CHECK_LINE("G valid-memtrack"));
  CHECK(property_counts(&p, OUTCOME_DOUBLE_FREE));
  CHECK(property_counts(&p, OUTCOME_INVALID_FREE));
  CHECK(property_counts(&p, OUTCOME_NULL_POINTER));
  CHECK(property_counts(&p, OUTCOME_USE_AFTER_FREE));
  CHECK(property_counts(&p, OUTCOME_LEAK) && !p.must_free_all);
  CHECK(!property_counts(&p, OUTCOME_OVERFLOW));
  CHECK(!property_counts(&p, OUTCOME_REACH_ERROR));
  property_release(&p);
}

static void cleanup_is_stricter_than_tracking(void) {
  property p = read(CHECK_LINE("G valid-memcleanup"));
  CHECK(p.counted == BIT(OUTCOME_LEAK) && p.must_free_all);
  property_release(&p);
}

static void overflow_alone_counts_nothing_else(void) {
  property p = read(CHECK_LINE("G ! overflow"));
  CHECK(p.counted == (BIT(OUTCOME_OVERFLOW) | BIT(OUTCOME_SHIFT_BASE)) &&
        !p.error_function);
  property_release(&p);
}

static void coverage_asks_for_tests(void) {
  property p = read(COVER_LINE("@DECISIONEDGE"));
  CHECK(p.covers_branches && !p.covers_call && !p.counted);
  property_release(&p);
  p = read(COVER_LINE("@CALL(reach_error)"));
  CHECK(!p.covers_branches && !strcmp(p.covers_call, "reach_error"));
  CHECK(property_counts(&p, OUTCOME_REACH_ERROR));
  property_release(&p);
}

static void malformed_lines_are_named(void) {
  CHECK(refuses("", "no property"));
  CHECK(refuses("\n \n", "no property"));
  CHECK(refuses("hello\n", "x.prp:1: expected CHECK( or COVER("));
  CHECK(refuses(CHECK_LINE("G valid-free") "\n" CHECK_LINE("G valid"),
                "x.prp:3: unknown property"));
  CHECK(refuses("CHECK( init(foo()), LTL(G valid-free) )", "init(main())"));
  CHECK(refuses("CHECK( init(main()), LTL(G valid-free)", "expected ))"));
  CHECK(refuses("CHECK( init(main()), LTL(G valid-free) ) x", "\"x\" follows"));
  CHECK(refuses(CHECK_LINE("G ! call(7up())"), "call(FUNCTION())"));
  CHECK(refuses(COVER_LINE("@NODES"), "unknown goal"));
}

static void what_braid_does_not_check_is_refused(void) {
  CHECK(refuses(CHECK_LINE("F ends"), "expected ))"));
  CHECK(refuses(CHECK_LINE("G ! data-race"), "does not check"));
}

/* No prefix of a good file is taken for the whole of it. */
static void every_truncation_is_refused(void) {
  static const char whole[] = "CHECK( init(main()), LTL(G ! call(f())) )";
  for (size_t n = 0; n < sizeof whole - 1; n++) {
    char part[sizeof whole] = "";
    memcpy(part, whole, n);
    CHECK(refuses(part, "x.prp"));
  }
}

static void options_narrow_the_verdict(void) {
  options o;
  property p;
  char *message;
  options_init(&o);
  CHECK(property_init(&p, &o, &message) && !p.is_narrow);
  CHECK(p.counted == o.checks);
  property_release(&p);
  o.error_label = "ERROR";
  CHECK(property_init(&p, &o, &message) && p.is_narrow);
  CHECK(p.counted == BIT(OUTCOME_REACH_ERROR));
  CHECK(!strcmp(p.error_label, "ERROR"));
  property_release(&p);
  o.error_function = "fail";
  CHECK(property_init(&p, &o, &message));
  CHECK(!strcmp(p.error_function, "fail"));
  property_release(&p);
  o.property = "/nonexistent.prp";
  CHECK(!property_init(&p, &o, &message) && strstr(message, "/nonexistent.prp"));
  free(message);
  options_release(&o);
}

int main(void) {
  unreachable_calls_name_their_function();
  lines_add_up();
  cleanup_is_stricter_than_tracking();
  overflow_alone_counts_nothing_else();
  coverage_asks_for_tests();
  malformed_lines_are_named();
  what_braid_does_not_check_is_refused();
  every_truncation_is_refused();
  options_narrow_the_verdict();
}
