#include "base/mem.h"
#include "base/secret.h"
#include "test/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char directory[] = "/tmp/braid-secret-XXXXXX";

/* RFC 4231, cases 1, 2, 3, 6 and 7. */
static void seals_are_those_of_the_standard(void) {
  static const struct { size_t key_size, size; int key, byte; const char *text, *want; } of[] = {
    {20, 0, 0x0b, 0, "Hi There",
     "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"},
    {0, 0, 0, 0, "what do ya want for nothing?",
     "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"},
    {20, 50, 0xaa, 0xdd, NULL,
     "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"},
    {131, 0, 0xaa, 0, "Test Using Larger Than Block-Size Key - Hash Key First",
     "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"},
    {131, 0, 0xaa, 0, "This is a test using a larger than block-size key and a larger than "
     "block-size data. The key needs to be hashed before being used by the HMAC algorithm.",
     "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"}};
  for (size_t k = 0; k < sizeof of / sizeof *of; k++) {
    uint8_t key[131], text[50], out[SHA256_BYTES];
    char hex[2 * SHA256_BYTES + 1];
    memset(key, of[k].key, sizeof key);
    memset(text, of[k].byte, sizeof text);
    hmac_key h;
    if (of[k].key_size) hmac_key_init(&h, key, of[k].key_size);
    else hmac_key_init(&h, "Jefe", 4);
    hmac_sha256(&h, of[k].text ? (const void *) of[k].text : text,
                of[k].text ? strlen(of[k].text) : of[k].size, out);
    for (unsigned i = 0; i < sizeof out; i++) snprintf(hex + 2 * i, 3, "%02x", out[i]);
    CHECK(!strcmp(hex, of[k].want));
  }
}

static char *path_of(const char *name) { return mem_format("%s/%s", directory, name); }

static void a_key_that_others_read_is_none(void) {
  uint8_t key[SECRET_BYTES], again[SECRET_BYTES];
  char *path = path_of("given"), *message;
  FILE *f = fopen(path, "w");
  CHECK(f && fputs("sixteen bytes or more", f) >= 0);
  fclose(f);
  chmod(path, 0644);
  message = secret_read(path, key);
  CHECK(message && strstr(message, "chmod 600"));
  free(message);
  chmod(path, 0600);
  CHECK(!secret_read(path, key) && !secret_read(path, again));
  CHECK(secret_is_same(key, again, sizeof key));
  f = fopen(path, "w");
  CHECK(f && fputs("short", f) >= 0);
  fclose(f);
  message = secret_read(path, key);
  CHECK(message && strstr(message, "less than"));
  free(message);
  message = secret_read("/dev/null", key);
  CHECK(message && strstr(message, "not a file"));
  free(message);
  message = secret_read(directory, key);
  CHECK(message);
  free(message);
  free(path);
}

static void the_users_key_is_made_once_and_for_one_purpose_each(void) {
  struct stat s;
  uint8_t first[SECRET_BYTES], other[SECRET_BYTES], again[SECRET_BYTES];
  char *path = path_of("state/braid/key"), *state = path_of("state");
  unsetenv("BRAID_KEY");
  setenv("XDG_STATE_HOME", state, 1);
  secret_of_user("one", first);
  secret_of_user("other", other);
  secret_of_user("one", again);
  CHECK(secret_is_kept() && !strcmp(secret_place(), path));
  CHECK(!stat(path, &s) && (s.st_mode & 0777) == 0600 && s.st_size == SECRET_BYTES);
  CHECK(secret_is_same(first, again, sizeof first));
  CHECK(!secret_is_same(first, other, sizeof first));
  free(path);
  free(state);
}

int main(void) {
  CHECK(mkdtemp(directory));
  seals_are_those_of_the_standard();
  a_key_that_others_read_is_none();
  the_users_key_is_made_once_and_for_one_purpose_each();
  char *command = mem_format("rm -rf %s", directory);
  CHECK(!system(command));
  free(command);
  return 0;
}
