#include "explore/policy.h"
#include "explore/strategy.h"
#include "test/check.h"

/* Sets of strategies: what each row needs and excludes. */

enum { ALWAYS = STRATEGY_ARRIVE | STRATEGY_HANG };

static void sets_of_contenders_agree(void) {
  for (unsigned k = 0; k < CONTENDERS; k++) {
    const unsigned set = contender_rows[k].strategies | ALWAYS;
    CHECK(strategies_agree(set));
    CHECK(set & STRATEGY_FOLD || strategies_agree(set | STRATEGY_SEEN));
  }
}

static void a_set_without_what_a_row_needs_does_not_agree(void) {
  for (unsigned k = 0; k < STRATEGIES; k++) {
    const strategy_row *row = strategies + k;
    for (unsigned n = 0; n < STRATEGIES; n++)
      if (row->needs >> n & 1) CHECK(!strategies_agree((ALWAYS | 1u << k) & ~(1u << n)));
  }
  CHECK(!strategies_agree(ALWAYS | STRATEGY_CALL));
  CHECK(!strategies_agree(ALWAYS | STRATEGY_BLOCK));
}

static void a_set_with_what_a_row_excludes_does_not_agree(void) {
  const unsigned folds = ALWAYS | STRATEGY_CALL | STRATEGY_FOLD;
  CHECK(strategies_agree(folds));
  CHECK(!strategies_agree(folds | STRATEGY_RETURN));
  CHECK(!strategies_agree(folds | STRATEGY_JOIN));
  CHECK(!strategies_agree(folds | STRATEGY_SEEN));
  CHECK(!strategies_agree(folds | STRATEGY_TEMPLATE));
}

/* What moves a state leaves no sight to those behind it. */
static void rows_that_move_a_state_are_last(void) {
  for (unsigned k = ROW_TEMPLATE + 1; k < STRATEGIES; k++) CHECK(!strategies[k].before);
  for (unsigned k = ROW_HANG + 1; k < STRATEGIES; k++) CHECK(!strategies[k].after);
}

int main(void) {
  sets_of_contenders_agree();
  a_set_without_what_a_row_needs_does_not_agree();
  a_set_with_what_a_row_excludes_does_not_agree();
  rows_that_move_a_state_are_last();
  return 0;
}
