/* A walk through the rest of the library. */
#define _GNU_SOURCE
#include <ctype.h>
#include <getopt.h>
#include <locale.h>
#include <regex.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

static int ascending(const void *a, const void *b) {
  return *(const int *) a - *(const int *) b;
}

static void caught(int number) { printf("signal %d\n", number); }
static void last(void) { puts("last"); }

static void files(void) {
  FILE *f = fopen("/tmp/braid-library-test", "w+");
  fprintf(f, "one two\n3\n");
  rewind(f);
  char word[10];
  int n;
  if (fscanf(f, "%9s %*s %d", word, &n) == 2) printf("%s %d\n", word, n);
  fseek(f, 4, SEEK_SET);
  printf("%c %ld\n", fgetc(f), ftell(f));
  ungetc('Q', f);
  printf("%c\n", getc(f));
  fclose(f);
  struct stat st;
  printf("%d", stat("/tmp/braid-library-test", &st));
  printf(" %d %d\n", (int) st.st_size, S_ISREG(st.st_mode));
  unlink("/tmp/braid-library-test");
  printf("%d\n", access("/tmp/braid-library-test", F_OK));
  if (!fopen("/nowhere/at/all", "r")) perror("fopen");
}

int main(void) {
  atexit(last);
  setlocale(LC_ALL, "");
  printf("%s %d\n", setlocale(LC_ALL, NULL), (int) MB_CUR_MAX);
  int v[] = {5, 3, 9, 1};
  qsort(v, 4, sizeof *v, ascending);
  printf("%d %d %d %d\n", v[0], v[1], v[2], v[3]);
  regex_t r;
  regmatch_t m[2];
  regcomp(&r, "^(a+)b[0-9]*$", REG_EXTENDED);
  printf("%d", regexec(&r, "aaab12", 2, m, 0));
  printf(" %d %d\n", (int) m[1].rm_so, (int) m[1].rm_eo);
  regfree(&r);
  time_t t = 86400 * 365;
  char text[64];
  strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S %a", gmtime(&t));
  puts(text);
  char *arguments[] = {"p", "-a", "-b", "x", "file", NULL};
  int option;
  while ((option = getopt(5, arguments, "ab:")) != -1)
    printf("-%c %s\n", option, optarg ? optarg : "");
  signal(SIGUSR1, caught);
  raise(SIGUSR1);
  files();
  char *line = NULL;
  size_t capacity = 0;
  printf("%d\n", (int) getline(&line, &capacity, stdin));
  free(line);
  char *made;
  if (asprintf(&made, "%d-%s", 7, "x") > 0) puts(made);
  free(made);
  srand(42);
  printf("%d", rand());
  printf(" %d\n", rand());
  putenv("BRAID_TEST=1");
  printf("%s\n", getenv("BRAID_TEST"));
  puts(strerror(2));
  char words[] = "a b  c";
  for (char *p = strtok(words, " "); p; p = strtok(NULL, " ")) puts(p);
  size_t length;
  FILE *memory = open_memstream(&made, &length);
  fprintf(memory, "memory %d", 5);
  fclose(memory);
  printf("%s %d\n", made, (int) length);
  free(made);
  wchar_t wide[10];
  printf("%d\n", (int) mbstowcs(wide, "abc", 10));
  for (int c = 'Y'; c <= 'b'; c++)
    printf("%d%d%c ", !!isalpha(c), !!ispunct(c), toupper(c));
  puts("");
  return 7;
}
