/*
 * The native counterpart of braid.c, klee.c and verifier.c: compiled for the
 * host and linked to the program under test, it hands out the inputs of one
 * test, the .ktest file that $KTEST_FILE names.
 *
 *   clang prog.c runtime/replay.c -o prog && KTEST_FILE=test000001.ktest ./prog
 *
 * Objects are found by name, values in the order of the calls.  What the test
 * does not say is zero.  Everything is weak, so a program that brings its own
 * definition keeps it.  This file is no part of the runtime that braid itself
 * executes.
 *
 * Compiled once more with one of these it is an adapter to link as well.  It
 * holds nothing else, since f may have the name of anything:
 *
 * -DBRAID_ENTRY=f       main calls f(param0, param1, ...), integers
 * -DBRAID_ERROR=f       entering f is the error (-finstrument-functions)
 */
void braid_replay_error(void);
long braid_replay_parameter(int);

#if defined BRAID_ENTRY
extern long BRAID_ENTRY();

/* Integers and pointers travel in registers of the size of a long, so a
 * function may be given more than it takes. */
int main(void) {
  ((long (*)(long, long, long, long, long, long)) BRAID_ENTRY)(
      braid_replay_parameter(0), braid_replay_parameter(1),
      braid_replay_parameter(2), braid_replay_parameter(3),
      braid_replay_parameter(4), braid_replay_parameter(5));
  return 0;
}

#elif defined BRAID_ERROR
/* A task's own error function may do nothing that can be seen: watch for the
 * moment it is entered. */
extern void BRAID_ERROR(void) __attribute__((weak));

__attribute__((weak)) void __cyg_profile_func_enter(void *, void *);
void __cyg_profile_func_enter(void *function, void *call_site) {
  static int busy;
  (void) call_site;
  if (busy || function != (void *) BRAID_ERROR) return;
  busy = 1;
  braid_replay_error();
}

__attribute__((weak)) void __cyg_profile_func_exit(void *, void *);
void __cyg_profile_func_exit(void *function, void *call_site) {
  (void) function; (void) call_site;
}

#else
#include "../include/braid.h"
#include "../include/klee/klee.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <unistd.h>

#define WEAK __attribute__((weak))

enum { ASSUMPTION_FAILED = 77, BAD_TEST = 79 };

WEAK int __llvm_profile_write_file(void);

/* Tells the person on stderr and the replaying braid by a file of its own:
 * the program may have closed or redirected stderr. */
static void note(const char *what, const char *detail) {
  const char *path = getenv("BRAID_REPLAY_NOTE");
  int fd = path ? open(path, O_WRONLY | O_CREAT | O_APPEND, 0666) : -1;
  dprintf(2, "braid-replay: %s%s%s\n", what, detail ? ": " : "",
          detail ? detail : "");
  if (fd >= 0) {
    dprintf(fd, "%s\n", what);
    close(fd);
  }
}

static _Noreturn void end(int status) {
  if (__llvm_profile_write_file) __llvm_profile_write_file();
  _exit(status);
}

static _Noreturn void fail(const char *what, const char *detail) {
  note(what, detail);
  abort();
}

/* A test that ends by a signal counts for coverage, too. */
static void save_profile(int number) {
  signal(number, SIG_DFL);
  __llvm_profile_write_file();
  raise(number);
}

__attribute__((constructor)) static void watch_signals(void) {
  static const int numbers[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE,
                                SIGILL, SIGTRAP, SIGTERM, SIGXCPU};
  static char stack[1 << 16];
  if (!__llvm_profile_write_file) return;
  sigaltstack(&(stack_t) {.ss_sp = stack, .ss_size = sizeof stack}, NULL);
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    sigaction(numbers[i], &(struct sigaction) {.sa_handler = save_profile,
                                               .sa_flags = SA_ONSTACK | SA_NODEFER},
              NULL);
}

/* Arguments and variables as blocks of the heap with exact bounds: on the stack one
 * follows upon the other, and no sanitizer sees where a string ends. */
static void move_to_heap(char **list) {
  for (; *list; list++) {
    char *copy = strdup(*list);
    if (copy) *list = copy;
  }
}

__attribute__((constructor)) static void move_arguments(int argc, char **argv,
                                                        char **variables) {
  (void) argc;
  if (getenv("KTEST_FILE")) {
    move_to_heap(argv);
    move_to_heap(variables);
  }
}

