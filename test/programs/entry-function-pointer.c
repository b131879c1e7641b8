// A table of functions: calls through it return anything.
// options: --entry=drive
// exit: 5
// verdict: bug
struct device;
struct operations {
  int (*open)(struct device *, int mode);
  void (*close)(struct device *);
};
struct device { const struct operations *operations; int users; };

int drive(struct device *d) {
  if (!d || !d->operations || !d->operations->open) return -1;
  int handle = d->operations->open(d, 3);
  if (handle < 0) return handle;
  if (handle == 77) return 1 / (handle - 77); // expect: div-by-zero
  d->operations->close(d); // expect: null
  return 0;
}
