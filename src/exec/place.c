#include "exec/internal.h"

/*
 * Where objects lie on a machine.
 *
 * Braid's addresses are names and offsets, and every object begins at a multiple of
 * everything.  A machine puts objects elsewhere, so a program must not get braid's numbers
 * for an answer where the machine's matter:
 *
 * - The low bits of an address are explored: an object is placed when the program first looks
 *   at bits beyond its own alignment, at any multiple of that within a page.  That is an
 *   input of the path, and stays with the object.
 * - Other uses of the number (products, shifts, remainders, order and distance of two
 *   objects, equality with the end of another object or with one that is gone) go on with
 *   braid's number, and an assumption names the line.
 * - What has the same answer wherever objects lie costs nothing: equality and difference
 *   within an object, equality of two that live, casts there and back, tags in bits that
 *   the alignment leaves free, p ^ key ^ key.  Numbers that XOR made of addresses are
 *   remembered: other uses of them depend on the addresses.
 * - Tags in the upper 16 of 64 bits, which a machine's addresses leave free, are kept as the
 *   machine has them: the number is the tag and the lower bits of braid's address, and the
 *   address comes back where the tag is taken off.
 *
 * Library code is exempt: what its functions promise does not depend on addresses, however
 * they go about it.  What is printed is not looked at.
 */
enum { PAGE_BITS = OBJECT_ALIGNED, PAGE_MASK = (1 << PAGE_BITS) - 1 };

typedef enum spot_kind {
  SPOT_NUMBER,                  /* no address */
  SPOT_MIXED,                   /* no address, but made of one by XOR, or with a tag */
  SPOT_DEAD,                    /* of an object that is gone */
  SPOT_INSIDE, SPOT_END,        /* of the object, or just behind it */
  SPOT_OUTSIDE                  /* near it */
} spot_kind;

typedef struct spot {
  spot_kind kind;
  const object *object;         /* NULL: a function, or none */
  uint64_t offset;
} spot;

static spot in_object(exec *x, const state *s, const object *o, uint64_t bits) {
  spot p = {SPOT_INSIDE, o, bits - ((uint64_t) o->name << x->p->object_shift)};
  const bool is_unique = o->kind == OBJECT_HEAP && !p.offset;   /* malloc(0), too */
  if (o->actual_size.id && p.offset && p.offset <= o->size) {
    const expr end = expr_eq(x->t, o->actual_size,
                             expr_const(x->t, expr_width(x->t, o->actual_size), p.offset));
    if (path_may(x->solver, &s->path, end) != ANSWER_UNSAT) p.kind = SPOT_END;
  } else if (p.offset >= o->size && !is_unique) {
    p.kind = p.offset == o->size ? SPOT_END : SPOT_OUTSIDE;
  }
  return p;
}

static spot find_spot(exec *x, state *s, uint64_t bits) {
  const spot none = {idmap_find(&x->mixed, bits) ? SPOT_MIXED : SPOT_NUMBER, NULL, 0};
  const unsigned shift = x->p->object_shift;
  const uint64_t name = bits >> shift;
  if (!names_is_given(x->names, name)) return none;
  const object *o = exec_find(x, s, (uint32_t) name);
  if (o && bits - ((uint64_t) o->name << shift) <= o->size + PAGE_MASK)
    return in_object(x, s, o, bits);
  /* A little below an object is in the names before. */
  const object *above = exec_find(x, s, (uint32_t) ((bits + PAGE_MASK + 1) >> shift));
  if (above && above != o)
    return (spot) {SPOT_OUTSIDE, above, bits - ((uint64_t) above->name << shift)};
  if (ir_symbol_at(x->p, bits)) return (spot) {SPOT_INSIDE, NULL, 0};
  const name_info *info = names_info(x->names, (uint32_t) name);
  if (o || !info || info->kind == OBJECT_LAZY) return none;
  return (spot) {SPOT_DEAD, NULL, 0};
}

