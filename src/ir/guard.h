#ifndef IR_GUARD_H
#define IR_GUARD_H

/*
 * LLVM may crash on damaged bitcode, and not every time.  While a guard is up, a crash is
 * bad input: the process names the file and ends with status 2.  Guards do not nest.
 */
void guard_begin(const char *path);
void guard_end(void);

#endif
