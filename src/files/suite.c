#include "files/suite.h"

#include "base/sha.h"


bool suite_write_ktest(outdir *d, const testcase *t, uint32_t number) {
  char name[32];
  snprintf(name, sizeof name, "test%06u.ktest", number);
  ktest_write(t, outdir_begin(d, name));
  return outdir_end(d);
}

bool suite_write_xml(outdir *d, const testcase *t, uint32_t number,
                     bool covers_error) {
  char name[48];
  snprintf(name, sizeof name, "test-suite/test%06u.xml", number);
  testcomp_write_test(t, covers_error, outdir_begin(d, name));
  return outdir_end(d);
}

bool suite_write_metadata(outdir *d, const testcomp_metadata *m) {
  testcomp_write_metadata(m, outdir_begin(d, "test-suite/metadata.xml"));
  return outdir_end(d);
}

bool suite_write_raw(outdir *d, const testcase *t, bool crash) {
  size_t size;
  const uint8_t *bytes = testcase_fuzz_data(t, &size);
  char name[64];
  snprintf(name, sizeof name, "%s%s", crash ? "crash-" : "corpus/",
           sha1(bytes, size).hex);
  return outdir_write(d, name, bytes, size);
}
