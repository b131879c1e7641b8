/* Texts that every library has its own of: an assumption of the calls that ask for them. */
#define _GNU_SOURCE
#include "../libc/differences.h"

#include <libintl.h>
#include <netdb.h>
#include <regex.h>

#define gai_strerror __musl_gai_strerror
#define msgs gai_msgs
#include "src/network/gai_strerror.c"
#undef gai_strerror
#undef msgs
#define hstrerror __musl_hstrerror
#include "src/network/hstrerror.c"
#undef hstrerror
#define regerror __musl_regerror
#include "src/regex/regerror.c"
#undef regerror
#define bind_textdomain_codeset __musl_bind_textdomain_codeset
#include "src/locale/bind_textdomain_codeset.c"
#undef bind_textdomain_codeset

const char *gai_strerror(int error) {
  __braid_note_here(differs_TEXTS);
  return __musl_gai_strerror(error);
}

const char *hstrerror(int error) {
  __braid_note_here(differs_TEXTS);
  return __musl_hstrerror(error);
}

size_t regerror(int error, const regex_t *restrict r, char *restrict to, size_t n) {
  __braid_note_here(differs_TEXTS);
  return __musl_regerror(error, r, to, n);
}

char *bind_textdomain_codeset(const char *domain, const char *codeset) {
  __braid_note_here(differs_TEXTS);
  return __musl_bind_textdomain_codeset(domain, codeset);
}