/* With -Wl,--wrap=__libc_start_main the program's main runs well below what runs after it,
 * and its part of the stack is then cleared.  Else a frame of exit() may have a hole where
 * main had its last copy of a pointer, and LeakSanitizer takes the block for used. */
typedef int start(int, char **, char **);
enum { BELOW = 1 << 14, CLEARED = 1 << 16 };
#define BARE __attribute__((noinline, no_sanitize("address", "memory", "undefined")))

extern int __real___libc_start_main(start *, int, char **, void (*)(void), void (*)(void),
                                    void (*)(void), void *) WEAK;
static start *program;

BARE static int run_below(int argc, char **argv, char **variables) {
  volatile char between[BELOW];
  between[0] = 0;
  return program(argc, argv, variables) + between[0];
}

BARE static void clear_below(void) {
  volatile char stack[CLEARED];
  for (size_t i = 0; i < sizeof stack; i++) stack[i] = 0;
}

static int run_program(int argc, char **argv, char **variables) {
  const int status = run_below(argc, argv, variables);
  clear_below();
  return status;
}

int __wrap___libc_start_main(start *, int, char **, void (*)(void), void (*)(void),
                             void (*)(void), void *);
__attribute__((disable_sanitizer_instrumentation))      /* none of them has begun */
int __wrap___libc_start_main(start *main, int argc, char **argv, void (*init)(void),
                             void (*fini)(void), void (*loader_fini)(void), void *end) {
  program = main;
  return __real___libc_start_main(run_program, argc, argv, init, fini, loader_fini, end);
}

/* With -Wl,--wrap=malloc,... the program's allocations go through here. */
extern void *__real_malloc(size_t) WEAK;
extern void *__real_calloc(size_t, size_t) WEAK;
extern void *__real_realloc(void *, size_t) WEAK;
extern void *__real_memalign(size_t, size_t) WEAK;
extern int __real_posix_memalign(void **, size_t, size_t) WEAK;

static void *own_block(void *old, size_t size) {
  return __real_realloc ? __real_realloc(old, size) : realloc(old, size);
}

/* The test --------------------------------------------------------------- */

typedef struct input {
  const unsigned char *name, *bytes;
  size_t name_size, size;
  int used;
} input;

static input *inputs;           /* reachable, so that nothing is a leak */
static unsigned char *text;
static size_t inputs_count, text_size;

static _Noreturn void bad_test(const char *path, const char *why) {
  dprintf(2, "braid-replay: %s: %s\n", path, why);
  end(BAD_TEST);
}

static void read_text(const char *path) {
  size_t capacity = 1 << 16;
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) bad_test(path, strerror(errno));
  text = own_block(NULL, capacity);
  for (ssize_t n; text && (n = read(fd, text + text_size,
                                    capacity - text_size)) > 0;) {
    text_size += (size_t) n;
    if (text_size == capacity) text = own_block(text, capacity *= 2);
  }
  close(fd);
  if (!text) bad_test(path, "out of memory");
}

static const unsigned char *take(const char *path, size_t *at, size_t size) {
  if (text_size - *at < size) bad_test(path, "not a whole .ktest file");
  *at += size;
  return text + *at - size;
}

static size_t number(const char *path, size_t *at) {
  const unsigned char *p = take(path, at, 4);
  return (size_t) p[0] << 24 | (size_t) p[1] << 16 | (size_t) p[2] << 8 | p[3];
}

static void load(void) {
  static int loaded;
  const char *path = getenv("KTEST_FILE");
  size_t at = 0;
  if (loaded++) return;
  if (!path) bad_test("KTEST_FILE", "not set; it names the test to replay");
  read_text(path);
  const unsigned char *magic = take(path, &at, 5);
  if (memcmp(magic, "KTEST", 5) && memcmp(magic, "BOUT\n", 5))
    bad_test(path, "not a .ktest file");
  size_t version = number(path, &at);
  for (size_t n = number(path, &at); n; n--) take(path, &at, number(path, &at));
  if (version >= 2) take(path, &at, 8);
  size_t count = number(path, &at);
  if (count > text_size / 8) bad_test(path, "not a whole .ktest file");
  inputs = own_block(NULL, (count + 1) * sizeof *inputs);
  if (!inputs) bad_test(path, "out of memory");
  memset(inputs, 0, (count + 1) * sizeof *inputs);
  for (; inputs_count < count; inputs_count++) {
    input *in = &inputs[inputs_count];
    in->name_size = number(path, &at);
    in->name = take(path, &at, in->name_size);
    in->size = number(path, &at);
    in->bytes = take(path, &at, in->size);
  }
}

