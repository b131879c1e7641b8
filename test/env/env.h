/* What the programs of generate.c call. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <ftw.h>
#include <locale.h>
#include <math.h>
#include <regex.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static char bytes[256];
static int ends[2];

/* At once: natively a signal may end the program before stdio would write. */
static void put(const char *text) {
  fputs(text, stdout);
  fflush(stdout);
}

static void say(const char *what, long result) {
  char text[128];
  const int error = errno;
  snprintf(text, sizeof text, "%s %ld%s%s\n", what, result,
           result < 0 ? " " : "", result < 0 ? strerror(error) : "");
  put(text);
}

static void begin(void) {
  umask(022);
  mkdir("w", 0755);             /* all that is below is the program's */
  chdir("w");
  for (int fd = 3; fd < 20; fd++) close(fd);
}

static void take(int fd, size_t n) {
  memset(bytes, 0, sizeof bytes);
  const long got = read(fd, bytes, n);
  say("read", got);
  if (got > 0) say(bytes, 0);
}

static void tell(int result, const struct stat *s) {
  say("stat", result);
  if (result) return;
  say("mode", (long) s->st_mode);
  if (!S_ISDIR(s->st_mode)) say("size", (long) s->st_size);
  say("links", (long) s->st_nlink);
}

static void look(const char *path) {
  struct stat s;
  tell(stat(path, &s), &s);
  tell(lstat(path, &s), &s);
}

static void look_at(int fd) {
  struct stat s;
  tell(fstat(fd, &s), &s);
}

static int compare(const void *a, const void *b) { return strcmp(a, b); }

static void list(const char *path) {
  static char names[32][64];
  int n = 0;
  DIR *d = opendir(path);
  say("opendir", d ? 0 : -1);
  if (!d) return;
  for (struct dirent *e; (e = readdir(d)) && n < 32;)
    snprintf(names[n++], 64, "%s %d", e->d_name, e->d_type);
  closedir(d);
  qsort(names, (size_t) n, 64, compare);
  for (int i = 0; i < n; i++) say(names[i], i);
}

static long read_link(const char *path) {
  memset(bytes, 0, sizeof bytes);
  const long n = readlink(path, bytes, 9);
  if (n > 0) say(bytes, n);
  return n;
}

static long set_times(const char *path, long seconds) {
  struct timespec t[2] = {{seconds, 5}, {seconds + 1, UTIME_OMIT}};
  struct stat s;
  if (utimensat(AT_FDCWD, path, t, 0)) return -1;
  if (stat(path, &s)) return -2;
  return s.st_atime;
}

static void stream(const char *path, const char *mode) {
  FILE *f = fopen(path, mode);
  say(mode, f ? 0 : -1);
  if (!f) return;
  const int put_in = fputs("line one\nline two\n", f);
  say("fputs", put_in < 0 ? -1 : 0);
  rewind(f);
  memset(bytes, 0, sizeof bytes);
  if (fgets(bytes, sizeof bytes, f)) say(bytes, 0);
  say("ftell", ftell(f));
  say("feof", feof(f) != 0);
  say("fclose", fclose(f));
}

/* Signals ---------------------------------------------------------------- */

static volatile int depth;

static void on_signal(int number) {
  depth++;
  say("signal", 100 * depth + number);
  depth--;
}

static void on_signal_info(int number, siginfo_t *info, void *context) {
  (void) context;
  say("signal number", info->si_signo);
  on_signal(number);
}

static void handle(int number, int flags, int blocked) {
  struct sigaction action, old;
  memset(&action, 0, sizeof action);
  sigemptyset(&action.sa_mask);
  sigaddset(&action.sa_mask, blocked);
  action.sa_flags = flags;
  if (flags & SA_SIGINFO) action.sa_sigaction = on_signal_info;
  else action.sa_handler = on_signal;
  say("sigaction", sigaction(number, &action, &old));
  say("flags", old.sa_flags & (SA_NODEFER | SA_RESETHAND | SA_RESTART));
}

