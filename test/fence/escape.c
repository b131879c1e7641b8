/*
 * A hostile program: escape WAY OUTSIDE VICTIM ADDRESS TERMINAL PORT SETUID
 *
 * WAY      what to try, one of the table at the end
 * OUTSIDE  a directory that is not ours, with the files that report_fence.c
 *          puts there
 * VICTIM   a process that is not ours
 * ADDRESS  of an int of its memory
 * TERMINAL the slave of a pseudo terminal that is not ours
 * PORT     where somebody listens on the loopback (TCP and UDP)
 * SETUID   a program that prints "euid N" and belongs to root
 *
 * It prints "got NAME" for what it could do although nothing outside shows it,
 * and "finished" when it came to its end.
 */
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/msg.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

static const char *outside, *terminal, *setuid_program;
static pid_t victim;
static int *address;
static int port;
enum { KEY = 0x62726169, MIB = 1 << 20 };

static const char *in(const char *name) {
  static char path[4][4096];
  static int next;
  char *p = path[next++ % 4];
  snprintf(p, sizeof path[0], "%s/%s", outside, name);
  return p;
}

static void put(int fd) {
  if (fd < 0) return;
  if (write(fd, "escaped\n", 8) < 0) perror("write");
  close(fd);
}

static void got(const char *what, long result) {
  if (result >= 0) printf("got %s\n", what);
}

/* Files ---------------------------------------------------------------------- */

static void create_file(void) { put(open(in("new"), O_WRONLY | O_CREAT, 0666)); }
static void overwrite_file(void) { put(open(in("file"), O_WRONLY)); }
static void append_file(void) { put(open(in("file"), O_WRONLY | O_APPEND)); }
static void unlink_file(void) { unlink(in("file")); }
static void rename_file(void) { rename(in("file"), in("other")); }
static void rename_here(void) { rename(in("file"), "taken"); }
static void replace_file(void) {
  put(open("mine", O_WRONLY | O_CREAT, 0666));
  rename("mine", in("file"));
}
static void exchange_files(void) {
  put(open("mine", O_WRONLY | O_CREAT, 0666));
  renameat2(AT_FDCWD, "mine", AT_FDCWD, in("file"), RENAME_EXCHANGE);
}
static void change_mode(void) { chmod(in("file"), 0); }
static void change_mode_open(void) { fchmod(open(in("file"), O_RDONLY), 0); }
static void change_owner(void) { chown(in("file"), 12345, 12345); }
static void change_times(void) { utimes(in("file"), NULL); }
static void change_times_open(void) {
  futimens(open(in("file"), O_RDONLY), NULL);
}
static void set_attribute(void) {
  setxattr(in("file"), "user.braid", "x", 1, 0);
}
static void set_attribute_open(void) {
  fsetxattr(open(in("file"), O_RDONLY), "user.braid", "x", 1, 0);
}
static void truncate_file(void) { truncate(in("file"), 1); }
static void truncate_reading(void) { open(in("file"), O_RDONLY | O_TRUNC); }
static void make_directory(void) { mkdir(in("made"), 0777); }
static void remove_directory(void) { rmdir(in("empty")); }
static void make_fifo(void) { mkfifo(in("made"), 0666); }
static void make_symlink(void) { symlink("file", in("made")); }
static void make_link(void) { link(in("file"), in("made")); }
static void write_through_link(void) {
  link(in("file"), "mine");
  put(open("mine", O_WRONLY));
}
static void write_through_symlink(void) {
  symlink(in("file"), "mine");
  put(open("mine", O_WRONLY));
}
static void map_file(void) {
  const int fd = open(in("file"), O_RDWR);
  char *m = mmap(NULL, 4, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (m != MAP_FAILED) m[0] = 'X';
}
static void climb(void) {
  char path[4096] = "";
  for (int i = 0; i < 32; i++) strcat(path, "../");
  strcat(path, in("new") + 1);
  put(open(path, O_WRONLY | O_CREAT, 0666));
  if (!chdir(outside)) put(open("new2", O_WRONLY | O_CREAT, 0666));
}
static void write_fifo(void) { put(open(in("fifo"), O_WRONLY | O_NONBLOCK)); }
static void write_beside(void) {
  put(open("../beside", O_WRONLY | O_CREAT, 0666));
  struct stat s;
  /* Nothing is beside "/". */
  if (stat("beside", &s))
    got("a file beside the working directory", stat("../beside", &s));
}

/* /proc, devices ---------------------------------------------------------------- */

static void through_proc(void) {
  const pid_t pids[] = {1, getppid(), victim};
  static const char *const links[] = {"root", "cwd"};
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 2; k++) {
      char path[8192];
      snprintf(path, sizeof path, "/proc/%d/%s%s", (int) pids[i], links[k],
               k ? "/new" : in("new"));
      put(open(path, O_WRONLY | O_CREAT, 0666));
    }
  put(open("/proc/self/root/../new", O_WRONLY | O_CREAT, 0666));
}
static void write_memory(void) {
  char path[64];
  const int value = 666;
  snprintf(path, sizeof path, "/proc/%d/mem", (int) victim);
  const int fd = open(path, O_RDWR);
  if (fd >= 0 && pwrite(fd, &value, sizeof value, (off_t) (intptr_t) address) < 0)
    perror("pwrite");
}
static void write_memory_directly(void) {
  int value = 666;
  const struct iovec here = {&value, sizeof value}, there = {address, sizeof value};
  process_vm_writev(victim, &here, 1, &there, 1, 0);
}
static void trace(void) {
  if (ptrace(PTRACE_ATTACH, victim, NULL, NULL)) return;
  waitpid(victim, NULL, 0);
  ptrace(PTRACE_POKEDATA, victim, address, (void *) 666L);
  ptrace(PTRACE_DETACH, victim, NULL, NULL);
}
static void system_settings(void) {
  static const char *const files[] = {
    "/proc/sys/kernel/hostname", "/proc/sys/vm/drop_caches",
    "/proc/sys/kernel/core_pattern", "/proc/sysrq-trigger",
    "/sys/kernel/mm/ksm/run"};
  for (unsigned i = 0; i < sizeof files / sizeof *files; i++)
    got(files[i], open(files[i], O_WRONLY));
}
static void devices(void) {
  static const char *const files[] = {
    "/dev/mem", "/dev/kmem", "/dev/port", "/dev/kmsg", "/dev/vda", "/dev/sda",
    "/dev/nvme0n1", "/dev/loop0", "/dev/fuse", "/dev/kvm", "/dev/net/tun"};
  for (unsigned i = 0; i < sizeof files / sizeof *files; i++)
    got(files[i], open(files[i], O_WRONLY));
}
static void terminals(void) {
  put(open(terminal, O_WRONLY | O_NOCTTY));
  put(open("/dev/tty", O_WRONLY));
  put(open("/dev/console", O_WRONLY | O_NOCTTY));
}
static void type_into_terminal(void) {
  const int fd = open(terminal, O_RDONLY);
  for (const char *c = "rm\n"; *c; c++)
    if (!ioctl(fd, TIOCSTI, c)) got("a character typed", 0);
  got("a terminal to read from", fd);
}
static void descriptors(void) {
  for (int fd = 3; fd < 1024; fd++)
    if (write(fd, "escaped\n", 8) > 0) got("a descriptor", fd);
}