/* Tags ------------------------------------------------------------------- */

/* In mixed: */
enum { MIXED = 1, TAGGED };
static const uint64_t tag_mask = UINT64_C(0xffff) << 48;
static const uint64_t no_tag = (uint64_t) NAME_BIT << 32;     /* of braid's addresses */

static bool is_tagged(const exec *x, uint64_t bits) {
  const uint64_t *found = idmap_find(&x->mixed, bits);
  return found && *found == TAGGED;
}

uint64_t exec_untagged(const exec *x, uint64_t bits) {
  return is_tagged(x, bits) ? (bits & ~tag_mask) | no_tag : bits;
}

/* The machine's upper bits of the number, if the lower ones are an address's. */
static bool has_machine_tag(const exec *x, spot p, uint64_t bits, uint64_t *tag) {
  const bool has = is_tagged(x, bits);
  *tag = has ? bits & tag_mask : 0;
  return has || (x->p->pointer_bits == 64 && p.kind > SPOT_MIXED &&
                 (bits & tag_mask) == no_tag);
}

static bool may_be_tag(const exec *x, uint64_t bits) {
  return x->p->pointer_bits == 64 && bits && !(bits & ~tag_mask);
}

/* Whether the result depends on the upper bits alone, or is the address with another tag. */
static bool with_tag(exec *x, state *s, ir_opcode op, uint64_t a, uint64_t b,
                     uint64_t *result) {
  uint64_t tag, by = b;
  const bool is_left = has_machine_tag(x, find_spot(x, s, a), a, &tag);
  if (!is_left) {
    if (!has_machine_tag(x, find_spot(x, s, b), b, &tag)) return false;
    by = a;
  }
  const uint64_t low = (is_left ? a : b) & ~tag_mask, rest = by & ~tag_mask;
  switch ((int) op) {
  case IR_ADD: case IR_ADDI: tag += by; break;
  case IR_SUB: case IR_SUBI: tag -= by; break;
  case IR_OR: case IR_ORI: tag |= by; break;
  case IR_XOR: case IR_XORI: tag ^= by; break;
  case IR_AND: case IR_ANDI:
    tag &= by;
    *result = tag;
    if (!rest) return true;
    break;
  case IR_LSHR: case IR_LSHRI: *result = tag >> by; return is_left && by >= 48;
  case IR_ASHR: case IR_ASHRI:
    *result = (uint64_t) (bits_signed(tag, 64) >> by);
    return is_left && by >= 48;
  default: return false;
  }
  const bool is_and = op == IR_AND || op == IR_ANDI;
  const bool is_ordered = op == IR_SUB || op == IR_SUBI;
  if (rest != (is_and ? ~tag_mask : 0) || (is_ordered && !is_left) || tag == no_tag) return false;
  *result = low | (tag ? tag : no_tag);
  if (tag) *idmap_at(&x->mixed, *result) = TAGGED;
  return true;
}

/* What C lets a pointer be. */
static bool is_regular(spot p) { return p.kind == SPOT_INSIDE || p.kind == SPOT_END; }
static bool is_address(spot p) { return is_regular(p) || p.kind == SPOT_OUTSIDE; }
static bool is_mixed(spot p, spot q) { return p.kind == SPOT_MIXED || q.kind == SPOT_MIXED; }

/* No machine has an object at the number: the first page and what is no user's. */
static bool is_nowhere(const exec *x, uint64_t bits) {
  return bits <= PAGE_MASK ||
         bits >= (x->p->pointer_bits == 64 ? UINT64_C(1) << 48 : 0xfffff000);
}

static bool are_one(spot a, spot b) { return a.object && a.object == b.object; }

static bool is_literal(const exec *x, const object *o) {
  const uint32_t symbol =
      o && o->is_read_only ? ir_symbol_at(x->p, (uint64_t) o->name << x->p->object_shift) : 0;
  return symbol && x->p->symbols.items[symbol].is_literal;
}

