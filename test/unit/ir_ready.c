#include "base/fatal.h"
#include "base/share.h"
#include "ir/ready_make.h"
#include "test/unit/ir_harness.h"

/* Functions translated when braid was built, beside the same from bitcode. */

/* What a library has that depends on the program: addresses with and without offsets, aliases,
 * weak names, tables, switches, wide constants, builtins. */
static const char library[] =
    "extern int elsewhere[4]; static int own = 3; static const char text[] = \"a text\";\n"
    "int *third(void) { return elsewhere + 3; }\n"
    "static int inner(int k) { return own += k; }\n"
    "int choose(int k) { switch (k) { case 1: return inner(1); case 70: return text[2];\n"
    "  case 900: return elsewhere[1]; default: return inner(k) + (&own == elsewhere); } }\n"
    "int (*pick(int k))(int) { return k ? inner : choose; }\n"
    "extern int known(int) __attribute__((weak));\n"
    "int ask(int k) { return known ? known(k) : -1; }\n"
    "static int dummy(int k) { return 2 * k; }\n"
    "int hook(int) __attribute__((weak, alias(\"dummy\")));\n"
    "int use_hook(int k) { return hook(k) + dummy(k); }\n"
    "unsigned __int128 wide(void) { return (unsigned __int128) 77 << 100 | 5; }\n"
    "double root(double d) { return __builtin_sqrt(d); }\n"
    "int add(int n, ...) { __builtin_va_list l; __builtin_va_start(l, n); int s = 0;\n"
    "  while (n--) s += __builtin_va_arg(l, int); __builtin_va_end(l); return s; }\n";

static const char names[][9] = {"third", "choose", "pick", "ask", "use_hook", "wide", "root",
                                "add"};

/* The archive's member of the text, compiled as a library is. */
static char *make_archive(const char *name, const char *text) {
  harness_write("member.c", text);
  char *command = mem_format(
      "clang-19 -w %s -g0 -fdiscard-value-names -emit-llvm -c member.c -o member.bc && "
      "rm -f %s && llvm-ar-19 rcsD %s member.bc", harness_plain, name, name);
  CHECK(!harness_run(command));
  free(command);
  return harness_path(name);
}

/* The program and the archive; every function of the archive is wanted. */
static ir_program *join(const char *program, const char *archive) {
  char *message = NULL;
  ir_linker *l = ir_linker_new();
  CHECK(ir_link_file(l, program, false, &message));
  for (size_t k = 0; k < sizeof names / sizeof *names; k++) ir_link_want(l, names[k]);
  CHECK(ir_link_archive(l, archive, &message));
  ir_program *p = ir_link_finish(l, &message);
  CHECK(p);
  ir_linker_free(l);
  ir_check(p);
  return p;
}

static char *text_of(const ir_program *p) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  ir_print(p, out);
  fclose(out);
  return text;
}

static void check_same(const ir_program *a, const ir_program *b) {
  char *one = text_of(a), *other = text_of(b);
  CHECK(!strcmp(one, other));
  CHECK(a->edge_count == b->edge_count && a->functions.count == b->functions.count);
  for (uint32_t n = 0; n < a->functions.count; n++) {
    const ir_function *f = a->functions.items[n], *g = b->functions.items[n];
    CHECK(f->insn_count == g->insn_count && f->reg_count == g->reg_count);
    CHECK(f->first_edge == g->first_edge && f->leaks_slots == g->leaks_slots);
    for (uint32_t k = 0; k < f->insn_count; k++) {
      ir_insn i = f->insns[k], j = g->insns[k];
      if (i.op == IR_WIDE) i.imm = j.imm;       /* where the limbs are */
      CHECK(!memcmp(&i, &j, sizeof i));
    }
    for (uint32_t k = 0; k < f->block_count; k++)
      CHECK(f->blocks[k].first == g->blocks[k].first && f->blocks[k].order == g->blocks[k].order &&
            f->blocks[k].loop_head == g->blocks[k].loop_head &&
            f->blocks[k].loop_depth == g->blocks[k].loop_depth);
    for (uint32_t k = 0; k < f->slots.count; k++)
      CHECK(f->slots.items[k].size == g->slots.items[k].size &&
            f->slots.items[k].has_lifetime == g->slots.items[k].has_lifetime);
    for (uint32_t k = 0; k < f->calls.count; k++)
      CHECK(f->calls.items[k].callee == g->calls.items[k].callee);
  }
  free(one);
  free(other);
}

/* Links with the records, and without: how many functions came from records. */
static uint32_t compare(const char *program, const char *archive, const char *without) {
  ir_program *p = join(program, archive), *q = join(program, without);
  check_same(p, q);
  const uint32_t ready = p->ready;
  CHECK(!q->ready);
  ir_program_free(p);
  ir_program_free(q);
  return ready;
}

