#!/bin/sh
# A program may write to /tmp.  Files of --root are there natively as well under absolute
# paths, where the fence has namespaces: anywhere, also beside the host's libraries.
#
#   test/fence/root.sh BUILD
set -eu
build=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/root/usr/share/braid-test" "$work/root/etc" "$work/root/usr/lib" \
  "$work/root/lib/deep" "$work/root/opt"
echo plugin >"$work/root/usr/lib/plugin"
echo deeper >"$work/root/lib/deep/er"
echo other >"$work/root/opt/other"
echo 7 >"$work/root/usr/share/braid-test/size"
echo own >"$work/root/etc/hostname"
cat >"$work/reads.c" <<'C'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static FILE *must(const char *path) {
  FILE *f = fopen(path, "r");
  if (!f) exit(1);
  return f;
}

int main(int argc, char **argv) {
  char name[16] = "", text[7];
  int size = 0;
  FILE *f = must("/usr/share/braid-test/size"), *g = must("/etc/hostname");
  if (argc != 2 || fscanf(f, "%d", &size) != 1 || !fgets(name, 16, g)) return 2;
  FILE *more[] = {must("/usr/lib/plugin"), must("lib/deep/er"), must("//opt/other")};
  for (int k = 0; k < 3; k++)
    if (fclose(more[k])) return 6;
  if (fopen("/usr/share/doc", "r") || fopen("/usr/share/braid-test/new", "w")) return 3;
  FILE *t = fopen("/tmp/braid-fence-root", "w");
  if (!t || fclose(t)) return 5;
  if (strcmp(name, "own\n") || argv[1][0] != 'x') return 4;
  memset(text, 0, sizeof text);
  text[size] = 1;
  return text[0] + fclose(f) + fclose(g);
}
C
status=0
"$build/braid" run --root "$work/root" --sym-arg 1 --max-time=60s \
  --output-dir="$work/out" "$work/reads.c" >"$work/said" 2>&1 || status=$?
if [ $status != 10 ] || ! grep -q '^Bug 1: out-of-bounds' "$work/said"; then
  echo "status $status; no bug?"
  cat "$work/said"
  exit 1
fi
if ! grep -q 'confined: namespaces' "$work/said"; then
  echo "skipped: the fence here has no namespaces"
  exit 0
fi
if [ -e /tmp/braid-fence-root ]; then
  echo "the native run wrote to the host's /tmp"
  exit 1
fi
grep -q 'confirmed natively' "$work/said" || {
  cat "$work/said"
  exit 1
}
