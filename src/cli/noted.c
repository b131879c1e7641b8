#include "cli/noted.h"

#include "base/build.h"
#include "jobs/jobs.h"
#include "jobs/queue_url.h"

#include <stdlib.h>
#include <unistd.h>

void noted_fill(noted *n, const options *o, run_info *info) {
  *n = (noted) {.where = getcwd(NULL, 0), .digest = jobs_sources(o)};
  for (int k = 1; k < o->argc; k++) {
    char *url = queue_url_is(o->argv[k]) ? queue_url_shown(o->argv[k]) : NULL;
    if (url) vec_push(&n->shown, url);
    vec_push(&n->words, url ? url : o->argv[k]);
  }
  info->words = n->words.items;
  info->words_count = n->words.count;
  info->where = n->where;
  info->digest = n->digest.hex;
  info->build = build_name();
}

void noted_release(noted *n) {
  for (uint32_t k = 0; k < n->shown.count; k++) free(n->shown.items[k]);
  vec_release(&n->shown);
  vec_release(&n->words);
  free(n->where);
}
