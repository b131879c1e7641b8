#ifndef PAGE_RELEVANCY_PAGE_H
#define PAGE_RELEVANCY_PAGE_H

#include "relevancy/relevancy.h"

/*
 * Results of relevancy, for people and for tools: the source with each line marked (a
 * symbolic value may come here; only concrete values; never reached), and counts by
 * function.
 */
void relevancy_write_text(const ir_program *, relevancy *, FILE *);
void relevancy_write_html(const ir_program *, relevancy *, FILE *);
void relevancy_write_json(const ir_program *, relevancy *, FILE *);

#endif