static void mask(int how, int a, int b) {
  sigset_t set, old;
  sigemptyset(&set);
  sigaddset(&set, a);
  sigaddset(&set, b);
  say("mask", sigprocmask(how, &set, &old));
  for (int k = 1; k < 40; k++) if (sigismember(&old, k) == 1) say("was", k);
}

static void waiting(void) {
  sigset_t set;
  say("pending", sigpending(&set));
  for (int k = 1; k < 40; k++) if (sigismember(&set, k) == 1) say("pends", k);
}

static void take_signal(int number) {
  sigset_t set;
  const struct timespec none = {0, 0};
  sigemptyset(&set);
  sigaddset(&set, number);
  say("taken", sigtimedwait(&set, NULL, &none));
}

static sigjmp_buf back;

static void on_jump(int number) {
  say("jumps", number);
  siglongjmp(back, 1);
}

static void jump(int number, int saves) {
  struct sigaction action, old;
  memset(&action, 0, sizeof action);
  action.sa_handler = on_jump;
  if (sigaction(number, &action, &old)) return;
  if (!sigsetjmp(back, saves)) raise(number);
  sigaction(number, &old, NULL);
}

static void arm(long milliseconds) {
  struct itimerval t = {{0, 0}, {0, 1000 * milliseconds}};
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGALRM);
  sigprocmask(SIG_UNBLOCK, &set, NULL);
  signal(SIGALRM, on_signal);
  say("setitimer", setitimer(ITIMER_REAL, &t, NULL));
}

static void wait_for_alarm(int by_suspend) {
  sigset_t set, empty;
  sigemptyset(&set);
  sigemptyset(&empty);
  sigaddset(&set, SIGALRM);
  arm(3);
  sigprocmask(SIG_BLOCK, &set, NULL);
  int got = 0;
  if (by_suspend) say("suspend", sigsuspend(&empty));
  else {
    say("sigwait", sigwait(&set, &got));
    say("got", got);
  }
}

/* Memory ----------------------------------------------------------------- */

