/*
 * A weak compare-exchange may fail although the values are equal: on machines with
 * load-linked and store-conditional, when something comes between the two.  Braid
 * calls this where it lowers one (src/ir/lower_memory.c).
 */
#include "libc.h"

#include "world.h"

int __braid_weak_fails(int is_equal);
int __braid_weak_fails(int is_equal) {
  unsigned char choice;
  if (!is_equal) return 0;
  if (braid_world.must_end) {
    __braid_note("no weak compare-exchange fails on equal values");
    return 0;
  }
  __braid_input(&choice, 1, "compare_exchange_fails", 0);
  __braid_assume(choice < 2);
  if (choice) return 1;         /* two paths: what is stored is a number on each */
  return 0;
}
