#ifndef CLI_RELEVANCY_H
#define CLI_RELEVANCY_H

#include "base/options.h"
#include "finding/world.h"
#include "relevancy/relevancy.h"

/* `braid relevancy [options] FILE.c`: where symbolic values may come. */
int cli_relevancy(int argc, char **argv);

/* Options of the analysis for a run's options; joins: states are joined. */
relevancy_options relevancy_from(const options *, const world *, bool joins);

#endif
