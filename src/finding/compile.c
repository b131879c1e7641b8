#include "finding/compile.h"

#include "base/mem.h"
#include "base/process.h"
#include "base/processors.h"
#include "base/share.h"
#include "files/outdir.h"
#include "ir/embedded.h"
#include "replay/fence.h"
#include "replay/replay.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* This machine's own data model, and where its C library has the headers that
 * differ from machine to machine. */
#if defined __x86_64__
#define HOST TARGET_X86_64
#define HOST_HEADERS "/usr/include/x86_64-linux-gnu"
#elif defined __i386__
#define HOST TARGET_I386
#define HOST_HEADERS "/usr/include/i386-linux-gnu"
#else
#define HOST TARGET_NATIVE
#define HOST_HEADERS "/usr/include/aarch64-linux-gnu"
#endif

/* -O1 alone would let the C library's headers define functions in terms of its
 * private structures; the two macros make them declare the functions instead.
 * The sanitizers' checks are in the IR what no instruction of it shows
 * (ir/lower_checks.c). */
static const char *const always[] = {
  "-c", "-emit-llvm", "-O1", "-Xclang", "-disable-llvm-passes", "-g",
  "-fno-discard-value-names", "-fno-crash-diagnostics", "-D__NO_INLINE__",
  "-D__NO_CTYPE", "-D__BRAID__",
  "-fsanitize=shift,array-bounds,builtin,bool,vla-bound,nonnull-attribute,"
  "returns-nonnull-attribute,null,signed-integer-overflow,"
  "integer-divide-by-zero", "-fsanitize-trap=all",
  REPLAY_OLDER_C,
};

static const char *const cxx[] = {REPLAY_CXX};

/* Compilers at work ------------------------------------------------------ */

enum { MAX_JOBS = 4 };

typedef struct job {
  pid_t pid;                    /* 0: free */
  uint32_t file;
} job;

static job jobs[MAX_JOBS];

/* Scratch ---------------------------------------------------------------- */

/* For the end of the process; one run has one scratch directory. */
static char *at_exit;

static void remove_directory(const char *path) {
  DIR *dir = opendir(path);
  struct dirent *entry;
  while (dir && (entry = readdir(dir))) {
    if (entry->d_name[0] == '.') continue;
    char *file = mem_format("%s/%s", path, entry->d_name);
    unlink(file);
    free(file);
  }
  if (dir) closedir(dir);
  rmdir(path);
}

static void remove_at_exit(void) {
  if (at_exit) remove_directory(at_exit);
  free(at_exit);
  at_exit = NULL;
}

/* As long as there is a scratch directory signals wait for its end; compilers are
 * ended at once, so that nobody waits for them. */
static volatile sig_atomic_t caught;

static void on_signal(int number) {
  caught = number;
  for (unsigned i = 0; i < MAX_JOBS; i++)
    if (jobs[i].pid > 0) kill(jobs[i].pid, SIGTERM);
}

static const int deadly[] = {SIGINT, SIGTERM, SIGHUP};
enum { DEADLY = sizeof deadly / sizeof *deadly };
static struct sigaction before[DEADLY];

static void catch_signals(void) {
  caught = 0;
  for (unsigned i = 0; i < DEADLY; i++) {
    struct sigaction action = {.sa_handler = on_signal};
    sigaction(deadly[i], NULL, &before[i]);
    if (before[i].sa_handler != SIG_IGN) sigaction(deadly[i], &action, NULL);
  }
}

static void restore_signals(void) {
  for (unsigned i = 0; i < DEADLY; i++) sigaction(deadly[i], &before[i], NULL);
  if (caught) raise(caught);    /* the default action ends braid here */
}

static bool make_scratch(bitcode *b, char **message) {
  static bool registered;
  char *path = scratch_template();
  catch_signals();
  if (!mkdtemp(path)) {
    *message = mem_format("cannot make a directory for bitcode, %s: %s", path,
                          strerror(errno));
    free(path);
    restore_signals();
    return false;
  }
  b->scratch = path;
  free(at_exit);
  at_exit = mem_string(path);
  if (!registered) registered = !atexit(remove_at_exit);
  return true;
}

/* Compilers -------------------------------------------------------------- */

