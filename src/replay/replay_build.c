#include "replay/replay.h"

#include "base/process.h"
#include "base/share.h"
#include "files/outdir.h"
#include "ir/embedded.h"
#include "replay/fence.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define LIBRARY(NAME, ...) static const char *const NAME##_flags[] = {__VA_ARGS__, NULL};
#include "replay/variants.def"

/* What is compared is seen where a call compares it, too. */
#define HUNT_FLAGS "-O0", "-fno-omit-frame-pointer", \
  "-fsanitize-coverage=trace-pc-guard,trace-cmp", "-fno-builtin-memcmp", \
  "-fno-builtin-bcmp", "-fno-builtin-strcmp", "-fno-builtin-strncmp", \
  "-fno-builtin-strcasecmp", "-fno-builtin-strncasecmp", "-fno-builtin-strstr"
static const char *const hunt_flags[] = {
  HUNT_FLAGS, "-fsanitize=address,undefined", "-fsanitize=float-cast-overflow",
  "-fsanitize-recover=undefined,float-cast-overflow", NULL};
static const char *const hunt_memory_flags[] = {HUNT_FLAGS, "-fsanitize=address", NULL};

/* hunt/loop.c */
static const char *const hunt_link_flags[] = {
#define UNDEFINED(NAME) "-Wl,--wrap=__ubsan_handle_" #NAME,
#include "hunt/undefined.def"
  NULL};
static const char *const coverage_flags[] = {
  "-g", "-O0", "-fprofile-instr-generate", "-fcoverage-mapping", NULL};

static const char compiler[] = "clang-" BRAID_LLVM;
typedef VEC(const char *) arguments;

static void add_all(arguments *all, const char *const *flags) {
  for (; *flags; flags++) vec_push(all, *flags);
}

static bool hunts(replay_variant v) {
  return v == REPLAY_TO_HUNT || v == REPLAY_TO_HUNT_MEMORY;
}

static const char *const *variant_flags(replay_variant v) {
  switch (v) {
  case REPLAY_WITH_ASAN: return asan_flags;
  case REPLAY_WITH_MSAN: return msan_flags;
  case REPLAY_WITH_COVERAGE: return coverage_flags;
  case REPLAY_TO_HUNT: return hunt_flags;
  case REPLAY_TO_HUNT_MEMORY: return hunt_memory_flags;
  }
  return coverage_flags;
}

static const char *const *library_flags(replay_variant v) {
  return v == REPLAY_WITH_COVERAGE ? plain_flags : variant_flags(v);
}

static const char *library_name(replay_variant v) {
  return v == REPLAY_WITH_ASAN ? "asan" : v == REPLAY_WITH_MSAN ? "msan" : "plain";
}

/* What decides the ABI goes to our half of the program, too. */
static bool is_machine_flag(const char *flag) {
  return !strncmp(flag, "-m", 2) || !strncmp(flag, "--target", 8) ||
         !strncmp(flag, "--sysroot", 9);
}

static bool has_flag(const replay_program *p, const char *flag) {
  for (uint32_t i = 0; i < p->flags_count; i++)
    if (!strcmp(p->flags[i], flag)) return true;
  return false;
}

static bool is_i386(const replay_program *p) {
  return has_flag(p, "-m32") || (p->target && !strcmp(p->target, "i386"));
}

bool replay_is_native(const replay_program *p) {
#if defined __x86_64__
  const bool runs_i386 = true;
#else
  const bool runs_i386 = false;
#endif
  return runs_i386 || !is_i386(p);
}

char *replay_runtime(void) {
  static const char *const source_tree[] = {"..", "../.."};
  char *path = share_find("runtime/replay.c"), self[PATH_MAX];
  ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
  if (path || n <= 0) return path;
  self[n] = 0;
  char *slash = strrchr(self, '/');
  if (slash) *slash = 0;
  for (size_t i = 0; i < sizeof source_tree / sizeof *source_tree; i++) {
    path = mem_format("%s/%s/runtime/replay.c", self, source_tree[i]);
    char *whole = realpath(path, NULL);
    free(path);
    if (whole) return whole;
  }
  return NULL;
}

const char *replay_memory_text(const char *output) {
  static const char *const signs[] = {"out of memory", "bad_alloc", "too much memory",
                                      "memory exhausted", "annot allocate memory",
                                      "Allocation failed"};
  for (size_t k = 0; output && k < sizeof signs / sizeof *signs; k++)
    if (strstr(output, signs[k]))
      return "it needs more memory than --max-memory allows";
  return NULL;
}

/* What clang writes meanwhile goes where the output goes, and with it: a clang
 * that is ended leaves it behind.  It is confined, unless the program is not to be: a
 * flag of a stored command line, or of a file that braid cc made, may load code. */
