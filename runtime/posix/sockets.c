/*
 * Sockets.  Whom the program talks to are the peers of --sym-socket, one after the
 * other as they are accepted, connected to or heard by datagram.  Each sends its bytes
 * at once, closes, and reads all that it is sent.
 */
#include "posix.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include "syscall.h"

typedef enum stage { FRESH, LISTENING, CONNECTED } stage;
enum { SENT_TO_PEER = 3 };      /* no descriptor: output to nobody's file */

static uint32_t came;           /* peers so far */

int __posix_peer_is_left(void) { return came < braid_peer_count; }

/* The program waits, and nobody will come: that is its end. */
void __posix_no_peer(void) {
  __posix_assume(ASSUME_PEERS);
  __braid_exit(0);
}

static void take_peer(file *f) {
  char input[] = "socket1_data";
  input[sizeof "socket" - 1] = (char) ('1' + came);
  const size_t size = braid_peers[came++];
  __posix_assume(ASSUME_PEERS);
  f->data = __braid_alloc(size, 1, BRAID_OWN);
  if (!f->data) __braid_unsupported("a peer without memory");
  f->size = f->capacity = size;
  if (size) __braid_input(f->data, size, input, 0);
}

static file *socket_of(open_file *o) { return o->of->kind == SOCKET ? o->of : NULL; }

static int is_stream(const file *f) { return f->type != SOCK_DGRAM; }

static long make(int domain, int type, int flags) {
  file *f = __posix_new_file(SOCKET, 0777);
  f->domain = domain;
  f->type = type;
  const long fd = __posix_open(f, O_RDWR | (flags & SOCK_NONBLOCK ? O_NONBLOCK : 0) |
                                    (flags & SOCK_CLOEXEC ? O_CLOEXEC : 0));
  return fd;
}

static long open_socket(int domain, int type) {
  const int flags = type & (SOCK_NONBLOCK | SOCK_CLOEXEC);
  type &= ~flags;
  if (!braid_peer_count)
    __braid_unsupported("a socket, without --sym-socket");
  if (domain != AF_INET && domain != AF_INET6 && domain != AF_UNIX)
    __braid_unsupported("a socket of another family than INET and UNIX");
  if (type != SOCK_STREAM && type != SOCK_DGRAM && type != SOCK_SEQPACKET)
    __braid_unsupported("a socket that is neither stream nor datagram");
  return make(domain, type, flags);
}

/* Everybody is at the loopback's address. */
static void give_address(const file *f, void *to, socklen_t *size) {
  union {
    struct sockaddr any;
    struct sockaddr_in in;
    struct sockaddr_in6 in6;
  } a;
  socklen_t n = sizeof(sa_family_t);
  memset(&a, 0, sizeof a);
  a.any.sa_family = (sa_family_t) f->domain;
  if (f->domain == AF_INET) {
    n = sizeof a.in;
    a.in.sin_port = 0x409c;             /* 40000, or another where ends differ */
    a.in.sin_addr.s_addr = 0x0100007f;
  } else if (f->domain == AF_INET6) {
    n = sizeof a.in6;
    a.in6.sin6_port = 0x409c;
    a.in6.sin6_addr.s6_addr[15] = 1;
  }
  if (!to || !size) return;
  memcpy(to, &a, *size < n ? *size : n);
  *size = n;
}

static long block(const open_file *o, int flags) {
  if ((o->flags & O_NONBLOCK) || (flags & MSG_DONTWAIT)) return -EAGAIN;
  return __posix_wait(NULL, NULL) ? -EINTR : 0;
}

static long accept_peer(open_file *o, void *address, socklen_t *size, int flags) {
  const file *f = o->of;
  if (!is_stream(f)) return -EOPNOTSUPP;
  if (f->stage != LISTENING) return -EINVAL;
  while (!__posix_peer_is_left()) {
    const long error = block(o, 0);
    if (error) return error;
  }
  const long fd = make(f->domain, f->type, flags);
  file *peer = __posix_file(fd);
  peer->stage = CONNECTED;
  take_peer(peer);
  give_address(peer, address, size);
  return fd;
}

