// What lies behind a void pointer may be anything, further pointers included.
// options: --entry=callback
// exit: 5
// verdict: bug
struct context { int state; struct context *outer; };

int callback(void *data) {
  struct context *c = data;
  if (!c) return 0;
  if (c->state == 3) return c->outer->state; // expect: null
  return 1;
}
