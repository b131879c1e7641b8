#include "cli/cc.h"

#include "base/full_io.h"
#include "base/libs.h"
#include "base/mem.h"
#include "cli/cc_args.h"
#include "files/outdir.h"
#include "finding/compile.h"
#include "ir/elf.h"
#include "ir/embedded.h"
#include "replay/replay.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { NOT_STARTED = 127 };

static const char help[] =
    "usage: braid cc ARGUMENTS OF A C COMPILER\n"
    "\n"
    "Compiles and links as clang-" BRAID_LLVM " does, and leaves in the objects what\n"
    "braid run needs, so that after\n"
    "\n"
    "  ./configure CC=\"braid cc\" && make      or\n"
    "  make CC=\"braid cc\"\n"
    "\n"
    "\"braid run ./prog\" explores the program as it was built.  Archives, ar\n"
    "and the linker need nothing else.\n"
    "\n"
    "Libraries of \"braid lib\" are found as those of the system are, before them.\n"
    "\n"
    "  BRAID_CC      the compiler for the native part (clang-" BRAID_LLVM ")\n"
    "  BRAID_CLANG   the clang for bitcode, and for both without BRAID_CC\n";

/* Compilers -------------------------------------------------------------- */

static const char *const old_c[] = {REPLAY_OLDER_C};

static void add_old_c(compile_flags *argv) {
  for (size_t i = 0; i < sizeof old_c / sizeof *old_c; i++) vec_push(argv, old_c[i]);
}

/* What the native compiler is called with, before its arguments. */
static void add_native(compile_flags *argv, char **text) {
  const char *given = getenv("BRAID_CC");
  *text = mem_string(given ? given : "");
  for (char *w = strtok(*text, " \t"); w; w = strtok(NULL, " \t"))
    vec_push(argv, w);
  if (argv->count) return;
  vec_push(argv, compile_compiler());
  add_old_c(argv);
}