static const char value_prefix[] = "__VERIFIER_nondet_";

static int is_value(const input *in) {
  const size_t n = sizeof value_prefix - 1;
  return in->name_size > n && !memcmp(in->name, value_prefix, n);
}

/* "x" is the object x; KLEE calls the next ones of that name x_1, x_2, ... */
static int is_named(const input *in, const char *name, int numbered) {
  size_t n = strlen(name);
  if (in->name_size < n || memcmp(in->name, name, n)) return 0;
  if (!numbered || in->name_size == n) return !numbered && in->name_size == n;
  for (size_t i = n + 1; i < in->name_size; i++)
    if (in->name[i] < '0' || in->name[i] > '9') return 0;
  return in->name[n] == '_' && in->name_size > n + 1;
}

static void fill(void *object, size_t size, input *in, const char *name) {
  size_t n = !in ? 0 : in->size < size ? in->size : size;
  if (!in && size)
    dprintf(2, "braid-replay: the test has no more %s; zero\n", name);
  if (in) in->used = 1;
  if (n) memcpy(object, in->bytes, n);
  if (size > n) memset((char *) object + n, 0, size - n);
}

static void give_object(void *object, size_t size, const char *name) {
  load();
  for (int numbered = 0; size && numbered < 2; numbered++)
    for (size_t i = 0; i < inputs_count; i++)
      if (!inputs[i].used && is_named(&inputs[i], name, numbered)) {
        fill(object, size, &inputs[i], name);
        return;
      }
  fill(object, size, NULL, name);
}

static void give_value(void *object, size_t size, const char *type) {
  load();
  for (size_t i = 0; i < inputs_count; i++)
    if (!inputs[i].used && is_value(&inputs[i])) {
      fill(object, size, &inputs[i], type);
      return;
    }
  fill(object, size, NULL, type);
}

static void assume(int condition) {
  if (condition) return;
  note("assumption failed", NULL);
  end(ASSUMPTION_FAILED);
}

static void read_all(const void *object, size_t size) {
  const volatile char *p = object;
  for (size_t i = 0; i < size; i++) (void) p[i];
}

/* Where a sanitizer is linked, it knows the heap's objects. */
WEAK size_t __sanitizer_get_allocated_size(const volatile void *);
WEAK int __sanitizer_get_ownership(const volatile void *);

static size_t object_size(const void *object) {
  return __sanitizer_get_ownership && __sanitizer_get_ownership(object)
             ? __sanitizer_get_allocated_size(object)
             : 0;
}

/* Allocations ------------------------------------------------------------ */

/* The test says of each allocation whether it fails; later ones do not.  Where none may,
 * only malloc and calloc are wrapped. */
static int fails(void) {
  if (!__real_memalign) return 0;
  load();
  for (size_t i = 0; i < inputs_count; i++)
    if (!inputs[i].used && is_named(&inputs[i], "malloc_fails", 0)) {
      inputs[i].used = 1;
      if (!inputs[i].size || !inputs[i].bytes[0]) return 0;
      errno = ENOMEM;
      return 1;
    }
  return 0;
}

/* AddressSanitizer gives a block of one byte, which the program may not touch, either. */
extern void __asan_poison_memory_region(const volatile void *, size_t) WEAK;
extern int __sanitizer_get_ownership(const volatile void *) WEAK;
static void *of_nothing(void *block) {
  if (block && __asan_poison_memory_region && __sanitizer_get_ownership &&
      __sanitizer_get_ownership(block))
    __asan_poison_memory_region(block, 1);
  return block;
}

static int is_power_of_two(size_t n) { return n && !(n & (n - 1)); }

void *__wrap_malloc(size_t);
void *__wrap_malloc(size_t n) {
  if (fails()) return NULL;
  if (!n) return of_nothing(__real_malloc(n));
  return __real_malloc(n);
}