/* Processes --------------------------------------------------------------------- */

static void signal_victim(void) { kill(victim, SIGUSR1); }
static void signal_parent(void) { kill(getppid(), SIGKILL); }
static void signal_group(void) { kill(0, SIGCONT); kill(-getpgid(victim), SIGUSR1); }
/* As weak a signal as there is: should it get out, nobody dies. */
static void signal_everybody(void) { kill(-1, SIGCONT); }
static void signal_thread(void) { syscall(SYS_tgkill, victim, victim, SIGUSR1); }
static void signal_queued(void) { sigqueue(victim, SIGUSR1, (union sigval) {0}); }
static void signal_by_pidfd(void) {
  const int fd = (int) syscall(SYS_pidfd_open, victim, 0);
  syscall(SYS_pidfd_send_signal, fd, SIGUSR1, NULL, 0);
}
static void signal_by_descriptor(void) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends)) return;
  fcntl(ends[0], F_SETOWN, victim);
  fcntl(ends[0], F_SETSIG, SIGUSR1);
  fcntl(ends[0], F_SETFL, O_ASYNC);
  if (write(ends[1], "x", 1) < 0) perror("write");
}
static void slow_down(void) { setpriority(PRIO_PROCESS, (id_t) victim, 19); }
static void limit_victim(void) {
  prlimit(victim, RLIMIT_CORE, &(struct rlimit) {4096, 4096}, NULL);
}
static void pin_victim(void) {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(0, &one);
  sched_setaffinity(victim, sizeof one, &one);
}
/* Outlives us unless somebody sees to it; its number is in the output. */
static void daemonise(void) {
  if (fork()) { sleep(1); return; }
  setsid();
  if (fork()) _exit(0);
  setpgid(0, 0);
  printf("daemon %d\n", (int) getpid());
  fflush(stdout);
  sleep(2);
  put(open(in("late"), O_WRONLY | O_CREAT, 0666));
  sleep(20);
  _exit(0);
}
/* None of them ends: so many forks in one line of descent are as many processes. */
static void fork_bomb(void) {
  for (int n = 0; n < 400;) {
    if (fork() < 0) usleep(1000);
    else n++;
  }
  got("400 processes", 0);
}
static void many_processes(void) {
  int count = 0;
  for (pid_t pid; count < 400 && (pid = fork()) >= 0; count++)
    if (!pid) { sleep(5); _exit(0); }
  if (count == 400) got("400 processes", 0);
}
/* Held long enough to be noticed once all of it is there. */
static void much_memory(void) {
  int ends[2], ready = 0;
  char c;
  if (pipe(ends)) return;
  for (int i = 0; i < 4; i++)
    if (!fork()) {
      volatile char *m = malloc(150 * MIB);
      for (int k = 0; m && k < 150 * MIB; k += 4096) m[k] = 1;
      if (m && write(ends[1], "x", 1) == 1) sleep(2);
      _exit(0);
    }
  close(ends[1]);
  while (ready < 4 && read(ends[0], &c, 1) == 1) ready++;
  usleep(700000);
  if (ready == 4) got("600 MiB of memory", 0);
}
static void much_hidden_memory(void) {
  const int fd = memfd_create("hidden", 0);
  got("memory of no process", fd);
  got("huge pages' filter",
      mmap(NULL, 2 * MIB, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB,
           -1, 0) == MAP_FAILED && errno != ENOSYS ? 0 : -1);
}
static void fill(const char *directory, bool keep_names) {
  int i = 0;
  for (; i < 16; i++) {
    char name[4096];
    snprintf(name, sizeof name, "%s/%d", directory, i);
    const int fd = open(name, O_WRONLY | O_CREAT, 0666);
    if (fd < 0 || posix_fallocate(fd, 0, 32 * MIB)) break;
    if (!keep_names) unlink(name);
  }
  usleep(700000);
  if (i == 16) got("512 MiB of disk", 0);
  for (i = 0; i < 16; i++) {
    char name[4096];
    snprintf(name, sizeof name, "%s/%d", directory, i);
    unlink(name);
  }
}
static void fill_disk(void) { fill(".", true); }
static void fill_disk_without_names(void) { fill(".", false); }
static void fill_shared_memory(void) { fill("/dev/shm", true); }
static void many_files(void) {
  int i = 0;
  for (char name[32]; i < 30000; i++) {
    snprintf(name, sizeof name, "f%d", i);
    const int fd = open(name, O_WRONLY | O_CREAT, 0666);
    if (fd < 0) break;
    close(fd);
  }
  usleep(700000);
  if (i == 30000) got("30,000 files", 0);
}

