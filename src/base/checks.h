#ifndef BASE_CHECKS_H
#define BASE_CHECKS_H

/* Walks too long for an assert run only in builds for tests (CMakeLists.txt). */
#ifdef CHECKS
enum { CHECKS_ARE_ON = 1 };
#else
enum { CHECKS_ARE_ON = 0 };
#endif

#endif