static process_result run_compiler(const arguments *argv, const char *output,
                                   const char *directory, bool is_unconfined) {
  char *own = mem_format("%.*s", (int) (strrchr(output, '/') - output), output);
  char *temporary = mem_format("TMPDIR=%s", own);
  process_result result;
  if (!is_unconfined && fence_confines_compilers())
    result = fence_compile(&(fence_request) {
      .argv = argv->items, .directory = own, .where = directory ? directory : ".",
      .wall_ms = REPLAY_TOOL_MS, .output_bytes = 1 << 16,
      .memory_bytes = process_compiler_bytes});
  else
    result = process_run(&(process_request) {
      .argv = argv->items, .directory = directory,
      .environment = (const char *const[]) {temporary, NULL},
      .wall_ms = REPLAY_TOOL_MS, .output_bytes = 1 << 16,
      .data_bytes = process_compiler_bytes});
  free(temporary);
  free(own);
  return result;
}

static char *compile(arguments *argv, const char *output, const char *directory,
                     const char *what, const replay_program *p) {
  vec_push(argv, "-o");
  vec_push(argv, output);
  vec_push(argv, NULL);
  process_result result = run_compiler(argv, output, directory, p->unconfined);
  char *error = NULL;
  if (result.start_error == ENOENT && directory && access(directory, X_OK))
    error = mem_format("the directory %s is gone", directory);
  else if (result.start_error == ENOENT)
    error = mem_format("%s is not installed", compiler);
  else if (result.start_error)
    error = mem_format("cannot start %s: %s", compiler,
                       strerror(result.start_error));
  else if (process_stop)
    error = mem_string("interrupted");
  else if (result.timed_out)
    error = mem_format("%s: %s took too long", what, compiler);
  else if (result.exit_status && replay_memory_text(result.output))
    error = mem_format("%s: %s: %s", what, compiler, replay_memory_text(result.output));
  else if (result.exit_status)
    error = mem_format("%s: %s failed:\n%s", what, compiler, result.output);
  free(result.output);
  vec_release(argv);
  return error;
}

/* The name of a function that the program itself may define to do nothing:
 * its being entered is then all that can be seen. */
static const char *watched(const replay_program *p) {
  return p->error_function ? p->error_function : "reach_error";
}

static void add_machine(arguments *argv, const replay_program *p) {
  for (uint32_t i = 0; i < p->flags_count; i++)
    if (is_machine_flag(p->flags[i])) vec_push(argv, p->flags[i]);
  if (!p->target || !strcmp(p->target, "native")) return;
  if (!strcmp(p->target, "i386")) vec_push(argv, "-m32");
  vec_push(argv, "-fsigned-char");      /* as on x86, wherever we are */
}

/* The library or its adapter for the usual error function, as runtime/replay.sh compiled it
 * for this machine; NULL where the program is for another one, or there is none. */
static char *ready_runtime(const replay_program *p, replay_variant v, const char *adapter) {
  arguments machine = {0};
  add_machine(&machine, p);
  const bool is_for_us = !machine.count;
  vec_release(&machine);
  if (!is_for_us) return NULL;
  char *name = mem_format("runtime/replay-%s%s.o", library_name(v), adapter);
  char *path = share_find(name);
  free(name);
  return path;
}

/* The replay library, or with a definition one of its adapters. */
static char *compile_runtime(const replay_program *p, replay_variant v,
                             const char *definition, const char *object) {
  char *source = replay_runtime();
  if (!source)
    return mem_string("runtime/replay.c is not beside braid; BRAID_SHARE can "
                      "name the directory of what comes with it");
  arguments argv = {0};
  vec_push(&argv, compiler);
  vec_push(&argv, "-std=gnu17");
  vec_push(&argv, "-w");
  add_all(&argv, library_flags(v));
  /* Its call of the entry is typed as the ABI sees it, not as C does. */
  vec_push(&argv, "-fno-sanitize=function");
  add_machine(&argv, p);
  if (definition) vec_push(&argv, definition);
  vec_push(&argv, "-c");
  vec_push(&argv, source);
  char *error = compile(&argv, object, NULL, "the replay library", p);
  free(source);
  return error;
}

/* <braid.h> and <klee/klee.h> lie beside the replay library's directory. */
static char *include_directory(void) {
  char *source = replay_runtime();
  char *slash = source ? strrchr(source, '/') : NULL;
  if (slash) *slash = 0;
  char *path = slash ? mem_format("%s/../include", source) : mem_string(".");
  free(source);
  return path;
}

bool replay_is_cxx(const char *source) {
  static const char *const suffixes[] = {".cpp", ".cc", ".cxx", ".C"};
  const char *dot = strrchr(source, '.');
  for (size_t k = 0; dot && k < sizeof suffixes / sizeof *suffixes; k++)
    if (!strcmp(dot, suffixes[k])) return true;
  return false;
}

