#include "base/secret.h"

#include "base/fatal.h"
#include "base/full_io.h"
#include "base/mem.h"

#include <errno.h>
#include <fcntl.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

void secret_random(void *to, size_t size) {
  uint8_t *at = to;
  while (size) {
    const ssize_t n = getrandom(at, size, 0);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) fatal("the system has no random numbers: %s", strerror(errno));
    at += n;
    size -= (size_t) n;
  }
}

bool secret_is_same(const uint8_t *a, const uint8_t *b, size_t size) {
  uint8_t differs = 0;
  for (size_t k = 0; k < size; k++) differs |= a[k] ^ b[k];
  return !differs;
}

void secret_name(const uint8_t key[SECRET_BYTES], char out[SECRET_NAME + 1]) {
  static const char what[] = "name of the key";
  uint8_t whole[SHA256_BYTES];
  hmac_key k;
  hmac_key_init(&k, key, SECRET_BYTES);
  hmac_sha256(&k, what, sizeof what, whole);
  for (unsigned i = 0; i < SECRET_NAME / 2; i++) snprintf(out + 2 * i, 3, "%02x", whole[i]);
}

/* Files ---------------------------------------------------------------------- */

enum { LEAST = 16, MOST = 4096 };

/* How many bytes the file has, up to MOST; or -1 and *message. */
static ssize_t read_file(const char *path, uint8_t to[MOST], char **message) {
  struct stat s;
  const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  ssize_t n = -1;
  *message = NULL;
  if (fd < 0 || fstat(fd, &s)) *message = mem_format("%s: %s", path, strerror(errno));
  else if (!S_ISREG(s.st_mode)) *message = mem_format("%s is not a file", path);
  else if (s.st_mode & (S_IRWXG | S_IRWXO))
    *message = mem_format("%s is a key that others may read or change: chmod 600 %s", path,
                          path);
  else if ((n = read(fd, to, MOST)) < LEAST) {
    *message = mem_format("%s is no key: it has less than %d bytes", path, LEAST);
    n = -1;
  }
  if (fd >= 0) close(fd);
  return n;
}

char *secret_read(const char *path, uint8_t out[SECRET_BYTES]) {
  uint8_t bytes[MOST];
  char *message;
  const ssize_t n = read_file(path, bytes, &message);
  if (n >= 0) sha256_raw(bytes, (size_t) n, out);
  return message;
}

/* The user's ------------------------------------------------------------------ */

static struct {
  bool is_there, is_kept;
  uint8_t bytes[SECRET_BYTES];
  char *place;
} own;

/* To be freed; NULL: the user has no home. */
static char *path_of_key(void) {
  const char *given = getenv("BRAID_KEY"), *state = getenv("XDG_STATE_HOME");
  const char *home = getenv("HOME");
  if (given && *given) return mem_string(given);
  if (state && *state == '/') return mem_format("%s/braid/key", state);
  if (!home || *home != '/') {
    const struct passwd *p = getpwuid(geteuid());
    home = p ? p->pw_dir : NULL;
  }
  return home && *home == '/' ? mem_format("%s/.local/state/braid/key", home) : NULL;
}

static void make_directories(char *path) {
  for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
    *slash = 0;
    mkdir(path, 0700);          /* what is there already stays as it is */
    *slash = '/';
  }
}

/* A file is whole when it has its name, also if another process makes one just now. */
static void make_file(char *path) {
  uint8_t bytes[SECRET_BYTES];
  char *new = mem_format("%s.%ld", path, (long) getpid());
  make_directories(path);
  const int fd = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (fd >= 0) {
    secret_random(bytes, sizeof bytes);
    const bool is_whole = full_write(fd, bytes, sizeof bytes) && !fsync(fd);
    close(fd);
    if (is_whole) (void) !link(new, path);
    unlink(new);
  }
  free(new);
}

static void find_own(void) {
  char *path = path_of_key(), *message = NULL;
  own.is_there = true;
  if (path && access(path, F_OK)) make_file(path);
  if (path) message = secret_read(path, own.bytes);
  else message = mem_string("there is no home directory");
  own.is_kept = !message;
  own.place = message ? message : path;
  if (message) {
    free(path);
    secret_random(own.bytes, sizeof own.bytes);
  }
}

void secret_of_user(const char *purpose, uint8_t out[SECRET_BYTES]) {
  hmac_key k;
  if (!own.is_there) find_own();
  hmac_key_init(&k, own.bytes, sizeof own.bytes);
  hmac_sha256(&k, purpose, strlen(purpose), out);
}

bool secret_is_kept(void) {
  if (!own.is_there) find_own();
  return own.is_kept;
}

const char *secret_place(void) {
  if (!own.is_there) find_own();
  return own.place;
}
