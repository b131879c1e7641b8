/*
 * Ways out of the fence.  A hostile program (test/fence/escape.c) tries each of
 * them under each kind of fence, and afterwards the world outside is as it was;
 * without a fence the same way is seen to work, so that the test can fail.
 *
 * The world outside belongs to the user as whom the hostile program runs, also
 * under root: it is the fence that holds, not a file's owner.
 *
 *   unit_replay_fence [namespaces|landlock|unconfined [WAY]]
 *   unit_replay_fence random SECONDS [KIND]    system calls at random, for lab.sh
 *   unit_replay_fence cost      what a fence adds to a run, doc/environment.md
 */
#include "replay/fence.h"
#include "files/outdir.h"
#include "test/check.h"

#include "base/clock.h"
#include "base/mem.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <mqueue.h>
#include <netinet/in.h>
#include <poll.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

typedef enum proof { ANYBODY, ROOT, USER, NOBODY } proof;
static const struct { const char *name; proof proof; } ways[] = {
#define WAY(NAME, PROOF) {#NAME, PROOF},
#include "test/fence/ways.def"
};
enum { WAYS = sizeof ways / sizeof *ways };
enum { KEY = 0x62726169, LISTENERS = 6, OLD = 1000000000 };

static char *hostile;           /* our copy of escape, in a scratch directory */
static char *hostile_root;      /* another, with root's power; or hostile */

/* The world outside ------------------------------------------------------------ */

typedef struct shared { volatile int value, signals, asked, answered; } shared;

typedef struct world {
  char *outside, *terminal, *before;
  pid_t victim;
  shared *memory;               /* the victim's, and ours */
  int listeners[LISTENERS];     /* readable: somebody came */
  int master, slave, port;
} world;

static const char *const listener_names[LISTENERS] = {
  "TCP", "UDP", "a stream socket", "a datagram socket", "an abstract socket",
  "a FIFO"};

static shared *counting;
static void answer(int number) { (void) number; }
static void count_signal(int number) { (void) number, counting->signals++; }

static pid_t start_victim(shared *memory) {
  const pid_t pid = fork();
  if (pid) return pid;
  const uid_t owner = scratch_owner();
  counting = memory;
  if (owner != geteuid() &&
      (setgroups(0, NULL) || setresgid(owner, owner, owner) ||
       setresuid(owner, owner, owner)))
    _exit(1);
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
  prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);
  signal(SIGUSR1, count_signal);
  signal(SIGCONT, count_signal);
  setrlimit(RLIMIT_CORE, &(struct rlimit) {8192, RLIM_INFINITY});
  signal(SIGUSR2, answer);
  memory->value = 1;
  for (;;) {
    pause();
    memory->answered = memory->asked;
  }
}

/* Afterwards the victim has noticed every signal that was sent to it. */
static void let_notice(const world *w) {
  w->memory->asked = 1;
  for (int i = 0; i < 5000 && !w->memory->answered; i++) {
    if (kill(w->victim, SIGUSR2)) return;
    usleep(1000);
  }
}

