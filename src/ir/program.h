#ifndef IR_PROGRAM_H
#define IR_PROGRAM_H

#include "ir/ir.h"

ir_program *program_new(void);

/* The text, kept as long as the program. */
const char *program_text(ir_program *, const char *, size_t length);
/* The index in program->strings, added if new. */
uint32_t program_reason(ir_program *, const char *);
/* The index in program->files, added if new. */
uint32_t program_file(ir_program *, const char *, size_t length);

/* Fixes the names of the symbols, in order; sizes are known. */
void program_place_symbols(ir_program *);
/* Gives every symbol another name, with another distance for each (ready_make.c). */
void program_displace_symbols(ir_program *);
void program_sort_names(ir_program *);

/* Without the marks IR_NUMBERS if the program has none (lower_numbers.c). */
void program_drop_numbers(ir_program *);

#endif