static void target_flags(uint64_t target, compile_flags *f) {
  if (target == TARGET_NATIVE || target == HOST) return;
  vec_push(f, "-target");
  const bool is_32_bit = target == TARGET_I386;
  vec_push(f, is_32_bit ? "i686-linux-gnu" : "x86_64-linux-gnu");
  /* The headers of the C library that the program will run on: this machine's
   * would see another's layouts and constants.  `foreign` has what both lack;
   * headers of the kernel and of further libraries can only be this machine's. */
  static char *own[2], *foreign;
  if (!own[is_32_bit])
    own[is_32_bit] = share_find(is_32_bit ? "include-i386" : "include-x86_64");
  if (!foreign) foreign = share_find("include/foreign");
  if (!own[is_32_bit] || !foreign) return;
  vec_push(f, "-nostdlibinc");
  vec_push(f, "-isystem");
  vec_push(f, own[is_32_bit]);
  const char *const last[] = {foreign, "/usr/include", HOST_HEADERS};
  for (size_t i = 0; i < sizeof last / sizeof *last; i++) {
    vec_push(f, "-idirafter");
    vec_push(f, last[i]);
  }
}

void compile_fixed_flags(compile_flags *f) {
  for (size_t i = 0; i < sizeof always / sizeof *always; i++)
    vec_push(f, always[i]);
}

void compile_last_flags(const char *const *given, uint32_t count,
                        compile_flags *f) {
  for (uint32_t i = 0; i < count; i++)
    if (!strcmp(given[i], "-fwrapv") ||
        !strcmp(given[i], "-fno-strict-overflow")) {
      vec_push(f, "-fno-sanitize=signed-integer-overflow");
      return;
    }
}

const char *compile_compiler(void) {
  const char *given = getenv("BRAID_CLANG");
  return given && *given ? given : "clang-" BRAID_LLVM;
}

static char *output_of(const bitcode *b, uint32_t file, const char *suffix) {
  return mem_format("%s/%u%s", b->scratch, (unsigned) file, suffix);
}

/* The command that compiles the file. */
static void add_command(const options *o, const bitcode *b, uint32_t file,
                        const compile_flags *target, const char *include,
                        compile_flags *argv) {
  vec_push(argv, compile_compiler());
  compile_fixed_flags(argv);
  for (uint32_t i = 0; i < target->count; i++) vec_push(argv, target->items[i]);
  if (isatty(STDERR_FILENO)) vec_push(argv, "-fcolor-diagnostics");
  const bool is_cxx = replay_is_cxx(o->files.items[file]);
  for (uint32_t i = 0; i < o->flags.count; i++)
    if (replay_fits(o->flags.items[i], is_cxx)) vec_push(argv, o->flags.items[i]);
  for (size_t i = 0; is_cxx && i < sizeof cxx / sizeof *cxx; i++) vec_push(argv, cxx[i]);
  compile_last_flags(o->flags.items, o->flags.count, argv);
  if (options_has_check(o, OUTCOME_UNSIGNED_OVERFLOW))
    vec_push(argv, "-fsanitize=unsigned-integer-overflow");
  if (options_has_check(o, OUTCOME_IMPLICIT_CONVERSION))
    vec_push(argv, "-fsanitize=implicit-conversion");
  if (include) {
    vec_push(argv, "-idirafter");
    vec_push(argv, include);
  }
  vec_push(argv, "-o");
  vec_push(argv, b->files.items[file]);
  vec_push(argv, "--");
  vec_push(argv, o->files.items[file]);
  vec_push(argv, NULL);
}

/* Starts clang on the file, its messages into a file of their own.  0, or what
 * errno says. */
static int start(const options *o, const bitcode *b, uint32_t file,
                 const compile_flags *target, const char *include,
                 pid_t *pid) {
  compile_flags argv = {0};
  add_command(o, b, file, target, include, &argv);
  char *messages = output_of(b, file, ".err");
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, messages,
                                   O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
  const int error = posix_spawnp(pid, argv.items[0], &actions, NULL,
                                 (char *const *) (void *) argv.items, environ);
  if (!error && process_compiler_bytes)
    prlimit(*pid, RLIMIT_DATA,
            &(struct rlimit) {process_compiler_bytes, process_compiler_bytes}, NULL);
  posix_spawn_file_actions_destroy(&actions);
  free(messages);
  vec_release(&argv);
  return error;
}

