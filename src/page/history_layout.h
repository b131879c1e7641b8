#ifndef PAGE_HISTORY_LAYOUT_H
#define PAGE_HISTORY_LAYOUT_H

#include "formats/history_file.h"

/*
 * Where nodes are drawn: one row a level, the start on top.  An edge that
 * passes rows has a point in each, its knots, so that it goes round the nodes
 * there.  In a row, points stand in the order of what they come from, apart
 * from each other, and as near to the middle of their neighbours above and below
 * as that allows.
 */
typedef struct history_layout {
  double *x;                    /* of the nodes, then of the knots; from 0 */
  uint32_t *knots;              /* of each edge its first one, and one past the
                                 * last edge's; row by row downward.  An edge may
                                 * have none although it passes rows, if there
                                 * would be too many */
  double width;                 /* the largest x */
  uint32_t depth;               /* rows but the first */
} history_layout;

history_layout history_lay_out(const history_read *);
void history_layout_release(history_layout *);

#endif