/* One is the end of the other, so linkers may share the bytes. */
static bool may_share(const exec *x, spot p, spot q) {
  if (!is_literal(x, p.object) || !is_literal(x, q.object) || are_one(p, q)) return false;
  const object *shorter = p.object->size < q.object->size ? p.object : q.object;
  const object *longer = shorter == p.object ? q.object : p.object;
  return shorter->size && !shorter->bytes[shorter->size - 1] &&
         !memcmp(longer->bytes + longer->size - shorter->size, shorter->bytes, shorter->size);
}

/* ... at the same byte. */
static bool may_coincide(const exec *x, spot p, spot q) {
  return is_regular(p) && is_regular(q) && p.object && q.object &&
         p.object->size - p.offset == q.object->size - q.offset && may_share(x, p, q);
}

/* The upper bits make the machine's numbers differ. */
static bool differ_by_tag(const exec *x, uint64_t a, uint64_t b, spot p, spot q) {
  uint64_t left, right;
  const bool is_left = has_machine_tag(x, p, a, &left);
  const bool is_right = has_machine_tag(x, q, b, &right);
  if ((!is_left && p.kind == SPOT_MIXED) || (!is_right && q.kind == SPOT_MIXED)) return false;
  if (!is_left) left = a & tag_mask;
  if (!is_right) right = b & tag_mask;
  return (is_left || is_right) && left != right;
}

static bool has_equality(exec *x, uint64_t a, uint64_t b, spot p, spot q) {
  if (differ_by_tag(x, a, b, p, q)) return true;
  if (is_mixed(p, q)) return !a || !b;  /* p ^ q == 0 */
  if (are_one(p, q) || a == b) return true;
  if (p.kind == SPOT_NUMBER) return q.kind == SPOT_NUMBER || is_nowhere(x, a);
  if (q.kind == SPOT_NUMBER) return is_nowhere(x, b);
  return is_regular(p) && is_regular(q) && !(p.kind == SPOT_END && !q.offset) &&
         !(q.kind == SPOT_END && !p.offset) && !may_coincide(x, p, q);
}

/* Every address lies on the same side of the number.  A 32-bit one may be negative. */
static bool is_beyond(const exec *x, const ir_insn *i, uint64_t bits) {
  if (x->p->pointer_bits == 64) return bits <= PAGE_MASK || bits >> 63;
  return i->op < IR_SLT && (bits <= PAGE_MASK || bits >= 0xfffff000);
}

static bool has_order(const exec *x, const ir_insn *i, uint64_t a, uint64_t b, spot p, spot q) {
  if (is_mixed(p, q))
    return !is_address(p) && !is_address(q) && differ_by_tag(x, a, b, p, q);
  if (are_one(p, q) || a == b) return true;
  if (p.kind == SPOT_NUMBER) return q.kind == SPOT_NUMBER || is_beyond(x, i, a);
  return q.kind == SPOT_NUMBER && is_beyond(x, i, b);
}

/* The bits are those of the offset, wherever the object begins. */
static bool is_known(spot p, uint64_t mask) {
  return p.object && mask < UINT64_C(1) << p.object->alignment;
}

/* A mask of what lies below a power of two, or of 0. */
static bool is_power(uint64_t n) { return n && !(n & (n - 1)); }

static bool is_equality(ir_opcode op) {
  return op == IR_EQ || op == IR_EQI || op == IR_NE || op == IR_NEI;
}

static bool is_comparison(ir_opcode op) { return op >= IR_EQ && op <= IR_SGEI; }

