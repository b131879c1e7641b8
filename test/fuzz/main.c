#include "base/mem.h"
#include "finding/evidence.h"
#include "finding/property.h"
#include "finding/wire.h"
#include "explore/job.h"
#include "ir/ir.h"
#include "jobs/job_seal.h"
#include "replay/run_info.h"
#include "page/history_layout.h"
#include "files/testcase.h"
#include "formats/witness.h"
#include "smt2/smt2.h"
#include "test/check.h"
#include "test/no_hooks.h"
#include "test/fuzz/mutate.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/*
 * Damaged files for every reader: each must end in success or in a message.
 *
 *   fuzz                     the smoke test: a fixed number of inputs each
 *   fuzz SECONDS [SEED]      all readers in turn for so long
 *   fuzz READER SEED         one input again
 *
 * A child reads the inputs, a batch at a time.  When it dies, the inputs of the
 * batch are tried alone, and the one that kills is named.
 */
enum { BATCH = 100, LIMIT_S = 20 };

static char directory[] = "/tmp/braid-fuzz-XXXXXX";

static char *path_of(const char *name) {
  return mem_format("%s/%s", directory, name);
}

static void write_file(const char *name, const bytes *b) {
  char *where = path_of(name);
  FILE *f = fopen(where, "w");
  CHECK(f);
  if (b->count) CHECK(fwrite(b->items, 1, b->count, f) == b->count);
  fclose(f);
  free(where);
}

/* One good input a reader, what may be put in, and how it is read ---------- */

static const char *const ktest_words[] = {"KTEST", "BOUT\n", "n_args", NULL};

static void ktest_good(bytes *b) {
  testcase t = {0};
  char *text = NULL;
  size_t size = 0;
  testcase_add_argument(&t, "prog.c");
  testcase_add_argument(&t, "-x");
  testcase_add_input(&t, TESTCASE_OBJECT, "buffer", "\1\2\3\4\5\6\7", 7);
  testcase_add_input(&t, TESTCASE_VALUE, "int", "\0\0\0\1", 4);
  FILE *f = open_memstream(&text, &size);
  ktest_write(&t, f);
  fclose(f);
  bytes_append(b, text, size);
  free(text);
  testcase_release(&t);
}

static void ktest_try(const bytes *b) {
  testcase t = {0};
  char *message = ktest_parse(&t, b->items, b->count);
  CHECK(!message || (!t.inputs.count && !t.arguments.count));
  size_t size;
  testcase_fuzz_data(&t, &size);
  free(message);
  testcase_release(&t);
}

static const char *const smt2_words[] = {
  "(", ")", "(assert ", "(check-sat)", "(push 1)", "(pop 1)", "(pop 7)", "#x",
  "#b", "(_ bv1 8)", "(_ extract 9 3)", "(_ zero_extend 99999999)", "let",
  "((", "concat", "bvudiv", "bvsmod", "select", "store", "(_ BitVec 0)",
  "(_ BitVec 4294967297)", "|", "\"", "; ", "true", "x", "y", "a", "ite", "=",
  "(define-fun f ((z (_ BitVec 8))) (_ BitVec 8) z)", "(get-value (x))",
  "(declare-fun x () (_ BitVec 8))", "(exit)", "distinct", "(as const ", NULL};

static void smt2_good(bytes *b) {
  static const char text[] =
      "(set-logic QF_ABV)\n(declare-fun x () (_ BitVec 8))\n"
      "(declare-const y (_ BitVec 8))\n"
      "(declare-fun a () (Array (_ BitVec 4) (_ BitVec 8)))\n"
      "(define-fun f ((z (_ BitVec 8))) (_ BitVec 8) (bvmul z #x03))\n"
      "(assert (let ((s (bvadd x y))) (bvult s (f (bvudiv x #b00000011)))))\n"
      "(push 1)\n(assert (= (select (store a #x3 x) ((_ extract 5 2) y)) #xff))"
      "\n(check-sat)\n(get-value (x y))\n(pop 1)\n"
      "(assert (not (= ((_ zero_extend 8) x) (concat y y))))\n(check-sat)\n"
      "(get-model)\n(exit)\n";
  bytes_append(b, text, sizeof text - 1);
}

