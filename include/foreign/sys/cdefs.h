/* What programs use of the GNU system's <sys/cdefs.h>, which the headers of
 * foreign targets lack. */
#ifndef _SYS_CDEFS_H
#define _SYS_CDEFS_H 1

#ifdef __cplusplus
#define __BEGIN_DECLS extern "C" {
#define __END_DECLS }
#else
#define __BEGIN_DECLS
#define __END_DECLS
#endif
#define __P(arguments) arguments
#define __CONCAT(x, y) x##y
#define __STRING(x) #x
#define __THROW __attribute__((__nothrow__))
#define __nonnull(parameters) __attribute__((__nonnull__ parameters))
#define __attribute_pure__ __attribute__((__pure__))
#define __attribute_const__ __attribute__((__const__))
#define __attribute_malloc__ __attribute__((__malloc__))
#define __attribute_deprecated__ __attribute__((__deprecated__))
#define __wur

#endif