void *__wrap_calloc(size_t, size_t);
void *__wrap_calloc(size_t n, size_t size) {
  const int too_much = size && n > SIZE_MAX / size;
  if (!too_much && fails()) return NULL;
  if (!n || !size) return of_nothing(__real_calloc(n, size));
  return __real_calloc(n, size);
}

void *__wrap_realloc(void *, size_t);
void *__wrap_realloc(void *old, size_t n) {
  return (!old || n) && fails() ? NULL : __real_realloc(old, n);
}

void *__wrap_memalign(size_t, size_t);
void *__wrap_memalign(size_t align, size_t n) {
  return is_power_of_two(align) && fails() ? NULL : __real_memalign(align, n);
}

int __wrap_posix_memalign(void **, size_t, size_t);
int __wrap_posix_memalign(void **result, size_t align, size_t n) {
  if (is_power_of_two(align) && align >= sizeof(void *) && fails())
    return ENOMEM;
  return __real_posix_memalign(result, align, n);
}

/* Sockets ---------------------------------------------------------------- */

/* With -Wl,--wrap=socket,... whom the program talks to are the test's socket1_data,
 * socket2_data, ...: one end of a pair is the program's, in the other one the bytes
 * wait and nobody writes any more.  Nothing leaves the process. */
enum { MAX_PEERS = 8, MAX_DESCRIPTORS = 1024 };

static int peers_come;          /* so far */
static struct { int other, type, domain; } ends[MAX_DESCRIPTORS];

static const input *find_peer(int n) {
  char name[] = "socket1_data";
  name[sizeof "socket" - 1] = (char) ('1' + n);
  load();
  for (size_t i = 0; i < inputs_count; i++)
    if (is_named(&inputs[i], name, 0)) return &inputs[i];
  return NULL;
}

static int peers_left(void) {
  int n = 0;
  while (n < MAX_PEERS && find_peer(n)) n++;
  return n - peers_come;
}

static int make_pair(int domain, int type) {
  const int flags = type & (SOCK_NONBLOCK | SOCK_CLOEXEC);
  int pair[2];
  type &= ~flags;
  /* Datagrams keep their bounds in packets. */
  if (socketpair(AF_UNIX, (type == SOCK_STREAM ? SOCK_STREAM : SOCK_SEQPACKET) | flags, 0,
                 pair))
    return -1;
  if (pair[0] >= MAX_DESCRIPTORS) bad_test("a socket", "too many descriptors");
  fcntl(pair[1], F_SETFD, FD_CLOEXEC);
  const int high = fcntl(pair[1], F_DUPFD_CLOEXEC, 512);
  if (high >= 0) {              /* the program has the numbers that it expects */
    close(pair[1]);
    pair[1] = high;
  }
  ends[pair[0]].other = pair[1];
  ends[pair[0]].type = type;
  ends[pair[0]].domain = domain;
  return pair[0];
}

static void send_peer(int fd) {
  const input *in = find_peer(peers_come++);
  if (in && in->size && write(ends[fd].other, in->bytes, in->size) < 0)
    bad_test("a socket", strerror(errno));
}

static int is_ours(int fd) {
  return fd >= 0 && fd < MAX_DESCRIPTORS && ends[fd].other > 0;
}

static void give_address(int fd, struct sockaddr *to, socklen_t *size) {
  union { struct sockaddr any; struct sockaddr_in in; struct sockaddr_in6 in6; } a;
  socklen_t n = sizeof(sa_family_t);
  memset(&a, 0, sizeof a);
  a.any.sa_family = (sa_family_t) ends[fd].domain;
  if (ends[fd].domain == AF_INET) {
    n = sizeof a.in;
    a.in.sin_port = htons(40000);
    a.in.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  } else if (ends[fd].domain == AF_INET6) {
    n = sizeof a.in6;
    a.in6.sin6_port = htons(40000);
    a.in6.sin6_addr = in6addr_loopback;
  }
  if (!to || !size) return;
  memcpy(to, &a, *size < n ? *size : n);
  *size = n;
}

int __wrap_socket(int, int, int);
int __wrap_socket(int domain, int type, int protocol) {
  (void) protocol;
  const int fd = make_pair(domain, type);
  /* What comes by datagram is there from the beginning. */
  if (fd >= 0 && ends[fd].type == SOCK_DGRAM)
    while (peers_left() > 0) send_peer(fd);
  return fd;
}

