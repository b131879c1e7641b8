#include "files/outdir.h"

#include "base/full_io.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A device or a pipe cannot be replaced, only written to. */
static bool is_special(const char *path) {
  struct stat s;
  return !stat(path, &s) && !S_ISREG(s.st_mode) && !S_ISDIR(s.st_mode);
}

char *file_write_whole(const char *path, const void *bytes, size_t size) {
  const bool special = is_special(path);
  char *temporary = special ? mem_string(path)
                            : mem_format("%s.tmp%ld", path, (long) getpid());
  int fd = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  bool written = fd >= 0 && full_write(fd, bytes, size);
  int reason = written ? 0 : errno;
  /* Some file systems report only now that there was no room. */
  if (fd >= 0 && close(fd) && written) written = false, reason = errno;
  if (written && !special && rename(temporary, path))
    written = false, reason = errno;
  if (!written && fd >= 0 && !special) unlink(temporary);
  free(temporary);
  return written ? NULL
                 : mem_format("cannot write %s: %s", path, strerror(reason));
}

FILE *file_text_begin(file_text *t) {
  return t->stream = mem_stream(&t->bytes, &t->size);
}

char *file_text_end(file_text *t, const char *path) {
  mem_stream_end(t->stream);
  char *error = file_write_whole(path, t->bytes, t->size);
  free(t->bytes);
  return error;
}

char *file_read_whole(const char *path, size_t *size, char **error) {
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  size_t count = 0, capacity = 4096;
  char *text = mem_resize(NULL, capacity + 1, 1);
  ssize_t n = -1;
  if (fd >= 0) {
    while ((n = read(fd, text + count, capacity - count)) > 0 ||
           (n < 0 && errno == EINTR)) {
      if (n > 0) count += (size_t) n;
      if (count == capacity)
        text = mem_resize(text, (capacity *= 2) + 1, 1);
    }
  }
  if (n < 0) {
    *error = mem_format("cannot read %s: %s", path, strerror(errno));
    free(text);
    text = NULL;
  } else {
    text[count] = 0;
    *size = count;
  }
  if (fd >= 0) close(fd);
  return text;
}
