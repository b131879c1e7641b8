/* Reports as clang 19's sanitizers print them, and what is made of them. */
#include "base/random.h"
#include "replay/sanitizer.h"
#include "test/check.h"

#include <signal.h>
#include <string.h>

static const char heap[] =
    "=================================================================\n"
    "==7==ERROR: AddressSanitizer: heap-buffer-overflow on address "
    "0x502000000074 at pc 0x55d0 bp 0x7ffd sp 0x7ffc\n"
    "WRITE of size 4 at 0x502000000074 thread T0\n"
    "    #0 0x55d0 in __asan_memcpy (/tmp/prog+0xd0) (BuildId: 00)\n"
    "    #1 0x55d1 in copy /home/a b/prog.c:12:3\n"
    "    #2 0x55d2 in main /home/a b/prog.c:20:3\n"
    "    #3 0x7f01 in __libc_start_call_main csu/../sysdeps/x.h:58:16\n"
    "\n"
    "0x502000000074 is located 0 bytes after 4-byte region\n"
    "allocated by thread T0 here:\n"
    "    #0 0x55d0 in malloc (/tmp/prog+0xd0)\n"
    "    #1 0x55d3 in other /home/a b/prog.c:99:3\n"
    "\n"
    "SUMMARY: AddressSanitizer: heap-buffer-overflow /home/prog.c:12:3 in f\n";

static const char several[] =
    "/home/prog.c:4:9: runtime error: signed integer overflow: 2147483647 + 1 "
    "cannot be represented in type 'int'\n"
    "    #0 0x55d0 in add /home/prog.c:4:9\n"
    "    #1 0x55d2 in main /home/prog.c:20:3\n"
    "\n"
    "SUMMARY: UndefinedBehaviorSanitizer: undefined-behavior prog.c:4:9\n"
    "some output\n"
    "/home/prog.c:5:9: runtime error: load of misaligned address 0x7f01 for "
    "type 'int'\n"
    "/home/prog.c:6:9: runtime error: store to null pointer of type 'int'\n"
    "AddressSanitizer:DEADLYSIGNAL\n"
    "==9==ERROR: AddressSanitizer: SEGV on unknown address 0x000000000000 (pc "
    "0x55d0 bp 0x7ffd sp 0x7ffc T0)\n"
    "==9==The signal is caused by a WRITE memory access.\n"
    "==9==Hint: address points to the zero page.\n"
    "    #0 0x55d0 in set /home/prog.c:6:9\n";

static void the_innermost_frame_of_the_user_is_found(void) {
  sanitizer_reports all = sanitizer_parse(heap);
  CHECK(all.count == 1);
  const sanitizer_report *r = all.items;
  CHECK(r->who == OUTCOME_BY_ASAN && r->kind == OUTCOME_OUT_OF_BOUNDS);
  CHECK(!strcmp(r->headline, "heap-buffer-overflow"));
  CHECK(!strcmp(r->function, "copy") && r->line == 12);
  CHECK(!strcmp(r->file, "/home/a b/prog.c"));
  sanitizer_reports_release(&all);
}

static void a_frame_of_the_c_library_is_not_the_users(void) {
  static const char text[] =
      "AddressSanitizer:DEADLYSIGNAL\n"
      "==9==ERROR: AddressSanitizer: SEGV on unknown address 0x000000000000 (pc 0x55d0)\n"
      "    #0 0x55d0 in underflow ./libio/genops.c:37:7\n"
      "    #0 0x55d0 in getc libio/getc.c:37:7\n"
      "    #1 0x55d1 in take ./src/take.c:6:9\n";
  sanitizer_reports all = sanitizer_parse(text);
  CHECK(all.count == 1 && all.items[0].kind == OUTCOME_BAD_POINTER);
  CHECK(!strcmp(all.items[0].file, "./src/take.c") && all.items[0].line == 6);
  sanitizer_reports_release(&all);
}