static void smt2_try(const bytes *b) {
  solver_options o = solver_defaults;
  o.max_conflicts = 200;
  o.max_nodes = 20000;
  o.z3 = false;
  FILE *nowhere = fopen("/dev/null", "w");
  const char *text = b->count ? (const char *) b->items : "";
  const smt2_outcome r = smt2_run("f.smt2", text, b->count, &o, nowhere,
                                  nowhere);
  CHECK(!r.status || r.status == 2);
  fclose(nowhere);
}

static const char *const run_info_words[] = {
  "\n", " ", "%", "%00", "%zz", "bug ", "frame ", "tests ", "version ", "flag ",
  "source ", "4294967296", "-1", "99999999999999999999", NULL};

static void run_info_good(bytes *b) {
  static const char *const flags[] = {"-O0", "-DX=a b"};
  static const char *const sources[] = {"/tmp/a.c", "/tmp/b%.c"};
  const replay_frame stack[] = {{.function = "f", .file = "/tmp/a.c",
                                 .line = 3, .column = 4},
                                {.function = "main", .file = "/tmp/a.c",
                                 .line = 9, .column = 1}};
  const run_info_bug bug = {1, OUTCOME_OVERFLOW, stack, 2};
  const run_info info = {
    .program = {.directory = "/tmp", .sources = sources, .sources_count = 2,
                .flags = flags, .flags_count = 2, .target = "native"},
    .tests = 3, .bugs = &bug, .bugs_count = 1};
  char *where = path_of("good"), *message = NULL;
  outdir *d = outdir_open(where, &message);
  if (!d) fatal("%s", message);
  CHECK(run_info_write(&info, d));
  outdir_close(d);
  char *file = mem_format("%s/run.info", where);
  FILE *f = fopen(file, "r");
  CHECK(f);
  for (int c; (c = getc(f)) != EOF;) vec_push(b, (uint8_t) c);
  fclose(f);
  free(file);
  free(where);
}

static void run_info_try(const bytes *b) {
  run_info info;
  write_file("run.info", b);
  char *message = run_info_read(&info, directory);
  if (!message) run_info_release(&info);
  free(message);
}

static const char *const property_words[] = {
  "CHECK(", "COVER(", "init(", "main()", "LTL(G ", "! call(", "valid-free",
  "valid-deref", "valid-memtrack", "! overflow", "FQL(COVER EDGES(",
  "@DECISIONEDGE", "@CALL(", ")", ",", "\n", NULL};

static void property_good(bytes *b) {
  static const char text[] =
      "CHECK( init(main()), LTL(G ! call(reach_error())) )\n"
      "CHECK( init(main()), LTL(G valid-memtrack) )\n"
      "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )\n";
  bytes_append(b, text, sizeof text - 1);
}

static void property_try(const bytes *b) {
  property p;
  char *message = NULL, *text = mem_zeroed(b->count + 1, 1);
  if (b->count) memcpy(text, b->items, b->count);
  if (property_parse(&p, text, "x.prp", &message)) property_release(&p);
  else CHECK(message);
  free(message);
  free(text);
}

static const char *const history_words[] = {
  "\"from\": [0]", "\"from\": [1, 2]", "{\"kind\": \"join\"}", "\"kind\"",
  "\"split\"", "\\u0000", "\\ud800", "[", "]", "{", "}", ",", "1e999", "-1",
  "99999999999999999999", "null", "true", "\"", NULL};

static void history_good(bytes *b) {
  static const char text[] =
      "{\"totals\": {\"start\": 1, \"split\": 2, \"join\": 1},\n\"nodes\": [\n"
      "{\"kind\": \"start\", \"from\": []},\n"
      "{\"kind\": \"split\", \"file\": \"a\\u00e4.c\", \"line\": 3, "
      "\"function\": \"f\", \"from\": [0]},\n"
      "{\"kind\": \"split\", \"from\": [1], \"hidden\": {\"end\": 7}},\n"
      "{\"kind\": \"join\", \"from\": [1, 2, 2]},\n"
      "{\"kind\": \"end\", \"outcome\": \"null\", \"from\": [3]}\n]\n}\n";
  bytes_append(b, text, sizeof text - 1);
}

static void history_try(const bytes *b) {
  char *message = NULL, *text = mem_zeroed(b->count + 1, 1);
  if (b->count) memcpy(text, b->items, b->count);
  json_value *v = json_parse(text, &message);
  history_read s = {0};
  if (v) message = history_take(&s, v);
  CHECK(!message == !!s.nodes.count);
  history_layout at = history_lay_out(&s);
  for (uint32_t k = 0; k < s.nodes.count; k++)
    CHECK(at.x[k] >= 0 && at.x[k] <= at.width);
  history_layout_release(&at);
  history_read_release(&s);
  json_free(v);
  free(message);
  free(text);
}

