#include "base/bits.h"
#include "test/unit/ir_harness.h"

#include <inttypes.h>
#include <math.h>

/*
 * The oracle of the loader: a small interpreter of the IR, concrete, for the
 * host's own data model, and the same program compiled natively.  What they
 * compute must agree.
 */
#if defined __aarch64__ || defined __x86_64__
typedef unsigned __int128 word;
typedef __int128 sword;

typedef struct object { uint8_t *bytes; uint64_t size; bool is_live; } object;

typedef struct machine {
  const ir_program *program;
  VEC(object) objects;          /* by name */
  uint64_t steps;
  char output[256];
} machine;

static word mask_to(word x, unsigned w) {
  return w >= 128 ? x : x & (((word) 1 << w) - 1);
}

static sword to_signed(word x, unsigned w) {
  const word sign = (word) 1 << (w - 1);
  return (sword) ((mask_to(x, w) ^ sign) - sign);
}

static uint64_t object_new(machine *m, uint64_t size) {
  vec_push(&m->objects, ((object) {mem_zeroed(size + 1, 1), size, true}));
  return (uint64_t) ((m->objects.count - 1) | IR_NAME_BIT) << 32;
}

static uint8_t *at(machine *m, uint64_t address, uint64_t size) {
  const uint64_t name = address >> 32 ^ IR_NAME_BIT, offset = (uint32_t) address;
  CHECK(name && name < m->objects.count);
  CHECK(m->objects.items[name].is_live);
  CHECK(offset + size <= m->objects.items[name].size);
  return m->objects.items[name].bytes + offset;
}

static double as_double(word x, unsigned w) {
  double d;
  float f;
  const uint64_t bits = (uint64_t) x;
  if (w == 64) return memcpy(&d, &bits, 8), d;
  CHECK(w == 32);
  return memcpy(&f, &bits, 4), (double) f;
}

static word from_double(double d, unsigned w) {
  uint64_t bits = 0;
  float f = (float) d;
  if (w == 64) return memcpy(&bits, &d, 8), bits;
  CHECK(w == 32);
  return memcpy(&bits, &f, 4), bits;
}

/* Optimised code may compute what it then does not use. */
static bool is_strict;

static word shift(ir_opcode op, unsigned w, word a, word by) {
  CHECK(!is_strict || by < w);
  if (by >= w) return 0;
  return op == IR_SHL    ? a << by
         : op == IR_LSHR ? a >> by
                         : (word) (to_signed(a, w) >> by);
}

static word compute(ir_opcode op, unsigned w, word a, word b) {
  const sword x = to_signed(a, w), y = to_signed(b, w);
  switch (op) {
  case IR_ADD: return a + b;
  case IR_SUB: return a - b;
  case IR_MUL: return a * b;
  case IR_UDIV: CHECK(b); return a / b;
  case IR_SDIV: CHECK(y); return (word) (x / y);
  case IR_UREM: CHECK(b); return a % b;
  case IR_SREM: CHECK(y); return (word) (x % y);
  case IR_AND: return a & b;
  case IR_OR: return a | b;
  case IR_XOR: return a ^ b;
  case IR_SHL: case IR_LSHR: case IR_ASHR: return shift(op, w, a, b);
  case IR_EQ: return a == b;
  case IR_NE: return a != b;
  case IR_ULT: return a < b;
  case IR_ULE: return a <= b;
  case IR_UGT: return a > b;
  case IR_UGE: return a >= b;
  case IR_SLT: return x < y;
  case IR_SLE: return x <= y;
  case IR_SGT: return x > y;
  case IR_SGE: return x >= y;
  default: fatal("no such operator");
  }
}

static bool compare(uint64_t predicate, double a, double b) {
  const unsigned fact = isunordered(a, b) ? 8 : a < b ? 4 : a > b ? 2 : 1;
  return predicate & fact;
}

static void call(machine *m, uint32_t symbol, const word *args,
                 uint32_t count, word *results);