static void all_reports_of_a_run_are_found(void) {
  sanitizer_reports all = sanitizer_parse(several);
  CHECK(all.count == 4);
  CHECK(all.items[0].kind == OUTCOME_OVERFLOW && all.items[0].line == 4);
  CHECK(!strcmp(all.items[0].function, "add"));
  CHECK(all.items[1].kind == OUTCOME_ALIGNMENT && all.items[1].line == 5);
  CHECK(all.items[2].kind == OUTCOME_NULL_POINTER && all.items[2].line == 6);
  CHECK(all.items[3].kind == OUTCOME_NULL_POINTER);
  CHECK(!strcmp(all.items[3].function, "set"));
  sanitizer_reports_release(&all);
}

static outcome kind_of(const char *headline) {
  char *text = mem_format("==1==%s\n", headline);
  sanitizer_reports all = sanitizer_parse(text);
  CHECK(all.count == 1);
  outcome kind = all.items[0].kind;
  sanitizer_reports_release(&all);
  free(text);
  return kind;
}

static void headlines_have_kinds(void) {
  CHECK(kind_of("ERROR: AddressSanitizer: attempting double-free on 0x1 in "
                "thread T0:") == OUTCOME_DOUBLE_FREE);
  CHECK(kind_of("ERROR: AddressSanitizer: attempting free on address which was "
                "not malloc()-ed: 0x1 in thread T0") == OUTCOME_INVALID_FREE);
  CHECK(kind_of("ERROR: AddressSanitizer: heap-use-after-free on address 0x1")
        == OUTCOME_USE_AFTER_FREE);
  CHECK(kind_of("ERROR: AddressSanitizer: stack-use-after-scope on address 0x1")
        == OUTCOME_USE_AFTER_SCOPE);
  CHECK(kind_of("ERROR: AddressSanitizer: stack-overflow on address 0x1")
        == OUTCOME_STACK_OVERFLOW);
  CHECK(kind_of("ERROR: AddressSanitizer: memcpy-param-overlap: memory ranges")
        == OUTCOME_OVERLAP);
  CHECK(kind_of("ERROR: LeakSanitizer: detected memory leaks") == OUTCOME_LEAK);
  CHECK(kind_of("WARNING: MemorySanitizer: use-of-uninitialized-value")
        == OUTCOME_UNINIT);
  CHECK(kind_of("p.c:1:1: runtime error: shift exponent 40 is too large")
        == OUTCOME_SHIFT);
  CHECK(kind_of("p.c:1:1: runtime error: index 7 out of bounds for type "
                "'int[7]'") == OUTCOME_ARRAY_BOUNDS);
  CHECK(kind_of("p.c:1:1: runtime error: left shift of 255 by 24 places cannot "
                "be represented in type 'int'") == OUTCOME_SHIFT_BASE);
  CHECK(kind_of("p.c:1:1: runtime error: 1e+20 is outside the range of "
                "representable values of type 'int'") == OUTCOME_FLOAT_CAST);
  CHECK(kind_of("p.c:1:1: runtime error: load of misaligned address 0x1 for "
                "type 'int'") == OUTCOME_ALIGNMENT);
  CHECK(kind_of("p.c:1:1: runtime error: null pointer passed as argument 1")
        == OUTCOME_NONNULL);
  CHECK(kind_of("p.c:1:1: runtime error: member access within null pointer of "
                "type 'struct s'") == OUTCOME_NULL_MEMBER);
  CHECK(kind_of("p.c:1:1: runtime error: execution reached an unreachable "
                "program point") == OUTCOME_UNREACHABLE);
}

static replay_tier judged(outcome kind, const char *file, uint32_t line,
                          replay_run_result r) {
  replay_program program = {0};
  replay_frame frame = {NULL, file, line, 0};
  replay_prediction p = {.kind = kind, .stack = &frame, .stack_count = 1};
  r.started = true;
  replay_answer a = replay_judge(&program, &p, &r);
  free(a.detail);
  return a.tier;
}

