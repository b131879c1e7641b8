#!/bin/sh
# braid explain: the path to a bug, as a user asks for it.
#
#   test/formats/explain.sh BUILD
set -eu
build=$(cd "$1" && pwd)
here=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
cd "$work"
braid=$build/braid
failures=0 checks=0

# explore WORDS: a run with a bug in the directory "out".
explore() {
  rm -rf out
  status=0 found=10
  [ "${1%%=*}" != --entry ] || found=5
  "$braid" run --quiet --replay=off --max-time=30s --output-dir=out "$@" >said 2>&1 || status=$?
  [ "$status" = $found ] || { echo "no bug by: $*"; tail -n 3 said; failures=$((failures + 1)); }
}

# says STATUS WORDS: braid explain's answer has the lines of standard input, in their order, each
# as a part of one of its lines.
says() {
  wanted=$1 status=0
  shift
  cat >wanted
  checks=$((checks + 1))
  timeout 120 "$braid" explain "$@" >said 2>&1 </dev/null || status=$?
  if [ "$status" != "$wanted" ] ||
     ! awk '{ sub(/^ +/, "") }
            NR == FNR { want[++n] = $0; next }
            k < n && index($0, want[k + 1]) { k++ }
            END { if (k < n) { print "not printed: " want[k + 1]; exit 1 } }' wanted said; then
    echo "braid explain $* (status $status):"
    sed 's/^/    /' said | tail -n 40
    failures=$((failures + 1))
  fi
}

# Values, the inputs that made them, and another input. ----------------------------------------
cat >table.c <<'C'
#include <braid.h>
int main(void) {
  int i = braid_int("i");
  unsigned table[10] = {0};
  unsigned twice = 2 * (unsigned) i;
  if (i >= 0 && i <= 10) table[i] = twice;
  return 0;
}
C
explore table.c
says 0 out <<'S'
The path to out-of-bounds at table.c:6, with test 1
table.c:
     3 |   int i = braid_int("i");
       |     i = 10    <- i
     5 |   unsigned twice = 2 * (unsigned) i;
       |     twice = 20    <- i
     6 |   if (i >= 0 && i <= 10) table[i] = twice;
       |     decided by i
       ^ out-of-bounds:
Another input goes another way here:
(then: exit status 0)
S
says 0 out/test000001.ktest <<'S'
The path to out-of-bounds
S
says 0 --test=1 --lines=1 out <<'S'
lines before: --all
     6 |
S
says 0 --test=2 out <<'S'
The path of test 2
S
grep -q 'the program ends with status 0' said || { echo "test 2 does not end"; failures=$((failures + 1)); }
says 0 --json out <<'S'
"end": "out-of-bounds"
"name": "i"
"value": "10"
"from": "i"
S
python3 -c 'import json; json.load(open("said"))' || failures=$((failures + 1))

# A library function, through a pointer; standard input. ---------------------------------------
cat >freed.c <<'C'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct node { char name[8]; int key; struct node *next; };
static struct node *make(int key) {
  struct node *n = malloc(sizeof *n);
  if (!n) exit(1);
  strcpy(n->name, "item");
  n->key = key;
  n->next = NULL;
  return n;
}
int main(void) {
  int c = getchar();
  struct node *list = make(c);
  if (c == 'x') free(list);
  printf("%s %d\n", list->name, list->key);
  if (c != 'x') free(list);
  return 0;
}
C
for target in native i386; do
  explore --target=$target --sym-stdin 4 freed.c
  says 0 out <<'S'
The path to use-after-free at freed.c:17
     c = 120    <- stdin[0]
         6 |   struct node *n = malloc(sizeof *n);
           |     n = &block of line 6
         8 |   strcpy(n->name, "item");
           |     *n = {.name = "item", .key = 0, .next = NULL}
           |     n->key = 120    <- stdin[0]
    16 |   if (c == 'x') free(list);
       |     decided by stdin[0]
       |     list = the dead block of line 6
       ^ use-after-free:
S
done

