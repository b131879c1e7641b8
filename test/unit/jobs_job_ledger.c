#include "base/mem.h"
#include "jobs/job_ledger.h"
#include "base/process.h"
#include "test/check.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ME = 1, DIGEST = 77, ROOT = 1 };

static char *directory;

/* Its id is ten times the number that it gets. */
static bool add_job(job_ledger_file *l, uint64_t parent, uint64_t number,
                    const char *bytes) {
  uint64_t got;
  return job_ledger_add(l, &(job_ledger_new) {
      .id = 10 * number, .parent = parent, .depth = parent != 0, .digest = DIGEST,
      .owner = ME, .bytes = bytes, .size = bytes ? strlen(bytes) : 0}, &got) &&
    got == number;
}

static job_ledger_file *fresh(void) {
  char *error = NULL;
  job_ledger_file *l = job_ledger_create(directory, &error);
  CHECK(l);
  CHECK(add_job(l, 0, ROOT, NULL));
  CHECK(job_ledger_end(l, true));
  return l;
}

/* The job is done, with so many children, which have the numbers that follow. */
static void split(job_ledger_file *l, uint64_t number, uint64_t first,
                  uint32_t count) {
  CHECK(job_ledger_begin(l));
  for (uint32_t k = 0; k < count; k++)
    CHECK(add_job(l, number, first + k, "job"));
  CHECK(job_ledger_done(l, number, 10 * number, ME, count));
  CHECK(job_ledger_end(l, true));
}

/* A tree of five jobs. */
static job_ledger_file *whole(void) {
  job_ledger_file *l = fresh();
  split(l, ROOT, 2, 2);
  split(l, 2, 4, 2);
  split(l, 3, 0, 0);
  split(l, 4, 0, 0);
  split(l, 5, 0, 0);
  return l;
}

static void forge(const char *text) {
  sqlite3 *db;
  char *path = mem_format("%s/" JOB_LEDGER_NAME, directory);
  CHECK(sqlite3_open(path, &db) == SQLITE_OK);
  CHECK(sqlite3_exec(db, text, NULL, NULL, NULL) == SQLITE_OK);
  sqlite3_close(db);
  free(path);
}

static void is_refused(const char *forgery, const char *why) {
  job_ledger_file *l = whole();
  char *wrong = job_ledger_check(l, DIGEST);
  CHECK(!wrong);
  forge(forgery);
  wrong = job_ledger_check(l, DIGEST);
  CHECK(wrong && strstr(wrong, why));
  free(wrong);
  job_ledger_close(l);
}

static void each_forgery_is_refused(void) {
  is_refused("UPDATE job SET is_done = 0 WHERE id = 40", "1 of 5 jobs are not done");
  is_refused("DELETE FROM job WHERE id = 50", "4 jobs in the ledger, 5 were made");
  is_refused("UPDATE job SET children = 3 WHERE id = 20", "5 jobs in the ledger, 6");
  is_refused("INSERT INTO job (id, parent, depth, digest, owner, is_done) "
             "VALUES (60, 3, 1, 77, 0, 1)", "6 jobs in the ledger, 5 were made");
  is_refused("UPDATE job SET parent = 99 WHERE id = 50",
             "1 jobs are of none that is done");
  is_refused("UPDATE job SET id = 40 WHERE id = 50", "1 jobs are there more than once");
  is_refused("UPDATE job SET digest = 78 WHERE id = 50", "another program");
}

/* Nobody ended it: the sum of those that were ended does not have it. */
static void a_job_that_nobody_ended_is_not_done(void) {
  job_ledger_file *l = fresh();
  split(l, ROOT, 2, 2);
  split(l, 2, 0, 0);
  forge("UPDATE job SET is_done = 1, owner = 0 WHERE id = 30");
  char *wrong = job_ledger_check(l, DIGEST);
  CHECK(wrong && strstr(wrong, "that no process ended"));
  free(wrong);
  job_ledger_close(l);
}

