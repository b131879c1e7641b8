#ifndef RUNTIME_LAYOUT_H
#define RUNTIME_LAYOUT_H

/*
 * Where the C library keeps what the engine reads in a program's memory (zeq/unseen.c), on
 * targets with 64-bit pointers.  The sources that define these structures assert each row
 * when the library is compiled: HAS_LAYOUT.
 *
 * X(name for the engine, member, offset in bytes)
 */
#define STREAM_LAYOUT(X) \
  X(STREAM_WEND, wend, 32) X(STREAM_WPOS, wpos, 40) X(STREAM_WBASE, wbase, 56) \
  X(STREAM_BUFFER, buf, 88) X(STREAM_BUFFER_SIZE, buf_size, 96)
#define OPEN_FILE_LAYOUT(X) \
  X(OPEN_FILE_OF, of, 0) X(OPEN_FILE_OFFSET, offset, 8)
enum { OPEN_FILE_BYTES = 24 };

#define HAS_LAYOUT(TYPE, MEMBER, OFFSET) \
  _Static_assert(sizeof(void *) != 8 || \
                 (__builtin_offsetof(TYPE, MEMBER) == OFFSET && \
                  sizeof(((TYPE *) 0)->MEMBER) == 8), \
                 "runtime/layout.h: " #MEMBER)

#endif
