#ifndef BASE_PROCESSORS_H
#define BASE_PROCESSORS_H

/* How many processors this process may use, at least 1: the processors of the affinity
 * (taskset, cpusets), and no more than the quota of the control groups (versions 1 and 2; a
 * container's), rounded up. */
unsigned processors_available(void);

/* The quota alone; 0: there is none.  `self` is /proc/self/cgroup, `mount` where the
 * control groups are mounted: other files in tests. */
unsigned processors_quota(const char *self, const char *mount);

#endif