static long connect_peer(file *f) {
  if (f->stage == LISTENING) return -EOPNOTSUPP;
  if (is_stream(f) && f->stage == CONNECTED) return -EISCONN;
  if (is_stream(f)) {
    __posix_assume(ASSUME_PEERS);
    if (!__posix_peer_is_left()) return -ECONNREFUSED;
    take_peer(f);
  }
  f->stage = CONNECTED;
  return 0;
}

static int is_datagram_there(const file *f) { return f->size || __posix_peer_is_left(); }

short __posix_socket_events(const file *f, short in, short out, short gone) {
  if (f->is_paired) return __posix_pair_events(f, in, out, gone);
  if (!is_stream(f)) return (short) (out | (is_datagram_there(f) ? in : 0));
  switch ((stage) f->stage) {
  case FRESH: return (short) (out | gone);
  case LISTENING: return __posix_peer_is_left() ? in : 0;
  case CONNECTED: break;
  }
  return (short) (in | out);            /* the end of a stream can be read, too */
}

enum { UNDERSTOOD = MSG_PEEK | MSG_DONTWAIT | MSG_WAITALL | MSG_NOSIGNAL | MSG_MORE };

long __posix_receive(open_file *o, void *to, size_t n, int flags) {
  file *f = o->of;
  if (flags & ~UNDERSTOOD) __braid_unsupported("a flag of recv without model");
  if (f->is_paired) return __posix_pair_read(o, to, n, flags);
  if (is_stream(f) && f->stage != CONNECTED) return -ENOTCONN;
  if (f->is_shut & 1) return 0;
  while (!is_stream(f) && !is_datagram_there(f)) {
    const long error = block(o, flags);
    if (error) return error;
  }
  if (!is_stream(f) && !f->size) take_peer(f);
  if (n > f->size) n = f->size;
  if (n) memcpy(to, f->data, n);
  if (flags & MSG_PEEK) return (long) n;
  const size_t gone = is_stream(f) ? n : f->size;       /* of a datagram all is */
  if (gone < f->size) memmove(f->data, f->data + gone, f->size - gone);
  f->size -= gone;
  return (long) n;
}

long __posix_send_out(open_file *o, const void *from, size_t n, int flags,
                      int is_named) {
  file *f = o->of;
  if (flags & ~UNDERSTOOD) __braid_unsupported("a flag of send without model");
  if (f->is_paired) return is_named ? -EISCONN : __posix_pair_write(o, from, n, flags);
  if (f->is_shut & 2) {
    if (!(flags & MSG_NOSIGNAL)) __posix_send(SIGPIPE, SI_KERNEL);
    return -EPIPE;
  }
  if (is_stream(f) && f->stage != CONNECTED) return -ENOTCONN;
  if (!is_stream(f) && f->stage != CONNECTED && !is_named) return -EDESTADDRREQ;
  __braid_output(SENT_TO_PEER, from, n);
  return (long) n;
}

/* As of one buffer after the other. */
static long message(open_file *o, struct msghdr *m, int flags, int sends) {
  long total = 0;
  if (o->of->is_paired && sends && m->msg_controllen)
    __braid_unsupported("a message with more than bytes");
  for (size_t k = 0; k < (size_t) m->msg_iovlen; k++) {
    const struct iovec *part = m->msg_iov + k;
    if (!part->iov_len) continue;
    if (total && o->of->is_paired && !sends && !o->of->size) break;
    const long n = sends
      ? __posix_send_out(o, part->iov_base, part->iov_len, flags, m->msg_name != NULL)
      : __posix_receive(o, part->iov_base, part->iov_len, flags);
    if (n < 0) return total ? total : n;
    total += n;
    if ((size_t) n < part->iov_len) break;
    if (!is_stream(o->of) && k + 1 < (size_t) m->msg_iovlen)
      __braid_unsupported("a datagram in several parts");
    if ((flags & MSG_PEEK) && k + 1 < (size_t) m->msg_iovlen)
      __braid_unsupported("a look at a message in several parts");
  }
  if (sends) return total;
  m->msg_flags = 0;
  m->msg_controllen = 0;
  if (m->msg_name && !is_stream(o->of))
    give_address(o->of, m->msg_name, &m->msg_namelen);
  return total;
}

