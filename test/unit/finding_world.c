#include "finding/world.h"
#include "replay/replay_world.h"
#include "test/check.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_ARGS = 24 };

/* The world of "braid run LINE"; the message, "" when all was well. */
static const char *describe(world *w, options *o, const char *line) {
  static char text[512], said[512];
  char *argv[MAX_ARGS] = {"run"}, *message = NULL;
  int argc = 1;
  snprintf(text, sizeof text, "%s", line);
  for (char *word = strtok(text, " "); word; word = strtok(NULL, " "))
    argv[argc++] = word;
  CHECK(options_parse(o, argc, argv, &message));
  const bool good = world_init(w, o, &message);
  CHECK(good == !message);
  snprintf(said, sizeof said, "%s", message ? message : "");
  free(message);
  return said;
}

static bool refuses(const char *line, const char *because) {
  world w;
  options o;
  const bool refused = strstr(describe(&w, &o, line), because) != NULL;
  world_release(&w);
  options_release(&o);
  return refused;
}

static void words_before_and_after_the_dashes_are_checked(void) {
  CHECK(refuses("a.c --sym-args 2 1 3", "MIN is above MAX"));
  CHECK(refuses("a.c -- --sym-args 2 1 3", "MIN is above MAX"));
  CHECK(refuses("a.c -- -sym-arg", "needs 1 value"));
  CHECK(refuses("a.c --sym-stdin 1x", "takes a number"));
  CHECK(refuses("a.c --sym-stdin -1", "takes a number"));
  CHECK(refuses("a.c --sym-stdin 99999999", "takes a number"));
  CHECK(refuses("a.c --sym-files 27 1", "26 letters"));
  CHECK(refuses("a.c --sym-stdin =", "or one after ="));
  CHECK(refuses("a.c --sym-stdin ==1", "or one after ="));
  CHECK(refuses("a.c --sym-stdin =-1", "takes a number"));
  CHECK(refuses("a.c --sym-files =1 4", "takes a number up to 1048576, not"));
  CHECK(refuses("a.c --sym-args 0 =1 4", "takes a number up to 1048576, not"));
  CHECK(refuses("a.c --sym-socket =4", "takes a number up to 1048576, not"));
  CHECK(refuses("a.c --sym-open =4", "takes a number up to 1048576, not"));
  CHECK(refuses("a.c --sym-file x:=", "PATH:=N"));
  CHECK(refuses("a.c --sym-file x:==3", "PATH:=N"));
  CHECK(refuses("a.c --sym-env A=B:3", "NAME:=N"));
  CHECK(refuses("a.c --sym-env A:=", "NAME:=N"));
  CHECK(refuses("a.c --sym-file :3", "PATH:N"));
  CHECK(refuses("a.c --sym-file x:", "PATH:N"));
  CHECK(refuses("a.c --env =x", "NAME=VALUE"));
  CHECK(refuses("a.c --root /no/such/place", "--root=/no/such/place"));
}

/* What a test says is what the program was given. */
static void a_test_repeats_the_world(void) {
  static const char *const seen[] = {"./a.out", "hi", "x", "y", "-v"};
  world w;
  options o;
  CHECK(!*describe(&w, &o, "a.c --sym-arg 2 --env A=1 --env A=2 --env B=3 "
                           "--sym-stdin 4 -- x --sym-args 0 1 3 -max-fail 1 "
                           "-v"));
  CHECK(w.arguments.count == 13 && !strcmp(w.arguments.items[0], "a.c"));
  CHECK(w.environment.count == 4 && !w.environment.items[3]);
  CHECK(!strcmp(w.environment.items[0], "LC_ALL=C"));
  CHECK(!strcmp(w.environment.items[1], "A=2"));
  testcase t = {0};
  world_add_arguments(&o, &t);
  testcase_add_input(&t, TESTCASE_OBJECT, "arg00", "hi", 3);
  testcase_add_input(&t, TESTCASE_OBJECT, "n_args", "\1\0\0", 4);
  testcase_add_input(&t, TESTCASE_OBJECT, "arg01", "y\0z", 4);
  CHECK(!replay_world_obstacle(&t, false));
  replay_words argv = replay_world_arguments(&t, "./a.out");
  CHECK(argv.count == 6 && !argv.items[5]);
  for (uint32_t i = 0; i < 5 && i + 1 < argv.count; i++)
    CHECK(!strcmp(argv.items[i], seen[i]));
  replay_words variables = replay_world_environment(&t);
  CHECK(variables.count == 2 && !strcmp(variables.items[0], "A=2"));
  testcase_add_input(&t, TESTCASE_OBJECT, "syscall_fails", "\0", 1);
  CHECK(!replay_world_obstacle(&t, false));
  testcase_add_input(&t, TESTCASE_OBJECT, "syscall_fails", "\1", 1);
  CHECK(replay_world_obstacle(&t, false) != NULL);
  replay_words_release(&argv);
  replay_words_release(&variables);
  testcase_release(&t);
  world_release(&w);
  options_release(&o);
}

