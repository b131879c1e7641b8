#include "formats/ledger.h"
#include "test/check.h"

#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const replay_frame frames[] = {{"f", "x.c", 3, 9}, {"main", "x.c", 7, 1},
                                      {NULL, NULL, 0, 0}};

static report_bug a_bug(const char *message) {
  return (report_bug) {.kind = OUTCOME_LEAK, .message = message,
                       .stack = frames, .stack_count = 3, .test = 4,
                       .beside = true, .precondition = ""};
}

static void what_one_process_records_another_reads(void) {
  ledger *l = ledger_new();
  const pid_t child = fork();
  if (!child) {
    const report_bug b = a_bug("first");
    const report_more m = {"other", frames + 1, 2, 5, NULL};
    const report_count cut = {"cut-loop", 7};
    ledger_add_bug(l, &b);
    ledger_add_more(l, 0, &m);
    ledger_add_assumption(l, "assumed");
    ledger_set_cut(l, 0, &cut);
    ledger_set_directory(l, "out");
    abort();
  }
  CHECK(child > 0 && waitpid(child, NULL, 0) == child);
  ledger_contents c;
  ledger_read(l, &c);
  CHECK(c.bugs.count == 1 && c.assumptions.count == 1);
  const report_bug *b = c.bugs.items;
  CHECK(b->kind == OUTCOME_LEAK && b->test == 4 && b->beside && !b->possible);
  CHECK(!strcmp(b->message, "first") && !b->blame && !*b->precondition);
  CHECK(b->stack_count == 3 && b->stack[0].column == 9);
  CHECK(!strcmp(b->stack[1].function, "main") && !b->stack[2].file);
  CHECK(b->more_count == 1 && b->more->test == 5 && b->more->stack_count == 2);
  CHECK(!strcmp(c.assumptions.items[0], "assumed"));
  CHECK(l->cuts == 1 && l->cut[0].count == 7);
  CHECK(!strcmp(l->directory, "out"));
  ledger_contents_release(&c);
  ledger_free(l);
}

static void dropped_bugs_are_gone_and_later_ones_move_up(void) {
  ledger *l = ledger_new();
  const report_bug a = a_bug("a"), b = a_bug("b");
  ledger_add_bug(l, &a);
  ledger_add_bug(l, &b);
  ledger_drop_bug(l, 0);
  ledger_contents c;
  ledger_read(l, &c);
  CHECK(c.bugs.count == 1 && !strcmp(c.bugs.items[0].message, "b"));
  ledger_contents_release(&c);
  ledger_free(l);
}

/* ... and what came before it is still there. */
static void a_record_without_room_is_not_there_nor_any_after_it(void) {
  ledger *l = ledger_new();
  char *text = mem_zeroed(1 << 20, 1);
  memset(text, 'x', (1 << 20) - 1);
  const report_bug large = a_bug(text), small = a_bug("small");
  for (unsigned k = 0; k < 20; k++) ledger_add_bug(l, &large);
  ledger_add_bug(l, &small);
  ledger_contents c;
  ledger_read(l, &c);
  CHECK(c.bugs.count == 15);
  for (uint32_t k = 0; k < c.bugs.count; k++)
    CHECK(!strcmp(c.bugs.items[k].message, text));
  ledger_contents_release(&c);
  ledger_free(l);
  free(text);
}

/* A process whose memory is broken may leave any bytes. */
static void whatever_is_in_it_can_be_read(void) {
  uint32_t seed = 1;
  for (unsigned round = 0; round < 2000; round++) {
    ledger *l = ledger_new();
    const report_bug b = a_bug("b");
    for (unsigned k = 0; k < 5; k++) ledger_add_bug(l, &b);
    for (unsigned k = 0; k < 6; k++) {
      seed = seed * 1664525 + 1013904223;
      l->records[(seed >> 8) % l->used] ^= (uint8_t) (1u << (seed >> 29));
    }
    ledger_contents c;
    ledger_read(l, &c);
    for (uint32_t k = 0; k < c.bugs.count; k++)
      CHECK(c.bugs.items[k].kind < OUTCOME_COUNT);
    ledger_contents_release(&c);
    ledger_free(l);
  }
}

int main(void) {
  what_one_process_records_another_reads();
  dropped_bugs_are_gone_and_later_ones_move_up();
  a_record_without_room_is_not_there_nor_any_after_it();
  whatever_is_in_it_can_be_read();
  return 0;
}
