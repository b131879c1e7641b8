#include "base/processors.h"

#include "base/mem.h"

#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The first line of DIRECTORY/NAME; false: there is none. */
static bool read_line(const char *directory, const char *name, char *line, int size) {
  char *path = mem_format("%s/%s", directory, name);
  FILE *f = fopen(path, "r");
  free(path);
  if (!f) return false;
  const bool is_there = fgets(line, size, f) != NULL;
  fclose(f);
  return is_there;
}

static void tighten(unsigned *least, long long quota, long long period) {
  if (quota <= 0 || period <= 0) return;
  const long long count = (quota + period - 1) / period;
  if (count < 1024 && (!*least || (unsigned) count < *least)) *least = (unsigned) count;
}

/* Version 2: "QUOTA PERIOD" or "max PERIOD" in one file; version 1: two files. */
static void look(const char *directory, unsigned *least) {
  char line[128];
  long long quota, period;
  if (read_line(directory, "cpu.max", line, sizeof line) &&
      sscanf(line, "%lld %lld", &quota, &period) == 2)
    tighten(least, quota, period);
  if (read_line(directory, "cpu.cfs_quota_us", line, sizeof line) &&
      sscanf(line, "%lld", &quota) == 1 &&
      read_line(directory, "cpu.cfs_period_us", line, sizeof line) &&
      sscanf(line, "%lld", &period) == 1)
    tighten(least, quota, period);
}

/* A group is within its parents' quotas, too.  Inside a container the path may be the
 * host's, which is not there: then the mount's root is the container's group. */
static void look_upwards(const char *mount, const char *group, unsigned *least) {
  char *directory = mem_format("%s%s", mount, group);
  const size_t root = strlen(mount);
  for (;;) {
    look(directory, least);
    char *slash = strrchr(directory + root, '/');
    if (!slash) break;
    *slash = '\0';
  }
  free(directory);
}

static bool has_word(const char *list, const char *word) {
  const size_t length = strlen(word);
  for (const char *at = list; (at = strstr(at, word)); at += length)
    if ((at == list || at[-1] == ',') && (!at[length] || at[length] == ',')) return true;
  return false;
}

unsigned processors_quota(const char *self, const char *mount) {
  unsigned least = 0;
  char line[4096];
  FILE *f = fopen(self, "r");
  /* A line is NUMBER:CONTROLLERS:PATH; version 2 has no controllers. */
  while (f && fgets(line, sizeof line, f)) {
    line[strcspn(line, "\n")] = '\0';
    char *controllers = strchr(line, ':');
    char *path = controllers ? strchr(controllers + 1, ':') : NULL;
    if (!path) continue;
    *controllers++ = *path++ = '\0';
    if (*path != '/') continue;
    if (*controllers && !has_word(controllers, "cpu")) continue;
    /* Where each is mounted: version 2 alone, or beside version 1. */
    static const char *const unified[] = {"", "/unified", NULL};
    static const char *const split[] = {"/cpu", "/cpu,cpuacct", NULL};
    for (const char *const *below = *controllers ? split : unified; *below; below++) {
      char *root = mem_format("%s%s", mount, *below);
      look_upwards(root, strcmp(path, "/") ? path : "", &least);
      free(root);
    }
  }
  if (f) fclose(f);
  return least;
}

static unsigned allowed(void) {
  enum { MOST = 1 << 15 };
  cpu_set_t *set = CPU_ALLOC(MOST);
  const size_t size = CPU_ALLOC_SIZE(MOST);
  const int count = set && !sched_getaffinity(0, size, set) ? CPU_COUNT_S(size, set) : 1;
  CPU_FREE(set);
  return count > 0 ? (unsigned) count : 1;
}

unsigned processors_available(void) {
  const unsigned own = allowed();
  const unsigned quota = processors_quota("/proc/self/cgroup", "/sys/fs/cgroup");
  return quota && quota < own ? quota : own;
}
