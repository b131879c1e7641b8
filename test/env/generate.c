/*
 * Random programs that use their environment: sequences of POSIX calls whose
 * results are printed.
 *
 *   env_generate SEED > program.c
 *
 * Everything that is printed is determined by POSIX and Linux for an ordinary file
 * system: no inode number, clock, owner or order of directories.  Such a program
 * must print in braid what it prints natively, or its run must be cut.
 */
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t state;

static uint32_t draw(uint32_t n) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t) (state >> 33) % n;
}

static void line(const char *format, ...) {
  va_list list;
  va_start(list, format);
  fputs("  ", stdout);
  vprintf(format, list);
  putchar('\n');
  va_end(list);
}

#define PICK(...) pick((const char *const[]) {__VA_ARGS__, NULL})
static const char *pick(const char *const *words) {
  uint32_t n = 0;
  while (words[n]) n++;
  return words[draw(n)];
}

/* Names: files, links, directories, through each other, and none at all. */
static const char *path(void) {
  return PICK("a", "b", "c", "d", "d/a", "d/b", "./a", "d/../b", "d//a", "e",
              "d/e", "d/e/a", "l", "m", "l/a", "a/", "a/b", "none/x", "d/.",
              "d/e/../a", "e/..", "");
}

static const char *flags(void) {
  return PICK("O_RDONLY", "O_WRONLY", "O_RDWR", "O_RDWR | O_CREAT",
              "O_WRONLY | O_CREAT | O_TRUNC", "O_RDWR | O_CREAT | O_EXCL",
              "O_RDWR | O_CREAT | O_APPEND", "O_WRONLY | O_CREAT | O_APPEND",
              "O_RDONLY | O_DIRECTORY", "O_RDONLY | O_NOFOLLOW",
              "O_RDWR | O_TRUNC", "O_RDONLY | O_CREAT");
}

/* The owner may do all: natively the owner may be root. */
static const char *mode(void) { return PICK("0755", "0700", "0777", "0750"); }
static int fd(void) { return (int) draw(6) + 3; }

static const char *signal_name(void) {
  return PICK("SIGUSR1", "SIGUSR2", "SIGALRM", "SIGTERM", "SIGCHLD", "SIGHUP",
              "SIGRTMIN + 3");
}

static void file_call(void) {
  switch (draw(26)) {
  case 0: case 1: case 2: case 3:
    line("say(\"open\", open(\"%s\", %s, %s));", path(), flags(), mode());
    break;
  case 4: line("say(\"close\", close(%d));", fd()); break;
  case 5: case 6: case 7:
    line("say(\"write\", write(%d, \"hello, world%u\", %u));", fd(), draw(9),
         draw(14));
    break;
  case 8: case 9: line("take(%d, %u);", fd(), draw(20)); break;
  case 10: case 11:
    line("say(\"lseek\", lseek(%d, %d, %s));", fd(), (int) draw(30) - 5,
         PICK("SEEK_SET", "SEEK_CUR", "SEEK_END"));
    break;
  case 12: line("look(\"%s\");", path()); break;
  case 13: line("look_at(%d);", fd()); break;
  case 14:
    line("say(\"%s\", %s(\"%s\", \"%s\"));", "link", "link", path(), path());
    break;
  case 15:
    line("say(\"symlink\", symlink(\"%s\", \"%s\"));", path(), path());
    break;
  case 16: line("say(\"unlink\", unlink(\"%s\"));", path()); break;
  case 17:
    line("say(\"rename\", rename(\"%s\", \"%s\"));", path(), path());
    break;
  case 18: line("say(\"mkdir\", mkdir(\"%s\", %s));", path(), mode()); break;
  case 19: line("say(\"rmdir\", rmdir(\"%s\"));", path()); break;
  case 20:
    line("say(\"dup\", %s(%d, %d));", "dup2", fd(), fd());
    break;
  case 21:
    line("say(\"ftruncate\", ftruncate(%d, %d));", fd(), (int) draw(40) - 2);
    break;
  case 22: line("list(\"%s\");", path()); break;
  case 23: line("say(\"chmod\", chmod(\"%s\", %s));", path(), mode()); break;
  case 24:
    line("say(\"readlink\", read_link(\"%s\"));", path());
    break;
  case 25:
    line("say(\"pread\", pread(%d, bytes, %u, %d));", fd(), draw(9),
         (int) draw(20) - 2);
    break;
  }
}