/* The functions that programs below leave undefined. */
static void call_host(machine *m, const char *name, const word *args,
                      uint32_t count, word *results) {
  if (!strcmp(name, "printf")) {
    const size_t used = strlen(m->output);
    const char *format = (const char *) at(m, (uint64_t) args[0], 1);
    snprintf(m->output + used, sizeof m->output - used, format,
             count > 1 ? (unsigned) args[1] : 0);
    results[0] = 0;
  } else {
    fatal("%s is not defined", name);
  }
}

static void run(machine *m, const ir_function *f, const word *args,
                uint32_t count, word *results) {
  word *r = mem_zeroed(f->reg_count, sizeof *r);
  bool *is_set = mem_zeroed(f->reg_count, sizeof *is_set);
  uint64_t *slots = mem_zeroed(f->slots.count, sizeof *slots);
  for (uint32_t i = 0; i < f->slots.count; i++)
    slots[i] = object_new(m, f->slots.items[i].size);
  CHECK(count >= f->param_count);
  for (uint32_t i = 0; i < f->param_count; i++) {
    r[i] = mask_to(args[i], f->params[i].width);
    is_set[i] = true;
  }
#define READ(R) (CHECK(is_set[R]), r[R])
  for (uint32_t pc = 0;;) {
    const ir_insn *i = f->insns + pc++;
    const unsigned w = i->width;
    word to = 0;
    bool writes = true;
    CHECK(m->steps++ < 50000000);
    if (IR_ADD <= i->op && i->op <= IR_SGEI) {
      const bool immediate = (i->op - IR_ADD) % 2;
      const ir_opcode op = (ir_opcode) (i->op - immediate);
      to = compute(op, w, READ(i->a), immediate ? i->imm : READ(i->b));
      r[i->d] = mask_to(to, op >= IR_EQ ? 1 : w);
      is_set[i->d] = true;
      continue;
    }
    switch ((ir_opcode) i->op) {
    case IR_CONST: to = i->imm; break;
    case IR_WIDE: {
      const uint64_t *limbs = m->program->wide.items[i->imm];
      to = limbs[0] | (word) limbs[1] << 64;
      break;
    }
    case IR_UNINIT: is_set[i->d] = false; continue;
    case IR_MOVE:
      r[i->d] = r[i->a];
      is_set[i->d] = is_set[i->a];
      continue;
    case IR_SELECT: to = READ(i->a) ? READ(i->b) : READ(i->c); break;
    case IR_TRUNC: case IR_ZEXT: to = READ(i->a); break;
    case IR_SEXT: to = (word) to_signed(READ(i->a), (unsigned) i->imm); break;
    case IR_FTOF:
      to = from_double(as_double(READ(i->a), (unsigned) i->imm), w);
      break;
    case IR_FTOS:
      to = (word) (sword) as_double(READ(i->a), (unsigned) i->imm);
      break;
    case IR_FTOU:
      to = (word) as_double(READ(i->a), (unsigned) i->imm);
      break;
    case IR_STOF:
      to = from_double((double) to_signed(READ(i->a), (unsigned) i->imm), w);
      break;
    case IR_UTOF: to = from_double((double) READ(i->a), w); break;
    case IR_FADD:
      to = from_double(as_double(READ(i->a), w) + as_double(READ(i->b), w), w);
      break;
    case IR_FSUB:
      to = from_double(as_double(READ(i->a), w) - as_double(READ(i->b), w), w);
      break;
    case IR_FMUL:
      to = from_double(as_double(READ(i->a), w) * as_double(READ(i->b), w), w);
      break;
    case IR_FDIV:
      to = from_double(as_double(READ(i->a), w) / as_double(READ(i->b), w), w);
      break;
    case IR_FREM:
      to = from_double(fmod(as_double(READ(i->a), w),
                            as_double(READ(i->b), w)), w);
      break;
    case IR_FNEG: to = READ(i->a) ^ (word) 1 << (w - 1); break;
    case IR_FCMP:
      to = compare(i->imm, as_double(READ(i->a), w), as_double(READ(i->b), w));
      r[i->d] = to;
      is_set[i->d] = true;
      continue;
    case IR_INDEX: to = READ(i->a) + READ(i->b) * i->imm; break;
    case IR_LOAD:
      memcpy(&to, at(m, (uint64_t) READ(i->a) + i->imm, w / 8), w / 8);
      break;
    case IR_STORE: {
      /* Copying what has no definition is no error here. */
      memcpy(at(m, (uint64_t) READ(i->a) + i->imm, w / 8), &r[i->b], w / 8);
      writes = false;
      break;
    }
    case IR_SLOT: to = slots[i->imm]; break;
    case IR_ALLOCA:
      to = object_new(m, (uint64_t) READ(i->a) * i->imm);
      break;
    case IR_BEGIN: case IR_END:
      m->objects.items[(slots[i->imm] >> 32) ^ IR_NAME_BIT].is_live = i->op == IR_BEGIN;
      writes = false;
      break;
    case IR_COPY: case IR_MOVEMEM: {
      const uint64_t n = (uint64_t) READ(i->c);
      if (n)
        memmove(at(m, (uint64_t) READ(i->a), n),
                at(m, (uint64_t) READ(i->b), n), n);
      writes = false;
      break;
    }
    case IR_FILL: {
      const uint64_t n = (uint64_t) READ(i->c);
      if (n) memset(at(m, (uint64_t) READ(i->a), n), (int) READ(i->b), n);
      writes = false;
      break;
    }
    case IR_JUMP: pc = (uint32_t) i->imm; continue;
    case IR_BRANCH: pc = READ(i->a) ? i->b : i->c; continue;
    case IR_SWITCH: {
      const ir_switch *s = f->switches.items + i->imm;
      const word on = READ(i->a);
      pc = s->otherwise;
      for (uint32_t k = 0; k < s->count; k++)
        if (s->values[k] == on) pc = s->targets[k];
      continue;
    }
    case IR_GOTO: {
      const uint64_t base =
          m->program->symbols.items[f->symbol].address;
      const uint64_t block = (uint64_t) READ(i->a) - base - 1;
      CHECK(block < f->block_count);
      pc = f->blocks[block].first;
      continue;
    }
    case IR_CALL: {
      const ir_call *c = f->calls.items + i->imm;
      word in[64], out[64];
      uint32_t callee = c->callee;
      if (callee == IR_INDIRECT)
        callee = ir_symbol_at(m->program, (uint64_t) READ(c->target));
      CHECK(c->arg_count <= 64 && c->result_count <= 64);
      for (uint32_t k = 0; k < c->arg_count; k++) {
        in[k] = r[c->args[k].reg];
        if (!c->args[k].byval_bytes) continue;
        const uint64_t n = c->args[k].byval_bytes, copy = object_new(m, n);
        memcpy(at(m, copy, n), at(m, (uint64_t) in[k], n), n);
        in[k] = copy;
      }
      call(m, callee, in, c->arg_count, out);
      for (uint32_t k = 0; k < c->result_count; k++) {
        r[c->result + k] = mask_to(out[k], c->result_widths[k]);
        is_set[c->result + k] = true;
      }
      continue;
    }
    case IR_BUILTIN: {
      const ir_call *c = f->calls.items + i->imm;
      switch (c->builtin) {
      case IR_BUILTIN_FMA:
        to = from_double(fma(as_double(r[c->args[0].reg], c->args[0].width),
                             as_double(r[c->args[1].reg], c->args[1].width),
                             as_double(r[c->args[2].reg], c->args[2].width)),
                         c->result_widths[0]);
        break;
      case IR_BUILTIN_FABS:
        to = from_double(fabs(as_double(r[c->args[0].reg],
                                        c->args[0].width)),
                         c->result_widths[0]);
        break;
      case IR_BUILTIN_STACKSAVE: to = 0; break;
      case IR_BUILTIN_STACKRESTORE: break;
      default: fatal("builtin %d", (int) c->builtin);
      }
      if (c->result_count) r[c->result] = to, is_set[c->result] = true;
      continue;
    }
    case IR_RETURN:
      for (uint32_t k = 0; k < i->b; k++) results[k] = r[i->a + k];
      for (uint32_t k = 0; k < f->slots.count; k++)
        m->objects.items[(slots[k] >> 32) ^ IR_NAME_BIT].is_live = false;
      free(r);
      free(is_set);
      free(slots);
      return;
    case IR_CHECK:
      CHECK(READ(i->a));
      writes = false;
      break;
    case IR_UNSUPPORTED: case IR_HAVOC:
      fatal("%s", m->program->strings.items[i->imm]);
    default: fatal("opcode %d reached in %s", i->op, f->name);
    }
    if (writes) {
      r[i->d] = mask_to(to, w);
      is_set[i->d] = true;
    }
  }
}

