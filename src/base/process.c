#include "base/process.h"

#include "base/clock.h"
#include "base/mem.h"
#include "base/vec.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <grp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

volatile sig_atomic_t process_stop;
uint64_t process_deadline_ns;
uint64_t process_compiler_bytes;

/* clang-19 takes 94 MiB for a program of two lines, and 164 MiB for 10,000 functions of two
 * statements; with AddressSanitizer the latter take 1.2 GiB. */
void process_set_compiler_bytes(uint64_t max_memory) {
  const uint64_t least = UINT64_C(512) << 20;
  process_compiler_bytes = !max_memory ? 0 : max_memory > least ? max_memory : least;
}

bool process_is_time_up(void) {
  return process_deadline_ns && clock_ns() >= process_deadline_ns;
}

enum { GRACE_MS = 300, POLL_MS = 20 };

typedef VEC(char *) strings;

static uint64_t now_ms(void) { return clock_ns() / 1000000; }

static bool is_overridden(const char *setting, const char *const *by) {
  size_t n = strcspn(setting, "=");
  for (; *by; by++)
    if (!strncmp(setting, *by, n) && (*by)[n] == '=') return true;
  return false;
}

/* Our environment with the request's on top; the strings are borrowed. */
static strings merged_environment(const char *const *on_top, bool is_all) {
  static const char *const nothing[] = {NULL};
  strings all = {0};
  if (!on_top) on_top = nothing;
  for (char **e = environ; !is_all && *e; e++)
    if (!is_overridden(*e, on_top)) vec_push(&all, *e);
  for (; *on_top; on_top++) vec_push(&all, (char *) *on_top);
  vec_push(&all, NULL);
  return all;
}

/* Only the standard streams and what the request names go on. */
static bool pass_descriptors(const int *pass) {
  enum { FIRST = 3, CLOSE_ON_EXEC = 4, MANY = 4096 };
  if (syscall(SYS_close_range, FIRST, ~0U, CLOSE_ON_EXEC))
    for (int fd = FIRST; fd < MANY; fd++) fcntl(fd, F_SETFD, FD_CLOEXEC);
  for (; pass && *pass >= 0; pass++)
    if (fcntl(*pass, F_SETFD, 0)) return false;
  return true;
}

static bool become_scratch_owner(void) {
  const uid_t owner = scratch_owner();
  return owner == geteuid() ||
         (!setgroups(0, NULL) && !setresgid(owner, owner, owner) &&
          !setresuid(owner, owner, owner));
}

/* In the child: nothing here allocates.  Returns only on failure, with errno
 * set. */
static void become(const process_request *r, char **environment, int output) {
  sigset_t none;
  int input = open(r->input_path ? r->input_path : "/dev/null", O_RDONLY);
  setpgid(0, 0);
  if (input < 0 || dup2(input, 0) < 0 || dup2(output, 1) < 0 ||
      dup2(output, 2) < 0)
    return;
  if (r->directory && chdir(r->directory)) return;
  if (!pass_descriptors(r->pass)) return;
  if (r->as_scratch_owner && !become_scratch_owner()) return;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  signal(SIGPIPE, SIG_DFL);
  signal(SIGINT, SIG_DFL);
  signal(SIGTERM, SIG_DFL);
  setrlimit(RLIMIT_CORE, &(struct rlimit) {0, 0});
  if (r->cpu_s)
    setrlimit(RLIMIT_CPU, &(struct rlimit) {r->cpu_s, r->cpu_s + 1});
  if (r->memory_bytes)
    setrlimit(RLIMIT_AS, &(struct rlimit) {r->memory_bytes, r->memory_bytes});
  if (r->data_bytes)
    setrlimit(RLIMIT_DATA, &(struct rlimit) {r->data_bytes, r->data_bytes});
  if (r->file_bytes)
    setrlimit(RLIMIT_FSIZE, &(struct rlimit) {r->file_bytes, r->file_bytes});
  execvpe(r->argv[0], (char *const *) r->argv, environment);
}

