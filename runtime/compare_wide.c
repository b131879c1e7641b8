#include "compare.h"

typedef __WCHAR_TYPE__ wide;

ANY(wcscmp, (const wide *a, const wide *b), (a, b))
ANY(wcsncmp, (const wide *a, const wide *b, size_t n), (a, b, n))
ANY(wmemcmp, (const wide *a, const wide *b, size_t n), (a, b, n))
ANY(wcscoll, (const wide *a, const wide *b), (a, b))
ANY(wcscasecmp, (const wide *a, const wide *b), (a, b))
ANY(wcsncasecmp, (const wide *a, const wide *b, size_t n), (a, b, n))
ANY(strverscmp, (const char *a, const char *b), (a, b))
ANY(alphasort, (const void *a, const void *b), (a, b))
ANY(versionsort, (const void *a, const void *b), (a, b))