bool exec_is_placeless(exec *x, state *s, const ir_insn *i, uint64_t a, uint64_t b) {
  const ir_opcode op = (ir_opcode) i->op;
  if (is_equality(op) && is_tagged(x, a) && is_tagged(x, b) && !((a ^ b) & tag_mask)) {
    a = exec_untagged(x, a);
    b = exec_untagged(x, b);
  }
  const spot p = find_spot(x, s, a), q = find_spot(x, s, b);
  if (is_equality(op)) return has_equality(x, a, b, p, q);
  if (is_comparison(op)) return has_order(x, i, a, b, p, q);
  const uint64_t mask = bits_mask(x->p->pointer_bits);
  const bool left = is_address(p), right = is_address(q);
  const spot at = left ? p : q;
  const uint64_t by = left ? b : a;
  if (is_mixed(p, q) || ((left || right) && may_be_tag(x, by))) return false;
  switch ((int) op) {
  case IR_ADD: case IR_ADDI: return !left || !right;
  case IR_SUB: case IR_SUBI:
    if (p.kind == SPOT_DEAD || q.kind == SPOT_DEAD) return !(i->flags & IR_POINTERS);
    return left == right ? !left || are_one(p, q)
                         : left || by <= PAGE_MASK || by == mask;
  case IR_XOR: case IR_XORI:
    return !left && !right ? true : left ^ right && is_known(at, by);
  case IR_OR: case IR_ORI:
    return !left && !right ? true : left ^ right && by <= PAGE_MASK && is_known(at, by);
  case IR_AND: case IR_ANDI: {
    if (left && right) return false;
    if (left || right)
      return is_known(at, by <= PAGE_MASK ? by : ~by & mask);
    const uint64_t small = a < b ? a : b;
    return small > PAGE_MASK || !is_address(find_spot(x, s, -(a < b ? b : a) & mask));
  }
  case IR_UREM: case IR_UREMI: case IR_SREM: case IR_SREMI:
    return !left && !right ? true : left && !right && is_power(b) && is_known(p, b - 1);
  }
  return !left && !right;
}

/* Notes ------------------------------------------------------------------ */

static void note_at(exec *x, state *s, const char *what) {
  const ir_insn *i = state_insn(s);
  if (!i->place) {
    exec_note_text(x, what);
    return;
  }
  const ir_place *at = x->p->places.items + i->place;
  exec_note_text(x, exec_intern_format(x, "%s:%u: %s", x->p->files.items[at->file], at->line,
                                       what));
}

void exec_note_order(exec *x, state *s) {
  note_at(x, s, "unrelated objects lie in the order of their names");
}

void exec_note_distance(exec *x, state *s) {
  note_at(x, s, "unrelated objects are as far apart as braid puts them");
}

void exec_note_number(exec *x, state *s) {
  note_at(x, s, "objects lie where braid puts them, and addresses are its numbers");
}

static void note_equality(exec *x, state *s, spot p, spot q) {
  if (p.kind == SPOT_DEAD || q.kind == SPOT_DEAD)
    note_at(x, s, "no new object gets the address of one that is gone");
  else if (may_share(x, p, q))
    note_at(x, s, "string literals do not share bytes");
  else if (is_regular(p) && is_regular(q))
    note_at(x, s, "no object begins just where another ends");
  else exec_note_number(x, s);
}

/* Terms ------------------------------------------------------------------ */

/* Possible values of a joined value: terms without a choice. */
typedef VEC(expr) leaf_list;
enum { DEPTH = 16, MOST = 1024 };

static bool is_choice(exec *x, expr e) {
  const expr_node n = expr_get(x->t, e);
  return n.op == EXPR_ITE || n.op == EXPR_CHOICE;
}

static void add(leaf_list *to, expr e) {
  for (uint32_t k = 0; k < to->count; k++)
    if (expr_same(to->items[k], e)) return;
  vec_push(to, e);
}

/* False: there are very many. */
static bool find_leaves(exec *x, expr e, leaf_list *to) {
  leaf_list all = {0};
  add(&all, e);
  for (uint32_t k = 0; k < all.count && all.count <= MOST; k++) {
    const expr_node n = expr_get(x->t, all.items[k]);
    if (!is_choice(x, all.items[k])) {
      add(to, all.items[k]);
      continue;
    }
    add(&all, n.arg[1]);
    add(&all, n.arg[2]);
  }
  const bool found = all.count <= MOST;
  vec_release(&all);
  return found;
}