/* Each is refused before a run goes on, and when it ends. */
static void is_not_believed(const char *forgery) {
  char *error = NULL;
  job_ledger_file *l = fresh();
  split(l, ROOT, 2, 2);
  split(l, 2, 0, 0);
  CHECK(job_ledger_find(l, 1, ME, "a", 1, "first", 5));
  CHECK(job_ledger_find(l, 1, ME, "b", 1, "second", 6));
  CHECK(job_ledger_count(l, "cut: depth", 3));
  CHECK(job_ledger_set(l, "command", "braid", 5));
  char *wrong = job_ledger_verify(l);
  CHECK(!wrong);
  job_ledger_close(l);
  forge(forgery);
  l = job_ledger_open(directory, true, &error);
  wrong = l ? job_ledger_verify(l) : error;
  size_t size;
  char *command = l ? job_ledger_get(l, "command", &size) : NULL;
  CHECK(wrong || !command);
  free(command);
  free(wrong);
  job_ledger_close(l);
}

static void nothing_is_believed_without_its_seal(void) {
  is_not_believed("DELETE FROM found WHERE number = 1");
  is_not_believed("DELETE FROM found WHERE number = 2");
  is_not_believed("DELETE FROM found");
  is_not_believed("UPDATE found SET kind = 2 WHERE number = 1");
  is_not_believed("UPDATE found SET bytes = x'00' WHERE number = 2");
  is_not_believed("UPDATE found SET number = 3 WHERE number = 1");
  is_not_believed("INSERT INTO found SELECT 3, kind, x'00', owner, bytes FROM found "
                  "WHERE number = 1");
  is_not_believed("DELETE FROM job WHERE id = 30");
  is_not_believed("UPDATE job SET is_done = 1 WHERE id = 30");
  is_not_believed("UPDATE job SET is_done = 0 WHERE id = 20");
  is_not_believed("UPDATE job SET depth = 2 WHERE id = 30");
  is_not_believed("UPDATE job SET id = 31 WHERE id = 30");
  is_not_believed("UPDATE job SET bytes = x'6a6f63' WHERE id = 30");
  is_not_believed("UPDATE job SET bytes = NULL, id = 10 WHERE id = 30");
  is_not_believed("UPDATE fact SET value = x'00' WHERE name = 'command'");
  is_not_believed("UPDATE fact SET value = (SELECT value FROM fact WHERE name = 'command') "
                  "WHERE name = 'receipt 0'");
  is_not_believed("DELETE FROM fact WHERE name = 'receipt 0'");
  is_not_believed("DELETE FROM fact WHERE name = 'token'");
  is_not_believed("DELETE FROM fact WHERE name = 'seal'");
  is_not_believed("UPDATE fact SET value = CAST('0123456789abcdef0123456789abcdef' AS BLOB) "
                  "WHERE name = 'token'");
  /* Triggers of others do nothing. */
  is_not_believed("CREATE TRIGGER t AFTER UPDATE ON fact BEGIN DELETE FROM found; END;"
                  "DELETE FROM found WHERE number = 1");
}

/* Rows of another run of the same user, under the same key. */
static void a_row_of_another_run_is_not_believed(void) {
  job_ledger_file *l = fresh();
  CHECK(job_ledger_find(l, 1, ME, "a", 1, "first", 5));
  job_ledger_close(l);
  char *keep = mem_format("ATTACH '%s/other.sqlite' AS other; "
                          "CREATE TABLE other.found AS SELECT * FROM found; "
                          "CREATE TABLE other.fact AS SELECT * FROM fact", directory);
  forge(keep);
  free(keep);
  l = fresh();
  CHECK(job_ledger_find(l, 1, ME, "b", 1, "other", 5));
  char *wrong = job_ledger_verify(l);
  CHECK(!wrong);
  char *take = mem_format("ATTACH '%s/other.sqlite' AS other; DELETE FROM found; "
                          "INSERT INTO found SELECT * FROM other.found; "
                          "UPDATE fact SET value = (SELECT o.value FROM other.fact AS o "
                          "WHERE o.name = 'receipt 0') WHERE name = 'receipt 0'", directory);
  forge(take);
  free(take);
  wrong = job_ledger_verify(l);
  CHECK(wrong && strstr(wrong, "changed by others"));
  free(wrong);
  job_ledger_close(l);
}

static void a_transaction_is_there_whole_or_not_at_all(void) {
  job_ledger_file *l = fresh();
  job_ledger_state s;
  CHECK(job_ledger_begin(l));
  CHECK(add_job(l, ROOT, 2, "a"));
  CHECK(job_ledger_done(l, ROOT, 10 * ROOT, ME, 1));
  CHECK(job_ledger_count(l, "paths", 3));
  CHECK(!job_ledger_end(l, false));
  CHECK(job_ledger_look(l, &s) && s.jobs == 1 && !s.done);
  job_ledger_close(l);
}

