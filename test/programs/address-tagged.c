// Values as interpreters have them: numbers are doubles, and pointers lie in the payload of
// a NaN.  The tag is in bits that no address has; what is boxed comes back.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <braid.h>

typedef uint64_t boxed;
static const boxed sign = (boxed) 1 << 63, nan_bits = (boxed) 0x7ffc << 48;

struct object { int length; struct object *next; };

static boxed of_object(struct object *o) { return sign | nan_bits | (uintptr_t) o; }
static boxed of_number(double d) { boxed b; memcpy(&b, &d, sizeof b); return b; }
static int is_number(boxed b) { return (b & nan_bits) != nan_bits; }
static int is_object(boxed b) { return (b & (sign | nan_bits)) == (sign | nan_bits); }
static struct object *to_object(boxed b) {
  return (struct object *) (uintptr_t) (b & ~(sign | nan_bits));
}

static boxed cells[3];

int main(void) {
  struct object *one = malloc(sizeof *one), *two = malloc(sizeof *two);
  if (!one || !two) abort();
  *one = (struct object) {1, two};
  *two = (struct object) {2, NULL};
  cells[0] = of_object(one);
  cells[1] = of_number(1.5);
  cells[2] = of_object(two);
  one = two = NULL;             /* from here on only the boxed ones reach the objects */
  assert(is_object(cells[0]) && !is_number(cells[0]));
  assert(is_number(cells[1]) && !is_object(cells[1]));
  assert(cells[0] != cells[2] && cells[0] != (nan_bits | 1));
  double d;
  memcpy(&d, cells, sizeof d);
  assert(d != d);
  assert(to_object(cells[0])->next == to_object(cells[2]));
  /* The upper bits are the tag's alone. */
  assert(cells[0] >> 48 == 0xfffc && (uintptr_t) to_object(cells[0]) >> 48 == 0);
  assert(((uintptr_t) to_object(cells[0]) & nan_bits) == 0);
  /* By sums and XOR, too. */
  const uintptr_t key = (uintptr_t) 0x12 << 56, p = (uintptr_t) to_object(cells[2]);
  assert(((struct object *) ((p + key) ^ key))->length == 2);
  assert((p ^ key) - key == p && (p | key) > (p | key >> 1));
  const boxed either = cells[braid_range(0, 3, "k")];
  if (is_object(either)) assert(to_object(either)->length <= 2);
  if (braid_range(0, 2, "late")) {
    free(to_object(cells[2]));
    d = to_object(cells[2])->length;    // expect: use-after-free
  }
  free(to_object(cells[0]));
  free(to_object(cells[2]));
  return 0;
}