static void more_file_calls(void) {
  switch (draw(12)) {
  case 0: line("say(\"pipe\", pipe(ends)); say(\"end\", ends[0]);"); break;
  case 1: line("say(\"pwrite\", pwrite(%d, \"wxyz\", %u, %u));", fd(), draw(5),
               draw(30)); break;
  case 2: line("say(\"getfl\", fcntl(%d, F_GETFL) & (O_ACCMODE | O_APPEND | "
               "O_NONBLOCK));", fd()); break;
  case 3: line("say(\"setfl\", fcntl(%d, F_SETFL, %s));", fd(),
               PICK("O_APPEND", "0", "O_NONBLOCK")); break;
  case 4: line("say(\"dupfd\", fcntl(%d, F_DUPFD, %u));", fd(), draw(9));
    break;
  case 5: line("say(\"access\", access(\"%s\", %s));", path(),
               PICK("F_OK", "R_OK", "W_OK", "X_OK")); break;
  case 6: line("say(\"truncate\", truncate(\"%s\", %d));", path(),
               (int) draw(30) - 2); break;
  case 7: line("say(\"chdir\", chdir(\"%s\"));", path()); break;
  case 8: line("umask(%s);", PICK("0", "022", "077", "027")); break;
  case 9: line("say(\"utimens\", set_times(\"%s\", %u));", path(), draw(1000));
    break;
  case 10: line("stream(\"%s\", \"%s\");", path(),
                PICK("r", "w", "a", "r+", "w+", "a+")); break;
  case 11: line("say(\"fsync\", fsync(%d));", fd()); break;
  }
}

static void signal_call(void) {
  switch (draw(12)) {
  case 0: case 1:
    line("handle(%s, %s, %s);", signal_name(),
         PICK("0", "SA_NODEFER", "SA_RESETHAND", "SA_RESTART", "SA_SIGINFO"),
         signal_name());
    break;
  case 2: line("say(\"ignore\", signal(%s, SIG_IGN) == SIG_ERR);",
               signal_name()); break;
  case 3: case 4: case 5:
    line("mask(%s, %s, %s);", PICK("SIG_BLOCK", "SIG_UNBLOCK", "SIG_SETMASK"),
         signal_name(), signal_name());
    break;
  case 6: case 7: line("say(\"raise\", raise(%s));", signal_name()); break;
  case 8: line("say(\"kill\", kill(getpid(), %s));", signal_name()); break;
  case 9: line("waiting();"); break;
  case 10:
    line("take_signal(%s);", signal_name());
    break;
  case 11:
    line("jump(%s, %u);", signal_name(), draw(2));
    break;
  }
}

static void timer_call(void) {
  switch (draw(4)) {
  case 0: line("wait_for_alarm(%u);", draw(2)); break;
  case 1: line("say(\"alarm\", alarm(%u) != 0); alarm(0);", 1 + draw(50)); break;
  case 2: line("arm(%u); say(\"pause\", pause());", 1 + draw(3)); break;
  case 3: line("arm(2); say(\"left\", sleep(1) > 0);"); break;
  }
}

static void memory_call(void) {
  switch (draw(5)) {
  case 0: line("map(%u, %u);", 1 + draw(9000), draw(256)); break;
  case 1: line("protect(%u);", draw(256)); break;
  case 2: line("forget(%u);", draw(256)); break;
  case 3: line("map_file(\"%s\");", path()); break;
  case 4: line("grow(%u);", 1 + draw(20000)); break;
  }
}