static void call(machine *m, uint32_t symbol, const word *args,
                 uint32_t count, word *results) {
  const ir_function *f = ir_function_of(m->program, symbol);
  if (f) run(m, f, args, count, results);
  else call_host(m, m->program->symbols.items[symbol].name, args, count,
                 results);
}

/* Runs main; what it returns and prints. */
static int run_main(const ir_program *p, char *output, size_t size) {
  machine m = {.program = p};
  word results[64] = {0};
  const word args[] = {1, 0, 0};
  vec_push(&m.objects, ((object) {0}));
  for (uint32_t i = 1; i < p->symbols.count; i++) {
    const ir_symbol *s = p->symbols.items + i;
    CHECK(object_new(&m, s->size) == (uint64_t) (i | IR_NAME_BIT) << 32);
    if (s->bytes) memcpy(m.objects.items[i].bytes, s->bytes, s->size);
  }
  call(&m, ir_find_symbol(p, "main"), args, 3, results);
  snprintf(output, size, "%s", m.output);
  for (uint32_t i = 0; i < m.objects.count; i++)
    free(m.objects.items[i].bytes);
  vec_release(&m.objects);
  return (int) results[0];
}

/* Packed bit-fields may be wider than any integer here. */
static bool fits(const ir_program *p) {
  for (uint32_t n = 0; n < p->functions.count; n++)
    for (uint32_t i = 0; i < p->functions.items[n]->insn_count; i++)
      if (p->functions.items[n]->insns[i].width > 128) return false;
  return true;
}