bool replay_fits(const char *flag, bool is_cxx) {
  if (strncmp(flag, "-std=", 5)) return true;
  return is_cxx == (strstr(flag, "++") != NULL);
}

static bool has_cxx(const replay_program *p) {
  for (uint32_t i = 0; i < p->sources_count; i++)
    if (replay_is_cxx(p->sources[i])) return true;
  return false;
}

/* What follows the user's flags when a source is compiled. */
static void add_own_flags(arguments *argv, const replay_program *p,
                          replay_variant v, const char *include) {
  static const char *const older[] = {REPLAY_OLDER_C, NULL};
  add_all(argv, older);
  add_machine(argv, p);
  add_all(argv, variant_flags(v));      /* last: an -O of the user's is not */
  /* clang names functions that are always inlined, and then does not emit them. */
  if (v != REPLAY_WITH_COVERAGE && !hunts(v))
    vec_push(argv, has_cxx(p) ? "-finstrument-functions-after-inlining"
                              : "-finstrument-functions");
  /* Code that nobody calls may call functions that are nowhere: a build with
   * --gc-sections never noticed. */
  vec_push(argv, "-ffunction-sections");
  vec_push(argv, "-fdata-sections");
  if (p->entry_kind != REPLAY_MAIN) vec_push(argv, "-Dmain=braid_unused_main");
  vec_push(argv, "-idirafter");
  vec_push(argv, include);
}

/* Programs that braid cc built -------------------------------------------- */

/* Objects are ours, and removed after the build; both lists own their texts.
 * Behind them come the archives that the program was linked from: without
 * optimisation it may want more of their members, for inline functions. */
typedef struct rebuilt { VEC(char *) objects, libraries; } rebuilt;

static void rebuilt_release(rebuilt *r) {
  while (r->objects.count) {
    char *object = vec_pop(&r->objects);
    unlink(object);
    free(object);
  }
  while (r->libraries.count) free(vec_pop(&r->libraries));
  vec_release(&r->objects);
  vec_release(&r->libraries);
}

/* A unit as its build compiled it, but with our flags. */
static char *compile_unit(const replay_program *p, replay_variant v,
                          const char *include, const embedded_unit *u,
                          const char *object) {
  const char *directory = embedded_word(u, 0), *source = embedded_word(u, 1);
  const char *flag;
  arguments argv = {0};
  if (!source || !strcmp(source, "-"))
    return mem_string("a part of the program was compiled from standard input");
  vec_push(&argv, compiler);
  vec_push(&argv, "-w");
  for (uint32_t i = 2; (flag = embedded_word(u, i)); i++)
    vec_push(&argv, flag);
  add_own_flags(&argv, p, v, include);
  vec_push(&argv, "-c");
  vec_push(&argv, source);
  return compile(&argv, object, *directory ? directory : NULL,
                 "the native build", p);
}

/* Rebuilds what the file was made of; its libraries come from the system. */
static char *compile_units(const replay_program *p, replay_variant v,
                           const char *include, const char *file,
                           const char *binary, rebuilt *r) {
  embedded e;
  char *error = NULL;
  const char *name;
  if (!embedded_open(&e, file, &error)) return error;
  for (uint32_t i = 0; i < e.units.count && !error; i++) {
    char *object = mem_format("%s.unit%u.o", binary, r->objects.count);
    vec_push(&r->objects, object);
    error = compile_unit(p, v, include, &e.units.items[i], object);
  }
  for (uint32_t i = 0; i < e.parts.count; i++)
    vec_push(&r->libraries, mem_string(e.parts.items[i]));
  for (uint32_t i = 0; (name = embedded_needed(&e, i)); i++)
    if (strncmp(name, "libc.so", 7) && strncmp(name, "ld-linux", 8))
      vec_push(&r->libraries, mem_format("-l:%s", name));
  embedded_close(&e);
  return error;
}

/* The program -------------------------------------------------------------- */