static const char *const bitcode_words[] = {NULL};

static void bitcode_good(bytes *b) {
  static const char program[] =
      "int printf(const char *, ...);\nstruct s { int a : 3; double d; };\n"
      "static struct s t[3];\nint f(int n, ...) { __builtin_va_list v; "
      "__builtin_va_start(v, n); int r = 0; switch (n) { case 1: r = "
      "__builtin_va_arg(v, int); break; case 9: r = 2; } return r + t[n].a; }\n"
      "int main(int c, char **v) { for (int i = 0; i < c; i++) "
      "printf(\"%d\\n\", f(i, c)); return (int) t[c & 1].d; }\n";
  bytes text = {0};
  bytes_append(&text, program, sizeof program - 1);
  write_file("good.c", &text);
  vec_release(&text);
  char *command = mem_format("cd %s && clang-19 -w -g -O1 -c -emit-llvm good.c",
                             directory);
  CHECK(!system(command));
  free(command);
  char *where = path_of("good.bc");
  FILE *f = fopen(where, "r");
  CHECK(f);
  for (int c; (c = getc(f)) != EOF;) vec_push(b, (uint8_t) c);
  fclose(f);
  free(where);
}

static void bitcode_try(const bytes *b) {
  char *where = path_of("bad.bc"), *message = NULL;
  write_file("bad.bc", b);
  CHECK(ir_probe_file(where, &message) || message);
  free(message);
  free(where);
}

static const char *const witness_words[] = {
  "- ", ": ", "\n", "  ", "|", ">-", "{", "}", "[", "]", "\"", "'", "\\x4", "# ",
  "---", "segment:", "waypoint:", "invariant:", "type: target", "action: follow",
  "content: []", "line: 99999999999", "~", "&a", "*a", "? ", "\t", NULL};

static void witness_good(bytes *b) {
  static const char text[] =
      "- entry_type: violation_sequence\n  metadata:\n"
      "    format_version: \"2.0\"\n    task: {input_files: [a.c, 'b.c']}\n"
      "  content:\n  - segment:\n    - waypoint:\n        type: assumption\n"
      "        action: avoid\n        constraint:\n          value: |\n"
      "            x > 0 &&\n            y\n"
      "        location: {file_name: a.c, line: 3, column: 4}\n"
      "    - waypoint: {type: target, action: follow,\n"
      "        location: {file_name: a.c, line: 7}}\n";
  bytes_append(b, text, sizeof text - 1);
}

static void witness_try(const bytes *b) {
  write_file("w.yml", b);
  char *where = path_of("w.yml");
  witness w;
  char *message = witness_read(&w, where);
  CHECK(!message || (!w.waypoints.count && !w.files.count));
  free(message);
  witness_release(&w);
  free(where);
}

/* A bug as a ledger or a queue has it. */
static const char *const finding_words[] = {"\xff\xff\xff\xff", "\xff\xff\xff\xff\xff\xff\xff\xff",
                                            ".c", ".witness.yml", "/../", NULL};

static void finding_good(bytes *b) {
  session s = {.o = NULL};
  session_bug bug = {.kind = OUTCOME_OVERFLOW, .message = "too large", .test = 1,
                     .calls = REPORT_SOME_CALLS};
  replay_frame f = {.function = "main", .file = "a.c", .line = 3, .column = 4};
  session_file beside = {.suffix = SESSION_WITNESS, .bytes = "text", .size = 4};
  session_more more = {.message = "again", .test = 2};
  wire w = {.read = 0};
  vec_push(&bug.stack, f);
  vec_push(&bug.steps, ((report_step) {.at = f, .text = "x > 3"}));
  vec_push(&bug.key, 7u);
  vec_push(&more.stack, f);
  vec_push(&bug.more, more);
  vec_push(&s.attached, beside);
  testcase_add_argument(&bug.input, "a");
  testcase_add_input(&bug.input, TESTCASE_OBJECT, "x", "\1\2\3\4", 4);
  wire_put_bug(&w, &bug);
  wire_put_attached(&w, &s);
  bytes_append(b, w.bytes.items, w.bytes.count);
  wire_release(&w);
  testcase_release(&bug.input);
  vec_release(&bug.stack);
  vec_release(&bug.steps);
  vec_release(&bug.key);
  vec_release(&bug.more.items[0].stack);
  vec_release(&bug.more);
  vec_release(&s.attached);
}

