/*
 * The primitives, natively and without any libc, so that a program can run on
 * braid's runtime and on its libc without braid.  It shows what the program
 * writes; every other primitive that would end a path says so and exits:
 * 100 an error, 101 unsupported.
 */
#include "runtime/primitives.h"

static long call(long n, long a, long b, long c) {
#if defined __aarch64__
  register long x8 __asm__("x8") = n;
  register long x0 __asm__("x0") = a;
  register long x1 __asm__("x1") = b;
  register long x2 __asm__("x2") = c;
  __asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2) : "memory");
  return x0;
#elif defined __x86_64__
  long result;
  __asm__ volatile("syscall" : "=a"(result) : "a"(n), "D"(a), "S"(b), "d"(c)
                   : "rcx", "r11", "memory");
  return result;
#endif
}

#if defined __aarch64__
enum { WRITE = 64, EXIT = 94 };
#else
enum { WRITE = 1, EXIT = 231 };
#endif

static void say(const char *text) {
  size_t n = 0;
  while (text[n]) n++;
  call(WRITE, 2, (long) text, (long) n);
}

static _Noreturn void stop(int status) {
  for (;;) call(EXIT, status, 0, 0);
}

_Noreturn void __braid_exit(int status) { stop(status & 255); }
_Noreturn void __braid_silent_exit(int status) { stop(status & 255); }

_Noreturn void __braid_error(const char *kind, const char *message) {
  say("error: "); say(kind); say(": "); say(message); say("\n");
  stop(100);
}

_Noreturn void __braid_unsupported(const char *what) {
  say("unsupported: "); say(what); say("\n");
  stop(101);
}

void __braid_output(int fd, const void *data, size_t n) {
  call(WRITE, fd, (long) data, (long) n);
}

/* What the runtime takes for instructions of the executor are calls here. */
void *memcpy(void *restrict, const void *restrict, size_t);
void *memcpy(void *restrict to, const void *restrict from, size_t n) {
  for (size_t i = 0; i < n; i++)
    ((volatile unsigned char *) to)[i] = ((const unsigned char *) from)[i];
  return to;
}

void *memmove(void *, const void *, size_t);
void *memmove(void *to, const void *from, size_t n) {
  if ((uintptr_t) to < (uintptr_t) from) return memcpy(to, from, n);
  while (n--)
    ((volatile unsigned char *) to)[n] = ((const unsigned char *) from)[n];
  return to;
}

void *memset(void *, int, size_t);
void *memset(void *to, int byte, size_t n) {
  for (size_t i = 0; i < n; i++)
    ((volatile unsigned char *) to)[i] = (unsigned char) byte;
  return to;
}

/* Allocation: a heap that only grows; the size sits before each object. */
static _Alignas(4096) unsigned char heap[64 << 20];
static size_t used;

void *__braid_alloc(size_t size, size_t align, int kind) {
  if (align < 16) align = 16;
  const size_t start = (used + 16 + align - 1) / align * align;
  if (start + size > sizeof heap) return NULL;
  used = start + size;
  *(size_t *) (heap + start - sizeof(size_t)) = size;
  for (size_t i = 0; i < size; i++) heap[start + i] = kind ? 0 : 0xa5;
  return heap + start;
}

void __braid_free(void *p) { (void) p; }

/* Nothing here is ever written that must not be. */
void __braid_protect(void *p, int may_write) { (void) p; (void) may_write; }
void __braid_end_string(void *p) { (void) p; }

/* Numbers are never symbolic here. */
void __braid_move(void *to, const void *from) { (void) to; (void) from; }
size_t __braid_object_size(const void *p) {
  return *(const size_t *) ((const unsigned char *) p - sizeof(size_t));
}

void __braid_check(const void *p, size_t n, int write) {
  (void) p; (void) n; (void) write;
}

/* Every input is zero. */
void __braid_input(void *p, size_t n, const char *name, int kind) {
  (void) name; (void) kind;
  for (size_t i = 0; i < n; i++) ((unsigned char *) p)[i] = 0;
}

void __braid_assume(int condition) { if (!condition) stop(102); }
int __braid_is_symbolic(uint64_t value) { (void) value; return 0; }
int __braid_is_of_pointer(const void *p) { (void) p; return 0; }
/* Never known: the loops in C are what is looked at. */
size_t __braid_length(const char *s, size_t limit) { (void) s, (void) limit; return SIZE_MAX; }
uint64_t __braid_value(uint64_t value) { return value; }
void __braid_print(const char *text, uint64_t value) {
  (void) text; (void) value;
}
void __braid_warn(const char *message) { (void) message; }
void __braid_note(const char *assumption) { (void) assumption; }
void __braid_note_here(const char *assumption) { (void) assumption; }
int __braid_is_replay(void) { return 0; }
int __braid_is_called_by_program(void) { return 0; }
void __braid_construct(int argc, char **argv, char **environment) {
  (void) argc; (void) argv; (void) environment;
}
long __braid_host_file(const char *path, void *to, size_t room,
                       uint32_t *mode) {
  (void) path; (void) to; (void) room; (void) mode;
  return -2;                    /* ENOENT */
}
void __braid_output_number(int fd, uint64_t number, const char *conversion) {
  (void) fd; (void) number; (void) conversion;
  stop(103);                    /* nothing is symbolic here */
}

/* The processor's stack pointer points to the argument count. */
__attribute__((used)) static _Noreturn void begin(long *stack) {
  char **argv = (char **) (stack + 1);
  __braid_start((int) stack[0], argv, argv + stack[0] + 1);
}

#if defined __aarch64__
__asm__(".globl _start\n_start: mov x0, sp\n\tb begin_here\n");
__asm__(".set begin_here, begin\n");
#else
__asm__(".globl _start\n_start: mov %rsp, %rdi\n\tand $-16, %rsp\n"
        "\tcall begin\n");
#endif