static spot spot_in(exec *x, state *s, expr e, unsigned depth);

/* Of a joined address in one object. */
static spot common_spot(exec *x, state *s, expr e, unsigned depth) {
  leaf_list all = {0};
  spot found = {SPOT_NUMBER, NULL, 0};
  const bool are_few = find_leaves(x, e, &all);
  for (uint32_t k = 0; k < all.count; k++) {
    const spot p = spot_in(x, s, all.items[k], depth);
    if (!are_few || !is_address(p) || (k && !are_one(p, found))) {
      found.kind = SPOT_NUMBER;
      break;
    }
    found = p;
  }
  vec_release(&all);
  return found;
}

/* Of a number that is made by XOR. */
static bool is_part(exec *x, state *s, expr e, unsigned depth) {
  const spot p = spot_in(x, s, e, depth);
  return is_address(p) || p.kind == SPOT_MIXED;
}

/* The spot of the address that a sum is made from. */
static spot spot_in(exec *x, state *s, expr e, unsigned depth) {
  uint64_t bits;
  if (expr_value(x->t, e, &bits)) return find_spot(x, s, bits);
  const expr_node n = expr_get(x->t, e);
  spot found = {SPOT_NUMBER, NULL, 0};
  if (depth && is_choice(x, e)) return common_spot(x, s, e, depth - 1);
  if (depth && n.op == EXPR_XOR &&
      (is_part(x, s, n.arg[0], depth - 1) || is_part(x, s, n.arg[1], depth - 1)))
    found.kind = SPOT_MIXED;
  if (!depth || (n.op != EXPR_ADD && n.op != EXPR_SUB)) return found;
  for (unsigned k = 0; k < (n.op == EXPR_ADD ? 2 : 1) && found.kind == SPOT_NUMBER; k++)
    found = spot_in(x, s, n.arg[k], depth - 1);
  return found;
}

bool exec_is_in_object(exec *x, state *s, uint64_t bits) {
  return is_address(find_spot(x, s, bits));
}

const object *exec_object_of(exec *x, state *s, expr address) {
  return spot_in(x, s, address, DEPTH).object;
}

bool exec_may_be_address(exec *x, state *s, expr e) {
  leaf_list all = {0};
  bool found = !find_leaves(x, e, &all);
  for (uint32_t k = 0; k < all.count && !found; k++)
    found = is_part(x, s, all.items[k], DEPTH);
  vec_release(&all);
  return found;
}

static expr start_address(exec *x, const object *o) {
  return expr_const(x->t, x->p->pointer_bits, (uint64_t) o->name << x->p->object_shift);
}

static expr end_address(exec *x, const object *o) {
  const unsigned width = x->p->pointer_bits;
  const expr size = o->actual_size.id ? expr_resize(x->t, o->actual_size, width, false)
                                      : expr_const(x->t, width, o->size);
  return expr_binary(x->t, EXPR_ADD, start_address(x, o), size);
}

/* The first is the end of its object, and the second the start of its object. */
static expr may_touch(exec *x, expr u, expr v, spot p, spot q) {
  if (!p.object) return expr_false(x->t);
  const expr is_end = expr_eq(x->t, u, end_address(x, p.object));
  return q.object ? expr_and(x->t, is_end, expr_eq(x->t, v, start_address(x, q.object)))
                  : is_end;
}