static void finding_try(const bytes *b) {
  session s = {.o = NULL};
  session_bug bug;
  wire w = {.read = 0};
  wire_put(&w, b->items, b->count);
  wire_get_bug(&w, &s, &bug);
  wire_get_attached(&w, &s);
  if (wire_is_at_end(&w)) CHECK(outcome_is_bug(bug.kind) && bug.calls <= REPORT_NO_CALL);
  wire again = {.read = 0};
  if (wire_is_at_end(&w)) {
    wire_put_bug(&again, &bug);
    wire_put_attached(&again, &s);
    CHECK(again.bytes.count <= w.bytes.count);
  }
  wire_release(&again);
  session_release_bug(&bug);
  evidence_release(&s);
  session_release_attached(&s);
  vec_release(&s.attached);
  while (s.texts.count) free(vec_pop(&s.texts));
  vec_release(&s.texts);
  wire_release(&w);
}

/* A subtree of the tree of paths, as a ledger, a queue or the backlog has it.  Its names
 * belong to an executor, which all inputs of a process share. */
static const char *const job_words[] = {"\xff\xff\xff\xff", "\xff\xff\xff\xff\xff\xff\xff\xff",
                                        "\0\0\0\0", "\0\0\xc0\x7f", "\0\0\0\x80", NULL};

static struct {
  ir_program *program;
  expr_table *table;
  solver *chain;
  exec *exec;
} executor;

static void executor_free(void) {
  exec_free(executor.exec);
  solver_free(executor.chain);
  expr_table_free(executor.table);
  ir_program_free(executor.program);
}

static void executor_new(void) {
  char *where = path_of("good.bc"), *message = NULL;
  bytes bitcode = {0};
  bitcode_good(&bitcode);
  vec_release(&bitcode);
  ir_linker *l = ir_linker_new();
  if (!ir_link_file(l, where, false, &message)) fatal("%s", message);
  executor.program = ir_link_finish(l, &message);
  if (!executor.program) fatal("%s", message);
  ir_linker_free(l);
  executor.table = expr_table_new();
  executor.chain = solver_new(executor.table, &solver_defaults);
  executor.exec = exec_new(executor.program, executor.table, executor.chain, &exec_defaults,
                           &no_hooks);
  free(where);
  atexit(executor_free);
}

static void job_good(bytes *b) {
  if (!executor.exec) executor_new();
  job j = {.depth = 3, .decisions = 77, .share = 0.25};
  uint8_t x[] = {1, 2, 3, 4};
  job_bytes out = {0};
  vec_push(&j.picks, UINT64_C(5));
  vec_push(&j.picks, UINT64_C(6));
  for (input_kind k = INPUT_OBJECT; k <= INPUT_PLACE; k++)
    vec_push(&j.inputs, ((fixed_input) {.kind = k, .name = &"xyz"[k % 4], .size = 4 - k % 3,
                                        .bytes = x, .object = k == INPUT_PLACE ? 9 : 0}));
  job_write(&j, &out);
  bytes_append(b, out.items, out.count);
  vec_release(&out);
  vec_release(&j.picks);
  vec_release(&j.inputs);
}

/* What is read is written as the same bytes, up to a zero byte within a name. */
static void job_try(const bytes *b) {
  job j;
  const bool is_job = job_read(&j, executor.exec, b->items, b->count);
  bytes good = {0};
  job_good(&good);
  CHECK(is_job || b->count != good.count || memcmp(b->items, good.items, good.count));
  vec_release(&good);
  if (!is_job) return;
  CHECK(j.share >= 0 && j.share <= 1);
  job_bytes again = {0};
  job_write(&j, &again);
  CHECK(again.count <= b->count);
  if (again.count == b->count) CHECK(!memcmp(again.items, b->items, b->count));
  vec_release(&again);
  job_release(&j);
}

/* Without its seal: whatever the bytes are, they are read. */
static const char *const receipt_words[] = {"\xff\xff", "\0\0", "paths", NULL};

static void receipt_good(bytes *b) {
  const uint8_t key[32] = {1};
  job_seal seal;
  job_receipt r = {.steps = 3, .found = 2};
  job_seal_bytes out = {0};
  job_seal_init(&seal, key, "token");
  job_receipt_job(&r, &seal, 77, true);
  job_receipt_count(&r, "paths completed", 9);
  job_receipt_count(&r, "cut: depth", 1);
  job_receipt_write(&r, &seal, 5, &out);
  bytes_append(b, out.items, out.count);
  vec_release(&out);
  job_receipt_release(&r);
}

