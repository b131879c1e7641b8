#ifndef PAGE_HISTORY_LAYOUT_H
#define PAGE_HISTORY_LAYOUT_H

#include "formats/history_file.h"

/*
 * Places of drawn nodes: a row for each level, the start on top.  An edge that passes rows
 * has a point in each, a knot, so the edge goes round the nodes there.  In a row, points
 * stand in the order of their predecessors, apart from each other, and as near as possible
 * to the middle of their neighbours above and below.
 */
typedef struct history_layout {
  double *x;                    /* of the nodes, then of the knots; from 0 */
  uint32_t *knots;              /* of each edge the first, and the end of the last edge's;
                                 * row by row downward.  Without knots if there would be too
                                 * many */
  double width;                 /* the largest x */
  uint32_t depth;               /* rows but the first */
} history_layout;

history_layout history_lay_out(const history_read *);
void history_layout_release(history_layout *);

#endif