/* Of two leaves where the machine's answer may differ. */
static expr differs(exec *x, expr u, expr v, spot p, spot q) {
  uint64_t a, b;
  const bool is_left = expr_value(x->t, u, &a), is_right = expr_value(x->t, v, &b);
  bool is_other = false;
  if (is_left && is_right) is_other = !has_equality(x, a, b, p, q);
  else if (is_mixed(p, q)) is_other = !(is_left && !a) && !(is_right && !b);
  else if (are_one(p, q) || p.kind == SPOT_NUMBER || q.kind == SPOT_NUMBER) is_other = false;
  else if (p.kind == SPOT_DEAD || q.kind == SPOT_DEAD || may_share(x, p, q)) is_other = true;
  else return expr_or(x->t, may_touch(x, u, v, p, q), may_touch(x, v, u, q, p));
  return is_other ? expr_true(x->t) : expr_false(x->t);
}

/* Both sides may be terms: joined pointers, and sums with an unknown offset. */
static void look_at_equality(exec *x, state *s, expr a, expr b) {
  leaf_list left = {0}, right = {0};
  expr_table *t = x->t;
  if (!find_leaves(x, a, &left) || !find_leaves(x, b, &right)) exec_note_number(x, s);
  for (uint32_t k = 0; k < left.count; k++)
    for (uint32_t n = 0; n < right.count; n++) {
      const expr u = left.items[k], v = right.items[n];
      const spot p = spot_in(x, s, u, DEPTH), q = spot_in(x, s, v, DEPTH);
      const expr both = expr_and(t, expr_eq(t, a, u), expr_eq(t, b, v));
      const expr other = expr_and(t, both, differs(x, u, v, p, q));
      if (path_may(x->solver, &s->path, other) == ANSWER_UNSAT) continue;
      note_equality(x, s, p, q);
      k = left.count - 1;
      break;
    }
  vec_release(&left);
  vec_release(&right);
}

/* Bits ------------------------------------------------------------------- */

/* Where in its page the object begins. */
static expr start_of(exec *x, state *s, uint32_t name) {
  const unsigned width = x->p->pointer_bits;
  const object *o = exec_find(x, s, name);
  if (!o->place.id) {
    const value v = exec_place_input(x, s, name);
    exec_own(x, s, name)->place = exec_term(x, v, 16);
    o = exec_find(x, s, name);
  }
  return expr_binary(x->t, EXPR_SHL, expr_resize(x->t, o->place, width, false),
                     expr_const(x->t, width, o->alignment));
}

/* The low bits of an address in the object, as many as a page has. */
static expr low_bits(exec *x, state *s, uint32_t name, expr address) {
  const unsigned width = x->p->pointer_bits;
  const expr mask = expr_const(x->t, width, PAGE_MASK);
  if (exec_find(x, s, name)->alignment >= PAGE_BITS)
    return expr_binary(x->t, EXPR_AND, address, mask);
  return expr_binary(x->t, EXPR_AND,
                     expr_binary(x->t, EXPR_ADD, start_of(x, s, name), address), mask);
}

static expr machine_bits(exec *x, state *s, expr address) {
  const spot at = spot_in(x, s, address, DEPTH);
  return is_address(at) && at.object && at.object->place.id
             ? low_bits(x, s, at.object->name, address) : address;
}

expr exec_machine_bits(exec *x, state *s, expr address) {
  leaf_list leaves = {0};
  expr result = machine_bits(x, s, address);
  if (!is_choice(x, address) || is_address(spot_in(x, s, address, DEPTH)) ||
      !find_leaves(x, address, &leaves)) {
    vec_release(&leaves);
    return result;
  }
  for (uint32_t k = 0; k < leaves.count; k++)
    result = expr_ite(x->t, expr_eq(x->t, address, leaves.items[k]),
                      machine_bits(x, s, leaves.items[k]), result);
  vec_release(&leaves);
  return result;
}

/* The operand that is an object's address, and the other operand if a number. */
static bool split(exec *x, state *s, expr a, expr b, bool in_order, spot *at, expr *address,
                  uint64_t *by) {
  for (unsigned k = 0; k < (in_order ? 1 : 2); k++) {
    *address = k ? b : a;
    *at = spot_in(x, s, *address, DEPTH);
    if (is_address(*at) && at->object && expr_value(x->t, k ? a : b, by)) return true;
  }
  return false;
}