int __wrap_bind(int, const struct sockaddr *, socklen_t);
int __wrap_bind(int fd, const struct sockaddr *address, socklen_t size) {
  read_all(address, size);
  return is_ours(fd) ? 0 : (errno = EBADF, -1);
}

/* A byte for each peer, so that poll() sees them. */
int __wrap_listen(int, int);
int __wrap_listen(int fd, int backlog) {
  (void) backlog;
  if (!is_ours(fd)) return errno = EBADF, -1;
  for (int n = peers_left(); n > 0; n--)
    if (write(ends[fd].other, "", 1) != 1) return -1;
  return 0;
}

int __wrap_accept4(int, struct sockaddr *, socklen_t *, int);
int __wrap_accept4(int fd, struct sockaddr *address, socklen_t *size, int flags) {
  char one;
  if (!is_ours(fd)) return errno = EBADF, -1;
  if (recv(fd, &one, 1, MSG_DONTWAIT) != 1) {
    if (fcntl(fd, F_GETFL) & O_NONBLOCK) return errno = EAGAIN, -1;
    end(0);                     /* nobody comes any more */
  }
  const int peer = make_pair(ends[fd].domain, ends[fd].type | flags);
  if (peer < 0) return -1;
  send_peer(peer);
  shutdown(ends[peer].other, SHUT_WR);
  give_address(peer, address, size);
  return peer;
}

int __wrap_accept(int, struct sockaddr *, socklen_t *);
int __wrap_accept(int fd, struct sockaddr *address, socklen_t *size) {
  return __wrap_accept4(fd, address, size, 0);
}

int __wrap_connect(int, const struct sockaddr *, socklen_t);
int __wrap_connect(int fd, const struct sockaddr *address, socklen_t size) {
  read_all(address, size);
  if (!is_ours(fd)) return errno = EBADF, -1;
  if (ends[fd].type == SOCK_DGRAM) return 0;
  if (peers_left() <= 0) return errno = ECONNREFUSED, -1;
  send_peer(fd);
  shutdown(ends[fd].other, SHUT_WR);
  return 0;
}

int __wrap_setsockopt(int, int, int, const void *, socklen_t);
int __wrap_setsockopt(int fd, int level, int name, const void *value, socklen_t size) {
  (void) level, (void) name;
  read_all(value, size);
  return is_ours(fd) ? 0 : (errno = EBADF, -1);
}

int __wrap_getsockname(int, struct sockaddr *, socklen_t *);
int __wrap_getsockname(int fd, struct sockaddr *address, socklen_t *size) {
  if (!is_ours(fd)) return errno = EBADF, -1;
  give_address(fd, address, size);
  return 0;
}

int __wrap_getpeername(int, struct sockaddr *, socklen_t *);
int __wrap_getpeername(int fd, struct sockaddr *address, socklen_t *size) {
  return __wrap_getsockname(fd, address, size);
}

ssize_t __wrap_recvfrom(int, void *, size_t, int, struct sockaddr *, socklen_t *);
ssize_t __wrap_recvfrom(int fd, void *to, size_t n, int flags,
                        struct sockaddr *address, socklen_t *size) {
  if (is_ours(fd) && ends[fd].type == SOCK_DGRAM && !(flags & MSG_DONTWAIT) &&
      !(fcntl(fd, F_GETFL) & O_NONBLOCK)) {
    const ssize_t got = recv(fd, to, n, flags | MSG_DONTWAIT);
    if (got < 0 && errno == EAGAIN) end(0);
    if (got >= 0) give_address(fd, address, size);
    return got;
  }
  const ssize_t got = recv(fd, to, n, flags);
  if (got >= 0 && is_ours(fd) && ends[fd].type == SOCK_DGRAM)
    give_address(fd, address, size);
  return got;
}

ssize_t __wrap_sendto(int, const void *, size_t, int, const struct sockaddr *,
                      socklen_t);
ssize_t __wrap_sendto(int fd, const void *from, size_t n, int flags,
                      const struct sockaddr *address, socklen_t size) {
  (void) address, (void) size;
  return send(fd, from, n, flags);
}

