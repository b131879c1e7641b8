# A random program over an array of unknown length, one to six elements: written, read,
# cleared, filled and copied for an unknown length, moved and indexed beyond its end or
# not, and taken for a string.  With -DCONCRETE each length
# and each place is a path of its own.
#
#   awk -v seed=N -f test/sized/program.awk
function below(n) { return int(rand() * n) }

function guard(index_) {
  if (below(2)) return sprintf("if (%d < n) ", index_)
  return below(2) ? sprintf("if (n > %d && m > %d) ", below(5), below(5)) : ""
}

# Of an array of characters.
function string(    kind_, end) {
  kind_ = below(12)
  end = below(3) ? "a[n - 1] = 0; " : ""
  if (kind_ == 0)
    printf "  { %sif (strlen(a) == %d) k = %d; }\n", end, below(6), below(6)
  else if (kind_ == 1)
    printf "  if (k >= 0 && k <= n%s && strnlen(a, at(k)) > %d) m = %d;\n",
           below(4) ? "" : " + 1", below(4), 1 + below(6)
  else if (kind_ == 2)
    printf "  if (k >= 0 && k < n) { %sif (strlen(a + at(k)) == %d) assert(n != %d); }\n",
           end, below(4), 1 + below(6)
  else if (kind_ == 3)
    printf "  { char to[8]; %sstrcpy(to, a); if (to[%d] == %d) assert(m != %d); }\n",
           end, below(3), below(4), 1 + below(6)
  else if (kind_ == 4 && kind == 1)
    printf "  { char to[%d]; %sstrcpy(to, a); assert(k != to[0]); }\n", 1 + below(4), end
  else if (kind_ <= 5) printf "  strcpy(a, %s);\n", word()
  else if (kind_ == 6)
    printf "  if (k >= 0 && k <= 6%s) strncpy(a, %s, at(k));\n",
           below(4) ? " && k <= n" : "", word()
  else if (kind_ == 7) printf "  { %sstrcat(a, %s); }\n", end, word()
  else if (kind_ == 8)
    printf "  { %schar *b = strdup(a); if (b && b[%d] == %d) k = %d; free(b); }\n",
           end, below(2), below(4), below(6)
  else if (kind_ == 9)
    printf "  { %schar *b = strndup(a, %s); if (b && !b[%d]) k = strlen(b); free(b); }\n",
           end, below(2) ? "3" : "m", below(2)
  else if (kind_ == 10)
    printf "  { char to[9] = \"x\"; %sif (stpcpy(to + 1, a) == to + %d) assert(n != %d); }\n",
           end, 1 + below(4), 1 + below(6)
  else printf "  { char to[9] = \"y\"; %sstrncat(to, a, m); if (to[m] == %d) k = %d; }\n",
              end, below(4), below(6)
}

function word() { return below(3) ? below(2) ? "\"b\"" : "\"\"" : "other" }