static char *link_program(const replay_program *p, replay_variant v,
                          char *const *objects, const char *include,
                          const rebuilt *r, const char *binary) {
  static const char *const cxx_flags[] = {REPLAY_CXX, "-fno-sanitize=vptr", NULL};
  arguments argv = {0};
  vec_push(&argv, compiler);
  vec_push(&argv, "-w");
  for (uint32_t i = 0; i < p->flags_count; i++)
    if (!is_machine_flag(p->flags[i]) && replay_fits(p->flags[i], has_cxx(p)))
      vec_push(&argv, p->flags[i]);
  add_own_flags(&argv, p, v, include);
  if (has_cxx(p)) add_all(&argv, cxx_flags);
  for (uint32_t i = 0; i < p->sources_count; i++)
    if (!embedded_is_candidate(p->sources[i]))
      vec_push(&argv, p->sources[i]);
  for (uint32_t i = 0; i < r->objects.count; i++)
    vec_push(&argv, r->objects.items[i]);
  for (; *objects; objects++) vec_push(&argv, *objects);
  for (uint32_t i = 0; i < r->libraries.count; i++)
    vec_push(&argv, r->libraries.items[i]);
  if (has_cxx(p)) vec_push(&argv, "-lstdc++");
  vec_push(&argv, "-lm");
  vec_push(&argv, "-Wl,--gc-sections");
  if (!hunts(v))
    vec_push(&argv, "-Wl,--wrap=__libc_start_main,--wrap=malloc,--wrap=calloc"); /* replay.c */
  else
    add_all(&argv, hunt_link_flags);
  if (hunts(v) && p->entry_kind == REPLAY_MAIN)
    vec_push(&argv, "-Wl,--wrap=__libc_start_main");    /* hunt/program.c */
  return compile(&argv, binary, p->directory, "the native build", p);
}

static char *compile_program(const replay_program *p, replay_variant v,
                             char *const *objects, const char *binary) {
  char *include = include_directory(), *error = NULL;
  rebuilt r = {0};
  for (uint32_t i = 0; i < p->sources_count && !error; i++)
    if (embedded_is_candidate(p->sources[i]))
      error = compile_units(p, v, include, p->sources[i], binary, &r);
  if (!error) error = link_program(p, v, objects, include, &r, binary);
  rebuilt_release(&r);
  free(include);
  return error;
}

/* The parts that this program needs of ours, compiled where they are not yet; their files are
 * named in `objects`, NULL at the end. */
static char *compile_parts(const replay_program *p, replay_variant v,
                           const char *binary, char *objects[4]) {
  if (hunts(v)) {
    objects[0] = share_find("hunt.a");
    objects[1] = NULL;
    return objects[0] ? NULL : mem_string("hunt.a is not beside braid");
  }
  const char *const ready[] = {"", strcmp(watched(p), "reach_error") ? NULL : "-error", NULL};
  char *entry = mem_format("-DBRAID_ENTRY=%s", p->entry ? p->entry : "");
  char *watch = mem_format("-DBRAID_ERROR=%s", watched(p));
  const char *const definitions[] = {
    NULL, v == REPLAY_WITH_COVERAGE ? NULL : watch,
    p->entry_kind == REPLAY_FUNCTION ? entry : NULL};
  char *error = NULL;
  unsigned count = 0;
  for (unsigned i = 0; i < 3 && !error; i++) {
    if (i && !definitions[i]) continue;
    objects[count] = ready[i] ? ready_runtime(p, v, ready[i]) : NULL;
    if (objects[count] && ++count) continue;
    objects[count] = mem_format("%s.replay%u.o", binary, i);
    error = compile_runtime(p, v, definitions[i], objects[count++]);
  }
  objects[count] = NULL;
  free(entry);
  free(watch);
  return error;
}

/* The compiler names a header or a library that is missing, not what to do. */
static char *name_package(const replay_program *p, char *error) {
  if (!error || !is_i386(p) || !(strstr(error, "'bits/") || strstr(error, "cannot find")))
    return error;
  free(error);
  return mem_string("a C library of 32 bits is missing (Debian's gcc-multilib)");
}

/* Where compilers write is this user's own; `binary` may be in a directory that was given
 * to another (base/process.h). */
static char *move(const char *from, const char *to) {
  char *error = NULL;
  size_t size;
  chmod(from, 0755);            /* behind the fence a linker cannot say so */
  if (!rename(from, to)) return NULL;
  char *bytes = file_read_whole(from, &size, &error);
  if (bytes) error = file_write_whole(to, bytes, size);
  free(bytes);
  if (!error) chmod(to, 0755);
  return error;
}

char *replay_build(const replay_program *p, replay_variant v,
                   const char *binary) {
  for (uint32_t i = 0; i < p->sources_count; i++)
    if (access(p->sources[i], R_OK))
      return mem_format("cannot read %s: %s", p->sources[i], strerror(errno));
  char *objects[4], *own = scratch_template();
  if (!mkdtemp(own)) {
    char *error = mem_format("cannot make %s: %s", own, strerror(errno));
    free(own);
    return error;
  }
  char *whole = mem_format("%s/program", own);
  char *error = compile_parts(p, v, whole, objects);
  if (!error) error = compile_program(p, v, objects, whole);
  for (char **o = objects; *o; o++) free(*o);
  if (!error) error = move(whole, binary);
  scratch_remove(own);
  free(own);
  free(whole);
  return name_package(p, error);
}