static long get_option(const file *f, int level, int name, void *to, socklen_t *size) {
  int value = 0;
  if (level != SOL_SOCKET) __braid_unsupported("an option of getsockopt without model");
  switch (name) {
  case SO_ERROR: break;
  case SO_TYPE: value = f->type; break;
  case SO_DOMAIN: value = f->domain; break;
  case SO_ACCEPTCONN: value = f->stage == LISTENING; break;
  default: __braid_unsupported("an option of getsockopt without model");
  }
  if (*size > sizeof value) *size = sizeof value;
  memcpy(to, &value, *size);
  return 0;
}

static long shut(file *f, int how) {
  if (how < SHUT_RD || how > SHUT_RDWR) return -EINVAL;
  if (f->stage != CONNECTED) return -ENOTCONN;
  f->is_shut |= how + 1;
  return 0;
}

static long listen_to(file *f) {
  if (!is_stream(f)) return -EOPNOTSUPP;
  if (f->stage == CONNECTED) return -EINVAL;
  f->stage = LISTENING;
  return 0;
}

static long bind_to(file *f, const void *address, socklen_t size) {
  if (size < sizeof(sa_family_t)) return -EINVAL;
  __braid_check(address, size, 0);
  if (f->is_bound) return -EINVAL;
  __posix_assume(ASSUME_PEERS);         /* and that nobody has it */
  f->is_bound = 1;
  return 0;
}

long __posix_socket_call(long n, long a, long b, long c, long d, long e, long g) {
#ifdef SYS_socket
  if (n == SYS_socket) return open_socket((int) a, (int) b);
  open_file *o = __posix_descriptor(a);
  if (!o) return -EBADF;
  file *f = socket_of(o);
  if (!f && __posix_is_standard(o->of)) __posix_assume(ASSUME_INHERITED);
  if (!f) return -ENOTSOCK;
  if (f->is_paired) switch (n) {
  case SYS_shutdown: return __posix_pair_shut(f, (int) b);
  case SYS_connect: return -EISCONN;
  case SYS_listen: return -EINVAL;
  case SYS_bind: case SYS_setsockopt: case SYS_getsockopt: case SYS_accept4:
  case SYS_getsockname: case SYS_getpeername:
#if defined SYS_accept && SYS_accept != SYS_accept4
  case SYS_accept:
#endif
    __braid_unsupported("this call on a pair of sockets");
  }
  switch (n) {
  case SYS_bind: return bind_to(f, (void *) b, (socklen_t) c);
  case SYS_listen: return listen_to(f);
  case SYS_accept4: return accept_peer(o, (void *) b, (void *) c, (int) d);
#if defined SYS_accept && SYS_accept != SYS_accept4
  case SYS_accept: return accept_peer(o, (void *) b, (void *) c, 0);
#endif
  case SYS_connect: __braid_check((void *) b, (size_t) c, 0); return connect_peer(f);
  case SYS_getsockname: case SYS_getpeername:
    if (n == SYS_getpeername && f->stage != CONNECTED) return -ENOTCONN;
    __posix_assume(ASSUME_PEERS);
    give_address(f, (void *) b, (void *) c);
    return 0;
  case SYS_setsockopt: __braid_check((void *) d, (size_t) e, 0); return 0;
  case SYS_getsockopt: return get_option(f, (int) b, (int) c, (void *) d, (void *) e);
  case SYS_shutdown: return shut(f, (int) b);
  case SYS_recvfrom: {
    const long got = __posix_receive(o, (void *) b, (size_t) c, (int) d);
    if (got >= 0 && !is_stream(f)) give_address(f, (void *) e, (void *) g);
    return got;
  }
  case SYS_sendto:
    return __posix_send_out(o, (void *) b, (size_t) c, (int) d, e != 0);
  case SYS_recvmsg: return message(o, (void *) b, (int) c, 0);
  case SYS_sendmsg: return message(o, (void *) b, (int) c, 1);
  }
#endif
  (void) b, (void) c, (void) d, (void) e, (void) g;
  __braid_unsupported("a call of sockets without model");
}
