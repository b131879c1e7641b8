/* The C library's headers ask for this list of unimplemented functions when
 * they are compiled for 32 bits on a machine that has only the 64-bit ones
 * installed.  None of the list matters to a program that braid runs. */