/* Who waits for ever for a peer has ended. */
extern int __real_poll(struct pollfd *, nfds_t, int) WEAK;
int __wrap_poll(struct pollfd *, nfds_t, int);
int __wrap_poll(struct pollfd *fds, nfds_t n, int time) {
  const int got = __real_poll(fds, n, time < 0 ? 0 : time);
  if (!got && time < 0) end(0);
  return got;
}

extern int __real_select(int, fd_set *, fd_set *, fd_set *, struct timeval *) WEAK;
int __wrap_select(int, fd_set *, fd_set *, fd_set *, struct timeval *);
int __wrap_select(int n, fd_set *in, fd_set *out, fd_set *except,
                  struct timeval *time) {
  struct timeval none = {0, 0};
  const int got = __real_select(n, in, out, except, time ? time : &none);
  if (!got && !time) end(0);
  return got;
}

extern int __real_epoll_wait(int, struct epoll_event *, int, int) WEAK;
int __wrap_epoll_wait(int, struct epoll_event *, int, int);
int __wrap_epoll_wait(int fd, struct epoll_event *events, int most, int time) {
  const int got = __real_epoll_wait(fd, events, most, time < 0 ? 0 : time);
  if (!got && time < 0) end(0);
  return got;
}

/* braid.h ---------------------------------------------------------------- */

WEAK void braid_make_symbolic(void *object, size_t size, const char *name) {
  give_object(object, size, name);
}

#define FRESH(TYPE, NAME) \
  WEAK TYPE braid_##NAME(const char *name) { \
    TYPE value; \
    give_object(&value, sizeof value, name); \
    return value; \
  }
FRESH(int, int)
FRESH(unsigned, uint)
FRESH(char, char)
FRESH(long, long)
FRESH(size_t, size)
FRESH(int8_t, i8)
FRESH(int16_t, i16)
FRESH(int32_t, i32)
FRESH(int64_t, i64)
FRESH(uint8_t, u8)
FRESH(uint16_t, u16)
FRESH(uint32_t, u32)
FRESH(uint64_t, u64)
FRESH(float, float)
FRESH(double, double)
#undef FRESH

WEAK int braid_bool(const char *name) {
  int value = braid_int(name);
  assume(value == 0 || value == 1);
  return value;
}

WEAK int braid_range(int low, int high, const char *name) {
  if (low >= high) fail("user error", "braid_range: the range is empty");
  int value = braid_int(name);
  assume(low <= value && value < high);
  return value;
}

WEAK size_t braid_choose(size_t count, const char *name) {
  if (!count) fail("user error", "braid_choose: nothing to choose from");
  size_t value = braid_size(name);
  assume(value < count);
  return value;
}

WEAK void braid_string(char *buffer, size_t size, const char *name) {
  if (!size) fail("user error", "braid_string: no room for the NUL");
  give_object(buffer, size, name);
  assume(!buffer[size - 1]);
}

WEAK void braid_assume(int condition) { assume(condition); }

WEAK void braid_assert_fail(const char *condition, const char *file,
                            unsigned line, const char *function) {
  dprintf(2, "%s:%u: %s: Assertion `%s' failed.\n", file, line, function,
          condition);
  abort();
}

WEAK void braid_error(const char *message) { fail("user error", message); }

WEAK void braid_check_read(const void *object, size_t size) {
  read_all(object, size);
}

WEAK void braid_check_write(void *object, size_t size) {
  volatile char *p = object;
  for (size_t i = 0; i < size; i++) p[i] = p[i];
}

#if defined __x86_64__ || defined __i386__
/* Bitcode of Rust's older compilers asks for it before large frames; its own is assembler, and
 * touches pages that the stack has anyway. */
__attribute__((weak, naked)) void __rust_probestack(void) { __asm__("ret"); }
#endif

WEAK void braid_silent_exit(int status) { exit(status); }
WEAK int braid_is_symbolic(uint64_t value) { return (void) value, 0; }
WEAK int braid_is_replay(void) { return 1; }
WEAK uint64_t braid_value(uint64_t value) { return value; }
WEAK size_t braid_object_size(const void *p) { return object_size(p); }

WEAK void braid_print(const char *name, uint64_t value) {
  dprintf(2, "%s: %llu\n", name, (unsigned long long) value);
}

WEAK void braid_warn(const char *message) { dprintf(2, "%s\n", message); }

/* klee.h ----------------------------------------------------------------- */