/* False at the end of the output. */
static bool take_output(int fd, uint64_t keep, process_result *result) {
  char buffer[1 << 14];
  ssize_t n = read(fd, buffer, sizeof buffer);
  if (n < 0) return errno == EAGAIN || errno == EINTR;
  uint64_t room = !keep ? UINT64_MAX : keep - result->output_size;
  size_t kept = (size_t) n < room ? (size_t) n : (size_t) room;
  if (kept) {
    result->output =
        mem_resize(result->output, result->output_size + kept + 1, 1);
    for (size_t k = 0; k < kept; k++)   /* a report may follow: the text must not end */
      result->output[result->output_size + k] = buffer[k] ? buffer[k] : '?';
    result->output_size += kept;
  }
  return n > 0;
}

static bool is_enough(const process_request *r, process_result *result) {
  if (!r->watch.is_enough) return false;
  result->output[result->output_size] = 0;
  return r->watch.is_enough(r->watch.context, result->output, result->output_size);
}

/* Waits for the child and takes its output meanwhile; past the limit it is
 * asked to end and, after a grace, made to. */
static void attend(const process_request *r, pid_t child, int fd,
                   process_result *result) {
  const uint64_t start = now_ms();
  const uint64_t grace_ms = r->grace_ms ? r->grace_ms : GRACE_MS;
  uint64_t deadline = r->wall_ms ? start + r->wall_ms : UINT64_MAX;
  if (process_deadline_ns && deadline > process_deadline_ns / 1000000)
    deadline = process_deadline_ns / 1000000;
  bool open_ended = true;
  int status = 0, wait_ms = 1;
  pid_t ended;
  while (!(ended = waitpid(child, &status, WNOHANG))) {
    uint64_t now = now_ms();
    if (process_stop && !result->timed_out) deadline = now;
    if (now >= deadline) {
      kill(-child, result->timed_out ? SIGKILL : SIGTERM);
      result->timed_out = true;
      deadline = now + grace_ms;
    }
    struct pollfd p = {fd, POLLIN, 0};
    if (!open_ended) p.fd = -1;
    /* Short at first: most tests are over at once. */
    if (poll(&p, 1, wait_ms) > 0) {
      const size_t before = result->output_size;
      open_ended = take_output(fd, r->output_bytes, result);
      if (result->output_size > before && is_enough(r, result) && !result->timed_out)
        deadline = now;
    } else if (wait_ms < POLL_MS) {
      wait_ms++;
    }
  }
  kill(-child, SIGKILL);        /* whatever the program left behind */
  for (struct pollfd p = {fd, POLLIN, 0}; open_ended && poll(&p, 1, 0) > 0;)
    open_ended = take_output(fd, r->output_bytes, result);
  if (ended > 0 && WIFSIGNALED(status)) {
    result->signal = WTERMSIG(status);
    result->exit_status = -1;
    result->timed_out |= result->signal == SIGXCPU;
  } else {
    result->exit_status = WEXITSTATUS(status);
  }
}

process_result process_run(const process_request *r) {
  process_result result = {.output = mem_zeroed(1, 1)};
  strings environment = merged_environment(r->environment,
                                           r->environment_is_all);
  int output[2] = {-1, -1}, failure[2] = {-1, -1};
  pid_t child = -1;
  if (!pipe2(output, O_CLOEXEC) && !pipe2(failure, O_CLOEXEC)) {
    fcntl(output[0], F_SETFL, O_NONBLOCK);
    child = fork();
  }
  if (child < 0) result.start_error = errno;
  if (!child) {
    become(r, environment.items, output[1]);
    int reason = errno;
    ssize_t n = write(failure[1], &reason, sizeof reason);
    _exit(n > 0 ? 127 : 126);
  }
  if (output[1] >= 0) close(output[1]);
  if (failure[1] >= 0) close(failure[1]);
  if (child > 0) {
    setpgid(child, child);
    if (read(failure[0], &result.start_error, sizeof(int)) != sizeof(int))
      result.start_error = 0;
    attend(r, child, output[0], &result);
  }
  if (output[0] >= 0) close(output[0]);
  if (failure[0] >= 0) close(failure[0]);
  result.output[result.output_size] = 0;
  vec_release(&environment);
  return result;
}

/* A number that no account has; one of many, so that the kernel's count of a
 * user's processes is that of one run. */
enum { FIRST_OWNER = 1 << 30, NOBODY = 65534 };

