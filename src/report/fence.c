#include "report/fence.h"

#include "base/mem.h"
#include "base/share.h"
#include "base/vec.h"
#include "fence/ending.h"
#include "report/fence_root.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const struct { const char *text, *sentence; } rows[] = {
#define FENCE(NAME, TEXT, SENTENCE) {TEXT, SENTENCE},
#include "report/fences.def"
};

const char *fence_text(fence_kind k) { return rows[k].text; }
const char *fence_sentence(fence_kind k) { return rows[k].sentence; }

bool fence_find(const char *text, fence_kind *kind) {
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    if (strcmp(rows[k].text, text)) continue;
    *kind = (fence_kind) k;
    return true;
  }
  return false;
}

/* A directory may hold 4,096 files of 64 MiB together when the program starts
 * (report/replay_world.c). */
enum {
  FILE_BYTES = 64 << 20, DISK_BYTES = 160 << 20, DISK_FILES = 20000,
  SHARED_BYTES = 16 << 20, TEMPORARY_BYTES = 64 << 20, PROCESSES = 128
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

static void add_root(words *w, const fence_request *r) {
  const char *const kept[] = {r->directory, r->files, r->argv[0], NULL};
  root_mounts all = {0};
  root_mounts_find(r->files, kept, &all);
  for (uint32_t k = 0; k < all.count; k++) {
    const root_mount *m = all.items + k;
    add(w, m->from ? "--ro-bind" : "--tmpfs");
    if (m->from) add(w, m->from);
    add(w, m->to);
  }
  for (uint32_t k = 0; k < all.count; k++) {
    if (all.items[k].from) continue;
    add(w, "--remount-ro");
    add(w, all.items[k].to);
  }
  root_mounts_release(&all);
}

/* A size goes with the tmpfs behind it. */
static void add_tmpfs(words *w, const char *path, int bytes) {
  add(w, "--size");
  vec_push(w, mem_format("%d", bytes));
  add(w, "--tmpfs");
  add(w, path);
}

/* Its own, empty; what the run itself needs is often there. */
static void add_temporary(words *w, const fence_request *r) {
  char *scratch = mem_string(r->directory);
  char *slash = strrchr(scratch, '/');
  if (slash) *slash = 0;
  const char *const needed[] = {r->argv[0], r->files, scratch};
  add_tmpfs(w, "/tmp", TEMPORARY_BYTES);
  for (size_t k = 0; k < sizeof needed / sizeof *needed; k++) {
    if (!needed[k] || strncmp(needed[k], "/tmp/", 5)) continue;
    add(w, "--ro-bind");
    add(w, needed[k]);
    add(w, needed[k]);
  }
  free(scratch);
}

/* The system read-only, but for a few devices and what the request says. */
static void add_namespaces(words *w, const fence_request *r) {
  static const char *const fixed[] = {
    "bwrap", "--unshare-all", "--die-with-parent", "--new-session",
    "--cap-drop", "ALL", "--ro-bind", "/", "/", "--dev", "/dev",
    "--remount-ro", "/dev", "--proc", "/proc", NULL};
  for (const char *const *f = fixed; *f; f++) add(w, *f);
  if (r->files) add_root(w, r);
  add_tmpfs(w, "/dev/shm", SHARED_BYTES);
  add_temporary(w, r);
  add_tmpfs(w, r->directory, DISK_BYTES);
  for (const char *const *f = r->written; f && *f; f++) {
    add(w, "--bind");
    add(w, *f);
    add(w, *f);
  }
  add(w, "--chdir");
  add(w, r->directory);
  add(w, "--");
}

static void add_order(words *w, fence_kind kind, const fence_request *r,
                      int report_fd) {
  add_number(w, "report", (uint64_t) report_fd);
  if (kind == FENCE_NAMESPACES) add(w, "-own-system");
  if (r->files) vec_push(w, mem_format("-files=%s", r->files));
  vec_push(w, mem_format("-write=%s", r->directory));
  for (const char *const *f = r->written; f && *f; f++)
    vec_push(w, mem_format("-write=%s", *f));
  for (const char *const *e = r->environment; e && *e; e++)
    vec_push(w, mem_format("-env=%s", *e));
  add_number(w, "wall-ms", r->wall_ms);
  add_number(w, "grace-ms", GRACE_MS);
  add_number(w, "cpu-s", r->cpu_s);
  add_number(w, "file-bytes", FILE_BYTES);
  add_number(w, "address-bytes", r->address_bytes);
  add_number(w, "memory-bytes", r->memory_bytes);
  add_number(w, "processes", PROCESSES);
  add_number(w, "disk-bytes", DISK_BYTES);
  add_number(w, "disk-files", DISK_FILES);
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
    for (const char *const *a = r->argv; *a; a++) add(&w, *a);
    vec_push(&w, NULL);
    const int pass[] = {helper, report[1], -1};
    const char *places = getenv("PATH");
    char *path = mem_format("PATH=%s", places ? places : "/usr/bin:/bin");
    p = process_run(&(process_request) {
      .argv = (const char *const *) w.items, .environment_is_all = true,
      .environment = (const char *const[]) {path, NULL},
      .directory = r->directory, .input_path = r->input_path, .pass = pass,
      .as_scratch_owner = true,
      .wall_ms = r->wall_ms ? r->wall_ms + GRACE_MS + STALLED_MS : 0,
      .grace_ms = FENCE_GRACE_MS, .output_bytes = r->output_bytes});
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
  if (kind == FENCE_MISSING)
    return (process_result) {.start_error = EPERM, .output = mem_zeroed(1, 1)};
  if (kind == FENCE_UNCONFINED)
    return process_run(&(process_request) {
      .argv = r->argv, .environment = r->environment,
      .environment_is_all = true, .directory = r->files ? r->files : r->directory,
      .input_path = r->input_path, .wall_ms = r->wall_ms, .cpu_s = r->cpu_s,
      .file_bytes = FILE_BYTES, .output_bytes = r->output_bytes,
      .memory_bytes = r->address_bytes});
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