/* Of two addresses or of one and a number: the same again gives the address back, so only who
 * looks at the result in another way depends on where objects lie. */
static void mix(exec *x, state *s, expr a, expr b) {
  const spot p = spot_in(x, s, a, DEPTH), q = spot_in(x, s, b, DEPTH);
  leaf_list leaves = {0};
  uint64_t u, v;
  const bool are_numbers = expr_value(x->t, a, &u) && expr_value(x->t, b, &v);
  const bool are_addresses = p.kind > SPOT_MIXED && q.kind > SPOT_MIXED;
  const bool is_same = are_numbers && (u == v || is_known(p, p.offset | q.offset));
  if ((are_one(p, q) && !is_same) ||
      (are_addresses && are_numbers && !has_equality(x, u, v, p, q)) ||
      !find_leaves(x, expr_binary(x->t, EXPR_XOR, a, b), &leaves))
    exec_note_number(x, s);
  for (uint32_t k = 0; k < leaves.count; k++)
    if (expr_value(x->t, leaves.items[k], &u) && u) *idmap_at(&x->mixed, u) = MIXED;
  vec_release(&leaves);
}

static expr minus(exec *x, expr a, expr b) { return expr_binary(x->t, EXPR_SUB, a, b); }

/* Of operands that choose nothing.  False: as ever. */
static bool with_place(exec *x, state *s, const ir_insn *i, expr a, expr b, expr *result) {
  expr_table *t = x->t;
  const unsigned width = x->p->pointer_bits;
  const ir_opcode op = (ir_opcode) i->op;
  const expr zero = expr_const(t, width, 0);
  uint64_t by, left, right;
  spot at;
  expr address;
  const bool are_numbers = expr_value(t, a, &left) && expr_value(t, b, &right);
  if (are_numbers && exec_is_placeless(x, s, i, left, right)) return false;
  if (are_numbers && with_tag(x, s, op, left, right, &by)) {
    *result = expr_const(t, width, by);
    return true;
  }
  const spot p = spot_in(x, s, a, DEPTH), q = spot_in(x, s, b, DEPTH);
  if (is_mixed(p, q) && op != IR_XOR && op != IR_XORI) {
    exec_note_number(x, s);
    return false;
  }
  switch ((int) op) {
  case IR_ADD: case IR_ADDI: case IR_SUB: case IR_SUBI: {
    const bool is_within = op == IR_SUB && are_one(p, q);
    if (is_address(q) && (is_address(p) || are_numbers) && !is_within) exec_note_number(x, s);
    return false;
  }
  case IR_UREM: case IR_UREMI: case IR_SREM: case IR_SREMI:
    if (!split(x, s, a, b, true, &at, &address, &by) || !is_power(by) ||
        by - 1 > PAGE_MASK)
      break;
    *result = expr_binary(t, EXPR_AND, low_bits(x, s, at.object->name, address),
                          expr_const(t, width, by - 1));
    return true;
  case IR_AND: case IR_ANDI:
    if (split(x, s, a, b, false, &at, &address, &by)) {
      const uint64_t rest = ~by & bits_mask(width);
      if (by > PAGE_MASK && rest > PAGE_MASK) break;
      const expr low = low_bits(x, s, at.object->name, address);
      const uint64_t mask = by <= PAGE_MASK ? by : rest;
      *result = expr_binary(t, EXPR_AND, low, expr_const(t, width, mask));
      if (by > PAGE_MASK) *result = minus(x, address, *result);
      return true;
    }
    /* -p & 7 */
    if (split(x, s, minus(x, zero, a), b, true, &at, &address, &by) && by <= PAGE_MASK) {
      const expr low = low_bits(x, s, at.object->name, address);
      *result = expr_binary(t, EXPR_AND, minus(x, zero, low), expr_const(t, width, by));
      return true;
    }
    break;
  case IR_OR: case IR_ORI: case IR_XOR: case IR_XORI: {
    const bool is_or = op == IR_OR || op == IR_ORI;
    if (split(x, s, a, b, false, &at, &address, &by) && by <= PAGE_MASK) {
      const expr low = low_bits(x, s, at.object->name, address);
      const expr new = expr_binary(t, is_or ? EXPR_OR : EXPR_XOR, low,
                                   expr_const(t, width, by));
      *result = expr_binary(t, EXPR_ADD, address, minus(x, new, low));
      return true;
    }
    if (is_or) break;
    if (exec_may_be_address(x, s, a) || exec_may_be_address(x, s, b)) mix(x, s, a, b);
    return false;
  }
  }
  if (exec_may_be_address(x, s, a) || exec_may_be_address(x, s, b)) exec_note_number(x, s);
  return false;
}