uid_t scratch_owner(void) {
  static uid_t owner;
  if (geteuid()) return geteuid();
  if (owner) return owner;
  /* In a namespace not every number is a user. */
  const int fd = open("/proc/self/uid_map", O_RDONLY | O_CLOEXEC);
  char text[4096];
  const ssize_t n = fd < 0 ? 0 : read(fd, text, sizeof text - 1);
  if (fd >= 0) close(fd);
  text[n > 0 ? n : 0] = 0;
  const uid_t wanted[] = {FIRST_OWNER + (uid_t) getpid(), NOBODY};
  for (unsigned k = 0; k < 2 && !owner; k++)
    for (const char *line = text; *line; line += strcspn(line, "\n"),
                    line += *line == '\n') {
      unsigned long first, outside, count;
      if (sscanf(line, "%lu %lu %lu", &first, &outside, &count) == 3 &&
          wanted[k] >= first && wanted[k] - first < count)
        owner = wanted[k];
    }
  return owner;
}

static int give_one(const char *path, const struct stat *s, int kind,
                    struct FTW *where) {
  (void) s, (void) kind, (void) where;
  return lchown(path, scratch_owner(), scratch_owner()) && !geteuid();
}

void scratch_give(const char *path) {
  if (scratch_owner() != geteuid()) nftw(path, give_one, 16, FTW_PHYS);
}

/* Can the owner come to what lies in the directory? */
static bool is_reachable(const char *directory) {
  struct stat s;
  bool good = true;
  char *whole = realpath(directory, NULL);
  if (!whole) return false;
  for (char *end = whole + strlen(whole); end > whole && good;
       end = strrchr(whole, '/')) {
    *end = 0;
    good = !*whole || (!stat(whole, &s) && s.st_mode & S_IXOTH);
  }
  free(whole);
  return good;
}

static pid_t scratch_run;       /* 0: this process */

void scratch_set_run(pid_t run) { scratch_run = run; }

static const char *scratch_parent(void) {
  const char *parent = getenv("TMPDIR");
  return parent && *parent ? parent : "/tmp";
}

/* No link on the way: what is mounted there is mounted in another tree. */
static char *template_in(const char *parent) {
  char *whole = realpath(parent, NULL);
  char *path = mem_format("%s/braid-%ld-XXXXXX", whole ? whole : parent,
                          (long) (scratch_run ? scratch_run : getpid()));
  free(whole);
  return path;
}

char *scratch_template(void) { return template_in(scratch_parent()); }

char *scratch_make(char **error) {
  const char *parent = scratch_parent();
  if (scratch_owner() != geteuid() && !is_reachable(parent)) parent = "/tmp";
  char *path = template_in(parent);
  if (mkdtemp(path)) {
    scratch_give(path);
    return path;
  }
  *error = mem_format("cannot make a directory in %s: %s", parent,
                      strerror(errno));
  free(path);
  return NULL;
}

static int remove_one(const char *path, const struct stat *s, int kind,
                      struct FTW *where) {
  (void) s, (void) kind, (void) where;
  remove(path);
  return 0;
}

/* A program may have taken its own directories' permissions away. */
static int allow_one(const char *path, const struct stat *s, int kind,
                     struct FTW *where) {
  (void) s, (void) where;
  if (kind == FTW_D || kind == FTW_DNR) chmod(path, 0700);
  return 0;
}

void scratch_remove(const char *directory) {
  nftw(directory, allow_one, 16, FTW_PHYS);
  nftw(directory, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

static void remove_all_in(const char *parent, pid_t run) {
  char prefix[32];
  snprintf(prefix, sizeof prefix, "braid-%ld-", (long) run);
  DIR *all = opendir(parent);
  for (struct dirent *e; all && (e = readdir(all));) {
    if (strncmp(e->d_name, prefix, strlen(prefix))) continue;
    char *path = mem_format("%s/%s", parent, e->d_name);
    scratch_remove(path);
    free(path);
  }
  if (all) closedir(all);
}

void scratch_remove_all(pid_t run) {
  remove_all_in(scratch_parent(), run);
  if (strcmp(scratch_parent(), "/tmp")) remove_all_in("/tmp", run);
}

char *process_find(const char *name) {
  const char *places = getenv("PATH");
  if (strchr(name, '/')) return realpath(name, NULL);
  if (!places) places = "/usr/bin:/bin";
  while (*places) {
    const size_t n = strcspn(places, ":");
    char *path = mem_format("%.*s/%s", (int) n, places, name);
    if (n && path[0] == '/' && !access(path, X_OK)) return path;
    free(path);
    places += n + (places[n] == ':');
  }
  return NULL;
}
