// A kernel without System V IPC and splice(): what programs fall back from.
// exit: 5
// replay: no
// verdict: proved-under-assumptions
// assumes: no System V message queues
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <gnu/libc-version.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>

int main(void) {
  assert(msgget(IPC_PRIVATE, 0600) == -1 && errno == ENOSYS);
  assert(semget(IPC_PRIVATE, 1, 0600) == -1 && errno == ENOSYS);
  assert(shmget(IPC_PRIVATE, 1, 0600) == -1 && errno == ENOSYS);
  assert(splice(0, 0, 1, 0, 1, 0) == -1 && errno == ENOSYS);
  assert(gnu_get_libc_version()[0] == '2');
  return 0;
}