function statement(    index_, number) {
  if (type == "char" && !below(3)) {
    string()
    return
  }
  index_ = below(7)
  number = below(below(2) ? 6 : 50)
  switch_ = below(18)
  if (switch_ <= 1) printf "  %sa[%d] = %d;\n", guard(index_), index_, number
  else if (switch_ == 2) printf "  a[n - 1] = %d;\n", number
  else if (switch_ == 3)
    printf "  if (n > %d && a[%d] == %d) k = %d;\n", index_, index_, number, number
  else if (switch_ == 4) print "  memset(a, 0, n * sizeof *a);"
  else if (switch_ == 5 && kind < 2)
    printf "  { %s *b = realloc(a, m * sizeof *a); if (!b) { free(a); return 0; } " \
           "const int old = n; a = b; n = m; m = old; }\n", type
  else if (switch_ == 6) printf "  if (k >= 0 && k < n) a[at(k)] = %d;\n", number
  else if (switch_ == 7)
    printf "  if (k > %d && k < n && a[at(k)] == %d) assert(n != %d);\n",
           below(4), number, below(7)
  else if (switch_ == 8)
    printf "  if (k >= 0 && k <= n%s) memset(a, %d, at(k) * sizeof *a);\n",
           below(4) ? "" : " + 1", below(3)
  else if (switch_ == 9)
    printf "  if (k >= 0 && k <= 6 && k <= n%s) memcpy(a, other, at(k) * sizeof *a);\n",
           below(4) ? "" : " + 1"
  else if (switch_ == 10)
    printf "  if (k > 0 && k < n) memmove(a + %d, a, (n - at(k)%s) * sizeof *a);\n",
           1, below(4) ? "" : " + 1"
  else if (switch_ == 11)
    printf "  if (k >= 0 && k < n && m <= n && a[at(k)] %s a[m - 1]) assert(n != %d || k != %d);\n",
           below(2) ? "==" : ">", 1 + below(6), below(6)
  else if (switch_ == 12)
    printf "  if (k >= 0 && k < n) memset(a + at(k), %d, %d * sizeof *a);\n",
           below(3), 1 + below(3)
  else if (switch_ == 13)
    printf "  if (k >= 0 && k <= n - %d && m < n) memmove(a + at(k), a + m - 1, %d * sizeof *a);\n",
           below(4), 1 + below(3)
  else if (switch_ == 14)
    printf "  if (k >= 0 && k < n%s) memset(a + at(k), %d, (n - at(k)) * sizeof *a);\n",
           below(4) ? "" : " + 1", below(3)
  else if (switch_ == 15)
    printf "  if (k >= 0 && k < n && m <= n - k%s) memcpy(a + at(k), other, m * sizeof *a);\n",
           below(4) ? "" : " + 1"
  else if (switch_ == 16)
    printf "  if (k > 0 && k <= n && m <= k%s) memmove(a, a + at(k) - m, m * sizeof *a);\n",
           below(4) ? "" : " + 1"
  else printf "  if (n == %d && m == %d) a[%d]++;\n", 1 + below(6), 1 + below(6), below(8)
}

BEGIN {
  srand(seed)
  kind = below(3)
  type = below(2) ? "char" : "short"
  print "#include <assert.h>\n#include <stdlib.h>\n#include <string.h>\n" \
        "int __VERIFIER_nondet_int(void);\n" \
        "static int chosen(int n) {\n" \
        "#ifdef CONCRETE\n" \
        "  for (int k = 1; k <= 6; k++) if (n == k) return k;\n" \
        "#endif\n" \
        "  return n;\n}\n" \
        "static int at(int k) {\n" \
        "#ifdef CONCRETE\n" \
        "  for (int i = 0; i <= 7; i++) if (k == i) return i;\n" \
        "#endif\n" \
        "  return k;\n}\n" \
        "static void *made(size_t size) { return malloc(size); }\n" \
        "int main(void) {\n" \
        "  int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();\n" \
        "  int k = __VERIFIER_nondet_int();\n" \
        "  if (n < 1 || n > 6 || m < 1 || m > 6) return 0;\n" \
        "  n = chosen(n);\n  m = chosen(m);"
  printf "  %s other[6] = {1, 2, 3, k, 5, m};\n", type
  if (kind == 0 && below(2))
    printf "  %s *a;\n  if (k > %d) a = made(n * sizeof *a);\n" \
           "  else { a = made(m * sizeof *a); const int old = n; n = m; m = old; }\n",
           type, below(6)
  else if (kind == 0) printf "  %s *a = malloc(n * sizeof *a);\n", type
  if (kind == 1) printf "  %s *a = calloc(n, sizeof *a);\n", type
  if (kind == 2) printf "  %s own[n], *a = own;\n", type
  print "  if (!a) return 0;"
  for (i = 0; i < 9; i++) statement()
  if (kind < 2) print "  free(a);"
  print "  return 0;\n}"
}
