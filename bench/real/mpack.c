/* mpack: a tree of a short message. */
#include <braid.h>
#include "mpack.h"

static void walk(mpack_node_t n, int depth) {
  if (depth > 3) return;
  if (mpack_node_type(n) == mpack_type_array)
    for (size_t k = 0; k < mpack_node_array_length(n); k++)
      walk(mpack_node_array_at(n, k), depth + 1);
  else if (mpack_node_type(n) == mpack_type_map)
    for (size_t k = 0; k < mpack_node_map_count(n); k++)
      walk(mpack_node_map_value_at(n, k), depth + 1);
  else (void) mpack_node_i32(n);
}

int main(void) {
  char text[LENGTH];
  braid_make_symbolic(text, sizeof text, "text");
  mpack_tree_t t;
  mpack_tree_init_data(&t, text, sizeof text);
  mpack_tree_parse(&t);
  walk(mpack_tree_root(&t), 0);
  return mpack_tree_destroy(&t) != mpack_ok;
}
