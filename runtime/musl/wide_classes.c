/*
 * Wide characters from 128 on are of no class in GNU's locale C and map to themselves.  In
 * C.UTF-8 classes follow Unicode, of which libraries have different versions: an assumption.
 */
#define _GNU_SOURCE
#include "../libc/differences.h"
#include "../world.h"

#include "locale_impl.h"
#include <features.h>
#include <wchar.h>
#include <wctype.h>

#undef weak_alias
#define weak_alias(OLD, NEW)

#define iswalnum __musl_iswalnum
#define iswalpha __musl_iswalpha
#define iswblank __musl_iswblank
#define iswcntrl __musl_iswcntrl
#define iswgraph __musl_iswgraph
#define iswlower __musl_iswlower
#define iswprint __musl_iswprint
#define iswpunct __musl_iswpunct
#define iswspace __musl_iswspace
#define iswupper __musl_iswupper
#define towlower __musl_towlower
#define towupper __musl_towupper
#define __iswalnum_l __musl_iswalnum_l
#define __iswalpha_l __musl_iswalpha_l
#define __iswblank_l __musl_iswblank_l
#define __iswcntrl_l __musl_iswcntrl_l
#define __iswgraph_l __musl_iswgraph_l
#define __iswlower_l __musl_iswlower_l
#define __iswprint_l __musl_iswprint_l
#define __iswpunct_l __musl_iswpunct_l
#define __iswspace_l __musl_iswspace_l
#define __iswupper_l __musl_iswupper_l
#define __towlower_l __musl_towlower_l
#define __towupper_l __musl_towupper_l
#define wcwidth __musl_wcwidth
#define table alpha_table
#include "src/ctype/iswalpha.c"
#undef table
#define table punct_table
#include "src/ctype/iswpunct.c"
#undef table
#define table nonspacing_table
#include "src/ctype/wcwidth.c"
#undef table
#define tab case_tab
#include "src/ctype/towctrans.c"
#undef tab
#include "src/ctype/iswalnum.c"
#include "src/ctype/iswblank.c"
#include "src/ctype/iswcntrl.c"
#include "src/ctype/iswlower.c"
#include "src/ctype/iswprint.c"
#include "src/ctype/iswspace.c"
#include "src/ctype/iswgraph.c"
#include "src/ctype/iswupper.c"
#undef iswalnum
#undef iswalpha
#undef iswblank
#undef iswcntrl
#undef iswgraph
#undef iswlower
#undef iswprint
#undef iswpunct
#undef iswspace
#undef iswupper
#undef towlower
#undef towupper
#undef __iswalnum_l
#undef __iswalpha_l
#undef __iswblank_l
#undef __iswcntrl_l
#undef __iswgraph_l
#undef __iswlower_l
#undef __iswprint_l
#undef __iswpunct_l
#undef __iswspace_l
#undef __iswupper_l
#undef __towlower_l
#undef __towupper_l
#undef wcwidth

/* Not a character of the locale. */
static int is_beyond(wint_t c, locale_t l) {
  if (c < 128 || !braid_world.is_gnu) return 0;
  if (!l->cat[LC_CTYPE]) return 1;
  if (c != WEOF) __braid_note_here(differs_WIDE);
  return 0;
}

#define CLASS(NAME) \
  int NAME(wint_t c) { return is_beyond(c, CURRENT_LOCALE) ? 0 : __musl_##NAME(c); } \
  int NAME##_l(wint_t c, locale_t l) { return is_beyond(c, l) ? 0 : __musl_##NAME(c); } \
  int __##NAME##_l(wint_t c, locale_t l) { return NAME##_l(c, l); }
CLASS(iswalnum) CLASS(iswalpha) CLASS(iswblank) CLASS(iswcntrl) CLASS(iswgraph) CLASS(iswlower)
CLASS(iswprint) CLASS(iswpunct) CLASS(iswspace) CLASS(iswupper)

#define MAP(NAME) \
  wint_t NAME(wint_t c) { return is_beyond(c, CURRENT_LOCALE) ? c : __musl_##NAME(c); } \
  wint_t NAME##_l(wint_t c, locale_t l) { return is_beyond(c, l) ? c : __musl_##NAME(c); } \
  wint_t __##NAME##_l(wint_t c, locale_t l) { return NAME##_l(c, l); }
MAP(towlower) MAP(towupper)

int wcwidth(wchar_t c) {
  return is_beyond((wint_t) c, CURRENT_LOCALE) ? -1 : __musl_wcwidth(c);
}