/* -1: not tried. */
static int run_as(const char *mode, const char *name, const char *flags,
                  const char *text, char *output, size_t size) {
  char *path = harness_compile_as(mode, name, flags, text);
  const char *const paths[] = {path};
  ir_program *p = harness_link(paths, 1);
  is_strict = mode == harness_plain;
  const int status = fits(p) ? run_main(p, output, size) & 255 : -1;
  ir_program_free(p);
  free(path);
  return status;
}

/* Bitcode as braid makes it, and bitcode full of phis and vectors. */
static void agrees_with_native(const char *name, const char *flags,
                               const char *text) {
  char ours[256], optimised[256], theirs[256] = "";
  const int status = run_as(harness_plain, name, flags, text, ours,
                            sizeof ours);
  const int second = run_as(harness_optimised, name, flags, text, optimised,
                            sizeof optimised);
  if (status < 0 || second < 0) return;
  char *build = mem_format("clang-19 -w -O0 %s %s.c -o %s.out -lm", flags,
                           name, name);
  CHECK(!harness_run(build));
  char *command = mem_format("%s/%s.out", harness_dir, name);
  FILE *in = popen(command, "r");
  CHECK(in);
  if (!fgets(theirs, sizeof theirs, in)) theirs[0] = '\0';
  const int native = pclose(in);
  if (WEXITSTATUS(native) != status || strcmp(ours, theirs))
    fatal("%s: %d \"%s\" here, %d \"%s\" natively", name, status, ours,
          WEXITSTATUS(native), theirs);
  if (second != status || strcmp(optimised, ours))
    fatal("%s, optimised: %d \"%s\" here, %d \"%s\" natively", name, second,
          optimised, status, theirs);
  free(build);
  free(command);
}

