#include "base/options.h"
#include "base/random.h"
#include "test/check.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_ARGS = 16 };

/* Parses the words after "run"; the message, "" when all was well. */
static const char *parse(options *o, const char *line) {
  static char text[512], said[512];
  char *argv[MAX_ARGS] = {"run"}, *message;
  int argc = 1;
  snprintf(text, sizeof text, "%s", line);
  for (char *word = strtok(text, " "); word; word = strtok(NULL, " "))
    argv[argc++] = word;
  const bool good = options_parse(o, argc, argv, &message);
  CHECK(good == !message);
  snprintf(said, sizeof said, "%s", message ? message : "");
  free(message);
  return said;
}

static bool accepts(options *o, const char *line) {
  options_release(o);
  return !*parse(o, line);
}

static bool refuses(const char *line, const char *because) {
  options o;
  const bool refused = strstr(parse(&o, line), because) != NULL;
  options_release(&o);
  return refused;
}

static void defaults_are_those_of_the_table(void) {
  options o = {0};
  CHECK(accepts(&o, "a.c"));
#define OPTION(FIELD, TEXT, KIND, DEFAULT, LOW, HIGH, ARGUMENT, HELP, GROUP) \
  CHECK(OPTION_##KIND == OPTION_CHECKS || o.FIELD == DEFAULT);
#include "base/options.def"
  for (unsigned k = 1; k < OUTCOME_COUNT; k++)
    CHECK(options_has_check(&o, (outcome) k) ==
          (outcome_is_bug((outcome) k) && k != OUTCOME_POINTER_ORDER &&
           k != OUTCOME_UNSIGNED_OVERFLOW &&
           k != OUTCOME_IMPLICIT_CONVERSION));
  CHECK(o.files.count == 1 && !strcmp(o.files.items[0], "a.c"));
  CHECK(!o.flags.count && !o.arguments.count);
  options_release(&o);
}

static void every_switch_has_both_forms(void) {
  options o = {0};
#define SWITCHED(ON, OFF, FIELD) \
  (accepts(&o, "a.c " ON) && o.FIELD && accepts(&o, "a.c " OFF) && !o.FIELD)
  CHECK(SWITCHED("--quiet", "--no-quiet", quiet));
  CHECK(SWITCHED("--range", "--no-range", range));
  CHECK(refuses("a.c --quiet=yes", "takes no value"));
  CHECK(accepts(&o, "a.c") && o.replay == REPLAY_CONFINED);
  CHECK(accepts(&o, "a.c --no-replay --replay") && o.replay == REPLAY_CONFINED);
  CHECK(accepts(&o, "a.c --replay --no-replay") && o.replay == REPLAY_OFF);
  CHECK(accepts(&o, "--replay a.c") && o.files.count == 1);
  CHECK(accepts(&o, "a.c --replay=unconfined") &&
        o.replay == REPLAY_UNCONFINED);
  CHECK(accepts(&o, "a.c --replay=off") && o.replay == REPLAY_OFF);
  CHECK(refuses("a.c --no-replay=off", "takes no value"));
  CHECK(refuses("a.c --replay=free", "confined|unconfined|off"));
  CHECK(refuses("a.c --no-seed=1", "unknown option"));
  options_release(&o);
}

static void quantities_have_units(void) {
  options o = {0};
  CHECK(accepts(&o, "a.c --max-time=60s") && o.max_time_ms == 60000);
  CHECK(accepts(&o, "a.c --max-time=90") && o.max_time_ms == 90000);
  CHECK(accepts(&o, "a.c --max-time 250ms") && o.max_time_ms == 250);
  CHECK(accepts(&o, "a.c --max-time=2h") && o.max_time_ms == 7200000);
  CHECK(accepts(&o, "a.c --max-memory=2GiB") &&
        o.max_memory_bytes == UINT64_C(1) << 31);
  CHECK(accepts(&o, "a.c --max-memory=300M") &&
        o.max_memory_bytes == UINT64_C(300) << 20);
  CHECK(accepts(&o, "a.c --max-forks=7") && o.max_forks == 7);
  CHECK(refuses("a.c --max-memory=2000", "a size such as"));
  CHECK(refuses("a.c --max-memory=1KiB", "16MiB"));
  CHECK(refuses("a.c --max-time=-1s", "a time such as"));
  CHECK(refuses("a.c --max-time=1.5s", "a time such as"));
  CHECK(refuses("a.c --max-time=9999999999999999h", "a time such as"));
  CHECK(refuses("a.c --max-depth=4294967296", "not 4294967296"));
  CHECK(refuses("a.c --max-depth=1x", "a number"));
  CHECK(refuses("a.c --max-depth=", "a number"));
  CHECK(refuses("a.c --max-depth", "needs a value"));
  CHECK(refuses("a.c --jobs=many", "a number or auto, not \"many\""));
  options_release(&o);
}

/* What was written with a unit is what is read. */
static void random_quantities_keep_their_value(void) {
  static const struct { const char *text; uint64_t factor; } units[] = {
    {"B", 1}, {"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}};
  random_source r = {3};
  for (int round = 0; round < 1000; round++) {
    const uint64_t n = random_next(&r) >> random_below(&r, 64);
    const size_t u = random_below(&r, 4);
    char text[64];
    uint64_t bytes;
    snprintf(text, sizeof text, "%llu%s", (unsigned long long) n,
             units[u].text);
    const bool fits = n <= INT64_MAX / units[u].factor;
    CHECK(options_read_size(text, &bytes) == fits);
    CHECK(!fits || bytes == n * units[u].factor);
  }
}

static void choices_are_words(void) {
  options o = {0};
  CHECK(accepts(&o, "a.c --search=random-path") &&
        o.search == SEARCH_RANDOM_PATH);
  CHECK(accepts(&o, "a.c --search=coverage") && o.search == SEARCH_COVERAGE);
  CHECK(accepts(&o, "a.c --solver=z3") && o.solver == SOLVER_Z3);
  CHECK(accepts(&o, "a.c --uninit=nondet") && o.uninit == UNINIT_NONDET);
  CHECK(accepts(&o, "a.c --target=i386") && o.target == TARGET_I386);
  CHECK(accepts(&o, "a.c -m32") && o.target == TARGET_I386 && !o.flags.count);
  CHECK(refuses("a.c --search=dsf", "dfs|bfs|random-path|coverage"));
  CHECK(refuses("a.c --search=", "dfs|bfs"));
  options_release(&o);
}

static void lists_of_checks_add_and_remove(void) {
  options o = {0};
  CHECK(accepts(&o, "a.c --no-check=leak,overflow"));
  CHECK(!options_has_check(&o, OUTCOME_LEAK));
  CHECK(!options_has_check(&o, OUTCOME_OVERFLOW));
  CHECK(options_has_check(&o, OUTCOME_SHIFT));
  CHECK(accepts(&o, "a.c --no-check=all --check=null"));
  CHECK(o.checks == OPTIONS_BIT(OUTCOME_NULL_POINTER));
  CHECK(accepts(&o, "a.c --no-check=all --check=all --no-check=uninit"));
  CHECK(options_has_check(&o, OUTCOME_LEAK));
  CHECK(!options_has_check(&o, OUTCOME_UNINIT));
  CHECK(refuses("a.c --check=overflw", "did you mean overflow?"));
  CHECK(refuses("a.c --check=exit", "unknown check"));
  CHECK(refuses("a.c --check=null,,leak", "unknown check"));
  options_release(&o);
}

static void tests_are_formats_and_a_number_of_paths(void) {
  options o = {0};
  CHECK(accepts(&o, "a.c --tests=ktest,xml") &&
        o.tests == (OPTIONS_KTEST | OPTIONS_XML));
  CHECK(accepts(&o, "a.c --tests=none") && !o.tests);
  CHECK(accepts(&o, "a.c --tests=paths:100") && o.tests == OPTIONS_KTEST &&
        o.test_paths == 100);
  CHECK(accepts(&o, "a.c --tests=raw,paths:3") && o.tests == OPTIONS_RAW &&
        o.test_paths == 3);
  CHECK(accepts(&o, "a.c --tests=new") && o.tests == OPTIONS_KTEST &&
        o.test_new);
  CHECK(refuses("a.c --tests=json", "\"json\""));
  CHECK(refuses("a.c --tests=paths:0", "paths:N"));
  CHECK(refuses("a.c --tests=paths:x", "paths:N"));
  options_release(&o);
}

static void compiler_flags_are_passed_on_in_order(void) {
  static const char *const want[] = {"-Iinc", "-I", "more", "-DX=1", "-U", "Y",
                                     "-std=c11", "-include", "z.h", "-Wall",
                                     "-fwrapv"};
  options o = {0};
  CHECK(accepts(&o, "-Iinc -I more -DX=1 -U Y -std=c11 a.c -include z.h -Wall "
                    "-fwrapv b.c"));
  CHECK(o.flags.count == sizeof want / sizeof *want);
  for (uint32_t i = 0; i < o.flags.count; i++)
    CHECK(!strcmp(o.flags.items[i], want[i]));
  CHECK(o.files.count == 2);
  CHECK(accepts(&o, "a.c -lm") && o.files.count == 1 && !o.flags.count);
  CHECK(refuses("a.c -lnosuch", "no library with bitcode for -lnosuch"));
  CHECK(refuses("a.c -I", "needs a value"));
  CHECK(refuses("a.c -quiet", "did you mean --quiet?"));
  CHECK(refuses("a.c -z", "unknown option -z"));
  CHECK(accepts(&o, "a.c -O2 -g -pipe -lpthread -pthread") && o.files.count == 1);
  CHECK(o.flags.count == 1 && !strcmp(o.flags.items[0], "-pthread"));
  options_release(&o);
}

static void what_follows_two_dashes_is_the_programs(void) {
  options o = {0};
  CHECK(accepts(&o, "a.c -- --quiet x.c -- -5"));
  CHECK(!o.quiet && o.files.count == 1 && o.arguments.count == 4);
  CHECK(!strcmp(o.arguments.items[2], "--"));
  CHECK(refuses("-- a.c", "nothing to run"));
  CHECK(refuses("", "nothing to run"));
  CHECK(refuses("--output-dir a.c", "\"a.c\" is the value of --output-dir"));
  options_release(&o);
}

/* The words of one option after the other, each with its name. */
static void the_world_is_described_by_words(void) {
  static const char *const want[] = {"--sym-args", "0", "2", "8", "--sym-arg",
                                     "3", "--sym-files", "1", "8", "--env",
                                     "A=b=c"};
  options o = {0};
  CHECK(accepts(&o, "--sym-args 0 2 8 a.c -sym-arg=3 --sym-files=1 8 "
                    "-env A=b=c -sym-stdout --max-alloc=4KiB"));
  CHECK(o.world.count == sizeof want / sizeof *want);
  for (uint32_t i = 0; i < o.world.count; i++)
    CHECK(!strcmp(o.world.items[i], want[i]));
  CHECK(o.files.count == 1 && o.sym_args == 1 && o.sym_stdout);
  CHECK(o.max_alloc == 4096);
  CHECK(refuses("a.c --sym-args 0 2", "--sym-args MIN MAX N"));
  CHECK(refuses("a.c --sym-arg", "needs a value"));
  CHECK(refuses("a.c --sym-agr 3", "did you mean --sym-arg?"));
  options_release(&o);
}

static void misspelt_options_get_a_suggestion(void) {
  CHECK(refuses("a.c --serach=dfs", "did you mean --search?"));
  CHECK(refuses("a.c --max-tmie=1s", "did you mean --max-time?"));
  CHECK(refuses("a.c --no-slice", "did you mean --no-slices?"));
  CHECK(refuses("a.c --no-chekc=leak", "did you mean --no-check?"));
  CHECK(refuses("a.c --zzzzzzzz", "unknown option --zzzzzzzz"));
}

static void help_fits_a_terminal_and_names_every_option(void) {
  static char text[1 << 14];
  FILE *out = fmemopen(text, sizeof text, "w");
  options_help(out);
  fclose(out);
#define OPTION(FIELD, TEXT, KIND, DEFAULT, LOW, HIGH, ARGUMENT, HELP, GROUP) \
  CHECK(strstr(text, HELP) && (strstr(text, "--" TEXT) || \
                               strstr(text, "--no-" TEXT)));
#include "base/options.def"
  for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
    CHECK(strlen(line) <= 80);
}

int main(void) {
  defaults_are_those_of_the_table();
  every_switch_has_both_forms();
  quantities_have_units();
  random_quantities_keep_their_value();
  choices_are_words();
  lists_of_checks_add_and_remove();
  tests_are_formats_and_a_number_of_paths();
  compiler_flags_are_passed_on_in_order();
  what_follows_two_dashes_is_the_programs();
  the_world_is_described_by_words();
  misspelt_options_get_a_suggestion();
  help_fits_a_terminal_and_names_every_option();
}