static int status_of(pid_t pid) {
  int status;
  while (waitpid(pid, &status, 0) < 0)
    if (errno != EINTR) return NOT_STARTED;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* Starts argv and waits; a stream that is -1 stays ours.  A negative result is
 * the reason why it did not start. */
static int run(const compile_flags *argv, int in, int out, int err) {
  pid_t pid;
  const int given[] = {in, out, err};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (int k = 0; k < 3; k++)
    if (given[k] >= 0)
      posix_spawn_file_actions_adddup2(&actions, given[k], k);
  const int error = posix_spawnp(&pid, argv->items[0], &actions, NULL,
                                 (char *const *) (void *) argv->items, environ);
  posix_spawn_file_actions_destroy(&actions);
  return error ? -error : status_of(pid);
}

static int not_started(const char *name, int error) {
  fprintf(stderr, "braid cc: cannot start %s: %s\n", name, strerror(error));
  return NOT_STARTED;
}

/* Files without a name: nothing has to be removed however this ends. */
static int nameless(void) { return memfd_create("braid-cc", MFD_CLOEXEC); }

static uint8_t *contents(int fd, size_t *size) {
  struct stat about;
  *size = fstat(fd, &about) ? 0 : (size_t) about.st_size;
  uint8_t *bytes = mem_zeroed(*size + 1, 1);
  size_t got = 0;
  while (got < *size) {
    const ssize_t n = pread(fd, bytes + got, *size - got, (off_t) got);
    if (n <= 0) break;
    got += (size_t) n;
  }
  *size = got;
  return bytes;
}

/* Bitcode ---------------------------------------------------------------- */

/* One warning is enough: a build has hundreds of files, and goes on. */
static void warn(const char *path, const char *why) {
  static bool has_warned;
  if (!has_warned)
    fprintf(stderr, "braid cc: warning: %s: no bitcode: %s; its functions "
                    "will be unknown to braid run\n", path, why);
  has_warned = true;
}

/* The first complaint of a compiler. */
static char *complaint(int fd) {
  size_t size;
  char *text = (char *) contents(fd, &size), *at = strstr(text, "error: ");
  at = at ? at + strlen("error: ") : text;
  at[strcspn(at, "\n")] = 0;
  char *line = mem_string(*at ? at : "the compiler failed");
  free(text);
  return line;
}

/* What follows the user's flags, so that it wins. */
static const char *const last_flags[] = {
  "-w", "-Qunused-arguments", "-U_FORTIFY_SOURCE", "-D_FORTIFY_SOURCE=0",
};

static void record(embedded_bytes *command, const char *text) {
  do vec_push(command, (uint8_t) *text);
  while (*text++);
}

static void append_unit(const cc_args *a, const char *path,
                        const uint8_t *code, size_t size,
                        embedded_bytes *to) {
  embedded_bytes command = {0};
  char *here = getcwd(NULL, 0);
  record(&command, here ? here : "");
  record(&command, path);
  for (uint32_t i = 0; size && i < a->flags.count; i++)
    record(&command, a->flags.items[i]);
  const embedded_unit u = {(const char *) command.items, command.count,
                           code, size};
  embedded_append(to, &u);
  vec_release(&command);
  free(here);
}

/* Compiles one file to bitcode and appends its unit; without one when that
 * fails, which the native compiler has either said already or does not mind. */
static void add_unit(const cc_args *a, const cc_input *in, int spooled,
                     embedded_bytes *to) {
  compile_flags argv = {0};
  vec_push(&argv, compile_compiler());
  compile_fixed_flags(&argv);
  for (uint32_t i = 0; i < a->flags.count; i++)
    vec_push(&argv, a->flags.items[i]);
  compile_last_flags(a->flags.items, a->flags.count, &argv);
  add_old_c(&argv);
  for (size_t i = 0; i < sizeof last_flags / sizeof *last_flags; i++)
    vec_push(&argv, last_flags[i]);
  if (in->language) {
    vec_push(&argv, "-x");
    vec_push(&argv, in->language);
  }
  vec_push(&argv, "-o");
  vec_push(&argv, "-");
  if (strcmp(in->path, "-")) vec_push(&argv, "--");
  else lseek(spooled, 0, SEEK_SET);
  vec_push(&argv, in->path);
  vec_push(&argv, NULL);
  const int out = nameless(), err = nameless();
  const int status = out < 0 || err < 0 ? -errno
                                        : run(&argv, spooled, out, err);
  size_t size;
  uint8_t *code = contents(out, &size);
  if (!status && size) append_unit(a, in->path, code, size, to);
  else {
    char *why = status < 0 ? mem_format("cannot start %s: %s", argv.items[0],
                                        strerror(-status))
                           : complaint(err);
    warn(in->path, why);
    free(why);
  }
  free(code);
  close(out);
  close(err);
  vec_release(&argv);
}

/* Objects ---------------------------------------------------------------- */

static bool is_regular(const char *path) {
  struct stat about;
  return !stat(path, &about) && S_ISREG(about.st_mode);
}

static void attach(const char *object, const cc_input *in,
                   const embedded_bytes *units) {
  size_t size, larger_size;
  char *error = NULL;
  char *old = file_read_whole(object, &size, &error);
  uint8_t *larger = NULL;
  elf e;
  const elf_addition a = {EMBEDDED_SECTION, units->items, units->count, 0};
  if (old && elf_init(&e, old, size)) larger = elf_add(&e, &a, &larger_size);
  if (larger) error = file_write_whole(object, larger, larger_size);
  if (error || !larger)
    warn(in->path, error ? error : "the compiler made no ELF object");
  free(larger);
  free(old);
  free(error);
}

static void add_to_objects(const cc_args *a, int spooled) {
  for (uint32_t i = 0; i < a->inputs.count; i++) {
    const cc_input *in = a->inputs.items + i;
    if (!cc_is_c(in)) continue;
    char *object = cc_object_of(a, in);
    embedded_bytes units = {0};
    if (is_regular(object)) add_unit(a, in, spooled, &units);
    if (units.count) attach(object, in, &units);
    vec_release(&units);
    free(object);
  }
}

static uint16_t machine_of(const cc_args *a, bool *is_64) {
  static const struct { const char *prefix; uint16_t machine; } machines[] = {
    {"aarch64", EM_AARCH64}, {"arm64", EM_AARCH64}, {"x86_64", EM_X86_64},
    {"i386", EM_386}, {"i486", EM_386}, {"i586", EM_386}, {"i686", EM_386},
  };
#if defined __aarch64__
  uint16_t machine = EM_AARCH64;
#else
  uint16_t machine = EM_X86_64;
#endif
  for (size_t i = 0; a->target && i < sizeof machines / sizeof *machines; i++)
    if (!strncmp(a->target, machines[i].prefix, strlen(machines[i].prefix)))
      machine = machines[i].machine;
  if (a->is_m32 && machine == EM_X86_64) machine = EM_386;
  *is_64 = machine != EM_386;
  return machine;
}

typedef struct line { const cc_args *args; embedded_bytes *units; } line;

static void add_part(void *context, const char *path) {
  const line *l = context;
  char *whole = embedded_is_part(path) ? realpath(path, NULL) : NULL;
  if (whole) append_unit(l->args, whole, NULL, 0, l->units);
  free(whole);
}

/* An object with the units of all C files that are compiled and linked at
 * once, and of what is linked to them, as a path; "" if there are none.  It is
 * the first thing on the line, so that no -x concerns it.  Linkers that drop
 * what nobody refers to would drop all of it, but for its flag. */
static char *object_with_units(const cc_args *a, int spooled) {
  embedded_bytes units = {0};
  for (uint32_t i = 0; i < a->inputs.count; i++)
    if (cc_is_c(a->inputs.items + i))
      add_unit(a, a->inputs.items + i, spooled, &units);
  cc_each_linked(a, add_part, &(line) {a, &units});
  char *path = mem_string("");
  if (units.count) {
    bool is_64;
    size_t size;
    const uint16_t machine = machine_of(a, &is_64);
    const elf_addition section = {EMBEDDED_SECTION, units.items, units.count,
                                  SHF_GNU_RETAIN};
    uint8_t *object = elf_object(machine, is_64, &section, &size);
    const int fd = nameless();
    if (full_write(fd, object, size)) {
      free(path);
      path = mem_format("/proc/%ld/fd/%d", (long) getpid(), fd);
    }
    free(object);
  }
  vec_release(&units);
  return path;
}

/* The command ------------------------------------------------------------ */

/* Standard input as a file, since it is read twice; -1: not asked for. */
static int spool(const cc_args *a) {
  bool is_wanted = false;
  for (uint32_t i = 0; i < a->inputs.count; i++)
    is_wanted |= !strcmp(a->inputs.items[i].path, "-");
  if (!is_wanted) return -1;
  const int fd = nameless();
  char block[1 << 16];
  ssize_t n;
  while ((n = read(STDIN_FILENO, block, sizeof block)) > 0)
    if (!full_write(fd, block, (size_t) n)) break;
  lseek(fd, 0, SEEK_SET);
  return fd;
}

/* Whether there may be something to leave bitcode in. */
static bool is_ours(const cc_args *a) {
  bool has_c = false;
  for (uint32_t i = 0; i < a->inputs.count; i++)
    has_c |= cc_is_c(a->inputs.items + i);
  return a->mode == CC_OBJECT ? has_c : a->mode == CC_LINK && a->inputs.count;
}

/* Behind what the variable says. */
static void append_path(const char *variable, const char *path) {
  const char *before = getenv(variable);
  char *all = before && *before ? mem_format("%s:%s", before, path) : mem_string(path);
  setenv(variable, all, 1);
  free(all);
}

/* Headers and archives of `braid lib`: behind the directories that the line names, before the
 * system's.  They are this machine's. */
static void add_libraries(cc_args *a) {
#if defined __aarch64__
  const uint16_t own = EM_AARCH64;
#else
  const uint16_t own = EM_X86_64;
#endif
  bool is_64;
  libs all;
  a->lined = a->directories.count;
  if (machine_of(a, &is_64) != own) return;
  libs_init(&all);
  for (uint32_t k = 0; k < all.count; k++) {
    char *headers = mem_format("%s/include", all.items[k]);
    char *archives = mem_format("%s/lib", all.items[k]);
    append_path("C_INCLUDE_PATH", headers);
    vec_push(&a->flags, "-isystem");    /* what is compiled again for a replay */
    vec_push(&a->flags, headers);
    vec_push(&a->directories, archives);
    vec_push(&a->texts, headers);
    vec_push(&a->texts, archives);
  }
  libs_release(&all);
}

/* The archives of `braid lib`, for the linker. */
static void add_archives(compile_flags *argv, cc_args *a) {
  for (uint32_t k = a->lined; k < a->directories.count && a->mode == CC_LINK; k++) {
    char *flag = mem_format("-L%s", a->directories.items[k]);
    vec_push(&a->texts, flag);
    vec_push(argv, flag);
  }
}

/* What follows "--" are inputs. */
static bool ends_flags(int argc, char **given) {
  for (int i = 1; i < argc; i++)
    if (!strcmp(given[i], "--")) return true;
  return false;
}

static void add_arguments(compile_flags *argv, cc_args *a, int argc,
                          char **given) {
  const bool is_first = ends_flags(argc, given);
  if (is_first) add_archives(argv, a);
  if (a->has_lto)
    for (uint32_t i = 0; i < a->words.count; i++)
      vec_push(argv, a->words.items[i]);
  else
    for (int i = 1; i < argc; i++) vec_push(argv, given[i]);
  if (!is_first && a->inputs.count) add_archives(argv, a);
  vec_push(argv, NULL);
}

/* Compiles natively and to bitcode. */
static int compile_twice(cc_args *a, compile_flags *argv, int argc,
                         char **given) {
  const int spooled = spool(a);
  char *extra = a->mode == CC_LINK ? object_with_units(a, spooled) : NULL;
  if (extra && *extra) vec_push(argv, extra);
  add_arguments(argv, a, argc, given);
  if (spooled >= 0) lseek(spooled, 0, SEEK_SET);
  const int status = run(argv, spooled, -1, -1);
  if (!status && a->mode == CC_OBJECT) add_to_objects(a, spooled);
  free(extra);
  return status < 0 ? not_started(argv->items[0], -status) : status;
}

int cli_cc(int argc, char **given) {
  if (argc == 2 && !strcmp(given[1], "--help")) {
    fputs(help, stdout);
    return 0;
  }
  cc_args a;
  compile_flags argv = {0};
  char *text;
  int status;
  cc_args_init(&a, argc, given);
  add_libraries(&a);
  add_native(&argv, &text);
  if (is_ours(&a))
    status = compile_twice(&a, &argv, argc, given);
  else {
    add_arguments(&argv, &a, argc, given);
    execvp(argv.items[0], (char *const *) (void *) argv.items);
    status = not_started(argv.items[0], errno);
  }
  cc_args_release(&a);
  vec_release(&argv);
  free(text);
  return status;
}