WEAK void klee_make_symbolic(void *object, size_t size, const char *name) {
  give_object(object, size, name ? name : "unnamed");
}

WEAK void klee_assume(uintptr_t condition) { assume(condition != 0); }

WEAK int klee_int(const char *name) {
  int value;
  klee_make_symbolic(&value, sizeof value, name);
  return value;
}

WEAK int klee_range(int begin, int end_, const char *name) {
  if (begin >= end_) fail("user error", "klee_range: invalid range");
  int value = klee_int(name);
  assume(begin <= value && value < end_);
  return value;
}

WEAK uintptr_t klee_choose(uintptr_t count) {
  uintptr_t value;
  klee_make_symbolic(&value, sizeof value, "klee_choose");
  assume(value < count);
  return value;
}

WEAK void klee_abort(void) { abort(); }

WEAK void klee_report_error(const char *file, int line, const char *message,
                            const char *suffix) {
  (void) file; (void) line; (void) suffix;
  fail("user error", message);
}

WEAK void klee_assert_fail(const char *assertion, const char *file,
                           unsigned line, const char *function) {
  braid_assert_fail(assertion, file, line, function);
}

WEAK unsigned klee_is_symbolic(uintptr_t value) { return (void) value, 0; }
WEAK unsigned klee_is_replay(void) { return 1; }
WEAK void klee_silent_exit(int status) { exit(status); }
WEAK size_t klee_get_obj_size(void *object) { return object_size(object); }

WEAK void klee_check_memory_access(const void *address, size_t size) {
  read_all(address, size);
}

WEAK void klee_define_fixed_object(void *address, size_t size) {
  (void) address; (void) size;
}

WEAK void klee_print_expr(const char *message, ...) { braid_warn(message); }

WEAK void klee_print_range(const char *name, int value) {
  dprintf(2, "%s: %d\n", name, value);
}

WEAK void klee_warning(const char *message) { braid_warn(message); }
WEAK void klee_warning_once(const char *message) { braid_warn(message); }
WEAK void klee_stack_trace(void) {}

WEAK float klee_get_valuef(float value) { return value; }
WEAK double klee_get_valued(double value) { return value; }
WEAK long klee_get_valuel(long value) { return value; }
WEAK long long klee_get_valuell(long long value) { return value; }
WEAK int32_t klee_get_value_i32(int32_t value) { return value; }
WEAK int64_t klee_get_value_i64(int64_t value) { return value; }
WEAK int klee_get_errno(void) { return errno; }

WEAK void klee_mark_global(void *object) { (void) object; }
WEAK void klee_prefer_cex(void *object, uintptr_t condition) {
  (void) object; (void) condition;
}
WEAK void klee_posix_prefer_cex(void *object, uintptr_t condition) {
  (void) object; (void) condition;
}
WEAK void klee_set_forking(unsigned enable) { (void) enable; }
WEAK void klee_open_merge(void) {}
WEAK void klee_close_merge(void) {}

/* SV-COMP ---------------------------------------------------------------- */

#define NONDET(NAME, TYPE, TEXT) \
  TYPE __VERIFIER_nondet_##NAME(void); \
  WEAK TYPE __VERIFIER_nondet_##NAME(void) { \
    TYPE value; \
    give_value(&value, sizeof value, TEXT); \
    return value; \
  } \
  TYPE nondet_##NAME(void); \
  WEAK TYPE nondet_##NAME(void) { return __VERIFIER_nondet_##NAME(); }
#include "verifier.def"

static _Bool truth_value(void) {
  unsigned char value;
  give_value(&value, 1, "bool");
  return value != 0;
}

_Bool __VERIFIER_nondet_bool(void);
WEAK _Bool __VERIFIER_nondet_bool(void) { return truth_value(); }

_Bool __VERIFIER_nondet__Bool(void);
WEAK _Bool __VERIFIER_nondet__Bool(void) { return truth_value(); }

_Bool nondet_bool(void);
WEAK _Bool nondet_bool(void) { return truth_value(); }

_Bool nondet__Bool(void);
WEAK _Bool nondet__Bool(void) { return truth_value(); }

void __VERIFIER_nondet_memory(void *, size_t);
WEAK void __VERIFIER_nondet_memory(void *object, size_t size) {
  give_object(object, size, "memory");
}

void __VERIFIER_assume(int);
WEAK void __VERIFIER_assume(int condition) { assume(condition); }