static void library_call(void) {
  switch (draw(9)) {
  case 0: line("text(\"%s\", %d, %d);",
               PICK("%5d|%-5d", "%+d %x", "%05d/%3d", "%.3d %o", "%c%d"),
               (int) draw(200) - 50 + 32, (int) draw(100)); break;
  case 1: line("numbers(\"%s\", %u);",
               PICK("12", "-7x", " 0x1f", "077", "", "99999999999999999999",
                    "+3", "z"), draw(2) ? 0 : 2 + draw(35)); break;
  case 2: line("split(\"%s\", \"%s\");", PICK("a,b;c", ",,x", "", "abc", "a b c"),
               PICK(",", ";,", " ", "x")); break;
  case 3: line("match(\"%s\", \"%s\");", PICK("^a.*b$", "(a|b)+", "[0-9]{2}", "x*"),
               PICK("aab", "ab12", "xx", "", "42b")); break;
  case 4: line("walk(\"%s\");", PICK(".", "d", "a")); break;
  case 5: line("say(\"locale\", setlocale(LC_ALL, \"C\") != 0);"); break;
  case 6: line("say(\"limit\", limits(%u));", 1 + draw(100)); break;
  case 7: line("say(\"fnmatch\", fnmatch(\"%s\", \"%s\", %s));",
               PICK("*.c", "a?b", "[!x]*", "d/*"),
               PICK("x.c", "a.b", "d/a", ".c"),
               PICK("0", "FNM_PATHNAME", "FNM_PERIOD")); break;
  case 8: line("days(%u);", draw(2000000000)); break;
  }
}

static const char *word(void) {
  return PICK("-a", "-b", "x", "y", "-ab", "-bz", "--", "-", "--all", "--fi", "--file=1", "-q");
}

/* Where C libraries differ (runtime/libc/differences.def). */
static void personal_call(void) {
  switch (draw(8)) {
  case 0: case 1:
    line("options(\"%s\", %u, (char *[]) {\"p\", \"%s\", \"%s\", \"%s\", \"%s\", 0});",
         PICK("ab:", "+ab:", "-ab:", ":ab:", "ab::"), draw(3), word(), word(), word(), word());
    break;
  case 2: line("say(\"puts\", puts(\"%s\")); fflush(stdout);", PICK("", "a", "abc")); break;
  case 3: line("order(\"%s\", \"%s\");", PICK("a", "b", "a1", "a10", "", "B"),
               PICK("a", "b", "a9", "a01", "", "\\xe9")); break;
  case 4: line("wide(%u);", draw(2) ? draw(256) : draw(0x3000)); break;
  case 5: line("scan(\"%s\", \"%s\");", PICK("1", "x", "-", "12 3", "7x", ""),
               PICK("%d", "%x %d", "%2d%d", "%*d %d")); break;
  case 6: line("locale(\"%s\");", PICK("C.UTF-8", "C.utf8", "POSIX", "xx_XX", "C", "de")); break;
  case 7: line("printf(\"%%p %%.2s %%s\\n\", (void *) 0, (char *) 0, (char *) 0); "
               "fflush(stdout);"); break;
  }
}

int main(int argc, char **argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: %s SEED\n", argv[0]);
    return 1;
  }
  state = strtoull(argv[1], NULL, 10) * 2654435761u + 1;
  draw(2);
  puts("#include \"env.h\"\n\nint main(void) {\n  begin();");
  /* One subject mostly: a cut in another must not hide it. */
  const uint32_t subject = draw(7), calls = 6 + draw(40);
  for (uint32_t i = 0; i < calls; i++) {
    switch (draw(8) ? subject : draw(7)) {
    case 0: file_call(); break;
    case 1: draw(2) ? file_call() : more_file_calls(); break;
    case 2: signal_call(); break;
    case 3: draw(3) ? signal_call() : timer_call(); break;
    case 4: memory_call(); break;
    case 5: library_call(); break;
    case 6: personal_call(); break;
    }
  }
  puts("  return 0;\n}");
  return 0;
}
