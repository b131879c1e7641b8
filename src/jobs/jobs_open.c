#include "jobs/jobs_parts.h"

#include "base/build.h"
#include "base/mem.h"
#include "base/sha.h"
#include "ir/ir.h"

#include <string.h>
#include <unistd.h>

/* How a ledger is made, opened and resumed, and what must be the same for that. */

/* What must be the same ------------------------------------------------------ */

char *jobs_build(void) { return mem_string(build_name()); }

sha256_text jobs_sources(const options *o) {
  wire all = {.read = 0};
  for (uint32_t k = 0; k < o->files.count; k++) {
    size_t size;
    char *error = NULL;
    char *text = file_read_whole(o->files.items[k], &size, &error);
    wire_put_bytes(&all, text, text ? size : 0);
    free(text);
    free(error);
  }
  const sha256_text d = sha256(all.bytes.items, all.bytes.count);
  wire_release(&all);
  return d;
}

/* Of the program as braid sees it, the command, what it reads, and braid itself. */
uint64_t jobs_digest(const jobs *j) {
  char *text, *build = jobs_build(), *error = NULL;
  size_t size, asked_size = 0;
  FILE *out = mem_stream(&text, &size);
  fprintf(out, "braid %s\n", build);
  fwrite(j->command, 1, j->command_size, out);
  char *asked = j->s->o->property
      ? file_read_whole(j->s->o->property, &asked_size, &error) : NULL;
  if (asked) fwrite(asked, 1, asked_size, out);
  free(asked);
  free(error);
  free(build);
  ir_print(j->s->program, out);
  mem_stream_end(out);
  const sha256_text d = sha256(text, size);
  free(text);
  char first[16];
  memcpy(first, d.hex, 15);
  first[15] = 0;
  const uint64_t digest = strtoull(first, NULL, 16);
  return digest ? digest : 1;
}

/* The file ------------------------------------------------------------------- */

void jobs_complain(jobs *j, const char *what) {
  const bool has_left = j->is_remote && j->file &&
                        job_ledger_hear(j->file).word == JOB_LEDGER_ENDED;
  if (!j->has_failed && !has_left && j->url)
    fprintf(stderr, "braid: the queue cannot be kept: %s\n", what);
  else if (!j->has_failed && !has_left)
    fprintf(stderr, "braid: the ledger in %s cannot be kept; what is done from now "
            "on is lost if the run is ended: %s\n", outdir_path(j->s->out), what);
  j->has_failed = true;
}

bool jobs_check(jobs *j, bool is_good) {
  if (!is_good) jobs_complain(j, job_ledger_error(j->file));
  return is_good;
}

bool jobs_set_facts(jobs *j) {
  char *where = getcwd(NULL, 0), *build = jobs_build();
  const sha256_text sources = jobs_sources(j->s->o);
  uint64_t number;
  const bool is_good =
      job_ledger_set(j->file, JOBS_FACT_DIGEST, &j->digest, sizeof j->digest) &&
      job_ledger_set(j->file, JOBS_FACT_COMMAND, j->command, j->command_size) &&
      job_ledger_set(j->file, JOBS_FACT_BUILD, build, strlen(build)) &&
      job_ledger_set(j->file, JOBS_FACT_SOURCES, sources.hex, strlen(sources.hex)) &&
      job_ledger_set(j->file, JOBS_FACT_DIRECTORY, where ? where : ".",
                     strlen(where ? where : ".")) &&
      job_ledger_count(j->file, JOBS_SUM_JOBS, 1) &&
      job_ledger_add(j->file, &(job_ledger_new) {.id = JOB_ROOT, .digest = j->digest,
                                                 .owner = j->owner}, &number) &&
      number == JOB_ROOT;
  free(where);
  free(build);
  return is_good;
}

const char *jobs_where(const session *s) {
  const char *url = jobs_queue_url(s->o);
  return url ? url : outdir_path(s->out);
}

bool jobs_open_ledger(jobs *j) {
  const char *directory = jobs_where(j->s);
  char *error = NULL;
  if (j->file) return true;
  if (j->has_failed) return false;
  if (!j->digest) j->digest = jobs_digest(j);
  if (j->url) {
    j->file = job_ledger_open(j->url, false, &error);
    if (j->file && jobs_join_queue(j, &error)) return true;
    jobs_complain(j, error);
    free(error);
    return false;
  }
  const bool is_new = !j->is_resumed;
  if (is_new && !job_ledger_lock(directory))
    error = mem_string("another run has locked the directory");
  else
    j->file = is_new ? job_ledger_create(directory, &error)
                     : job_ledger_open(directory, false, &error);
  if (!j->file) {
    jobs_complain(j, error);
    free(error);
    return false;
  }
  if (!is_new) return true;
  j->is_resumed = true;         /* from now on it is opened */
  return jobs_check(j, job_ledger_end(j->file, jobs_set_facts(j)));
}

void jobs_close_ledger(jobs *j) {
  job_ledger_close(j->file);
  j->file = NULL;
}

/* Resuming ------------------------------------------------------------------- */

char *jobs_resume(jobs *j, const char *directory) {
  char *error = NULL;
  size_t size;
  uint64_t cut_jobs, digest = 0;
  job_ledger_file *l = job_ledger_open(j->url ? j->url : directory, false, &error);
  if (!l) return error;
  char *said = job_ledger_get(l, JOBS_FACT_DIGEST, &size);
  if (said && size == sizeof digest) memcpy(&digest, said, size);
  free(said);
  free(j->command);             /* budgets may be others now */
  j->command = job_ledger_get(l, JOBS_FACT_COMMAND, &j->command_size);
  j->digest = jobs_digest(j);
  if (digest != j->digest)
    error = mem_format("the run in %s was of another version of the program, or by "
                       "another braid: it cannot go on", directory);
  else if (!job_ledger_reclaim(l, 0, 0, &cut_jobs))
    error = mem_format("%s: %s", directory, job_ledger_error(l));
  char *times = job_ledger_get(l, JOBS_FACT_TIMES, &size);
  moments_read(&j->times, times, size);
  free(times);
  job_ledger_close(l);
  j->is_resumed = true;
  if (!error && j->url) {       /* others may be at work on it */
    j->owner = 0;
    j->file = job_ledger_open(j->url, false, &error);
    if (j->file) jobs_join_queue(j, &error);
    jobs_close_ledger(j);
  }
  return error;
}

char *jobs_restore(jobs *j) {
  if (!jobs_open_ledger(j) || !jobs_take_findings(j, 0))
    return mem_format("the ledger in %s cannot be read", outdir_path(j->s->out));
  jobs_close_ledger(j);         /* processes are forked */
  return NULL;
}