/* False: there are none. */
static bool show_messages(const bitcode *b, uint32_t file) {
  char *path = output_of(b, file, ".err");
  FILE *in = fopen(path, "r");
  char block[4096];
  size_t n;
  bool any = false;
  while (in && (n = fread(block, 1, sizeof block, in)))
    any = fwrite(block, 1, n, stderr);
  if (in) fclose(in);
  free(path);
  return any;
}

/* The first of what the compiler said about its memory; NULL: nothing. */
static const char *memory_text(const bitcode *b, uint32_t file) {
  char *path = output_of(b, file, ".err"), *error = NULL;
  size_t size;
  char *text = file_read_whole(path, &size, &error);
  const char *said = replay_memory_text(text);
  free(text);
  free(error);
  free(path);
  return said;
}

/* Without a word it mostly had no room for one. */
static char *failure(const bitcode *b, uint32_t file, const char *name, int status,
                     bool was_printed) {
  const char *memory = memory_text(b, file);
  if (memory) return mem_format("%s: %s: %s", name, compile_compiler(), memory);
  if (WIFSIGNALED(status))
    return mem_format("%s: %s ended by signal %d", name, compile_compiler(),
                      WTERMSIG(status));
  if (was_printed) return mem_format("%s does not compile", name);
  return mem_format("%s does not compile, and %s does not say why; is there room "
                    "in %s?", name, compile_compiler(), b->scratch);
}

/* Waits for one compiler to end; its place becomes free. */
static bool finish_one(const options *o, const bitcode *b, char **message) {
  for (;;) {
    for (unsigned i = 0; i < MAX_JOBS; i++) {
      int status;
      if (jobs[i].pid <= 0) continue;
      const pid_t pid = waitpid(jobs[i].pid, &status, 0);
      if (pid < 0 && errno == EINTR) continue;
      jobs[i].pid = 0;
      const bool good = pid > 0 && WIFEXITED(status) && !WEXITSTATUS(status);
      const char *name = o->files.items[jobs[i].file];
      const bool was_printed = !caught && (!good || !o->quiet) &&
                            show_messages(b, jobs[i].file);
      if (good || *message) return good;
      *message = failure(b, jobs[i].file, name, pid > 0 ? status : 0, was_printed);
      return false;
    }
  }
}

static unsigned at_work(void) {
  unsigned count = 0;
  for (unsigned i = 0; i < MAX_JOBS; i++) count += jobs[i].pid > 0;
  return count;
}

static bool start_in_free_place(const options *o, const bitcode *b,
                                uint32_t file, const compile_flags *target,
                                const char *include, char **message) {
  unsigned place = 0;
  while (jobs[place].pid > 0) place++;
  pid_t pid = 0;
  const int error = start(o, b, file, target, include, &pid);
  if (!error) {
    jobs[place] = (job) {pid, file};
    return true;
  }
  *message = error == ENOENT
                 ? mem_format("%s is not there to compile C with: install it "
                              "(apt install clang-" BRAID_LLVM ") or name it in "
                              "BRAID_CLANG", compile_compiler())
                 : mem_format("cannot start %s: %s", compile_compiler(),
                              strerror(error));
  return false;
}

/* Confined: the command line is not one of now. */
static bool compile_confined(const options *o, const bitcode *b, uint32_t file,
                             const compile_flags *target, const char *include,
                             char **message) {
  enum { MOST_OUTPUT = 1 << 20 };
  compile_flags argv = {0};
  add_command(o, b, file, target, include, &argv);
  process_result r = fence_compile(&(fence_request) {
    .argv = argv.items, .directory = b->scratch, .where = ".",
    .memory_bytes = process_compiler_bytes, .output_bytes = MOST_OUTPUT});
  const bool good = !r.start_error && !r.exit_status && !r.signal;
  if (!caught && (!good || !o->quiet)) fputs(r.output, stderr);
  if (!good)
    *message = r.start_error ? mem_format("cannot start %s: %s", compile_compiler(),
                                          strerror(r.start_error))
               : mem_format("%s: %s", o->files.items[file], replay_memory_text(r.output)
                                ? replay_memory_text(r.output) : "it does not compile");
  free(r.output);
  vec_release(&argv);
  return good;
}

/* Files ------------------------------------------------------------------ */

