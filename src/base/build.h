#ifndef BASE_BUILD_H
#define BASE_BUILD_H

/* Version and build: two braids of the same name give the same answers. */
const char *build_name(void);

#endif