static void map(size_t n, int value) {
  unsigned char *p = mmap(NULL, n, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  say("mmap", p == MAP_FAILED);
  say("zero", p[n / 2]);
  p[n - 1] = (unsigned char) value;
  say("value", p[n - 1]);
  say("munmap", munmap(p, n));
}


/* Writing where one may not is a bug in braid: only the answers are looked at. */
static void protect(int value) {
  unsigned char *p = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  p[7] = (unsigned char) value;
  say("mprotect", mprotect(p, 4096, PROT_READ));
  say("kept", p[7]);
  say("mprotect", mprotect(p, 4096, PROT_READ | PROT_WRITE));
  p[7]++;
  say("changed", p[7]);
  say("mprotect", mprotect(p + 1, 4096, PROT_READ));
  say("munmap", munmap(p, 4096));
}

static void forget(int value) {
  unsigned char *p = mmap(NULL, 8192, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  p[5000] = (unsigned char) value;
  say("madvise", madvise(p, 8192, MADV_SEQUENTIAL));
  say("kept", p[5000]);
  say("madvise", madvise(p, 8192, MADV_DONTNEED));
  say("forgotten", p[5000]);
  say("munmap", munmap(p, 8192));
}

static void map_file(const char *path) {
  struct stat s;
  const int fd = open(path, O_RDONLY);
  say("open", fd);
  if (fd < 0 || fstat(fd, &s) || !S_ISREG(s.st_mode) || !s.st_size) return;
  char *p = mmap(NULL, (size_t) s.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
  say("mmap", p == MAP_FAILED);
  if (p == MAP_FAILED) return;
  say("first", p[0]);
  say("munmap", munmap(p, (size_t) s.st_size));
  close(fd);
}

static void grow(size_t n) {
  unsigned char *p = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  p[9] = 9;
  unsigned char *q = mremap(p, 4096, n, MREMAP_MAYMOVE);
  say("mremap", q == MAP_FAILED);
  say("kept", q[9]);
  say("munmap", munmap(q, n));
}

/* The library ------------------------------------------------------------ */

static void text(const char *format, int a, int b) {
  snprintf(bytes, sizeof bytes, format, a, b);
  say(bytes, (long) strlen(bytes));
}

static void numbers(const char *from, int base) {
  char *end;
  errno = 0;
  const long n = strtol(from, &end, base);
  snprintf(bytes, sizeof bytes, "%ld %d %d", n, (int) (end - from), errno);
  say(bytes, 0);
  say("ilogb is", ilogb(n ? 0.0 : 8.0) == (n ? FP_ILOGB0 : 3));
}

static void split(const char *from, const char *by) {
  char copy[64];
  snprintf(copy, sizeof copy, "%s", from);
  for (char *p = strtok(copy, by); p; p = strtok(NULL, by)) say(p, 1);
}

static void match(const char *pattern, const char *subject) {
  regex_t re;
  regmatch_t at[2];
  const int error = regcomp(&re, pattern, REG_EXTENDED);
  say("regcomp", error != 0);
  if (error) return;
  say("groups", (long) re.re_nsub);
  const int none = regexec(&re, subject, 2, at, 0);
  say("regexec", none != 0);
  if (!none) say("from", at[0].rm_so), say("to", at[0].rm_eo);
  regfree(&re);
}

static int visited;

static int visit(const char *path, const struct stat *s, int kind,
                 struct FTW *where) {
  (void) path;
  (void) s;
  visited += 1 + 100 * kind + 10000 * where->level;
  return 0;
}

static void walk(const char *path) {
  visited = 0;
  say("nftw", nftw(path, visit, 8, FTW_PHYS));
  say("visited", visited);
}

static long limits(long n) {
  struct rlimit l = {(rlim_t) n, (rlim_t) n};
  if (setrlimit(RLIMIT_CORE, &l)) return -1;
  if (getrlimit(RLIMIT_CORE, &l)) return -1;
  return (long) l.rlim_cur;
}

static void days(long seconds) {
  const time_t t = seconds;
  struct tm tm;
  gmtime_r(&t, &tm);
  strftime(bytes, sizeof bytes, "%Y-%m-%d %H:%M:%S %j", &tm);
  say(bytes, timegm(&tm));
}

/* Where C libraries differ ------------------------------------------------- */

#include <getopt.h>
#include <wchar.h>
#include <wctype.h>

static void options(const char *list, unsigned how, char **argv) {
  static const struct option named[] = {
    {"all", 0, 0, 'A'}, {"file", 1, 0, 'F'}, {"first", 0, 0, 'G'}, {0}};
  int argc = 0, o;
  while (argv[argc]) argc++;
  optind = opterr = 0;
  while ((o = how ? how > 1 ? getopt_long_only(argc, argv, list, named, 0)
                            : getopt_long(argc, argv, list, named, 0)
                  : getopt(argc, argv, list)) != -1)
    printf("%d,%d,%s ", o, optind, optarg ? optarg : "-");
  for (int k = optind; k < argc; k++) printf("[%s]", argv[k]);
  printf("\n");
  fflush(stdout);
}

static void order(const char *a, const char *b) {
  const int r = strcmp(a, b), v = strverscmp(a, b), c = strcasecmp(a, b);
  printf("order %d %d %d\n", (r > 0) - (r < 0), (v > 0) - (v < 0), (c > 0) - (c < 0));
  fflush(stdout);
}

static void wide(unsigned c) {
  printf("wide %d %d %d %x %x\n", !!iswalpha(c), !!iswprint(c), !!iswspace(c), towupper(c),
         (unsigned) btowc((int) (c & 255)));
  fflush(stdout);
}

static void scan(const char *in, const char *format) {
  int a = -1, b = -1;
  errno = 0;
  const int n = sscanf(in, format, &a, &b);
  printf("scan %d %d %d %d\n", n, a, b, errno);
  fflush(stdout);
}

static void locale(const char *name) {
  const char *set = setlocale(LC_ALL, name);
  printf("locale %s\n", set ? set : "none");
  fflush(stdout);
  setlocale(LC_ALL, "C");
}