/* Lengths are N, at most, or =N; words that are no options are arguments. */
static void lengths_and_arguments_are_told_apart(void) {
  static const struct { const char *line; bool has_arguments; } all[] = {
    {"a.c --sym-stdin =4 --sym-files 1 =4 --sym-file a=b:=4 --sym-env A:=1", false},
    {"a.c --env A=1 --max-fail 1 --sym-socket 4", false},
    {"a.c --sym-arg =4", true}, {"a.c --sym-args 0 0 =4", true},
    {"a.c --sym-argv 2", true}, {"a.c -- --sym-stdin 4 x", true}, {"a.c -- x", true}};
  for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
    world w;
    options o;
    CHECK(!*describe(&w, &o, all[k].line));
    CHECK(w.has_arguments == all[k].has_arguments);
    world_release(&w);
    options_release(&o);
  }
}

/* A file is as long as its size says, if the test has one. */
static void contents_end_where_their_size_says(void) {
  testcase t = {0};
  size_t size;
  CHECK(!testcase_contents(&t, "stdin", &size) && !size);
  testcase_add_input(&t, TESTCASE_OBJECT, "stdin", "abcd", 4);
  CHECK(testcase_contents(&t, "stdin", &size) && size == 4);
  testcase_add_input(&t, TESTCASE_OBJECT, "stdin_size", "\2\0\0", 4);
  CHECK(testcase_contents(&t, "stdin", &size) && size == 2);
  testcase_add_input(&t, TESTCASE_OBJECT, "A_size", "\0\0\0", 4);
  testcase_add_input(&t, TESTCASE_OBJECT, "A_data", "ab", 2);
  CHECK(testcase_contents(&t, "A_data", &size) && !size);
  testcase_add_input(&t, TESTCASE_OBJECT, "x_size", "\377\377\377\377", 4);
  testcase_add_input(&t, TESTCASE_OBJECT, "x_data", "ab", 2);
  CHECK(testcase_contents(&t, "x_data", &size) && size == 2);
  testcase_release(&t);
}

/* What the name of an input of --sym-open says is a path; an input of the program's own may
 * have the same end, and nothing before it. */
static void files_that_may_be_there_are_named_by_inputs(void) {
  options o;
  world w = {0};
  CHECK(!*describe(&w, &o, "a.c --sym-open 2 -- x"));
  testcase t = {0};
  world_add_arguments(&o, &t);
  testcase_add_input(&t, TESTCASE_OBJECT, "_exists", "\1", 1);
  testcase_add_input(&t, TESTCASE_OBJECT, "conf_exists", "\1", 1);
  CHECK(!replay_world_obstacle(&t, false));
  testcase_add_input(&t, TESTCASE_OBJECT, "../conf_exists", "\1", 1);
  CHECK(replay_world_obstacle(&t, false) != NULL);
  testcase_release(&t);
  world_release(&w);
  options_release(&o);
}

/* A variable of --sym-getenv is set if its input says so; one that --env sets stays as it is. */
static void variables_that_may_be_set_are_named_by_inputs(void) {
  options o;
  world w = {0};
  CHECK(!*describe(&w, &o, "a.c --sym-getenv 4 --env A=1 -- x"));
  testcase t = {0};
  world_add_arguments(&o, &t);
  testcase_add_input(&t, TESTCASE_OBJECT, "env__set", "\1", 1);
  testcase_add_input(&t, TESTCASE_OBJECT, "env_B_set", "\0", 1);
  testcase_add_input(&t, TESTCASE_OBJECT, "env_HOME_set", "\1", 1);
  testcase_add_input(&t, TESTCASE_OBJECT, "env_HOME", "/x\0\0", 5);
  testcase_add_input(&t, TESTCASE_OBJECT, "env_EMPTY_set", "\1", 1);
  replay_words variables = replay_world_environment(&t);
  CHECK(variables.count == 3 && !strcmp(variables.items[0], "A=1"));
  CHECK(!strcmp(variables.items[1], "HOME=/x") && !strcmp(variables.items[2], "EMPTY="));
  replay_words_release(&variables);
  testcase_release(&t);
  world_release(&w);
  options_release(&o);
}

int main(void) {
  variables_that_may_be_set_are_named_by_inputs();
  lengths_and_arguments_are_told_apart();
  contents_end_where_their_size_says();
  words_before_and_after_the_dashes_are_checked();
  a_test_repeats_the_world();
  files_that_may_be_there_are_named_by_inputs();
}
