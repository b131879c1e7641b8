#include "files/outdir.h"

#include "base/fatal.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct outdir {
  char *path;
  uint64_t failed;              /* files that could not be written */
  uint32_t lost_tests;          /* ... that are tests */
  int reserve;                  /* an unnamed file that keeps room for the report; or -1 */
  FILE *growing;                /* see outdir_append */
  bool growing_failed;
  FILE *stream;                 /* between outdir_begin and outdir_end */
  char *stream_name, *stream_text;
  size_t stream_size;
};

/* A full disk would fill the terminal, too: files beyond are only counted. */
enum { MAX_COMPLAINTS = 4 };

/* For the report, SARIF with hundreds of bugs included; half of it for tests of bugs. */
enum { RESERVE = 1 << 20, RESERVE_STEP = 1 << 16 };

static const char link_name[] = "braid-last";

static bool is_empty(const char *path) {
  DIR *d = opendir(path);
  bool empty = d;
  if (!d) return false;
  for (struct dirent *e; empty && (e = readdir(d));)
    empty = !strcmp(e->d_name, ".") || !strcmp(e->d_name, "..");
  closedir(d);
  return empty;
}

/* The link is a convenience: that it cannot be made is worth no failure. */
static void point_link_at(const char *path) {
  struct stat s;
  char *temporary = mem_format("%s.%ld", link_name, (long) getpid());
  if (!lstat(link_name, &s) && !S_ISLNK(s.st_mode))
    fprintf(stderr, "braid: %s is in the way and not a link; left as it is\n",
            link_name);
  else if (symlink(path, temporary) || rename(temporary, link_name))
    unlink(temporary);
  free(temporary);
}

/* mkdir itself decides which number is free, so that two runs at a time never
 * share one. */
static char *make_numbered(void) {
  for (unsigned n = 0;; n++) {
    char *path = mem_format("braid-out-%u", n);
    if (!mkdir(path, 0777)) return path;
    free(path);
    if (errno != EEXIST) return NULL;
  }
}

/* An unnamed file goes with the last process that has it.  Where there can be none, or no room
 * for it, there is no reserve. */