static const char *const programs[] = {
    /* loops, scopes, shadowing */
    "int main(void) { int s = 0; for (int i = 0; i < 10; i++) {"
    " int k = i * i; for (int j = i; j--; ) { int i = j; s += k ^ i; } }"
    " return s & 255; }",
    /* increments in all places */
    "int main(void) { int i = 3, j = 0, a[8] = {0}; j = i++ + ++i;"
    " a[i--] = j; a[j = 2] = i; int t = i; i = j; j = t;"
    " while (t --> 0) j += a[t]; return i * 10 + j; }",
    /* swaps make cycles of phis once promoted or not */
    "int main(void) { unsigned a = 1, b = 2, c = 3; for (int i = 0; i < 7;"
    " i++) { unsigned t = a; a = b; b = c; c = t + a; } return (a ^ b + c)"
    " & 255; }",
    /* && || ?: ! and _Bool */
    "int f(int x, int y) { _Bool b = x && y, c = !x || y > 2; int d = b ? c"
    " : !c; return (b == c) + 2 * d + 4 * !(x < y) + 8 * !!x + 16 * (b ||"
    " (x ? y : 3) > 2); } int main(void) { int s = 0; for (int x = 0; x < 4;"
    " x++) for (int y = 0; y < 5; y++) s = s * 7 + f(x, y); return s & 255; }",
    /* switch with ranges, fall-through, default in the middle, 64 bits */
    "int f(long long k) { int s = 1; switch (k) { case -2: s += 3; case 1:"
    " s *= 2; break; default: s = 9; case 7: s++; break; case 10 ... 13: s ="
    " 40; break; case 1LL << 40: s = 77; } return s; } int main(void) { int s"
    " = 0; for (long long k = -3; k < 15; k++) s = s * 3 + f(k); s += f(1LL"
    " << 40); return s & 255; }",
    /* structs by value of all sizes, unions, bit-fields */
    "struct A { char c; }; struct B { long x; char y; }; struct C { int a[9];"
    " }; struct D { float f, g, h; }; struct E { unsigned a : 3; int b : 7;"
    " unsigned long long c : 40; }; union U { float f; unsigned u; };"
    " struct A fa(struct A a) { a.c++; return a; } struct B fb(struct B b) {"
    " b.x += b.y; return b; } struct C fc(struct C c, int k) { c.a[k] *= 2;"
    " return c; } struct D fd(struct D d) { d.g += d.f; return d; } struct E"
    " fe(struct E e) { e.a += 5; e.b -= 3; e.c = e.c * e.c; return e; } int"
    " main(void) { struct A a = {4}; struct B b = {5, 6}; struct C c = {{1,"
    " 2, 3}}; struct D d = {1, 2, 3}; struct E e = {6, -60, 1ull << 19};"
    " union U u; a = fa(fa(a)); b = fb(b); c = fc(c, 2); d = fd(d); e ="
    " fe(fe(e)); u.f = 1.5f; return (a.c + b.x + c.a[2] + (int) d.g + e.a +"
    " e.b + (int) (e.c >> 30) + (u.u >> 20)) & 255; }",
    /* pointers, relocations, function pointers */
    "static int x[4] = {1, 2, 3, 4}; static int *p = &x[2], **q = &p; struct"
    " S { const char *n; int (*f)(int); int *e; } ; static int inc(int k) {"
    " return k + 1; } static int dbl(int k) { return 2 * k; } static const"
    " struct S t[] = {{\"ab\", inc, x}, {\"cde\", dbl, &x[4] - 1}}; int"
    " main(void) { int s = **q; for (unsigned i = 0; i < 2; i++) s = s * 5 +"
    " t[i].f(*t[i].e) + t[i].n[i]; q = &p; *q += 1; return (s + *p + (int) (p"
    " - x)) & 255; }",
    /* computed goto */
    "int main(void) { static const void *const t[] = {&&add, &&dbl, &&end};"
    " static const char code[] = {0, 1, 0, 1, 2}; int k = 0, s = 1; goto"
    " *t[code[k++]]; add: s += 3; goto *t[code[k++]]; dbl: s *= 2; goto"
    " *t[code[k++]]; end: return s; }",
    "int main(void) { static const int t[] = {&&a - &&a, &&b - &&a, &&c - &&a"
    "}; int k = 0, s = 0; next: goto *(&&a + t[k]); a: s += 1; k = 2; goto"
    " next; b: return s; c: s += 7; k = 1; goto next; }",
    /* wide integers, all widths */
    "int main(void) { __int128 a = (__int128) 1 << 100; unsigned __int128 b ="
    " ~(unsigned __int128) 0 / 7; a = a / 12345 * 77 - 5; b ^= (unsigned"
    " __int128) a; _BitInt(37) c = 12345678901wb; unsigned _BitInt(5) d ="
    " 21uwb; c = c * 3 + d; d += 15; return (int) (((a >> 60) + (b >> 99) + c"
    " + d) & 255); }",
    "typedef unsigned char u8; int main(void) { u8 a = 200, b = 100; short s"
    " = -3; signed char c = a + b; unsigned u = s; long long l = (int) u >>"
    " 1; a += b; b <<= 3; s /= 2; return (a + b + c + (u >> 24) + (u8) l + s)"
    " & 255; }",
    /* widened twice */
    "static long f(signed char c) { int i = c; long l = i; return l; } static"
    " long g(unsigned char c) { short s = c; long l = s; return l; } int"
    " main(void) { volatile signed char c = -5; volatile unsigned char u ="
    " 200; return (f(c) < 0) + 2 * (f(c) == -5) + 4 * (g(u) == 200); }",
    /* builtins */
    "#define T(t) { t x = (t) 0x123456789abcdef1ull; s = s * 31 +"
    " __builtin_popcountll(x) + __builtin_clzll(x | 1) + __builtin_ctzll(x |"
    " 64); }\nint main(void) { unsigned s = 0; T(unsigned char) T(unsigned"
    " short) T(unsigned) T(unsigned long long) s += __builtin_bswap16(0x1234)"
    " + __builtin_bswap32(s) + __builtin_bswap64(s) + __builtin_bitreverse8(s"
    ") + __builtin_bitreverse32(s) + __builtin_bitreverse64(s) +"
    " __builtin_rotateleft32(s, s & 63) + __builtin_rotateright8(s, 3) +"
    " __builtin_abs(-5) + __builtin_ffs(s) + __builtin_parity(s); return (s ^"
    " s >> 8 ^ s >> 16) & 255; }",
    "int main(void) { int r, s = 0; unsigned u; long long l; unsigned char c;"
    " int v[] = {0, 1, -1, 2147483647, -2147483647 - 1, 65536, -70000, 3};"
    " for (int i = 0; i < 8; i++) for (int j = 0; j < 8; j++) { s = s * 3 ^"
    " __builtin_add_overflow(v[i], v[j], &r); s ^= r; s = s * 3 ^"
    " __builtin_sub_overflow(v[i], v[j], &r); s ^= r >> 3; s = s * 3 ^"
    " __builtin_mul_overflow(v[i], v[j], &r); s ^= r; s = s * 3 ^"
    " __builtin_add_overflow((unsigned) v[i], (unsigned) v[j], &u); s ^= u; s"
    " = s * 3 ^ __builtin_mul_overflow((unsigned) v[i], (unsigned) v[j], &u);"
    " s ^= u; s ^= __builtin_mul_overflow(v[i] * 65537LL, v[j] * 65539LL, &l)"
    "; s ^= (int) l; s ^= __builtin_sub_overflow((unsigned char) v[i],"
    " (unsigned char) v[j], &c) + c; } return (s ^ s >> 8 ^ s >> 16) & 255;"
    " }",
    "int main(void) { unsigned s = 0; int v[] = {0, 1, -1, 2147483647,"
    " -2147483647 - 1, 99}; for (int i = 0; i < 6; i++) for (int j = 0; j <"
    " 6; j++) { s = s * 5 + __builtin_elementwise_add_sat(v[i], v[j]); s = s"
    " * 5 + __builtin_elementwise_sub_sat(v[i], v[j]); s = s * 5 +"
    " __builtin_elementwise_add_sat((unsigned) v[i], (unsigned) v[j]); s = s"
    " * 5 + __builtin_elementwise_sub_sat((unsigned) v[i], (unsigned) v[j]);"
    " s += __builtin_elementwise_max(v[i], v[j]) ^"
    " __builtin_elementwise_min((unsigned) v[i], (unsigned) v[j]); } return (s"
    " ^ s >> 8 ^ s >> 16) & 255; }",
    /* vectors */
    "typedef int v4 __attribute__((vector_size(16))); typedef char v8"
    " __attribute__((vector_size(8))); v4 f(v4 a, v4 b, int k) { v4 c = a * b"
    " + (a > b); c[k] = 77; c = c << (v4) {1, 2, 3, 4}; return"
    " __builtin_shufflevector(c, a, 3, 6, 0, 1); } int main(void) { v4 a = {1"
    ", 5, -3, 9}, b = {4, 3, 2, 1}, c = f(a, b, a[0]); v8 d = (v8) 0x0102030"
    "405060708ll; d ^= d >> 1; long long e = (long long) d; int s = 0; for"
    " (int i = 0; i < 4; i++) s = s * 3 + c[i] + (a < b)[i]; s += "
    "__builtin_reduce_add(a) + __builtin_reduce_max(b) +"
    " __builtin_reduce_xor(c); return (s ^ (int) e ^ (int) (e >> 40)) & 255;"
    " }",
    /* floating point */
    "double g = 1.25; float h[] = {1, .5f, -3}; int main(void) { double d ="
    " 0; for (int i = 0; i < 3; i++) d = d * g + h[i]; float f = (float) d /"
    " 3; int k = (int) (d * 100) + (d < f) + (f != f) * 2 + (unsigned char) f"
    "; return (k - (int) -f + (int) (long) (g * 1e9)) & 255; }",
    "#pragma STDC FENV_ACCESS ON\nint main(void) { double d = 7; float f ="
    " 2.5f; int s = 0; for (int i = 0; i < 5; i++) { d = d * .5 + f - i; f ="
    " (float) d / 3; s += (d < f) + 2 * (d == f) + 4 * (f >= i) + (int) f; }"
    " return (s + (int) (d + f)) & 255; }",
    /* VLAs, memcpy, memset, compound literals */
    "int main(void) { int s = 0; for (int n = 1; n < 6; n++) { int a[n]; for"
    " (int i = 0; i < n; i++) a[i] = i * n; char b[n + 2]; __builtin_memset(b"
    ", n, n + 2); __builtin_memmove(b + 1, b, n); s += a[n - 1] + b[n] + ((int"
    " []){1, 2, 3})[n % 3]; } return s; }",
    /* atomics and barriers */
    "#include <stdatomic.h>\nint main(void) { _Atomic int a = 5; int e = 4; s:"
    " ; int x = 7; __asm__ volatile(\"\" : \"+r\"(x) : : \"memory\"); int r ="
    " atomic_compare_exchange_strong(&a, &e, 9); r += 2 *"
    " atomic_compare_exchange_strong(&a, &e, 9); r += atomic_fetch_add(&a, 3)"
    "; r += __atomic_nand_fetch(&e, 6, 5); r += __sync_fetch_and_xor(&e, 3) +"
    " atomic_exchange(&a, 1) + x; return (r + a + e) & 255; }",
    /* comparisons of widened values, at the edges of their ranges */
    "#define C(x, y) (((x) < (y)) + 2 * ((x) <= (y)) + 4 * ((x) > (y)) + 8 *"
    " ((x) >= (y)) + 16 * ((x) == (y)) + 32 * ((x) != (y)))\n#define K(x) s = s"
    " * 67 + C(x, 0) + C(x, 1) + C(x, -1) + C(x, 127) + C(x, 128) + C(x, -128)"
    " + C(x, -129) + C(x, 255) + C(x, 256) + C(x, 1u) + C(x, 200u) + C(x, -1u)"
    " + C(x, -128u) + C(200, x) + C(-5, x);\nint main(void) { unsigned s = 0;"
    " for (int i = -130; i < 260; i += 3) { signed char a = i; unsigned char b ="
    " i; _Bool c = i & 1; K(a) K(b) K(c) for (int j = -2; j < 3; j++) { signed"
    " char d = i + j; unsigned char e = i + j; s = s * 3 + C(a, d) + C(b, e) +"
    " C(a, e) + C((unsigned) a, (unsigned) d) + C((unsigned) b, d); } } return"
    " (s ^ s >> 8 ^ s >> 16) & 255; }",
    /* recursion and weak functions, alias */
    "__attribute__((weak)) int f(int n) { return n < 2 ? n : f(n - 1) + f(n -"
    " 2); } int g(int) __attribute__((alias(\"f\"))); int main(void) { return"
    " g(11); }",
    /* promoted variables of other types */
    "int main(void) { char *p = \"hello\"; float f = 1; double d = 2; _Bool b"
    " = 0; long l = 0; for (; *p; p++) { f *= 2; d += f; b = !b; l = l << 3 ^"
    " *p; } return (int) (f + d + b + l) & 255; }",
    /* asm outputs that are not tied are fresh, so they are not tried here;
     * statement expressions, commas, goto into and out of scopes */
    "int main(void) { int s = 0, k = 0; again: ; { int t = ({ int u = k; u *"
    " 2; }); if (t > 6) goto out; s += (t, t + 1); k++; goto again; } out:"
    " switch (k) { int z; case 4: z = 5; s += z; } return s; }",
};