/* Other people's sockets and memory ---------------------------------------------- */

static void send_to(int type, const void *name, socklen_t size, int family) {
  const int fd = socket(family, type, 0);
  if (!connect(fd, name, size)) put(fd);
}
static void tcp(void) {
  const struct sockaddr_in a = {.sin_family = AF_INET,
                                .sin_port = htons((uint16_t) port),
                                .sin_addr = {htonl(INADDR_LOOPBACK)}};
  send_to(SOCK_STREAM, &a, sizeof a, AF_INET);
}
static void udp(void) {
  const struct sockaddr_in a = {.sin_family = AF_INET,
                                .sin_port = htons((uint16_t) port),
                                .sin_addr = {htonl(INADDR_LOOPBACK)}};
  send_to(SOCK_DGRAM, &a, sizeof a, AF_INET);
}
static struct sockaddr_un unix_name(const char *name) {
  struct sockaddr_un a = {.sun_family = AF_UNIX};
  snprintf(a.sun_path, sizeof a.sun_path, "%s", in(name));
  return a;
}
static void unix_stream(void) {
  const struct sockaddr_un a = unix_name("stream");
  send_to(SOCK_STREAM, &a, sizeof a, AF_UNIX);
}
static void unix_datagram(void) {
  const struct sockaddr_un a = unix_name("datagram");
  send_to(SOCK_DGRAM, &a, sizeof a, AF_UNIX);
}
/* One of a pair can send elsewhere, too. */
static void unix_pair(void) {
  const struct sockaddr_un a = unix_name("datagram");
  struct iovec text = {(void *) "escaped\n", 8};
  const struct msghdr m = {.msg_name = (void *) &a, .msg_namelen = sizeof a,
                           .msg_iov = &text, .msg_iovlen = 1};
  static const int types[] = {SOCK_DGRAM, SOCK_SEQPACKET, SOCK_STREAM};
  for (int i = 0; i < 3; i++) {
    int ends[2];
    if (socketpair(AF_UNIX, types[i], 0, ends)) continue;
    sendmsg(ends[0], &m, MSG_DONTWAIT);
    connect(ends[1], (const struct sockaddr *) &a, sizeof a);
    if (types[i] == SOCK_DGRAM) put(ends[1]);
  }
}
static void abstract_socket(void) {
  struct sockaddr_un a = {.sun_family = AF_UNIX};
  const int n = snprintf(a.sun_path + 1, sizeof a.sun_path - 1, "braid-%d",
                         (int) victim);
  send_to(SOCK_STREAM, &a,
          (socklen_t) (offsetof(struct sockaddr_un, sun_path) + 1 + (size_t) n),
          AF_UNIX);
}
static void other_sockets(void) {
  got("a netlink socket", socket(AF_NETLINK, SOCK_RAW, 0));
  got("a packet socket", socket(AF_PACKET, SOCK_RAW, 0));
  got("a vsock", socket(AF_VSOCK, SOCK_STREAM, 0));
}
static void posix_shared(void) {
  char name[32];
  snprintf(name, sizeof name, "/braid-%d", (int) victim);
  put(shm_open(name, O_RDWR | O_CREAT, 0666));
}
static void system_v(void) {
  shmget(KEY, 4096, IPC_CREAT | 0666);
  msgget(KEY, IPC_CREAT | 0666);
  semget(KEY, 1, IPC_CREAT | 0666);
}
static void message_queue(void) {
  struct mq_attr a = {.mq_maxmsg = 1, .mq_msgsize = 8};
  char name[32];
  snprintf(name, sizeof name, "/braid-%d", (int) victim);
  mq_open(name, O_RDWR | O_CREAT, 0666, &a);
}

