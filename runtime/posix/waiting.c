/* Waiting for descriptors: poll, select, epoll. */
#include "posix.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/select.h>

static short events_of(const open_file *o) {
  const file *f = o->of;
  if (__posix_is_standard(f)) __posix_assume(ASSUME_READY);
  if (f->kind == PIPE) return __posix_pipe_events(o);
  if (f->kind == SOCKET)
    return __posix_socket_events(f, POLLIN | POLLRDNORM, POLLOUT | POLLWRNORM, POLLHUP);
  return POLLIN | POLLOUT | POLLRDNORM | POLLWRNORM;
}

static long ready(struct pollfd *fds, size_t n) {
  long count = 0;
  for (size_t i = 0; i < n; i++) {
    fds[i].revents = 0;
    if (fds[i].fd < 0) continue;
    const open_file *o = __posix_descriptor(fds[i].fd);
    fds[i].revents =
      o ? (short) (events_of(o) & (fds[i].events | POLLHUP | POLLERR))
        : POLLNVAL;
    count += fds[i].revents != 0;
  }
  return count;
}

/* What a wait without end is: with a socket among them, for a peer. */
static const char *hopeless(const struct pollfd *fds, size_t n, const char *what) {
  for (size_t i = 0; i < n; i++) {
    const file *f = __posix_file(fds[i].fd);
    if (f && f->kind == SOCKET) return NULL;
  }
  return what;
}

long __posix_poll(struct pollfd *fds, size_t n, const moment *limit) {
  const long count = ready(fds, n);
  if (count) return count;
  return __posix_wait(limit, hopeless(fds, n, "poll() of what will never be ready"))
           ? -EINTR : 0;
}

/* select ------------------------------------------------------------------ */

static int is_in(int fd, const fd_set *set) { return set && FD_ISSET(fd, set); }

static void leave(int fd, fd_set *set, int stays, long *count) {
  if (!is_in(fd, set)) return;
  if (stays) ++*count;
  else FD_CLR(fd, set);
}

long __posix_select(int n, fd_set *in, fd_set *out, fd_set *except,
                    const moment *limit) {
  struct pollfd fds[DESCRIPTORS];
  size_t asked = 0;
  if (n < 0) return -EINVAL;
  for (int fd = 0; fd < n && fd < DESCRIPTORS; fd++) {
    const short events = (short) ((is_in(fd, in) ? POLLIN : 0) |
                                  (is_in(fd, out) ? POLLOUT : 0));
    if (!events && !is_in(fd, except)) continue;
    if (!__posix_descriptor(fd)) return -EBADF;
    fds[asked++] = (struct pollfd) {.fd = fd, .events = events};
  }
  for (int fd = DESCRIPTORS; fd < n && fd < FD_SETSIZE; fd++)
    if (is_in(fd, in) || is_in(fd, out) || is_in(fd, except)) return -EBADF;
  const long got = __posix_poll(fds, asked, limit);
  if (got < 0) return got;
  long count = 0;
  for (size_t i = 0; i < asked; i++) {
    const int end = fds[i].revents & (POLLHUP | POLLERR);
    leave(fds[i].fd, in, (fds[i].revents & POLLIN) || end, &count);
    leave(fds[i].fd, out, (fds[i].revents & POLLOUT) != 0, &count);
    leave(fds[i].fd, except, 0, &count);
  }
  return count;
}

/* epoll ------------------------------------------------------------------- */

/* What is watched, by whom. */
typedef struct watch {
  const file *by;
  const open_file *of;          /* NULL: free */
  int fd;
  struct epoll_event event;
} watch;

static watch watches[DESCRIPTORS];

long __posix_epoll(int flags) {
  if (flags & ~EPOLL_CLOEXEC) return -EINVAL;
  return __posix_open(__posix_new_file(EPOLL, 0600), O_RDWR | flags);
}

static watch *find(const file *by, int fd) {
  for (unsigned k = 0; k < DESCRIPTORS; k++)
    if (watches[k].of && watches[k].by == by && watches[k].fd == fd) return watches + k;
  return NULL;
}

static file *epoll_of(long fd) {
  file *f = __posix_file(fd);
  return f && f->kind == EPOLL ? f : NULL;
}

long __posix_epoll_control(long by_fd, int what, int fd, struct epoll_event *event) {
  const open_file *o = __posix_descriptor(fd);
  const file *by = epoll_of(by_fd);
  if (!o || !__posix_descriptor(by_fd)) return -EBADF;
  if (!by || by_fd == fd) return -EINVAL;
  if (o->of->kind != SOCKET && o->of->kind != PIPE) return -EPERM;
  watch *w = find(by, fd);
  if (w && w->of != o) {                /* closed, and opened again */
    w->of = NULL;
    w = NULL;
  }
  if (what == EPOLL_CTL_DEL) {
    if (!w) return -ENOENT;
    w->of = NULL;
    return 0;
  }
  if (what != EPOLL_CTL_ADD && what != EPOLL_CTL_MOD) return -EINVAL;
  if (event->events & (EPOLLONESHOT | EPOLLEXCLUSIVE))
    __braid_unsupported("epoll with EPOLLONESHOT or EPOLLEXCLUSIVE");
  if (what == EPOLL_CTL_ADD && w) return -EEXIST;
  if (what == EPOLL_CTL_MOD && !w) return -ENOENT;
  if (event->events & EPOLLET) __posix_assume(ASSUME_EDGES);
  for (unsigned k = 0; !w && k < DESCRIPTORS; k++)
    if (!watches[k].of) w = watches + k;
  if (!w) __braid_unsupported("more descriptors under epoll than there is room for");
  *w = (watch) {by, o, fd, *event};
  return 0;
}

/* Of a closed descriptor nothing is watched any more. */
void __posix_forget_watches(const open_file *o) {
  for (unsigned k = 0; k < DESCRIPTORS; k++)
    if (watches[k].of == o) watches[k].of = NULL;
}

long __posix_epoll_wait(long fd, struct epoll_event *events, int most,
                        const moment *limit) {
  const file *by = epoll_of(fd);
  if (!__posix_descriptor(fd)) return -EBADF;
  if (!by || most <= 0) return -EINVAL;
  int has_socket = 0;
  long count = 0;
  for (unsigned k = 0; k < DESCRIPTORS && count < most; k++) {
    const watch *w = watches + k;
    if (!w->of || w->by != by) continue;
    has_socket |= w->of->of->kind == SOCKET;
    const uint32_t there = (uint32_t) (unsigned short) events_of(w->of) &
                           (w->event.events | EPOLLHUP | EPOLLERR);
    if (!there) continue;
    events[count] = w->event;
    events[count++].events = there;
  }
  if (count) return count;
  return __posix_wait(limit, has_socket ? NULL
                                        : "epoll_wait() for what will never be ready")
           ? -EINTR : 0;
}