static int listen_at(int family, int type, const void *name, size_t size) {
  const int fd = socket(family, type | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  CHECK(fd >= 0 && !bind(fd, name, (socklen_t) size));
  if (type == SOCK_STREAM) CHECK(!listen(fd, 4));
  return fd;
}

static void open_listeners(world *w) {
  struct sockaddr_in a = {.sin_family = AF_INET,
                          .sin_addr = {htonl(INADDR_LOOPBACK)}};
  socklen_t size = sizeof a;
  w->listeners[1] = listen_at(AF_INET, SOCK_DGRAM, &a, sizeof a);
  CHECK(!getsockname(w->listeners[1], (struct sockaddr *) &a, &size));
  w->port = ntohs(a.sin_port);
  w->listeners[0] = listen_at(AF_INET, SOCK_STREAM, &a, sizeof a);
  struct sockaddr_un u = {.sun_family = AF_UNIX};
  snprintf(u.sun_path, sizeof u.sun_path, "%s/stream", w->outside);
  w->listeners[2] = listen_at(AF_UNIX, SOCK_STREAM, &u, sizeof u);
  snprintf(u.sun_path, sizeof u.sun_path, "%s/datagram", w->outside);
  w->listeners[3] = listen_at(AF_UNIX, SOCK_DGRAM, &u, sizeof u);
  memset(u.sun_path, 0, sizeof u.sun_path);
  const int n = snprintf(u.sun_path + 1, sizeof u.sun_path - 1, "braid-%d",
                         (int) w->victim);
  w->listeners[4] = listen_at(AF_UNIX, SOCK_STREAM, &u,
                              offsetof(struct sockaddr_un, sun_path) + 1 +
                                  (size_t) n);
  char *fifo = mem_format("%s/fifo", w->outside);
  CHECK(!mkfifo(fifo, 0666));
  w->listeners[5] = open(fifo, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  CHECK(w->listeners[5] >= 0);
  free(fifo);
}

/* Each file of the directory and all that can be changed about it. */
static char *describe_files(const char *directory) {
  struct dirent **names;
  char *all = mem_string("");
  const int count = scandir(directory, &names, NULL, alphasort);
  CHECK(count >= 0);
  for (int i = 0; i < count; i++) {
    if (!strcmp(names[i]->d_name, "..")) { free(names[i]); continue; }
    char *path = mem_format("%s/%s", directory, names[i]->d_name);
    char content[64] = "", attribute[8] = "";
    struct stat s;
    CHECK(!lstat(path, &s));
    const int fd = S_ISREG(s.st_mode) ? open(path, O_RDONLY) : -1;
    if (fd >= 0 && read(fd, content, sizeof content - 1) < 0) CHECK(false);
    if (fd >= 0) close(fd);
    if (S_ISREG(s.st_mode)) getxattr(path, "user.braid", attribute, 7);
    char *more = mem_format(
        "%s%s mode %o owner %u links %u size %u time %lld [%s] [%s]\n", all,
        names[i]->d_name, s.st_mode, s.st_uid, (unsigned) s.st_nlink,
        S_ISDIR(s.st_mode) ? 0 : (unsigned) s.st_size,
        S_ISREG(s.st_mode) ? (long long) s.st_mtime : 0, content, attribute);
    free(all);
    free(path);
    free(names[i]);
    all = more;
  }
  free(names);
  return all;
}

static void make_files(world *w) {
  char *error = NULL;
  w->outside = scratch_make(&error);
  CHECK(w->outside);
  char *file = mem_format("%s/file", w->outside);
  char *empty = mem_format("%s/empty", w->outside);
  CHECK(!file_write_whole(file, "content\n", 8) && !mkdir(empty, 0777));
  const struct timespec old[2] = {{OLD, 0}, {OLD, 0}};
  CHECK(!chmod(file, 0666) && !utimensat(AT_FDCWD, file, old, 0));
  free(file);
  free(empty);
}

static void world_init(world *w) {
  make_files(w);
  w->memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
                   MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  CHECK(w->memory != MAP_FAILED);
  w->victim = start_victim(w->memory);
  open_listeners(w);
  scratch_give(w->outside);
  w->master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
  CHECK(w->master >= 0 && !grantpt(w->master) && !unlockpt(w->master));
  w->terminal = mem_string(ptsname(w->master));
  w->slave = open(w->terminal, O_RDWR | O_NOCTTY | O_CLOEXEC);
  CHECK(w->slave >= 0 && !chmod(w->terminal, 0666));
  for (int i = 0; i < 2000 && !w->memory->value; i++) usleep(1000);
  CHECK(w->memory->value == 1);
  w->before = describe_files(w->outside);
}

static void remove_shared(world *w) {
  char *name = mem_format("/braid-%d", (int) w->victim);
  shm_unlink(name);
  mq_unlink(name);
  const int m = shmget(KEY, 0, 0), q = msgget(KEY, 0), s = semget(KEY, 0, 0);
  if (m >= 0) shmctl(m, IPC_RMID, NULL);
  if (q >= 0) msgctl(q, IPC_RMID, NULL);
  if (s >= 0) semctl(s, 0, IPC_RMID);
  free(name);
}

static void world_release(world *w) {
  remove_shared(w);
  kill(w->victim, SIGKILL);
  waitpid(w->victim, NULL, 0);
  munmap(w->memory, 4096);
  for (int i = 0; i < LISTENERS; i++) close(w->listeners[i]);
  close(w->master);
  close(w->slave);
  scratch_remove(w->outside);
  free(w->outside);
  free(w->terminal);
  free(w->before);
}

/* What became of it -------------------------------------------------------------- */

/* A process that runs our copy of the program; 0: there is none. */
static pid_t leftover(void) {
  DIR *proc = opendir("/proc");
  pid_t found = 0;
  for (struct dirent *e; !found && proc && (e = readdir(proc));) {
    char path[300], text[4096] = "";
    snprintf(path, sizeof path, "/proc/%s/cmdline", e->d_name);
    const int fd = open(path, O_RDONLY);
    if (fd < 0) continue;
    if (read(fd, text, sizeof text - 1) > 0 && !strcmp(text, hostile))
      found = (pid_t) atoi(e->d_name);
    close(fd);
  }
  if (proc) closedir(proc);
  return found;
}

static char *look_at_victim(const world *w) {
  cpu_set_t set;
  errno = 0;
  if (waitpid(w->victim, NULL, WNOHANG)) return mem_string("the victim is dead");
  if (w->memory->value != 1) return mem_string("the victim's memory changed");
  if (w->memory->signals) return mem_string("the victim got a signal");
  if (getpriority(PRIO_PROCESS, (id_t) w->victim) != getpriority(PRIO_PROCESS, 0))
    return mem_string("the victim's priority changed");
  char *limits = mem_format("/proc/%d/limits", (int) w->victim), *error = NULL;
  size_t size;
  char *text = file_read_whole(limits, &size, &error);
  const char *core = text ? strstr(text, "Max core file size ") : NULL;
  CHECK(core);
  const bool same = atoi(core + 19 + strspn(core + 19, " ")) == 8192;
  free(limits);
  free(text);
  if (!same) return mem_string("the victim's limit changed");
  CHECK(!sched_getaffinity(w->victim, sizeof set, &set));
  cpu_set_t own;
  CHECK(!sched_getaffinity(0, sizeof own, &own));
  return CPU_EQUAL(&set, &own) ? NULL
                               : mem_string("the victim's processors changed");
}

static char *look_at_shared(const world *w) {
  char *name = mem_format("/braid-%d", (int) w->victim), *found = NULL;
  const int memory = shm_open(name, O_RDONLY, 0);
  const mqd_t queue = mq_open(name, O_RDONLY);
  if (memory >= 0) found = mem_string("shared memory was made");
  else if (queue >= 0) found = mem_string("a message queue was made");
  else if (shmget(KEY, 0, 0) >= 0 || msgget(KEY, 0) >= 0 || semget(KEY, 0, 0) >= 0)
    found = mem_string("an object of System V was made");
  if (memory >= 0) close(memory);
  if (queue >= 0) mq_close(queue);
  free(name);
  return found;
}

/* NULL, or what was done. */
static char *damage(const world *w, const process_result *p) {
  char *found = NULL, *now = describe_files(w->outside);
  const char *got = strstr(p->output, "got ");
  if (strcmp(now, w->before))
    found = mem_format("files changed:\n%s-- from:\n%s", now, w->before);
  free(now);
  if (found) return found;
  for (int i = 0; i < LISTENERS; i++) {
    char byte;
    struct pollfd f = {w->listeners[i], POLLIN, 0};
    if (poll(&f, 1, 0) > 0 && f.revents & POLLIN &&
        (i < LISTENERS - 1 || read(w->listeners[i], &byte, 1) > 0))
      return mem_format("%s was reached", listener_names[i]);
  }
  struct pollfd typed[] = {{w->master, POLLIN, 0}, {w->slave, POLLIN, 0}};
  if (poll(typed, 2, 0) > 0 && (typed[0].revents | typed[1].revents) & POLLIN)
    return mem_string("the terminal was reached");
  if (got) return mem_format("the program %.*s", (int) strcspn(got, "\n"), got);
  if (leftover()) return mem_string("a process is still there");
  found = look_at_victim(w);
  return found ? found : look_at_shared(w);
}

/* Trying ----------------------------------------------------------------------------- */

static uint64_t seed = 1;        /* of random_calls */

static process_result attempt(const world *w, fence_kind kind, const char *way) {
  char *error = NULL, *directory = scratch_make(&error);
  CHECK(directory);
  char *work = mem_format("%s/work", directory);
  char *note = mem_format("%s/note", directory);
  CHECK(!mkdir(work, 0700));
  char *victim = mem_format("%d", (int) w->victim);
  char *address = mem_format("%p", (void *) &w->memory->value);
  char *port = mem_format("%d", w->port);
  char *setting = mem_format("SEED=%llu", (unsigned long long) seed);
  char *outside = fence_view(kind, w->outside), *root = fence_view(kind, hostile_root);
  char *file = mem_format("%s/file", w->outside);
  const char *const argv[] = {hostile, way, outside, victim, address,
                              w->terminal, port, root, NULL};
  const process_result p = fence_run(kind, &(fence_request) {
    .argv = argv, .environment = (const char *const[]) {setting, NULL},
    .directory = work, .written = (const char *const[]) {note, NULL},
    .read = (const char *const[]) {file, hostile_root, NULL},
    .wall_ms = strcmp(way, "fork_bomb") ? 20000 : 1000, .cpu_s = 20, .memory_bytes = 256 << 20,
    .output_bytes = 1 << 16});
  scratch_remove(directory);
  free(directory);
  free(work);
  free(note);
  free(victim);
  free(address);
  free(port);
  free(setting);
  free(outside);
  free(root);
  free(file);
  return p;
}

/* Those that a limit ends. */
static bool is_endless(const char *way) {
  static const char *const all[] = {"fork_bomb", "many_processes", "much_memory",
                                    "fill_disk", "fill_disk_without_names",
                                    "many_files", "random_calls"};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (!strcmp(way, all[i])) return true;
  return false;
}

typedef enum trial { HELD, GOT_OUT, DID_NOT_RUN } trial;

static trial try_once(fence_kind kind, const char *way) {
  world w;
  world_init(&w);
  process_result p = attempt(&w, kind, way);
  if (!strcmp(way, "daemonise")) usleep(1500000);       /* it writes late */
  let_notice(&w);
  char *found = damage(&w, &p);
  const bool ran = !p.start_error && (is_endless(way) ||
                                      (strstr(p.output, "finished") &&
                                       !p.exit_status && !p.signal));
  const bool good = kind == FENCE_UNCONFINED ? found != NULL : ran && !found;
  if (!good)
    printf("%s, %s: %s (start error %d, status %d, signal %d)\n%s\n",
           fence_text(kind), way,
           found ? found : ran ? "nothing happened" : "it did not run",
           p.start_error, p.exit_status, p.signal, p.output);
  for (pid_t pid; kind == FENCE_UNCONFINED && (pid = leftover());)
    kill(pid, SIGKILL), usleep(2000);
  const trial t = good ? HELD : found || ran ? GOT_OUT : DID_NOT_RUN;
  free(found);
  free(p.output);
  world_release(&w);
  return t;
}

/* A machine that is busy may not let it run in time, or not give it a process:
 * that says nothing, and it is tried again.  Whatever got out is not. */
static bool try_way(fence_kind kind, const char *way) {
  enum { TRIALS = 3 };
  trial t = DID_NOT_RUN;
  for (int k = 0; k < TRIALS && t == DID_NOT_RUN; k++) t = try_once(kind, way);
  return t == HELD;
}

/* Is it to be seen to work, by us? */
static bool is_proved(proof p) {
  return p == ANYBODY || (p == ROOT && !geteuid()) || (p == USER && geteuid());
}

static unsigned try_all(fence_kind kind, const char *only) {
  unsigned failed = 0, tried = 0;
  for (int i = 0; i < WAYS; i++) {
    if (only && strcmp(only, ways[i].name)) continue;
    if (kind == FENCE_UNCONFINED && !is_proved(ways[i].proof)) continue;
    /* Nobody is slower than the slowest. */
    if (kind == FENCE_UNCONFINED && !strcmp(ways[i].name, "slow_down") &&
        getpriority(PRIO_PROCESS, 0) == 19)
      continue;
    tried++;
    failed += !try_way(kind, ways[i].name);
  }
  printf("%s: %u ways, %u %s\n", fence_text(kind), tried, failed,
         kind == FENCE_UNCONFINED ? "without effect" : "found a way out");
  return failed;
}

/* Many seeds, under each fence in turn; or under one alone, which as `unconfined`
 * shows how soon the lack of a fence would be found. */
static unsigned try_random(double seconds, const fence_kind *only) {
  static const struct { fence_kind kind; const char *most; } fences[] = {
    {FENCE_NAMESPACES, "namespaces"}, {FENCE_LANDLOCK, "landlock"},
    {FENCE_LANDLOCK, "landlock:1"}};
  const double end = clock_ms() + 1000 * seconds;
  unsigned failed = 0, tried = 0;
  CHECK(!only || *only != FENCE_UNCONFINED || geteuid());
  for (seed = (uint64_t) time(NULL) * 1000; clock_ms() < end && !failed; seed++) {
    const unsigned k = tried++ % 3;
    if (!only) setenv("BRAID_FENCE", fences[k].most, 1);
    failed += !try_way(only ? *only : fences[k].kind, "random_calls") !=
              (only && *only == FENCE_UNCONFINED);
  }
  printf("fence: %u random programs, %u out%s", tried, failed,
         failed ? "" : "\n");
  if (failed) printf(", the last with SEED=%llu\n", (unsigned long long) seed - 1);
  return failed;
}

/* What it costs ----------------------------------------------------------------------- */

static double processor_ms(void) {
  double sum = 0;
  for (int who = RUSAGE_CHILDREN; who <= RUSAGE_SELF; who++) {
    struct rusage r;
    CHECK(!getrusage(who, &r));
    sum += (double) (r.ru_utime.tv_sec + r.ru_stime.tv_sec) * 1e3 +
           (double) (r.ru_utime.tv_usec + r.ru_stime.tv_usec) / 1e3;
  }
  return sum;
}

/* Of a program that does nothing. */
static void measure(fence_kind kind) {
  enum { RUNS = 100 };
  char *error = NULL, *directory = scratch_make(&error);
  char *work = mem_format("%s/work", directory);
  double best = 1e9;
  const double before = processor_ms();
  CHECK(directory && !mkdir(work, 0700));
  for (int i = 0; i < RUNS; i++) {
    const double start = clock_ms();
    process_result p = fence_run(kind, &(fence_request) {
      .argv = (const char *const[]) {"/bin/true", NULL}, .directory = work,
      .wall_ms = 10000, .memory_bytes = 256 << 20, .output_bytes = 1 << 12});
    CHECK(!p.start_error && !p.exit_status);
    free(p.output);
    if (clock_ms() - start < best) best = clock_ms() - start;
  }
  printf("%-12s %5.1f ms at best, %5.1f ms of processor time a run\n",
         fence_text(kind), best, (processor_ms() - before) / RUNS);
  scratch_remove(directory);
  free(directory);
  free(work);
}

/* A copy where the scratch's owner can come to it. */
static char *copy_hostile(const char *directory, const char *name, mode_t mode) {
  char *error = NULL, self[4096];
  const ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
  CHECK(n > 0);
  self[n] = 0;
  *strrchr(self, '/') = 0;
  char *from = mem_format("%s/escape", self);
  char *to = mem_format("%s/%s", directory, name);
  size_t size;
  char *bytes = file_read_whole(from, &size, &error);
  CHECK(bytes && !file_write_whole(to, bytes, size));
  CHECK(!chmod(to, mode));
  free(bytes);
  free(from);
  return to;
}

static fence_kind kind_named(const char *text) {
  fence_kind kind = FENCE_MISSING;
  CHECK(fence_find(text, &kind));
  return kind;
}

int main(int argc, char **argv) {
  if (argc > 1 && !strcmp(argv[1], "cost")) {
    measure(FENCE_UNCONFINED);
    measure(FENCE_LANDLOCK);
    measure(FENCE_NAMESPACES);
    return 0;
  }
  char *error = NULL, *directory = scratch_make(&error);
  unsigned failed = 0;
  CHECK(directory);
  /* What is open here is not open there. */
  char *file = mem_format("%s/open", directory);
  const int open_file = open(file, O_RDWR | O_CREAT, 0666);
  CHECK(open_file >= 0);
  hostile = copy_hostile(directory, "escape", 0755);
  hostile_root = copy_hostile(directory, "root", 04755);
  setvbuf(stdout, NULL, _IOLBF, 0);
  CHECK(!chdir(directory));     /* who is not confined leaves files where we are */
  if (argc > 2 && !strcmp(argv[1], "random")) {
    const fence_kind only = argc > 3 ? kind_named(argv[3]) : FENCE_MISSING;
    failed = try_random(atof(argv[2]), argc > 3 ? &only : NULL);
  } else if (argc > 1) {
    failed = try_all(kind_named(argv[1]), argc > 2 ? argv[2] : NULL);
  } else {
    const fence_kind best = fence_best();
    printf("best here: %s%s%s\n", fence_text(best),
           fence_obstacle() ? "; " : "", fence_obstacle() ? fence_obstacle() : "");
    failed += try_all(FENCE_UNCONFINED, NULL);
    if (best == FENCE_NAMESPACES) failed += try_all(FENCE_NAMESPACES, NULL);
    if (best != FENCE_MISSING) failed += try_all(FENCE_LANDLOCK, NULL);
    /* A kernel whose Landlock knows neither truncation nor signals. */
    setenv("BRAID_FENCE", "landlock:1", 1);
    if (best != FENCE_MISSING) failed += try_all(FENCE_LANDLOCK, NULL);
    CHECK(best != FENCE_MISSING);
  }
  struct stat s;
  CHECK(!fstat(open_file, &s) && !s.st_size);
  scratch_remove(directory);
  free(directory);
  free(file);
  free(hostile);
  free(hostile_root);
  CHECK(!failed);
}
