#include "test/check.h"

#include "base/mem.h"
#include "base/processors.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char *root;

static char *below(const char *name) { return mem_format("%s/%s", root, name); }

static void make(const char *name) {
  char *path = below(name);
  CHECK(!mkdir(path, 0700));
  free(path);
}

static void put(const char *name, const char *text) {
  char *path = below(name);
  FILE *f = fopen(path, "w");
  CHECK(f && fputs(text, f) >= 0 && !fclose(f));
  free(path);
}

static unsigned quota(const char *self) {
  put("self", self);
  char *file = below("self"), *mount = below("sys");
  const unsigned n = processors_quota(file, mount);
  free(file);
  free(mount);
  return n;
}

static void version_2_takes_the_least_of_a_group_and_its_parents(void) {
  make("sys"), make("sys/a"), make("sys/a/b");
  put("sys/a/cpu.max", "300000 100000\n");
  put("sys/a/b/cpu.max", "max 100000\n");
  CHECK(quota("0::/a/b\n") == 3);
  put("sys/a/b/cpu.max", "150000 100000\n");
  CHECK(quota("0::/a/b\n") == 2);       /* one and a half */
  CHECK(quota("0::/\n") == 0);
  CHECK(quota("0::/not/there\n") == 0);
  put("sys/cpu.max", "50000 100000\n");
  CHECK(quota("0::/not/there\n") == 1); /* a container: the mount's root */
}

static void version_1_has_a_file_each(void) {
  make("sys/cpu,cpuacct"), make("sys/cpu,cpuacct/x");
  put("sys/cpu.max", "max 100000\n");
  put("sys/cpu,cpuacct/x/cpu.cfs_quota_us", "400000\n");
  put("sys/cpu,cpuacct/x/cpu.cfs_period_us", "100000\n");
  CHECK(quota("5:cpuset:/x\n3:cpu,cpuacct:/x\n") == 4);
  CHECK(quota("5:cpuset:/x\n3:cpuacct:/x\n") == 0);
  put("sys/cpu,cpuacct/x/cpu.cfs_quota_us", "-1\n");
  CHECK(quota("3:cpuacct,cpu:/x\n") == 0);
}

static void what_is_broken_is_no_quota(void) {
  put("sys/a/b/cpu.max", "0 0\n");
  put("sys/a/cpu.max", "many\n");
  CHECK(quota("0::/a/b\n") == 0);
  CHECK(quota("nonsense\n::\n0:\n") == 0);
  CHECK(processors_quota("/not/there", "/not/there/either") == 0);
}

static void affinity_counts(void) {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET((size_t) sched_getcpu(), &one);
  CHECK(processors_available() >= 1);
  CHECK(!sched_setaffinity(0, sizeof one, &one));
  CHECK(processors_available() == 1);
}

int main(void) {
  char pattern[] = "/tmp/braid-processors-XXXXXX";
  root = mkdtemp(pattern);
  CHECK(root);
  version_2_takes_the_least_of_a_group_and_its_parents();
  version_1_has_a_file_each();
  what_is_broken_is_no_quota();
  affinity_counts();
  char *command = mem_format("rm -rf %s", root);
  CHECK(!system(command));
  free(command);
  return 0;
}