static bool has_suffix(const char *name, const char *suffix) {
  const size_t n = strlen(name), m = strlen(suffix);
  return n > m && !strcmp(name + n - m, suffix);
}

static bool is_source(const char *name) {
  return has_suffix(name, ".c") || has_suffix(name, ".i") || replay_is_cxx(name);
}

static bool is_script(const char *name) {
  char start[2] = {0};
  FILE *in = fopen(name, "r");
  const bool good = in && fread(start, 1, 2, in) == 2;
  if (in) fclose(in);
  return good && start[0] == '#' && start[1] == '!';
}

/* What can be said before any compiler starts. */
static char *complaint(const char *name) {
  struct stat about;
  if (stat(name, &about) || access(name, R_OK))
    return mem_format("cannot read %s: %s", name, strerror(errno));
  if (S_ISDIR(about.st_mode))
    return mem_format("cannot read %s: it is a directory", name);
  if (is_source(name) || has_suffix(name, ".bc") || embedded_is_candidate(name))
    return NULL;
  if (has_suffix(name, ".rs"))
    return mem_format("%s: braid compiles C, and C++ without exceptions.  Bitcode of LLVM " BRAID_LLVM
                      " from another compiler runs if it needs only the C library", name);
  return mem_format("%s is neither C (.c, .i), C++ (.cpp, .cc) nor bitcode (.bc) nor made by "
                    "braid cc%s", name, is_script(name)
                    ? ": it is a script (libtool keeps the program itself in "
                      ".libs beside it)" : "");
}

/* Bitcode that braid cc left in a file takes the file's place; what is more
 * than one unit of it comes last. */
static bool unpack(bitcode *b, uint32_t file, char **message) {
  embedded e;
  if (!embedded_open(&e, b->files.items[file], message)) return false;
  for (uint32_t i = 0; i < e.units.count && !*message; i++) {
    char *path = mem_format("%s/%u-%u.bc", b->scratch, file, i);
    *message = file_write_whole(path, e.units.items[i].bitcode,
                                e.units.items[i].bitcode_size);
    if (i) vec_push(&b->files, path);
    else {
      free(b->files.items[file]);
      b->files.items[file] = path;
    }
  }
  embedded_close(&e);
  return !*message;
}

bool compile_to_bitcode(const options *o, bitcode *b, char **message) {
  *b = (bitcode) {0};
  *message = NULL;
  bool makes_files = false;
  for (uint32_t i = 0; i < o->files.count && !*message; i++) {
    *message = complaint(o->files.items[i]);
    makes_files |= !has_suffix(o->files.items[i], ".bc");
  }
  if (*message || (makes_files && !make_scratch(b, message))) return false;
  for (uint32_t i = 0; i < o->files.count; i++)
    vec_push(&b->files, is_source(o->files.items[i])
                            ? output_of(b, i, ".bc")
                            : mem_string(o->files.items[i]));
  for (uint32_t i = 0; i < o->files.count; i++)
    if (!is_source(o->files.items[i]) && !has_suffix(o->files.items[i], ".bc") &&
        !unpack(b, i, message)) {
      compile_release(b);
      return false;
    }

  const unsigned processors = processors_available();
  const unsigned limit = processors > MAX_JOBS ? MAX_JOBS : processors;
  compile_flags target = {0};
  target_flags(o->target, &target);
  char *include = share_find("include");
  bool good = true;
  const bool is_confined = o->resume && makes_files && fence_confines_compilers();
  for (uint32_t i = 0; i < o->files.count && good && !caught; i++) {
    if (!is_source(o->files.items[i])) continue;
    if (is_confined) {
      good = compile_confined(o, b, i, &target, include, message);
      continue;
    }
    if (at_work() == limit) good = finish_one(o, b, message);
    if (good)
      good = start_in_free_place(o, b, i, &target, include, message);
  }
  while (at_work())
    if (!finish_one(o, b, message)) good = false;
  vec_release(&target);
  free(include);
  if (!good || caught) compile_release(b);
  return good;
}

void compile_release(bitcode *b) {
  if (b->scratch) {
    remove_at_exit();
    restore_signals();
  }
  free(b->scratch);
  while (b->files.count) free(vec_pop(&b->files));
  vec_release(&b->files);
  *b = (bitcode) {0};
}