/* The kernel ------------------------------------------------------------------------ */

static void calls(void) {
  static char big[256];
  got("unshare", unshare(CLONE_NEWUTS));
  got("a user namespace", unshare(CLONE_NEWUSER));
  got("chroot", chroot("."));
  got("mount", mount("none", ".", "tmpfs", 0, NULL));
  got("keyctl", syscall(SYS_keyctl, 0, -4, 1));
  got("add_key", syscall(SYS_add_key, "user", "braid", "x", 1, -4));
  got("bpf", syscall(SYS_bpf, 0, (unsigned[32]) {2, 4, 4, 1}, 72));
  got("perf_event_open",
      syscall(SYS_perf_event_open, (unsigned[32]) {1, 112}, 0, -1, -1, 0));
  got("userfaultfd", syscall(SYS_userfaultfd, 1));
  got("io_uring_setup", syscall(SYS_io_uring_setup, 2, big));
  got("open_tree", syscall(SYS_open_tree, AT_FDCWD, "/", 1));
  got("fsopen", syscall(SYS_fsopen, "tmpfs", 0));
  got("name_to_handle_at and back", syscall(SYS_open_by_handle_at, AT_FDCWD,
                                            big, 0));
  got("syslog", syscall(SYS_syslog, 3, big, sizeof big));
  got("inotify", syscall(SYS_inotify_init1, 0));
  got("setuid", getuid() ? setuid(0) : -1);
}
/* clone with namespaces, by both its forms */
static void clones(void) {
  if (syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0) == 0) {
    got("a namespace by clone", 0);
    fflush(stdout);
    _exit(0);
  }
  unsigned long long a[11] = {CLONE_NEWUSER, 0, 0, 0, SIGCHLD};
  if (syscall(SYS_clone3, a, sizeof a) == 0) {
    got("a namespace by clone3", 0);
    fflush(stdout);
    _exit(0);
  }
}
static void privileges(void) {
  if (!fork()) execl(setuid_program, setuid_program, "euid", NULL);
  wait(NULL);
}

/* Any system call with any arguments -------------------------------------------------- */

static uint64_t seed;

static unsigned below(unsigned n) {
  seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (unsigned) (seed >> 33) % n;
}

static long pick_path(void) {
  static const char *const names[] = {"file", "new", "empty", "fifo", "datagram",
                                      "stream", "."};
  static char own[] = "mine";
  if (!below(4)) return (long) own;
  return (long) in(names[below(sizeof names / sizeof *names)]);
}

