#include "jobs/jobs_parts.h"

#include "base/mem.h"
#include "base/sha.h"
#include "jobs/queue_pulse.h"
#include "jobs/queue_url.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A ledger that is a queue on a server: who leads the run, and who takes part. */

static void start_pulse(jobs *j) {
  j->pulse = queue_pulse_start(j->url, j->owner);
  j->pulse_of = getpid();
}

void jobs_stop_pulse(jobs *j) {
  if (j->pulse && j->pulse_of == getpid()) queue_pulse_stop(j->pulse);
  j->pulse = 0;
}

/* The same run as before, with a number of its own if it has none. */
bool jobs_join_queue(jobs *j, char **error) {
  size_t size;
  char *token = job_ledger_get(j->file, "token", &size);
  const bool is_same = token && (!j->token || !strcmp(token, j->token));
  const bool is_new = !j->owner;
  if (!is_same)
    *error = mem_string("the run is not there any more, or another one is");
  else if (!job_ledger_join(j->file, &j->owner, !j->is_worker))
    *error = mem_string(job_ledger_error(j->file));
  if (!j->token && is_same) j->token = token;
  else free(token);
  if (!*error && is_new) start_pulse(j);
  if (!*error) return true;
  job_ledger_close(j->file);
  j->file = NULL;
  return false;
}

/* What --property names is a file of this machine: its text goes to the others. */
static bool put_property(jobs *j) {
  char *error = NULL;
  size_t size;
  if (!j->s->o->property) return true;
  char *text = file_read_whole(j->s->o->property, &size, &error);
  const bool is_good = text && job_ledger_set(j->file, JOBS_FACT_PROPERTY, text, size);
  free(text);
  free(error);
  return is_good;
}

/* By content; the fact has a digest a file. */
static bool put_program(jobs *j, const jobs_files *files) {
  wire digests = {.read = 0};
  bool is_good = true;
  for (uint32_t k = 0; k < files->count && is_good; k++) {
    const sha256_text d = sha256(files->items[k].bytes, files->items[k].size);
    wire_put(&digests, d.hex, strlen(d.hex) + 1);
    is_good = job_ledger_put_file(j->file, d.hex, files->items[k].bytes,
                                  files->items[k].size);
  }
  is_good = is_good && job_ledger_set(j->file, JOBS_FACT_PROGRAM, digests.bytes.items,
                                      digests.bytes.count);
  wire_release(&digests);
  return is_good;
}

/* The mark in an output directory --------------------------------------------- */

static char *mark_path(const char *directory) { return mem_format("%s/.queue", directory); }

/* A forged queue can name any directory: only one that this run made has the run's token
 * in it. */
static bool has_mark(const char *directory, const char *token) {
  char *mark = mark_path(directory), *error = NULL;
  size_t size;
  char *said = file_read_whole(mark, &size, &error);
  const bool is_so = said && token && size == strlen(token) && !memcmp(said, token, size);
  free(said);
  free(error);
  free(mark);
  return is_so;
}

static char *put_mark(const char *directory, const char *token) {
  char *mark = mark_path(directory);
  char *error = file_write_whole(mark, token, strlen(token));
  free(mark);
  return error;
}

char *jobs_find_output(job_ledger_file *l) {
  size_t size;
  char *directory = job_ledger_get(l, JOBS_FACT_OUTPUT, &size);
  char *token = job_ledger_get(l, "token", &size);
  const bool is_own = directory && !access(directory, W_OK) && has_mark(directory, token);
  free(token);
  if (is_own) return directory;
  free(directory);
  return NULL;
}

void jobs_remove_ledger(const session *s) {
  job_ledger_remove(jobs_where(s));
  if (!jobs_queue_url(s->o)) return;
  char *mark = mark_path(outdir_path(s->out));
  unlink(mark);
  free(mark);
}

const char *jobs_queue_url(const options *o) {
  if (o->queue) return o->queue;
  return o->resume && queue_url_is(o->resume) ? o->resume : NULL;
}

char *jobs_open_queue(jobs *j, const jobs_files *files) {
  char *error = NULL;
  size_t size;
  j->digest = jobs_digest(j);
  j->file = job_ledger_create(j->url, &error);
  if (!j->file) return error;
  char *directory = realpath(outdir_path(j->s->out), NULL);
  const char *where = directory ? directory : outdir_path(j->s->out);
  if (!job_ledger_end(j->file, jobs_set_facts(j) && put_program(j, files) && put_property(j) &&
                                   job_ledger_set(j->file, JOBS_FACT_OUTPUT, where,
                                                  strlen(where))))
    error = mem_string(job_ledger_error(j->file));
  else
    j->token = job_ledger_get(j->file, "token", &size);
  if (!error && j->token) error = put_mark(where, j->token);
  free(directory);
  jobs_close_ledger(j);
  if (!error) start_pulse(j);
  j->is_resumed = true;
  return error;
}

/* NULL, or a message. */
static char *become_remote(jobs *j) {
  char *error = NULL;
  size_t size;
  uint64_t digest = 0;
  j->is_worker = j->is_remote = j->is_resumed = true;
  j->owner = 0;
  j->token = mem_string(j->s->o->run_token);
  j->file = job_ledger_open(j->url, false, &error);
  if (!j->file) return error;
  free(j->command);
  j->command = job_ledger_get(j->file, JOBS_FACT_COMMAND, &j->command_size);
  char *said = job_ledger_get(j->file, JOBS_FACT_DIGEST, &size);
  if (said && size == sizeof digest) memcpy(&digest, said, size);
  free(said);
  if (!j->command) return mem_string(job_ledger_error(j->file));
  j->digest = jobs_digest(j);
  if (digest != j->digest) {
    char *shown = queue_url_shown(j->url);
    error = mem_format("%s: the run is of another program, of other options, or of "
                       "files that are others here", shown);
    free(shown);
    jobs_close_ledger(j);
    return error;
  }
  return jobs_join_queue(j, &error) ? NULL : error;
}

char *jobs_become_remote(jobs *j) {
  char *error = become_remote(j);
  if (!error) {
    workers_become_silent(j);
    return NULL;
  }
  /* It ended while this process started: no job is left. */
  if (job_ledger_has_ended(j->url, j->token)) workers_leave(j, 0);
  return error;
}