void __VERIFIER_assert(int);
WEAK void __VERIFIER_assert(int condition) {
  if (!condition) fail("assertion failed", "__VERIFIER_assert");
}

/* Arithmetic ------------------------------------------------------------- */

/* clang's checks of the widest products call functions that libgcc lacks. */
#ifdef __SIZEOF_INT128__
typedef __int128 widest;
typedef unsigned __int128 unsigned_widest;
#define CHECKED_PRODUCT __muloti4
#else
typedef long long widest;
typedef unsigned long long unsigned_widest;
#define CHECKED_PRODUCT __mulodi4
#endif

widest CHECKED_PRODUCT(widest, widest, int *);
WEAK __attribute__((no_sanitize("all"))) widest CHECKED_PRODUCT(widest a, widest b, int *overflows) {
  const unsigned_widest top = (unsigned_widest) 1 << (8 * sizeof top - 1);
  const unsigned_widest x = a < 0 ? -(unsigned_widest) a : (unsigned_widest) a;
  const unsigned_widest y = b < 0 ? -(unsigned_widest) b : (unsigned_widest) b;
  const unsigned_widest most = (a < 0) == (b < 0) ? top - 1 : top;
  *overflows = x && y > most / x;
  return (widest) ((unsigned_widest) a * (unsigned_widest) b);
}

/* CBMC's ----------------------------------------------------------------- */

void __CPROVER_assume(int);
WEAK void __CPROVER_assume(int condition) { assume(condition); }

void __CPROVER_assert(int, const char *);
WEAK void __CPROVER_assert(int condition, const char *text) {
  if (!condition) fail("assertion failed", text);
}

void __CPROVER_precondition(int, const char *);
WEAK void __CPROVER_precondition(int condition, const char *text) {
  __CPROVER_assert(condition, text);
}

void __CPROVER_cover(int);
WEAK void __CPROVER_cover(int condition) { (void) condition; }

int assert(int);
WEAK int assert(int condition) {
  if (!condition) fail("assertion failed", "assert");
  return 0;
}

void __VERIFIER_atomic_begin(void);
WEAK void __VERIFIER_atomic_begin(void) {}

void __VERIFIER_atomic_end(void);
WEAK void __VERIFIER_atomic_end(void) {}

void reach_error(void);
WEAK void reach_error(void) { fail("error reached", "reach_error"); }

void __VERIFIER_error(void);
WEAK void __VERIFIER_error(void) { fail("error reached", "__VERIFIER_error"); }

/* For the adapters ------------------------------------------------------- */

void braid_replay_error(void) { fail("error reached", NULL); }

long braid_replay_parameter(int index) {
  char name[] = {'p', 'a', 'r', 'a', 'm', (char) ('0' + index), 0};
  long value = 0;
  load();
  for (size_t i = 0; i < inputs_count; i++)
    if (is_named(&inputs[i], name, 0))
      fill(&value, sizeof value, &inputs[i], name);
  return value;
}

/* Fuzz targets ----------------------------------------------------------- */

WEAK int LLVMFuzzerTestOneInput(const uint8_t *, size_t);
WEAK int LLVMFuzzerInitialize(int *, char ***);

/* The bytes are given in a block of exactly their size, so that a sanitizer
 * sees the first one past it. */
WEAK int main(int argc, char **argv) {
  const input *data = NULL;
  size_t size = 0, limit = SIZE_MAX;
  if (!LLVMFuzzerTestOneInput) bad_test(argv[0], "the program has no main");
  if (LLVMFuzzerInitialize) LLVMFuzzerInitialize(&argc, &argv);
  load();
  for (size_t i = 0; i < inputs_count; i++) {
    if (is_named(&inputs[i], "data", 0)) data = &inputs[i];
    if (is_named(&inputs[i], "size", 0)) {
      limit = 0;
      for (size_t b = 0; b < inputs[i].size && b < 8; b++)
        limit |= (size_t) inputs[i].bytes[b] << 8 * b;
    }
  }
  size = !data ? 0 : data->size < limit ? data->size : limit;
  uint8_t *copy = own_block(NULL, size);
  if (size) memcpy(copy, data->bytes, size);
  LLVMFuzzerTestOneInput(copy, size);
  free(copy);
  return 0;
}
#endif
