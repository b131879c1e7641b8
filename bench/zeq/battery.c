/* After Figure 15 of the paper: a name is looked up in steps that each may go
 * wrong, and one way through leaves a pointer unset. */
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>

struct node { int type, flags, owner; };
struct info { struct node *prefix, *resolved; int has_path, full, type; };

struct node *namespace_root(void), *namespace_child(int);
int firmware_lock(void), firmware_unlock(void), path_char(void), method(int);
int register_value(int), event(void);

enum { EVENTS = 8, SEGMENTS = 3 };

static int changed, removed, errors, unknown_events;

static int valid_name(void) {
  for (int k = 0; k < 4; k++) {
    int c = path_char();
    if (c == '_') continue;
    if (c >= 'A' && c <= 'Z') continue;
    if (k && c >= '0' && c <= '9') continue;
    return 0;
  }
  return 1;
}

static int get_node(struct info *i) {
  if (!i->has_path) {
    i->resolved = i->prefix;
    return 0;
  }
  struct node *at = namespace_root();
  if (!at) return -1;
  for (int k = 0; k < SEGMENTS; k++) {
    if (!valid_name()) return -2;
    at = namespace_child(k);
    if (!at) return -3;
    if (!(at->flags & 1)) break;
  }
  i->resolved = at;
  return 0;
}

static int evaluate(struct info *i) {
  if (firmware_lock() < 0) return -1;
  int error = get_node(i);
  if (error < 0) {
    firmware_unlock();
    return error;
  }
  firmware_unlock();
  i->type = i->resolved->type;
  if (i->type == 8) return method(8) < 0 ? -4 : 1;
  return i->type == 1 || i->type == 2 ? 0 : -5;
}

static int evaluate_object(int has_handle, int has_path) {
  struct info i = {0};
  i.has_path = has_path;
  if (has_handle) {
    i.prefix = namespace_root();
    if (!i.prefix) return -1;
  } else if (!has_path) {
    return -1;
  }
  int result = evaluate(&i);
  return result < 0 ? -1 : result;
}

static int status(void) {
  int r = register_value(1);
  if (r < 0) return -1;
  if ((r & 3) == 3) return -1;
  int low = 0;
  for (int k = 0; k < 5; k++)
    if (register_value(2 + k) & 0x10) low++;
  return low > 3 ? 2 : low ? 1 : 0;
}

static void notify(void) {
  int e = event();
  if (e == 0x80) {
    int s = status();
    if (s < 0) errors++;
    else if (evaluate_object(1, 0) < 0) errors++;
    else if (s == 2) changed++;
  } else if (e == 0x81) {
    if (evaluate_object(e & 1, 1) < 0) removed++;
    else changed++;
  } else {
    unknown_events++;
  }
}

int main(void) {
  for (int k = 0; k < EVENTS; k++) notify();
  assert(changed + removed + errors + unknown_events <= EVENTS);
  if (errors == EVENTS) return 1;
  if (removed == EVENTS) return 2;
  if (changed == EVENTS) return 3;
  if (unknown_events == EVENTS) return 4;
  if (changed == 4 && removed == 4) abort();    /* the bug */
  return 0;
}