static void a_run_is_judged_by_kind_and_place(void) {
  replay_run_result r = {.exit_status = 1, .output = (char *) heap};
  CHECK(judged(OUTCOME_OUT_OF_BOUNDS, "prog.c", 12, r) == REPLAY_ASAN);
  CHECK(judged(OUTCOME_OUT_OF_BOUNDS, "prog.c", 40, r) == REPLAY_OTHER);
  CHECK(judged(OUTCOME_OUT_OF_BOUNDS, "else.c", 12, r) == REPLAY_OTHER);
  CHECK(judged(OUTCOME_DIV_BY_ZERO, "prog.c", 12, r) == REPLAY_OTHER);
  r.output = (char *) several;
  CHECK(judged(OUTCOME_OVERFLOW, "prog.c", 4, r) == REPLAY_UBSAN);
  CHECK(judged(OUTCOME_NULL_POINTER, "prog.c", 6, r) == REPLAY_UBSAN);
  r.output = "";
  CHECK(judged(OUTCOME_OVERFLOW, "prog.c", 4, r) == REPLAY_NOT_REPRODUCED);
  CHECK(judged(OUTCOME_POINTER_ORDER, "prog.c", 4, r) == REPLAY_BRAID);
  r.output = "==1==LeakSanitizer has encountered a fatal error.\n";
  CHECK(judged(OUTCOME_LEAK, "prog.c", 4, r) == REPLAY_BRAID);
  r.output = "prog: prog.c:9: int main(void): Assertion `x' failed.\n";
  r.signal = SIGABRT;
  CHECK(judged(OUTCOME_ASSERT, "a/prog.c", 9, r) == REPLAY_EFFECT);
  CHECK(judged(OUTCOME_ASSERT, "a/prog.c", 90, r) == REPLAY_OTHER);
  CHECK(judged(OUTCOME_ABORT, "a/prog.c", 9, r) == REPLAY_OTHER);
  r.timed_out = true;
  r.signal = SIGKILL;
  r.output = "";
  CHECK(judged(OUTCOME_ASSERT, "a/prog.c", 9, r) == REPLAY_TIMED_OUT);
}

/* Programs go on behind what UBSan reports: another report two lines away is no reason to stop. */
static void the_report_of_its_own_line_is_preferred(void) {
  static const char two[] = "p.c:9:5: runtime error: applying zero offset to null pointer\n"
                            "p.c:11:5: runtime error: applying zero offset to null pointer\n";
  const replay_program program = {0};
  const replay_run_result r = {.started = true, .output = (char *) (uintptr_t) two};
  for (uint32_t line = 9; line <= 11; line++) {
    replay_frame frame = {NULL, "p.c", line, 0};
    replay_prediction p = {.kind = OUTCOME_POINTER_OVERFLOW, .stack = &frame, .stack_count = 1};
    replay_answer a = replay_judge(&program, &p, &r);
    CHECK(a.tier == REPLAY_UBSAN);
    CHECK(strstr(a.detail, line == 11 ? "p.c:11" : "p.c:9"));
    free(a.detail);
    p.is_exact = true;
    a = replay_judge(&program, &p, &r);
    CHECK((a.tier == REPLAY_UBSAN) == (line != 10));
    free(a.detail);
  }
}

/* The program under test prints what it likes. */
static void any_output_is_survived(void) {
  random_source r = {1};
  for (int i = 0; i < 3000; i++) {
    char *text = mem_string(random_below(&r, 2) ? heap : several);
    size_t size = strlen(text);
    for (uint64_t k = random_below(&r, 30); k; k--)
      text[random_below(&r, size)] = "\n: #0a\377/"[random_below(&r, 8)];
    text[random_below(&r, size)] = 0;
    replay_run_result run = {.output = text, .signal = SIGABRT};
    judged(OUTCOME_ASSERT, "prog.c", 12, run);
    free(text);
  }
}

int main(void) {
  the_innermost_frame_of_the_user_is_found();
  a_frame_of_the_c_library_is_not_the_users();
  all_reports_of_a_run_are_found();
  headlines_have_kinds();
  a_run_is_judged_by_kind_and_place();
  the_report_of_its_own_line_is_preferred();
  any_output_is_survived();
}