/* Not by two, nor by one that does not have it. */
static void a_job_is_done_once(void) {
  job_ledger_file *l = fresh();
  CHECK(!job_ledger_done(l, ROOT, 10 * ROOT, ME + 1, 0));
  CHECK(job_ledger_done(l, ROOT, 10 * ROOT, ME, 0));
  CHECK(!job_ledger_done(l, ROOT, 10 * ROOT, ME, 0));
  job_ledger_close(l);
}

static job_ledger_took take(job_ledger_file *l, uint32_t owner, uint64_t *number) {
  job_ledger_job one = {0};
  unsigned count;
  const job_ledger_took took = job_ledger_take(l, owner, 1, &one, 1, &count);
  *number = one.number;
  CHECK(took != JOB_LEDGER_TOOK || one.id == 10 * one.number);
  free(one.bytes);
  return took;
}

static void free_jobs_are_taken_by_one(void) {
  job_ledger_file *l = fresh();
  uint64_t number, cut;
  split(l, ROOT, 2, 2);
  CHECK(take(l, 2, &number) == JOB_LEDGER_OTHERS);
  CHECK(!job_ledger_release(l, 2, 2));
  CHECK(job_ledger_release(l, 2, ME));
  CHECK(take(l, 2, &number) == JOB_LEDGER_TOOK && number == 2);
  CHECK(take(l, 3, &number) == JOB_LEDGER_OTHERS);
  /* Its owner dies, and the next two. */
  for (uint32_t owner = 2; owner < 4; owner++) {
    CHECK(job_ledger_reclaim(l, owner, 3, &cut) && !cut);
    CHECK(take(l, owner + 1, &number) == JOB_LEDGER_TOOK && number == 2);
  }
  CHECK(job_ledger_reclaim(l, 4, 3, &cut) && cut == 1);
  CHECK(take(l, 5, &number) == JOB_LEDGER_OTHERS);
  CHECK(job_ledger_done(l, 3, 30, ME, 0));
  CHECK(take(l, 5, &number) == JOB_LEDGER_EMPTY);
  job_ledger_close(l);
}

static uint64_t sums;
static void add(void *context, const char *name, uint64_t n) {
  CHECK(!strcmp(name, context));
  sums += n;
}

static void count(void *context, int kind, const void *bytes, size_t size) {
  CHECK(kind == 3 && size == 2 && !memcmp(bytes, "xy", 2));
  ++*(uint32_t *) context;
}

static void results_are_summed_and_findings_are_there_once(void) {
  job_ledger_file *l = fresh();
  uint32_t found = 0;
  uint64_t from = 0;
  CHECK(job_ledger_count(l, "paths", 3) && job_ledger_count(l, "paths", 4));
  CHECK(job_ledger_each_count(l, add, "paths") && sums == 7);
  CHECK(job_ledger_find(l, 3, ME, "k", 1, "xy", 2));
  CHECK(job_ledger_find(l, 3, ME + 1, "k", 1, "zz", 2));
  CHECK(job_ledger_each_found(l, &from, ME + 1, count, &found) && found == 1);
  CHECK(job_ledger_each_found(l, &from, ME + 1, count, &found) && found == 1);
  job_ledger_close(l);
}

static void what_is_no_ledger_is_not_opened(void) {
  char *error = NULL;
  char *path = mem_format("%s/" JOB_LEDGER_NAME, directory);
  job_ledger_remove(directory);
  CHECK(!job_ledger_open(directory, false, &error) && error);
  free(error);
  FILE *f = fopen(path, "w");
  for (int k = 0; k < 3000; k++) fputs("no ledger ", f);
  fclose(f);
  CHECK(!job_ledger_open(directory, false, &error) && error);
  free(error);
  free(path);
}

int main(void) {
  char *error = NULL;
  directory = scratch_make(&error);
  CHECK(directory);
  each_forgery_is_refused();
  a_job_that_nobody_ended_is_not_done();
  nothing_is_believed_without_its_seal();
  a_row_of_another_run_is_not_believed();
  a_transaction_is_there_whole_or_not_at_all();
  a_job_is_done_once();
  free_jobs_are_taken_by_one();
  results_are_summed_and_findings_are_there_once();
  what_is_no_ledger_is_not_opened();
  scratch_remove(directory);
  free(directory);
  return 0;
}