/* For each of the addresses that a joined operand may be. */
bool exec_with_place(exec *x, state *s, const ir_insn *i, expr_op op, expr a, expr b,
                     expr *result) {
  const bool is_left = is_choice(x, a);
  leaf_list leaves = {0};
  if (!exec_may_be_address(x, s, is_left ? a : b) ||
      (!is_left && !is_choice(x, b)) || is_address(spot_in(x, s, is_left ? a : b, DEPTH)) ||
      !find_leaves(x, is_left ? a : b, &leaves)) {
    vec_release(&leaves);
    return with_place(x, s, i, a, b, result);
  }
  for (uint32_t k = 0; k < leaves.count; k++) {
    const expr u = is_left ? leaves.items[k] : a, v = is_left ? b : leaves.items[k];
    expr one;
    if (!with_place(x, s, i, u, v, &one)) one = expr_binary(x->t, op, u, v);
    *result = k ? expr_ite(x->t, expr_eq(x->t, is_left ? a : b, leaves.items[k]), one,
                           *result)
                : one;
  }
  vec_release(&leaves);
  return true;
}

static bool cut(exec *x, state *s, expr a, unsigned width, expr *result) {
  const spot at = spot_in(x, s, a, DEPTH);
  if (!is_address(at) && at.kind != SPOT_MIXED) return false;
  if (!at.object || width > PAGE_BITS) {
    exec_note_number(x, s);
    return false;
  }
  *result = expr_extract(x->t, low_bits(x, s, at.object->name, a), 0, width);
  return true;
}

bool exec_cut_address(exec *x, state *s, expr a, unsigned width, expr *result) {
  leaf_list leaves = {0};
  if (!is_choice(x, a) || !exec_may_be_address(x, s, a) ||
      is_address(spot_in(x, s, a, DEPTH)))
    return cut(x, s, a, width, result);
  const bool are_few = find_leaves(x, a, &leaves);
  if (!are_few) exec_note_number(x, s);
  for (uint32_t k = 0; k < leaves.count && are_few; k++) {
    expr one;
    if (!cut(x, s, leaves.items[k], width, &one))
      one = expr_extract(x->t, leaves.items[k], 0, width);
    *result = k ? expr_ite(x->t, expr_eq(x->t, a, leaves.items[k]), one, *result) : one;
  }
  vec_release(&leaves);
  return are_few;
}

void exec_look_at_comparison(exec *x, state *s, const ir_insn *i, expr a, expr b) {
  const ir_opcode op = (ir_opcode) i->op;
  uint64_t left, right;
  if (is_equality(op)) {
    look_at_equality(x, s, a, b);
    return;
  }
  const spot p = spot_in(x, s, a, DEPTH), q = spot_in(x, s, b, DEPTH);
  if (expr_value(x->t, a, &left) && expr_value(x->t, b, &right)
          ? !has_order(x, i, left, right, p, q)
          : is_mixed(p, q) || (is_address(p) && is_address(q) && !are_one(p, q))) {
    if (is_address(p) && is_address(q)) exec_note_order(x, s);
    else exec_note_number(x, s);
  }
}