static long pick_number(void) {
  static const long numbers[] = {
    0, 1, 2, 3, 4, 5, 8, 16, 64, 0666, 0777, 04777, 4096, -1, AT_FDCWD,
    AT_SYMLINK_FOLLOW, AT_EMPTY_PATH, AT_REMOVEDIR, O_WRONLY, O_RDWR,
    O_WRONLY | O_CREAT | O_TRUNC, O_RDONLY | O_TRUNC, O_CREAT | O_RDWR,
    S_IFIFO | 0666, SOCK_DGRAM, PTRACE_ATTACH, SIGUSR1, F_SETOWN, F_SETSIG,
    CLONE_NEWUSER, CLONE_NEWNS};
  return numbers[below(sizeof numbers / sizeof *numbers)];
}

/* Text, an address, buffers of buffers: something for each that takes one. */
static long pick_memory(void) {
  static char buffer[8192];
  static struct iovec vector;
  static struct sockaddr_un name;
  static int escaped;
  if (!escaped++) memcpy(buffer, "escaped\n", 8);
  vector = (struct iovec) {buffer, 8};
  name = unix_name("datagram");
  switch (below(5)) {
  case 0: return (long) &vector;
  case 1: return (long) &name;
  case 2: return (long) address;
  case 3: return 0;
  default: return (long) buffer;
  }
}

/* By position: most calls have a descriptor or a path first. */
static long pick(int position) {
  const unsigned dice = below(100);
  if (position == 0)
    return dice < 30 ? pick_path() : dice < 55 ? below(12)
           : dice < 70 ? AT_FDCWD : dice < 80 ? victim : pick_number();
  if (position == 1 || position == 3)
    return dice < 40 ? pick_path() : dice < 65 ? pick_memory() : pick_number();
  return dice < 35 ? 0 : dice < 45 ? pick_path()
         : dice < 60 ? pick_memory() : pick_number();
}

/* None that ends us, that waits for ever, or that hits everybody. */
static int pick_call(void) {
  static const int not[] = {
    SYS_exit, SYS_exit_group, SYS_rt_sigreturn, SYS_reboot, SYS_kill,
    SYS_close_range, SYS_rt_sigsuspend, SYS_settimeofday, SYS_clock_settime,
    SYS_sethostname, SYS_setdomainname};
  const int call = (int) below(470);
  for (unsigned i = 0; i < sizeof not / sizeof *not; i++)
    if (not[i] == call) return SYS_getpid;
  return call;
}

static void wake(int number) { (void) number; }

static void some_calls(void) {
  enum { CALLS = 300 };
  open(outside, O_RDONLY | O_DIRECTORY);
  open(in("file"), O_RDONLY);
  open("mine", O_RDWR | O_CREAT, 0666);
  open(".", O_RDONLY | O_DIRECTORY);
  socketpair(AF_UNIX, SOCK_DGRAM, 0, (int[2]) {0});
  socketpair(AF_UNIX, SOCK_STREAM, 0, (int[2]) {0});
  /* What waits is woken. */
  sigaction(SIGALRM, &(struct sigaction) {.sa_handler = wake}, NULL);
  setitimer(ITIMER_REAL, &(struct itimerval) {{0, 3000}, {0, 3000}}, NULL);
  for (int i = 0; i < CALLS; i++) {
    long a[6];
    const int call = pick_call();
    for (int k = 0; k < 6; k++) a[k] = pick(k);
    syscall(call, a[0], a[1], a[2], a[3], a[4], a[5]);
  }
}

/* Each child goes on where a call has ended or changed the one before. */
static void random_calls(void) {
  enum { CHILDREN = 10 };
  const char *text = getenv("SEED");
  const uint64_t first = text ? strtoull(text, NULL, 10) : 1;
  for (unsigned i = 0; i < CHILDREN; i++) {
    const pid_t child = fork();
    if (!child) {
      seed = (first * CHILDREN + i) * UINT64_C(0x9e3779b97f4a7c15);
      some_calls();
      _exit(0);
    }
    for (int k = 0; k < 100 && !waitpid(child, NULL, WNOHANG); k++) usleep(10000);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
  }
}

static const struct { const char *name; void (*try)(void); } ways[] = {
#define WAY(NAME, PROOF) {#NAME, NAME},
#include "ways.def"
};

int main(int argc, char **argv) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  if (argc == 2 && !strcmp(argv[1], "euid")) {
    if (!geteuid()) puts("got root");
    return 0;
  }
  if (argc != 8) return 2;
  outside = argv[2];
  victim = atoi(argv[3]);
  address = (int *) (uintptr_t) strtoull(argv[4], NULL, 0);
  terminal = argv[5];
  port = atoi(argv[6]);
  setuid_program = argv[7];
  for (unsigned i = 0; i < sizeof ways / sizeof *ways; i++)
    if (!strcmp(ways[i].name, argv[1])) {
      ways[i].try();
      puts("finished");
      return 0;
    }
  return 3;
}
