#include "base/yield.h"

#include <assert.h>
#include <stdbool.h>

void (*yield_hook)(uint64_t work);

void yield(uint64_t work) {
  static bool is_yielding;
  assert(!is_yielding);
  if (!yield_hook) return;
  is_yielding = true;
  yield_hook(work);
  is_yielding = false;
}