static void snippets_compute_what_they_do_natively(void) {
  for (unsigned i = 0; i < sizeof programs / sizeof *programs; i++) {
    char *name = mem_format("p%u", i);
    agrees_with_native(name, "-std=c2x -ffp-contract=off", programs[i]);
    free(name);
  }
}

/* The generator's own programs, if it is installed: checksums agree. */
static void random_programs_print_the_same_checksum(unsigned first,
                                                    unsigned count) {
  if (harness_run("csmith --version >/dev/null 2>&1")) return;
  for (unsigned seed = first; seed < first + count; seed++) {
    char *generate = mem_format(
        "csmith --seed %u --max-funcs 4 --max-expr-complexity 5 "
        "--max-block-depth 3 -o seed.h && cp seed.h r%u.h", seed, seed);
    CHECK(!harness_run(generate));
    char *name = mem_format("r%u", seed);
    char *text = mem_format(
        "#include \"r%u.h\"\n", seed);
    char *limit = mem_format(
        "clang-19 -w -O0 -I/usr/include/csmith -x c r%u.h -o try.out && "
        "timeout 1 ./try.out >/dev/null", seed);
    if (!harness_run(limit))
      agrees_with_native(name, "-I/usr/include/csmith", text);
    free(generate);
    free(name);
    free(text);
    free(limit);
  }
}

int main(int argc, char **argv) {
  harness_begin();
  snippets_compute_what_they_do_natively();
  random_programs_print_the_same_checksum(
      argc > 1 ? (unsigned) atoi(argv[1]) : 1,
      argc > 2 ? (unsigned) atoi(argv[2]) : 6);
}
#else
int main(void) {}
#endif