# Arguments, with sizes that braid chose. ------------------------------------------------------
cat >words.c <<'C'
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
  char word[4] = "";
  if (argc != 2 || strlen(argv[1]) > 4) return 1;
  strcpy(word, argv[1]);
  puts(word);
  return 0;
}
C
explore words.c
says 0 out <<'S'
       |     argc = 2
     5 |   if (argc != 2 || strlen(argv[1]) > 4) return 1;
       |     decided by arg00
     6 |   strcpy(word, argv[1]);
       ^ out-of-bounds: write of 1 byte at offset 4 of the local variable "word" of 4 bytes
S

# A file. ---------------------------------------------------------------------------------------
cat >file.c <<'C'
#include <stdio.h>
int main(void) {
  FILE *f = fopen("A", "r");
  char line[8];
  int table[4] = {1, 2, 3, 4};
  if (!f || !fgets(line, sizeof line, f)) return 1;
  return table[line[0] & 7];
}
C
explore --sym-files 1 8 file.c
says 0 out <<'S'
     7 |   return table[line[0] & 7];
       |     decided by A_data[0]
       ^ out-of-bounds:
S
grep -q '= {0x' said && { echo "the bytes of a FILE are shown"; failures=$((failures + 1)); }

# Recursion and loops are folded. ----------------------------------------------------------------
cat >deep.c <<'C'
#include <braid.h>
static int down(int n, int x) {
  if (n == 0) return 100 / x;
  return down(n - 1, x) + 1;
}
int main(void) {
  int x = braid_int("x");
  return down(1000, x) > 5;
}
C
explore deep.c
says 0 out <<'S'
       2 | static int down(int n, int x) {
         |     n = 1000
         |     x = 0    <- x
more calls of down() in one another
|     n = 0
^ div-by-zero
S
[ "$(wc -l <said)" -lt 50 ] || { echo "the recursion is not folded"; failures=$((failures + 1)); }
cat >million.c <<'C'
#include <braid.h>
int main(void) {
  int key = braid_int("key");
  unsigned sum = 0;
  for (int i = 0; i < 1000000; i++) {
    sum += (unsigned) i;
    if (i % 1000 == 999) sum ^= 5;
  }
  int table[4] = {1, 2, 3, 4};
  if (key < 0 || key > 4) return sum % 2;
  return table[key];
}
C
explore million.c
says 0 --all out <<'S'
       |     key = 4    <- key
         x 999, the last of them:
       5 |   for (int i = 0; i < 1000000; i++) {
         |     i = 1000000
    11 |   return table[key];
       ^ out-of-bounds
S

# Two sources, C++, an assumption. ---------------------------------------------------------------
mkdir -p part
printf 'int half(int n) {\n  if (n < 0) n = -(n + 1);\n  return n / 2;\n}\n' >part/half.c
cat >main.c <<'C'
int half(int n);
int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  int h = half(n);
  return 10 / h;
}
C
explore main.c part/half.c
says 0 out <<'S'
main.c:
     5 |   int h = half(n);
part/half.c:
       1 | int half(int n) {
main.c:
     |     h = 0    <- input 1 (int)
     6 |   return 10 / h;
^ div-by-zero
S
cat >shape.cpp <<'C'
#include <vector>
#include "braid.h"
struct shape { virtual int area() const = 0; };
struct square : shape {
  int a;
  square(int x) : a(x) {}
  int area() const override {
    return 100 / a;
  }
};
int main() {
  int n = braid_int("n");
  square s(n);
  std::vector<int> v;
  v.push_back(3);
  const shape *p = &s;
  return p->area() + v[0];
}
C
explore shape.cpp
says 0 out <<'S'
    12 |   int n = braid_int("n");
       |     n = 0    <- n
    15 |   v.push_back(3);
    17 |   return p->area() + v[0];
         8 |     return 100 / a;
         ^ div-by-zero
S
grep -q /usr/ said && { echo "headers of the system are shown"; failures=$((failures + 1)); }
cat >assume.c <<'C'
#include <assert.h>
#include <braid.h>
int main(void) {
  int n = braid_int("n");
  braid_assume(n > 5 && n < 9);
  assert(n != 7);
  return 0;
}
C
explore assume.c
says 0 out <<'S'
       |     n = 7    <- n
       ^ assert: n != 7
(then: exit status 0)
S
grep -q 'assume.c:5 with' said && { echo "an excluded input is offered"; failures=$((failures + 1)); }

# Unwritten memory, whose values no test sets. ------------------------------------------------------
cat >unwritten.c <<'C'
#include <assert.h>
int main(void) {
  int table[4], sum = 0;
  table[0] = 1;
  for (int i = 0; i < 4; i++) sum += table[i] & 1;
  assert(sum < 4);
  return 0;
}
C
explore --uninit=nondet unwritten.c
[ -s "$(ls out/*.unset)" ] || { echo "no unset values are kept"; failures=$((failures + 1)); }
says 0 out <<'S'
The path to assert at unwritten.c:6
x 4, the last of them:
|     sum = 4    <- unwritten value 1, unwritten value 2
^ assert: sum < 4
S

# Recoverable errors on the way, a hang, a function as the start. ---------------------------------
cat >passed.c <<'C'
#include <braid.h>
int main(void) {
  int n = braid_int("n");
  int m = n + 1;
  return 10 / (n - 2147483647);
}
C
explore passed.c
test=$(awk '$1 == "bug" && $3 == "div-by-zero" { print $2 }' out/run.info)
says 0 --test="$test" out <<'S'
       |     n = 2147483647    <- n
     5 |   return 10 / (n - 2147483647);
       ^ div-by-zero
S
cat >hang.c <<'C'
#include <braid.h>
int main(void) {
  unsigned char n = (unsigned char) braid_char("n");
  while (n != 0) n += 2;
  return 0;
}
C
explore --check=hang hang.c
says 0 out <<'S'
The path to hang
     4 |   while (n != 0) n += 2;
^ still running after
S
printf 'int quotient(int a, int b) {\n  int c = a + 1;\n  return c / b;\n}\n' >entry.c
explore --entry=quotient entry.c
says 0 --test="$(awk '$3 == "div-by-zero" { print $2 }' out/run.info)" out <<'S'
       |     b = 0    <- b
     3 |   return c / b;
       ^ div-by-zero
S

# What cannot be. ----------------------------------------------------------------------------------
says 2 nowhere <<'S'
braid explain: nowhere: No such file or directory
S
says 2 <<'S'
braid explain: there is no braid-last here: which directory?
S
says 1 out other <<'S'
one directory at a time
S
says 1 --tset=1 out <<'S'
unknown or malformed option --tset=1
S
says 2 --test=77 out <<'S'
there is no test 77
S
cp -r out old
sed -i '/^word /d' old/run.info
says 2 old <<'S'
by an older braid
S
cp -r out odd
echo 'word --root=/etc' >>odd/run.info
says 2 odd <<'S'
run.info has --root=/etc in the command line, which is not taken from there
S
echo '/* changed */' >>entry.c
says 2 out <<'S'
the program has changed since the run
S
rm entry.c
says 2 out <<'S'
entry.c, of which the run was, is gone
S
printf 'int main(void) { return 0; }\n' >none.c
rm -rf out
"$braid" run --quiet --output-dir=out none.c >said 2>&1
says 2 out <<'S'
found no bug
S
clang=$(sed -n 's/.*LLVM_TOOLS_BINARY_DIR:[A-Z]*=//p' "$build/CMakeCache.txt" | head -n 1)/clang
[ -x "$clang" ] || clang=$(command -v clang-19 || command -v clang)
"$clang" -O0 -emit-llvm -c -o plain.bc -I "$here/include" table.c
explore plain.bc
says 2 out <<'S'
no debug information: compile it with -g
S
says 0 --help <<'S'
usage: braid explain
S

echo "$checks checks, $failures failed"
[ "$failures" = 0 ]
