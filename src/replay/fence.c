#include "replay/fence.h"

#include "base/mem.h"
#include "base/share.h"
#include "base/vec.h"
#include "fence/ending.h"
#include "replay/fence_root.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const struct { const char *text, *sentence; } rows[] = {
#define FENCE(NAME, TEXT, SENTENCE) {TEXT, SENTENCE},
#include "replay/fences.def"
};

const char *fence_text(fence_kind k) { return rows[k].text; }
const char *fence_sentence(fence_kind k) { return rows[k].sentence; }

bool fence_has_root(fence_kind k) { return k == FENCE_NAMESPACES; }

char *fence_view(fence_kind k, const char *path) {
  return fence_has_root(k) ? root_view(path) : mem_string(path);
}

bool fence_find(const char *text, fence_kind *kind) {
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    if (strcmp(rows[k].text, text)) continue;
    *kind = (fence_kind) k;
    return true;
  }
  return false;
}

/* A directory may hold 4,096 files of 64 MiB together when the program starts
 * (replay/replay_world.c). */
enum {
  FILE_BYTES = 64 << 20, DISK_BYTES = 160 << 20, DISK_FILES = 20000,
  SHARED_BYTES = 16 << 20, TEMPORARY_BYTES = 64 << 20, PROCESSES = 128,
  COMPILED_BYTES = 1 << 30
};
/* A program that is asked to end may write a profile; a fence, all
 * processes. */
enum { GRACE_MS = 300, FENCE_GRACE_MS = 1500, STALLED_MS = 5000 };

/* Commands ----------------------------------------------------------------- */

typedef VEC(char *) words;      /* owned */

static void words_release(words *w) {
  for (uint32_t i = 0; i < w->count; i++) free(w->items[i]);
  vec_release(w);
}

static void add(words *w, const char *text) { vec_push(w, mem_string(text)); }

static void add_number(words *w, const char *option, uint64_t n) {
  vec_push(w, mem_format("-%s=%llu", option, (unsigned long long) n));
}

/* A size goes with the tmpfs behind it, and so do permissions. */
static void add_tmpfs(words *w, const char *path, int bytes, const char *mode) {
  add(w, "--perms");
  add(w, mode);
  add(w, "--size");
  vec_push(w, mem_format("%d", bytes));
  add(w, "--tmpfs");
  add(w, path);
}

/* The host's file, where the program finds it. */
static void add_view(words *w, const char *how, const char *path) {
  if (!path || (!strcmp(how, "--ro-bind") && root_shows(path))) return;
  add(w, how);
  add(w, path);
  vec_push(w, root_view(path));
}

static void add_root(words *w, const fence_request *r) {
  root_entries all = {0};
  root_entries_find(r->files, &all);
  add_tmpfs(w, "/", DISK_BYTES, "0755");
  add(w, "--perms");
  add(w, "0111");
  add(w, "--dir");
  add(w, root_hidden);
  for (uint32_t k = 0; k < all.count; k++) {
    add(w, all.items[k].is_link ? "--symlink" : "--ro-bind");
    add(w, all.items[k].from);
    add(w, all.items[k].to);
  }
  root_entries_release(&all);
}

/* A root of its own, with a few devices, and of the host what the request says
 * and what programs need to start.  Landlock lets the program write all of "/":
 * what it must not write is mounted read-only. */
static void add_namespaces(words *w, const fence_request *r) {
  static const char *const first[] = {
    "bwrap", "--unshare-all", "--die-with-parent", "--new-session",
    "--cap-drop", "ALL", NULL};
  static const char *const system[] = {
    "--dev", "/dev", "--remount-ro", "/dev", "--proc", "/proc", "--remount-ro",
    "/proc", NULL};
  for (const char *const *f = first; *f; f++) add(w, *f);
  add_root(w, r);
  for (const char *const *f = system; *f; f++) add(w, *f);
  add_tmpfs(w, "/dev/shm", SHARED_BYTES, "1777");
  add_tmpfs(w, "/tmp", TEMPORARY_BYTES, "1777");
  add_view(w, "--ro-bind", r->argv[0]);
  add_view(w, "--ro-bind", r->files);
  for (const char *const *f = r->read; f && *f; f++) add_view(w, "--ro-bind", *f);
  for (const char *const *f = r->written; f && *f; f++) add_view(w, "--bind", *f);
  add(w, "--chdir");
  add(w, "/");
  add(w, "--");
}

static void add_path(words *w, fence_kind kind, const char *option,
                     const char *path) {
  char *inside = fence_view(kind, path);
  vec_push(w, mem_format("-%s=%s", option, inside));
  free(inside);
}

