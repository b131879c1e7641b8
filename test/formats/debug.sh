#!/bin/sh
# braid debug: gdb at the bug, and a launch.json.
#
#   test/formats/debug.sh BUILD
set -eu
build=$(cd "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
cd "$work"
braid=$build/braid
failures=0 checks=0

complain() {
  echo "$1"
  sed 's/^/    /' said | tail -n 30
  failures=$((failures + 1))
}

# says STATUS TEXT WORDS: braid debug ends so and prints the text.
says() {
  wanted=$1 text=$2 status=0
  shift 2
  checks=$((checks + 1))
  timeout 300 "$braid" debug "$@" >said 2>&1 </dev/null || status=$?
  [ "$status" = "$wanted" ] && grep -qF -- "$text" said ||
    complain "braid debug $* (status $status): $text"
}

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
cat >stdin.c <<'C'
#include <stdio.h>
static int share(int n) {
  return 100 / (n - 'q');
}
int main(void) {
  int c = getchar();
  return share(c);
}
C
"$braid" run --quiet --replay=off --output-dir=words words.c >said 2>&1 || true
"$braid" run --quiet --replay=off --sym-stdin 2 --output-dir=stdin stdin.c >said 2>&1 || true
test=$(sed -n 's/^bug \([0-9]*\) .*/\1/p' stdin/run.info | head -n 1)

says 0 '"type": "cppdbg"' --launch-json=- stdin
says 0 .vscode/launch.json --launch-json stdin
python3 - "$work" <<'P' || complain "launch.json is not as it should be"
import json, os, sys
c = json.load(open(".vscode/launch.json"))["configurations"][0]
assert c["program"] == os.path.realpath(sys.argv[1]) + "/stdin/debug%s/program" % c["cwd"].split("/debug")[1].split("/")[0]
assert os.access(c["program"], os.X_OK) and os.path.isdir(c["cwd"])
assert c["args"][-2] == "<" and open(c["args"][-1], "rb").read()[:1] == b"q"
assert any(e["name"] == "KTEST_FILE" and os.path.exists(e["value"]) for e in c["environment"])
P
says 2 'is there already' --launch-json stdin

if command -v gdb >/dev/null 2>&1; then
  says 0 'n = 113' stdin -- -batch -ex 'info locals' -ex 'info args'
  grep -q 'in share (n=113)' said || complain "gdb is not in the function of the bug"
  grep -q 'without a fence' said || complain "nothing says that there is no fence"
  says 0 'words.c:6' words -- -batch
  says 0 'argc = 2' words -- -batch -ex 'info args'
fi
mkdir empty
ln -s "$(command -v sh)" empty/sh
status=0
(PATH=$work/empty; export PATH; "$braid" debug stdin) >said 2>&1 || status=$?
checks=$((checks + 1))
[ "$status" = 2 ] && grep -q 'gdb is not there' said || complain "without gdb (status $status)"
says 2 'No such file or directory' nowhere
says 2 'there is no test 77' --test=77 stdin
says 1 'unknown or malformed option' --lunch-json stdin
echo 'flag -fplugin=/tmp/x.so' >>words/run.info
says 2 'the compiler'"'"'s flag -fplugin' words
rm stdin.c
says 2 'is gone or was moved' stdin

echo "$checks checks, $failures failed"
[ "$failures" = 0 ]
