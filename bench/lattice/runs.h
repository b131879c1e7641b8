#ifndef BENCH_RUNS_H
#define BENCH_RUNS_H

/* TimSort's stack of runs and its invariants, one entry at a time; bitwise, so
 * that each is one term. */
enum { STACK = 8 };

static unsigned short base[STACK + 2], run[STACK + 2];
static int size;

/* It is longer than the next, and than the next two together. */
static int is_longer(int k) {
  return (k + 1 >= size) |
         ((run[k] > run[k + 1]) &
          ((k + 2 >= size) | (run[k] > run[k + 1] + run[k + 2])));
}

/* It has elements, and ends where the next one begins; the last one at `end`. */
static int is_run(int k, int end) {
  const int to = base[k] + run[k];
  return (k >= size) |
         ((run[k] > 0) & (to <= end) &
          (((k + 1 == size) & (to == end)) |
           ((k + 1 != size) & (to == base[k + 1]))));
}

#define EACH_RUN(END) \
  is_run(0, END), is_run(1, END), is_run(2, END), is_run(3, END), \
  is_run(4, END), is_run(5, END), is_run(6, END), is_run(7, END)
#define EACH_LONGER \
  is_longer(0), is_longer(1), is_longer(2), is_longer(3), is_longer(4), \
  is_longer(5), is_longer(6), is_longer(7)

/* The size as a number on each path: stacks of different sizes have little in
 * common. */
static void settle_size(void) {
  int n = 0;
  while (n < size) n++;
  size = n;
}

#endif