static char *make(const char *archive) {
  char *message = NULL;
  CHECK(ready_make(archive, &message));
  return mem_format("%s.ready", archive);
}

static void records_give_the_same_code(void) {
  char *plain = make_archive("plain.a", library), *archive = make_archive("lib.a", library);
  char *records = make(archive);
  char *whole = harness_compile("whole", "", "int elsewhere[4]; int known(int k) { return k; }"
                                             "int main(void) { return 0; }");
  char *absent = harness_compile("absent", "", "int elsewhere[4]; int main(void) { return 0; }");
  char *mine = harness_compile("mine", "", "int elsewhere[4]; int known(int k) { return k; }"
                                           "int hook(int k) { return -k; } int main(void) {"
                                           " return 0; }");
  const uint32_t all = compare(whole, archive, plain);
  CHECK(all >= 10);
  /* Where a weak name is absent, or an alias is the program's, all is translated anew. */
  CHECK(!compare(absent, archive, plain) && !compare(mine, archive, plain));
  free(plain);
  free(archive);
  free(records);
  free(whole);
  free(absent);
  free(mine);
}

static void records_of_other_bytes_are_not_used(void) {
  char *other = mem_string(library);
  *strstr(other, "77") = '8';
  char *archive = make_archive("lib2.a", library), *records = make(archive);
  char *again = make_archive("lib2.a", other), *plain = make_archive("plain2.a", other);
  char *program = harness_compile("prog", "", "int elsewhere[4]; int known(int k) { return k; }"
                                              "int main(void) { return 0; }");
  CHECK(!compare(program, again, plain));
  free(records);
  records = make(again);
  CHECK(compare(program, again, plain));
  /* Damage, wherever it is: as if there were no record. */
  FILE *file = fopen(records, "r+b");
  CHECK(file && !fseek(file, 0, SEEK_END));
  const long size = ftell(file);
  for (long at = 0; at < size; at += 1 + size / 97) {
    CHECK(!fseek(file, at, SEEK_SET));
    const int byte = fgetc(file);
    CHECK(!fseek(file, at, SEEK_SET) && fputc(byte ^ 0x41, file) != EOF && !fflush(file));
    CHECK(!compare(program, again, plain));
    CHECK(!fseek(file, at, SEEK_SET) && fputc(byte, file) == byte && !fflush(file));
  }
  CHECK(compare(program, again, plain));
  CHECK(!ftruncate(fileno(file), size - 8) && !compare(program, again, plain));
  fclose(file);
  free(other);
  free(archive);
  free(again);
  free(plain);
  free(records);
  free(program);
}

/* All of the library, and what braid links under a program. */
static ir_program *load_library(const char *runtime, const char *libc, const char *symbols) {
  char *message = NULL, line[256];
  ir_linker *l = ir_linker_new();
  FILE *in = fopen(symbols, "r");
  CHECK(in);
  while (fgets(line, sizeof line, in)) {
    line[strcspn(line, "\n")] = '\0';
    ir_link_want(l, line);
  }
  fclose(in);
  CHECK(ir_link_archive(l, runtime, &message) && ir_link_archive(l, libc, &message));
  ir_program *p = ir_link_finish(l, &message);
  if (!p) fatal("%s", message);
  ir_linker_free(l);
  ir_check(p);
  return p;
}

static void the_whole_library_is_the_same(void) {
#if defined __aarch64__
  const char *const target = "aarch64";
#else
  const char *const target = "x86_64";
#endif
  char *command = mem_format("libc-%s.a", target), *libc = share_find(command);
  free(command);
  command = mem_format("braid-rt-%s.a", target);
  char *runtime = share_find(command);
  free(command);
  CHECK(libc && runtime);
  command = mem_format("cp %s %s . && llvm-nm-19 --defined-only --extern-only --just-symbol-name "
                       "%s %s 2>/dev/null | grep '^[A-Za-z_]*$' | sort -u >symbols",
                       libc, runtime, libc, runtime);
  CHECK(!harness_run(command));
  free(command);
  char *symbols = harness_path("symbols"), *name = mem_format("libc-%s.a", target);
  char *plain_libc = harness_path(name);
  free(name);
  name = mem_format("braid-rt-%s.a", target);
  char *plain_runtime = harness_path(name);
  ir_program *p = load_library(runtime, libc, symbols);
  ir_program *q = load_library(plain_runtime, plain_libc, symbols);
  check_same(p, q);
  CHECK(!q->ready && p->functions.count > 2000);
  CHECK(p->ready > p->functions.count * 9 / 10);
  ir_program_free(p);
  ir_program_free(q);
  free(libc);
  free(runtime);
  free(symbols);
  free(name);
  free(plain_libc);
  free(plain_runtime);
}

int main(void) {
  harness_begin();
  records_give_the_same_code();
  records_of_other_bytes_are_not_used();
  the_whole_library_is_the_same();
  return 0;
}