static int make_reserve(const char *path) {
  const int fd = open(path, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (fd >= 0 && fallocate(fd, 0, 0, RESERVE)) {
    close(fd);
    return -1;
  }
  return fd;
}

void outdir_release_reserve(outdir *d) {
  if (d->reserve < 0) return;
  if (ftruncate(d->reserve, 0)) {}      /* other processes have it open, too */
  close(d->reserve);
  d->reserve = -1;
}

void outdir_make_room(outdir *d) {
  struct stat s;
  if (!d->failed || d->reserve < 0 || fstat(d->reserve, &s) || s.st_size <= RESERVE / 2) return;
  if (ftruncate(d->reserve, s.st_size - RESERVE_STEP)) outdir_release_reserve(d);
}

outdir *outdir_open(const char *path, char **error) {
  char *made;
  if (!path) {
    made = make_numbered();
    if (made) point_link_at(made);
  } else if (!mkdir(path, 0777) || (errno == EEXIST && is_empty(path))) {
    made = mem_string(path);
  } else {
    made = NULL;
  }
  if (!made) {
    const char *reason = path && errno == EEXIST
                             ? "it exists already and is not an empty directory"
                             : strerror(errno);
    *error = mem_format("cannot make the output directory %s: %s",
                        path ? path : "braid-out-N", reason);
    return NULL;
  }
  outdir *d = mem_zeroed(1, sizeof *d);
  d->path = made;
  d->reserve = make_reserve(made);
  return d;
}

/* As file_write_whole names what it has not written whole yet, whichever process of
 * the run it was. */
static bool is_half(const char *name) {
  const char *end = strrchr(name, '.');
  return end && !strncmp(end, ".tmp", 4) && end[4] &&
         end[4 + strspn(end + 4, "0123456789")] == '\0';
}

/* One level of directories is all there is. */
static void remove_halves(const char *path, bool deeper) {
  DIR *all = opendir(path);
  for (struct dirent *e; all && (e = readdir(all));) {
    char *name = mem_format("%s/%s", path, e->d_name);
    if (is_half(e->d_name)) unlink(name);
    else if (deeper && e->d_type == DT_DIR && e->d_name[0] != '.')
      remove_halves(name, false);
    free(name);
  }
  if (all) closedir(all);
}

static bool is_test(const char *name) {
  return (!strncmp(name, "test", 4) && strspn(name + 4, "0123456789") >= 6) ||
         !strcmp(name, "tests.pack");
}

static void remove_tests(const char *path) {
  DIR *all = opendir(path);
  for (struct dirent *e; all && (e = readdir(all));) {
    char *name = mem_format("%s/%s", path, e->d_name);
    if (is_test(e->d_name)) unlink(name);
    free(name);
  }
  if (all) closedir(all);
}

void outdir_remove_tests(const outdir *d) {
  char *suite = mem_format("%s/test-suite", d->path);
  remove_tests(d->path);
  remove_tests(suite);
  free(suite);
}

outdir *outdir_reopen(const char *path) {
  remove_halves(path, true);
  outdir *d = mem_zeroed(1, sizeof *d);
  d->path = mem_string(path);
  d->reserve = make_reserve(path);
  return d;
}

void outdir_close(outdir *d) {
  if (!d) return;
  outdir_flush(d);
  if (d->reserve >= 0) close(d->reserve);
  if (d->growing) fclose(d->growing);
  if (d->stream) fclose(d->stream);
  if (d->failed > MAX_COMPLAINTS)
    fprintf(stderr, "braid: error: nor could %llu more files be written in %s\n",
            (unsigned long long) (d->failed - MAX_COMPLAINTS), d->path);
  free(d->stream_name);
  free(d->stream_text);
  free(d->path);
  free(d);
}

static void fail_growing(outdir *d, const char *name) {
  if (d->growing_failed) return;
  d->growing_failed = true;
  d->failed++;
  fprintf(stderr, "braid: error: %s/%s cannot be written: %s\n", d->path, name,
          strerror(errno));
}

FILE *outdir_append(outdir *d, const char *name) {
  enum { BUFFER = 1 << 18 };
  if (d->growing || d->growing_failed) return d->growing;
  char *path = mem_format("%s/%s", d->path, name);
  d->growing = fopen(path, "ab");
  free(path);
  if (!d->growing) fail_growing(d, name);
  else {
    setvbuf(d->growing, NULL, _IOFBF, BUFFER);
    fseek(d->growing, 0, SEEK_END);
  }
  return d->growing;
}

bool outdir_appends(const outdir *d) { return d->growing != NULL; }

bool outdir_flush(outdir *d) {
  if (d->growing && (fflush(d->growing) || ferror(d->growing)))
    fail_growing(d, "what grows");
  return !d->growing_failed;
}

const char *outdir_path(const outdir *d) { return d->path; }
uint64_t outdir_failed(const outdir *d) { return d->failed; }
uint32_t outdir_lost_tests(const outdir *d) { return d->lost_tests; }

void outdir_note_failures(outdir *d, uint64_t files, uint32_t tests) {
  d->failed = files;
  d->lost_tests = tests;
}

bool outdir_write(outdir *d, const char *name, const void *bytes, size_t size) {
  char *path = mem_format("%s/%s", d->path, name);
  const char *slash = strchr(name, '/');
  if (slash) {
    char *sub = mem_format("%s/%.*s", d->path, (int) (slash - name), name);
    mkdir(sub, 0777);   /* if it fails for good, so does the write below */
    free(sub);
  }
  char *error = file_write_whole(path, bytes, size);
  if (error) {
    const char *end = strrchr(name, '.');
    d->failed++;
    d->lost_tests += is_test(name) && end && !strcmp(end, ".ktest");
    if (d->failed <= MAX_COMPLAINTS)
      fprintf(stderr, "braid: error: %s\n", error);
  }
  free(path);
  bool written = !error;
  free(error);
  return written;
}

FILE *outdir_begin(outdir *d, const char *name) {
  if (d->stream) fatal("outdir: %s is still being written", d->stream_name);
  d->stream_name = mem_string(name);
  d->stream = mem_stream(&d->stream_text, &d->stream_size);
  return d->stream;
}

bool outdir_end(outdir *d) {
  mem_stream_end(d->stream);
  d->stream = NULL;
  bool written =
      outdir_write(d, d->stream_name, d->stream_text, d->stream_size);
  free(d->stream_name);
  free(d->stream_text);
  d->stream_name = d->stream_text = NULL;
  return written;
}
