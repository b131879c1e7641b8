#ifndef BASE_CHECKS_H
#define BASE_CHECKS_H

/* Walks that are too long for an assert run in builds that test braid (CMakeLists.txt). */
#ifdef CHECKS
enum { CHECKS_ARE_ON = 1 };
#else
enum { CHECKS_ARE_ON = 0 };
#endif

#endif