static void add_order(words *w, fence_kind kind, const fence_request *r,
                      int report_fd) {
  add_number(w, "report", (uint64_t) report_fd);
  if (kind == FENCE_NAMESPACES) add(w, "-own-system");
  if (r->is_compiler) add(w, "-reads-all");
  if (r->files) add_path(w, kind, "files", r->files);
  vec_push(w, mem_format("-write=%s",
                         kind == FENCE_NAMESPACES ? "/" : r->directory));
  for (const char *const *f = r->written; f && *f; f++)
    add_path(w, kind, "write", *f);
  for (const char *const *e = r->environment; e && *e; e++)
    vec_push(w, mem_format("-env=%s", *e));
  add_number(w, "wall-ms", r->wall_ms);
  add_number(w, "grace-ms", GRACE_MS);
  add_number(w, "cpu-s", r->cpu_s);
  add_number(w, "file-bytes", r->is_compiler ? COMPILED_BYTES : FILE_BYTES);
  add_number(w, "address-bytes", r->address_bytes);
  add_number(w, "memory-bytes", r->memory_bytes);
  add_number(w, "processes", PROCESSES);
  /* What a compiler starts among is not all its own. */
  add_number(w, "disk-bytes", r->is_compiler ? 0 : DISK_BYTES);
  add_number(w, "disk-files", r->is_compiler ? 0 : DISK_FILES);
  const char *most = getenv("BRAID_FENCE"), *version;
  if (most && (version = strchr(most, ':')))
    add_number(w, "landlock", strtoull(version + 1, NULL, 10));
}

/* Running ------------------------------------------------------------------- */

static void say(process_result *p, const char *text) {
  const size_t length = strlen(text);
  p->output = mem_resize(p->output, p->output_size + length + 1, 1);
  memcpy(p->output + p->output_size, text, length + 1);
  p->output_size += length;
}

/* What the fence reports is the program's end; without a report it was ended
 * with its program. */
static void take_ending(int fd, process_result *p) {
  fence_ending e;
  if (p->start_error) return;
  if (read(fd, &e, sizeof e) != sizeof e) {
    if (p->timed_out || p->signal) return;
    /* bwrap's way to say that what it ran was killed: without Landlock the
     * program can do that to our helper, and all ends with it. */
    if (p->exit_status == 128 + SIGKILL) p->signal = SIGKILL;
    else p->start_error = EPERM;        /* what it says is in the output */
    p->exit_status = -1;
    return;
  }
  p->start_error = e.start_error;
  p->exit_status = WIFEXITED(e.wait_status) ? WEXITSTATUS(e.wait_status) : -1;
  p->signal = WIFSIGNALED(e.wait_status) ? WTERMSIG(e.wait_status) : 0;
  p->timed_out |= e.reason == FENCE_TIME || e.reason == FENCE_STOPPED ||
                  p->signal == SIGXCPU;
  p->is_spinning = e.is_spinning;
  if (e.reason == FENCE_MEMORY) say(p, "braid: ended: too much memory\n");
  if (e.reason == FENCE_DISK) say(p, "braid: ended: too much was written\n");
}

/* Its path may lead through a directory that is closed to the scratch's owner:
 * an open file is not. */
static int open_helper(void) {
  char *path = share_find("fence");
  const int fd = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
  free(path);
  return fd;
}

static process_result run_confined(fence_kind kind, const fence_request *r) {
  process_result p = {0};
  int report[2] = {-1, -1};
  const int helper = open_helper();
  words w = {0};
  if (helper < 0 || pipe2(report, O_CLOEXEC)) {
    p = (process_result) {.start_error = errno, .output = mem_zeroed(1, 1)};
  } else {
    if (kind == FENCE_NAMESPACES) add_namespaces(&w, r);
    vec_push(&w, mem_format("/proc/self/fd/%d", helper));
    add_order(&w, kind, r, report[1]);
    vec_push(&w, fence_view(kind, r->argv[0]));
    for (const char *const *a = r->argv + 1; *a; a++) add(&w, *a);
    vec_push(&w, NULL);
    const int pass[] = {helper, report[1], -1};
    const char *places = getenv("PATH");
    char *path = mem_format("PATH=%s", places ? places : "/usr/bin:/bin");
    p = process_run(&(process_request) {
      .argv = (const char *const *) w.items, .environment_is_all = true,
      .environment = (const char *const[]) {path, NULL},
      .directory = r->where ? r->where : r->directory,
      .input_path = r->input_path, .pass = pass,
      .as_scratch_owner = !r->is_compiler,
      .wall_ms = r->wall_ms ? r->wall_ms + GRACE_MS + STALLED_MS : 0,
      .grace_ms = FENCE_GRACE_MS, .output_bytes = r->output_bytes, .watch = r->watch});
    free(path);
    close(report[1]);
    take_ending(report[0], &p);
    close(report[0]);
  }
  if (helper >= 0) close(helper);
  words_release(&w);
  return p;
}