static void receipt_try(const bytes *b) {
  const uint8_t key[32] = {1};
  job_seal seal, none = {.is_on = false};
  job_receipt r, all = {.steps = 0};
  bytes good = {0};
  job_seal_init(&seal, key, "token");
  receipt_good(&good);
  const bool is_same = b->count == good.count && !memcmp(b->items, good.items, good.count);
  CHECK(job_receipt_read(&r, &seal, 5, b->count ? (const void *) b->items : "", b->count) ==
        is_same);
  if (is_same) job_receipt_release(&r);
  if (job_receipt_read(&r, &none, 5, b->count ? (const void *) b->items : "", b->count)) {
    job_receipt_merge(&all, &r);
    job_receipt_release(&r);
    job_receipt_release(&all);
  }
  vec_release(&good);
}

/* The driver -------------------------------------------------------------- */

typedef struct reader {
  const char *name;
  unsigned smoke;
  void (*good)(bytes *);
  void (*try)(const bytes *);
  const char *const *words;
} reader;

static const reader readers[] = {
#define READER(NAME, SMOKE) \
  {#NAME, SMOKE, NAME##_good, NAME##_try, NAME##_words},
#include "test/fuzz/readers.def"
};

enum { READERS = sizeof readers / sizeof *readers };

static void try_one(const reader *r, const bytes *good, uint64_t seed) {
  random_source source = {.state = seed};
  bytes b = {0};
  bytes_append(&b, good->items, good->count);
  mutate(&b, &source, r->words);
  r->try(&b);
  vec_release(&b);
}

/* Whether a child survives these inputs. */
static bool survives(const reader *r, const bytes *good, uint64_t seed,
                     unsigned count) {
  fflush(NULL);
  const pid_t child = fork();
  CHECK(child >= 0);
  if (!child) {
    const int null = open("/dev/null", O_WRONLY);
    if (count > 1) dup2(null, STDERR_FILENO);
    alarm(LIMIT_S);
    for (unsigned k = 0; k < count; k++) try_one(r, good, seed + k);
    _exit(0);
  }
  int status;
  CHECK(waitpid(child, &status, 0) == child);
  return WIFEXITED(status) && !WEXITSTATUS(status);
}

static unsigned run(const reader *r, const bytes *good, uint64_t seed,
                    unsigned count) {
  unsigned failures = 0;
  for (unsigned done = 0; done < count; done += BATCH) {
    const unsigned batch = count - done < BATCH ? count - done : BATCH;
    if (survives(r, good, seed + done, batch)) continue;
    for (unsigned k = 0; k < batch; k++)
      if (!survives(r, good, seed + done + k, 1)) {
        failures++;
        fprintf(stderr, "again: fuzz %s %llu\n", r->name,
                (unsigned long long) seed + done + k);
      }
  }
  return failures;
}

static void clean(void) {
  char *command = mem_format("rm -rf %s", directory);
  if (system(command)) fprintf(stderr, "cannot remove %s\n", directory);
  free(command);
}

int main(int argc, char **argv) {
  CHECK(mkdtemp(directory));
  atexit(clean);
  bytes good[READERS] = {{0}};
  unsigned failures = 0;
  for (unsigned k = 0; k < READERS; k++) {
    readers[k].good(good + k);
    readers[k].try(good + k);
  }
  if (argc == 3 && (*argv[1] < '0' || *argv[1] > '9')) {
    for (unsigned k = 0; k < READERS; k++)
      if (!strcmp(readers[k].name, argv[1]))
        try_one(readers + k, good + k, strtoull(argv[2], NULL, 10));
  } else if (argc > 1) {
    const time_t end = time(NULL) + atoi(argv[1]);
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10)
                             : (uint64_t) time(NULL) << 20;
    for (; time(NULL) < end; seed += BATCH)
      for (unsigned k = 0; k < READERS; k++)
        failures += run(readers + k, good + k, seed,
                        readers[k].smoke < BATCH ? BATCH / 10 : BATCH);
  } else {
    for (unsigned k = 0; k < READERS; k++)
      failures += run(readers + k, good + k, 1, readers[k].smoke);
  }
  for (unsigned k = 0; k < READERS; k++) vec_release(good + k);
  return failures != 0;
}