process_result fence_run(fence_kind kind, const fence_request *r) {
  assert(r->argv[0][0] == '/' && r->directory && !r->is_compiler);
  if (kind == FENCE_MISSING)
    return (process_result) {.start_error = EPERM, .output = mem_zeroed(1, 1)};
  if (kind == FENCE_UNCONFINED)
    return process_run(&(process_request) {
      .argv = r->argv, .environment = r->environment,
      .environment_is_all = true, .directory = r->files ? r->files : r->directory,
      .input_path = r->input_path, .wall_ms = r->wall_ms, .cpu_s = r->cpu_s,
      .file_bytes = FILE_BYTES, .output_bytes = r->output_bytes,
      .memory_bytes = r->address_bytes, .watch = r->watch});
  for (const char *const *f = r->written; f && *f; f++) {
    const int fd = open(*f, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (fd >= 0) close(fd);
    scratch_give(*f);
  }
  if (r->files) scratch_give(r->files);
  if (r->input_path) scratch_give(r->input_path);
  scratch_give(r->directory);
  return run_confined(kind, r);
}

/* Compilers ------------------------------------------------------------------ */

/* Of our environment what compilers and linkers look at. */
static void add_settings(words *to, const char *directory) {
  static const char *const names[] = {"PATH", "LANG", "LC_ALL", "LC_MESSAGES", "CPATH",
                                      "C_INCLUDE_PATH", "LIBRARY_PATH", "HOME",
                                      "SOURCE_DATE_EPOCH"};
  for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
    const char *value = getenv(names[k]);
    if (value) vec_push(to, mem_format("%s=%s", names[k], value));
  }
  vec_push(to, mem_format("TMPDIR=%s", directory));
  vec_push(to, NULL);
}

process_result fence_compile(const fence_request *r) {
  char *program = process_find(r->argv[0]);
  if (!program)
    return (process_result) {.start_error = ENOENT, .output = mem_zeroed(1, 1)};
  words argv = {0}, settings = {0};
  vec_push(&argv, program);
  for (const char *const *a = r->argv + 1; *a; a++) add(&argv, *a);
  vec_push(&argv, NULL);
  add_settings(&settings, r->directory);
  fence_request own = *r;
  own.argv = (const char *const *) argv.items;
  own.environment = (const char *const *) settings.items;
  own.is_compiler = true;
  const process_result p = run_confined(FENCE_LANDLOCK, &own);
  words_release(&argv);
  words_release(&settings);
  return p;
}

bool fence_confines_compilers(void) {
  static bool is_known, is_so;
  if (is_known) return is_so;
  process_result p = {0};
  char *directory = scratch_template();
  if (mkdtemp(directory)) {
    p = fence_compile(&(fence_request) {
      .argv = (const char *const[]) {"true", NULL}, .directory = directory,
      .wall_ms = 10000, .output_bytes = 1 << 12});
    is_so = !p.start_error && !p.exit_status && !p.signal;
    rmdir(directory);
  }
  is_known = is_so || (!process_stop && !process_is_time_up());
  free(p.output);
  free(directory);
  return is_so;
}

/* The best one --------------------------------------------------------------- */

static char *obstacle;

static void note_obstacle(const char *what, const process_result *p) {
  const char *line = p->output && *p->output ? p->output : NULL;
  char *why = line ? mem_format("%.*s", (int) strcspn(line, "\n"), line)
                   : mem_string(p->start_error ? strerror(p->start_error)
                                               : "it does not work");
  char *all = mem_format("%s%s%s: %s", obstacle ? obstacle : "",
                         obstacle ? "; " : "", what, why);
  free(why);
  free(obstacle);
  obstacle = all;
}

/* Whether a program can run behind it. */
static bool holds(fence_kind kind, const char *what) {
  enum { TRIAL_MS = 10000 };
  process_result p = {0};
  char *directory = scratch_make(&p.output);
  if (directory) {
    char *work = mem_format("%s/work", directory);
    if (mkdir(work, 0700)) p.start_error = errno;
    else p = fence_run(kind, &(fence_request) {
      .argv = (const char *const[]) {"/bin/true", NULL}, .directory = work,
      .wall_ms = TRIAL_MS, .output_bytes = 1 << 12});
    free(work);
    scratch_remove(directory);
  }
  const bool good = directory && !p.start_error && !p.exit_status && !p.signal;
  if (!good) note_obstacle(what, &p);
  free(p.output);
  free(directory);
  return good;
}

static fence_kind look_for_best(void) {
  const char *most = getenv("BRAID_FENCE");
  if (most && !strcmp(most, "none")) {
    note_obstacle("BRAID_FENCE", &(process_result) {.output = (char *) most});
    return FENCE_MISSING;
  }
  const bool may_be_best = !most || strncmp(most, "landlock", 8);
  if (!may_be_best)
    note_obstacle("BRAID_FENCE", &(process_result) {.output = (char *) most});
  if (may_be_best && holds(FENCE_NAMESPACES, "bwrap")) return FENCE_NAMESPACES;
  return holds(FENCE_LANDLOCK, "Landlock") ? FENCE_LANDLOCK : FENCE_MISSING;
}

/* A trial that was ended with everything else says nothing about the fence. */
fence_kind fence_best(void) {
  static bool is_known;
  static fence_kind best;
  if (is_known) return best;
  free(obstacle);
  obstacle = NULL;
  best = look_for_best();
  is_known = best != FENCE_MISSING || (!process_stop && !process_is_time_up());
  return best;
}

const char *fence_obstacle(void) { return obstacle; }
